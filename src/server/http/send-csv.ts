import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

export function sendCsv(reply: FastifyReply, name: string, pieces: AsyncIterable<string>): FastifyReply {
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .send(Readable.from(pieces, { objectMode: false }));
}
