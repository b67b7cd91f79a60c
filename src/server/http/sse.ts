import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

interface NamedEvent {
  event: string;
  data: unknown;
}

async function* encode(events: AsyncIterable<NamedEvent>): AsyncGenerator<string> {
  for await (const { event, data } of events) yield `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/**
 * Streams events to the caller (WHATWG server-sent events). Sent through the reply, so that its hooks (CORS, headers)
 * run; when the caller goes away the generator is ended by its `return`.
 */
export function sendEvents(reply: FastifyReply, events: AsyncIterable<NamedEvent>): FastifyReply {
  return reply
    .type('text/event-stream; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('x-accel-buffering', 'no')
    .send(Readable.from(encode(events), { objectMode: false }));
}
