import { accessToken } from '../state/store.ts';
import { addressOf, callHeaders } from './headers.ts';
import { renewAccess } from './refresh.ts';

interface StreamListener {
  event(name: string, data: unknown): void;
  /** Called until the stream is open again. */
  lost?(): void;
}

const RETRY_MS = 1_000;
const RETRY_MAX_MS = 15_000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Passes each complete event of a stream on. */
async function readEvents(body: ReadableStream<Uint8Array>, on: StreamListener): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (text + value).split('\n\n');
    text = blocks.pop()!;
    for (const block of blocks) {
      const name = /^event: (.*)$/m.exec(block)?.[1];
      const data = /^data: (.*)$/m.exec(block)?.[1];
      if (name && data) on.event(name, JSON.parse(data));
    }
  }
}

/** Listens to the server-sent events at a path of the API, and connects again until it is stopped. */
export function openEventStream(path: string, on: StreamListener): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  const listen = async () => {
    for (let waitMs = RETRY_MS; !signal.aborted; waitMs = Math.min(waitMs * 2, RETRY_MAX_MS)) {
      try {
        const token = accessToken();
        const headers = { ...callHeaders(token), Accept: 'text/event-stream' };
        const response = await fetch(addressOf(path), { headers, signal });
        if (response.status === 401 && (await renewAccess(token))) continue;
        if (response.ok && response.body) {
          waitMs = RETRY_MS / 2;
          await readEvents(response.body, on);
        }
      } catch {
        // Told below, unless the page has gone.
      }
      if (signal.aborted) return;
      on.lost?.();
      await pause(waitMs);
    }
  };
  void listen();
  return () => ending.abort();
}
