import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

interface NamedEvent {
  event: string;
  data: unknown;
}

/** How long a reader may take nothing of what waits for it. */
const STALLED_MS = 30_000;

async function* encode(events: AsyncIterable<NamedEvent>): AsyncGenerator<string> {
  for await (const { event, data } of events) yield `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Hangs up on whoever takes nothing of what waits for it: its answer would be kept in memory for as long as it likes. */
function hangUpOnStall(raw: ServerResponse, stalledMs: number): void {
  let taken = 0;
  let since = performance.now();
  const watch = setInterval(() => {
    const { socket } = raw;
    const isWaiting = raw.writableLength > 0 || (socket?.writableLength ?? 0) > 0;
    const now = socket?.bytesWritten ?? 0;
    if (!isWaiting || now !== taken) [taken, since] = [now, performance.now()];
    else if (performance.now() - since >= stalledMs) raw.destroy();
  }, stalledMs / 5);
  watch.unref();
  raw.once('close', () => clearInterval(watch));
}

/**
 * Streams events to the caller (WHATWG server-sent events). Sent through the reply, so that its hooks (CORS, headers)
 * run; when the caller goes away, or stops reading, the generator is ended by its `return`.
 */
export function sendEvents(
  reply: FastifyReply,
  events: AsyncIterable<NamedEvent>,
  { stalledMs = STALLED_MS } = {},
): FastifyReply {
  hangUpOnStall(reply.raw, stalledMs);
  return reply
    .type('text/event-stream; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('x-accel-buffering', 'no')
    .send(Readable.from(encode(events), { objectMode: false }));
}
