import { randomUUID } from 'node:crypto';
import type { InboxRow, TalkMessage } from '../../src/shared/handover.ts';
import { eventsOf } from './server.ts';

/*
 * A visitor and a person who talk over HTTP as the widget and the console do: they send a message until it is stored,
 * always with the same id, and follow a stream that they open again after the last message that they have.
 */

const RETRY_MS = 100;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Where a client finds the program. It may change when a process has ended. */
export type AddressOf = () => string;

interface Side {
  address: AddressOf;
  headers: Record<string, string>;
}

/** Sends a request until it is answered by less than 500, like a client whose connection was lost. */
async function send<T>({ address, headers }: Side, path: string, body: object): Promise<T> {
  for (;;) {
    const response = await fetch(`${address()}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    }).catch(() => undefined);
    if (response?.ok) {
      const text = await response.text().catch(() => undefined);
      if (text !== undefined) return (text === '' ? undefined : JSON.parse(text)) as T;
    } else if (response && response.status < 500 && response.status !== 429) {
      throw new Error(`${path}: ${response.status} ${await response.text()}`);
    }
    await pause(RETRY_MS);
  }
}

async function read<T>({ address, headers }: Side, path: string): Promise<T> {
  for (;;) {
    const response = await fetch(`${address()}/api${path}`, { headers }).catch(() => undefined);
    const body = response?.ok ? await response.json().catch(() => undefined) : undefined;
    if (body !== undefined) return body as T;
    if (response && response.status >= 400 && response.status < 500 && response.status !== 429)
      throw new Error(`${path}: ${response.status}`);
    await pause(RETRY_MS);
  }
}

/** Passes the events of a stream on, and opens it again whenever it ends, until `signal` aborts. */
export async function follow(
  { address, headers }: Side,
  pathOf: () => string,
  take: (event: string, data: any) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const response = await fetch(`${address()}/api${pathOf()}`, { headers, signal });
      if (!response.ok) throw new Error(String(response.status));
      let text = '';
      for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
        const blocks = (text + piece).split('\n\n');
        text = blocks.pop()!;
        for (const { event, data } of blocks.flatMap((block) => eventsOf(`${block}\n\n`))) take(event, data);
      }
    } catch {
      // Opened again below.
    }
    if (!signal.aborted) await pause(RETRY_MS);
  }
}

export interface TalkingVisitor {
  conversationId: string;
  write: (text: string, id?: string) => Promise<TalkMessage>;
}

/** Opens a conversation, calls a person, and passes each message that arrives on. */
export async function openVisitor(
  at: { address: AddressOf; contextId: string; signal: AbortSignal; question?: string; ip?: string },
  take: (message: TalkMessage) => void,
): Promise<TalkingVisitor> {
  const { address, contextId, signal, question = 'Quero falar com um atendente', ip } = at;
  const visitorToken = `visitante-${randomUUID()}`;
  const headers = { 'visitor-token': visitorToken, ...(ip && { 'x-forwarded-for': ip }) };
  const side = { address, headers };
  const asked = { question, visitorToken, messageId: randomUUID() };
  const asking = { address, headers: { ...headers, accept: 'application/json' } };
  const { conversationId } = await send<{ conversationId: string }>(asking, `/widgets/${contextId}/messages`, asked);
  const path = `/widgets/${contextId}/conversations/${conversationId}/person`;
  await send(side, path, {});
  let after = 0;
  void follow(
    side,
    () => `${path}/events?after=${after}`,
    (event, data) => {
      if (event !== 'message') return;
      after = data.seq;
      take(data);
    },
    signal,
  );
  return { conversationId, write: (text, id = randomUUID()) => send(side, `${path}/messages`, { id, text }) };
}

export interface TalkingPerson {
  take: (conversationId: string) => Promise<InboxRow>;
  reply: (conversationId: string, text: string, id?: string) => Promise<TalkMessage>;
}

/** Opens an inbox, and passes each message that arrives in the conversations that it took on. */
export function openPerson(
  { address, accessToken, signal, ip }: { address: AddressOf; accessToken: string; signal: AbortSignal; ip?: string },
  take: (conversationId: string, message: TalkMessage) => void,
): TalkingPerson {
  const side = { address, headers: { authorization: `Bearer ${accessToken}`, ...(ip && { 'x-forwarded-for': ip }) } };
  const known = new Map<string, number>();
  const reading = new Map<string, Promise<void>>();
  const catchUp = async (id: string) => {
    const { data } = await read<{ data: TalkMessage[] }>(side, `/inbox/${id}/messages?after=${known.get(id) ?? 0}`);
    for (const message of data) {
      known.set(id, message.seq);
      take(id, message);
    }
  };
  const look = (id: string, lastSeq: number) => {
    const next = (reading.get(id) ?? Promise.resolve()).then(() =>
      lastSeq > (known.get(id) ?? 0) ? catchUp(id) : undefined,
    );
    reading.set(
      id,
      next.catch(() => undefined),
    );
  };
  void follow(
    side,
    () => '/inbox/events',
    (event, data) => {
      if (event === 'row' && known.has(data.id)) look(data.id, data.lastSeq);
      // What changed while the stream was closed has to be read.
      if (event === 'ready') for (const id of known.keys()) look(id, Infinity);
    },
    signal,
  );
  return {
    async take(id) {
      const row = await send<InboxRow>(side, `/inbox/${id}/take`, {});
      known.set(id, known.get(id) ?? 0);
      look(id, row.lastSeq);
      return row;
    },
    reply: (id, text, messageId = randomUUID()) =>
      send(side, `/inbox/${id}/messages`, { id: messageId, text, isNote: false }),
  };
}

/** What one side has received, beside what the other has sent, in its order. */
export interface Arrivals {
  lost: number;
  doubled: number;
  outOfOrder: number;
}

/** Compares the texts that were sent with those that arrived. */
export function compareArrivals(sent: readonly string[], arrived: readonly string[]): Arrivals {
  const places = arrived.map((text) => sent.indexOf(text));
  return {
    lost: sent.filter((text) => !arrived.includes(text)).length,
    doubled: arrived.length - new Set(arrived).size,
    outOfOrder: places.filter((place, at) => at > 0 && place < places[at - 1]!).length,
  };
}
