import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

interface NamedEvent {
  event: string;
  data: unknown;
}

/** How long a client may read nothing while data is waiting for it. */
const STALLED_MS = 30_000;

/** After this silence a comment follows, so that clients and proxies do not take a slow answer for a broken connection. */
const QUIET_MS = 15_000;
const COMMENT = ':\n\n';

async function* encode(events: AsyncIterable<NamedEvent>): AsyncGenerator<string> {
  for await (const { event, data } of events) yield `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Whether written data has not left yet. */
const isWaiting = (raw: ServerResponse) => raw.writableLength > 0 || (raw.socket?.writableLength ?? 0) > 0;

/** Writes a comment whenever nothing was sent for `quietMs`. Events are written whole, so it never splits one. */
function keepAlive(raw: ServerResponse, quietMs: number): NodeJS.Timeout {
  let sentBytes = -1;
  return setInterval(() => {
    const now = raw.socket?.bytesWritten ?? 0;
    if (now === sentBytes && raw.headersSent && !raw.writableEnded && !isWaiting(raw)) raw.write(COMMENT);
    sentBytes = raw.socket?.bytesWritten ?? 0;
  }, quietMs).unref();
}

/** Disconnects a client that stops reading, because the unsent data would stay in memory. */
function disconnectStalled(raw: ServerResponse, stalledMs: number): NodeJS.Timeout {
  let drainedBytes = 0;
  let since = performance.now();
  return setInterval(() => {
    const now = raw.socket?.bytesWritten ?? 0;
    if (!isWaiting(raw) || now !== drainedBytes) [drainedBytes, since] = [now, performance.now()];
    else if (performance.now() - since >= stalledMs) raw.destroy();
  }, stalledMs / 5).unref();
}

/**
 * Streams events to the client (WHATWG server-sent events). It goes through the reply, so that the reply's hooks
 * (CORS, headers) run. When the client disconnects or stalls, the generator's `return` is called.
 */
export function sendEvents(
  reply: FastifyReply,
  events: AsyncIterable<NamedEvent>,
  { stalledMs = STALLED_MS, quietMs = QUIET_MS } = {},
): FastifyReply {
  const timers = [disconnectStalled(reply.raw, stalledMs), keepAlive(reply.raw, quietMs)];
  reply.raw.once('close', () => timers.forEach((timer) => clearInterval(timer)));
  return reply
    .type('text/event-stream; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('x-accel-buffering', 'no')
    .send(Readable.from(encode(events), { objectMode: false }));
}
