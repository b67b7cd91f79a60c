import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

interface NamedEvent {
  event: string;
  data: unknown;
}

/** While data is waiting for the client. */
const STALLED_MS = 30_000;

/** Then a comment keeps clients and proxies from taking a slow answer for a broken connection. */
const QUIET_MS = 15_000;
const COMMENT = ':\n\n';

async function* encode(events: AsyncIterable<NamedEvent>): AsyncGenerator<string> {
  for await (const { event, data } of events) yield `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

const isWaiting = (raw: ServerResponse) => raw.writableLength > 0 || (raw.socket?.writableLength ?? 0) > 0;

/** Events are written whole, so a comment never splits one. */
function keepAlive(raw: ServerResponse, quietMs: number): NodeJS.Timeout {
  let sentBytes = -1;
  return setInterval(() => {
    const now = raw.socket?.bytesWritten ?? 0;
    if (now === sentBytes && raw.headersSent && !raw.writableEnded && !isWaiting(raw)) raw.write(COMMENT);
    sentBytes = raw.socket?.bytesWritten ?? 0;
  }, quietMs).unref();
}

/** Its unsent data would stay in memory. */
function disconnectStalled(raw: ServerResponse, stalledMs: number): NodeJS.Timeout {
  let drainedBytes = 0;
  let since = performance.now();
  return setInterval(() => {
    const now = raw.socket?.bytesWritten ?? 0;
    if (!isWaiting(raw) || now !== drainedBytes) [drainedBytes, since] = [now, performance.now()];
    else if (performance.now() - since >= stalledMs) raw.destroy();
  }, stalledMs / 5).unref();
}

/** Through the reply, so that its hooks (CORS, headers) run. Calls the generator's `return` when the client is gone. */
export const sendEvents = (
  reply: FastifyReply,
  events: AsyncIterable<NamedEvent>,
  limits?: { stalledMs?: number; quietMs?: number },
): FastifyReply => sendEncoded(reply, encode(events), limits);

/** Like `sendEvents`, of whole events that are encoded already. */
export function sendEncoded(
  reply: FastifyReply,
  events: AsyncIterable<string>,
  { stalledMs = STALLED_MS, quietMs = QUIET_MS } = {},
): FastifyReply {
  const timers = [disconnectStalled(reply.raw, stalledMs), keepAlive(reply.raw, quietMs)];
  reply.raw.once('close', () => timers.forEach((timer) => clearInterval(timer)));
  return reply
    .type('text/event-stream; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('x-accel-buffering', 'no')
    .send(Readable.from(events, { objectMode: false }));
}
