import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** Streams a CSV file as an attachment. */
export function sendCsv(reply: FastifyReply, name: string, pieces: AsyncIterable<string>): FastifyReply {
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .send(Readable.from(pieces, { objectMode: false }));
}
