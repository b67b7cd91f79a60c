import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

interface NamedEvent {
  event: string;
  data: unknown;
}

/** How long a client may read nothing while data is waiting for it. */
const STALLED_MS = 30_000;

async function* encode(events: AsyncIterable<NamedEvent>): AsyncGenerator<string> {
  for await (const { event, data } of events) yield `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Disconnects a client that stops reading, because the unsent data would stay in memory. */
function disconnectStalled(raw: ServerResponse, stalledMs: number): void {
  let drainedBytes = 0;
  let since = performance.now();
  const watch = setInterval(() => {
    const { socket } = raw;
    const isWaiting = raw.writableLength > 0 || (socket?.writableLength ?? 0) > 0;
    const now = socket?.bytesWritten ?? 0;
    if (!isWaiting || now !== drainedBytes) [drainedBytes, since] = [now, performance.now()];
    else if (performance.now() - since >= stalledMs) raw.destroy();
  }, stalledMs / 5);
  watch.unref();
  raw.once('close', () => clearInterval(watch));
}

/**
 * Streams events to the client (WHATWG server-sent events). It goes through the reply, so that the reply's hooks
 * (CORS, headers) run. When the client disconnects or stalls, the generator's `return` is called.
 */
export function sendEvents(
  reply: FastifyReply,
  events: AsyncIterable<NamedEvent>,
  { stalledMs = STALLED_MS } = {},
): FastifyReply {
  disconnectStalled(reply.raw, stalledMs);
  return reply
    .type('text/event-stream; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('x-accel-buffering', 'no')
    .send(Readable.from(encode(events), { objectMode: false }));
}
