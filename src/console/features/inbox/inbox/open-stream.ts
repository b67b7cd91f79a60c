import type { InboxRow } from '../../../../shared/handover.ts';
import { addressOf, callHeaders } from '../../../http/headers.ts';
import { renewAccess } from '../../../http/refresh.ts';
import { accessToken } from '../../../state/store.ts';

interface StreamListener {
  row(row: InboxRow): void;
  /** The stream is open. What changed before has to be read. */
  opened(): void;
  lost(): void;
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
      const data = /^data: (.*)$/m.exec(block)?.[1] ?? '';
      if (name === 'ready') on.opened();
      else if (name === 'row') on.row(JSON.parse(data) as InboxRow);
    }
  }
}

/** Listens to the inbox and reconnects until it is stopped. While it is open, the user counts as present. */
export function openStream(on: StreamListener): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  const listen = async () => {
    for (let waitMs = RETRY_MS; !signal.aborted; waitMs = Math.min(waitMs * 2, RETRY_MAX_MS)) {
      try {
        const token = accessToken();
        const headers = { ...callHeaders(token), Accept: 'text/event-stream' };
        const response = await fetch(addressOf('/inbox/events'), { headers, signal });
        if (response.status === 401 && (await renewAccess(token))) continue;
        if (response.ok && response.body) {
          waitMs = RETRY_MS / 2;
          await readEvents(response.body, on);
        }
      } catch {
        // Told below, unless the page has gone.
      }
      if (signal.aborted) return;
      on.lost();
      await pause(waitMs);
    }
  };
  void listen();
  return () => ending.abort();
}
