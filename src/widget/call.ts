import type { AskBody, ChatEventName, ChatEvents, Exchange } from '../shared/chat-protocol.ts';
import { eventReader } from './event-stream.ts';

/** Where the calls go and what they carry. */
export interface Endpoint {
  /** Origin and `/api`. */
  api: string;
  contextId: string;
  headers?: () => Record<string, string>;
}

/** A call that failed: with the server's status and sentence, or with status 0 when the line was cut or stood still. */
export class CallFailure extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export type TakeEvent = <K extends ChatEventName>(name: K, data: ChatEvents[K]) => void;

/** A stream in which nothing moves for so long is taken for dead. */
const STILL_MS = 60_000;

/**
 * Asks a question and hands over each event of its answer. Resolves after `done`; rejects with a CallFailure when the
 * server refuses, says `error`, falls silent or ends early, and with whatever fetch throws when `signal` is raised.
 */
export async function ask(where: Endpoint, body: AskBody, take: TakeEvent, signal: AbortSignal): Promise<void> {
  const response = await within(
    fetch(address(where, '/messages'), {
      method: 'POST',
      headers: { ...where.headers?.(), 'Content-Type': 'application/json', Accept: 'text/event-stream' },
      body: JSON.stringify(body),
      credentials: 'omit',
      signal,
    }),
  );
  if (!response.ok || !response.body) throw await failureOf(response);
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let isDone = false;
  const read = eventReader((name, data) => {
    const parsed = parse(data);
    if (name === 'error') {
      const { code, message } = parsed as ChatEvents['error'];
      throw new CallFailure(0, code, message);
    }
    if (isDone || !/^(?:conversation|sources|delta|restart|done)$/.test(name)) return;
    take(name as ChatEventName, parsed as never);
    isDone = name === 'done';
  });
  try {
    while (!isDone) {
      const { done, value } = await within(reader.read());
      if (done) break;
      read(decoder.decode(value, { stream: true }));
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
  if (!isDone) throw new CallFailure(0, 'cut', '');
}

/** Reads a conversation of this visitor again; rejects with a CallFailure. */
export async function readConversation(where: Endpoint, id: string, visitorToken: string): Promise<Exchange[]> {
  const response = await within(
    fetch(address(where, '/conversations/' + encodeURIComponent(id)), {
      headers: { ...where.headers?.(), 'Visitor-Token': visitorToken },
      credentials: 'omit',
    }),
  );
  if (!response.ok) throw await failureOf(response);
  return ((await response.json()) as { exchanges: Exchange[] }).exchanges;
}

const address = (where: Endpoint, path: string) => `${where.api}/widgets/${encodeURIComponent(where.contextId)}${path}`;

function parse(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    throw new CallFailure(0, 'cut', '');
  }
}

async function failureOf(response: Response): Promise<CallFailure> {
  const problem = (await response.json().catch(() => ({}))) as { code?: unknown; message?: unknown };
  return new CallFailure(response.status, String(problem.code ?? ''), String(problem.message ?? ''));
}

function within<T>(promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new CallFailure(0, 'still', '')), STILL_MS);
    promise.then(resolve, reject).then(() => clearTimeout(timer));
  });
}
