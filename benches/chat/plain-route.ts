import { Readable } from 'node:stream';
import Fastify from 'fastify';
import type { Database } from '../../src/server/db/connect.ts';

const ANSWER = 'Sim, entregamos em até 5 dias úteis em toda a cidade.'.split(/(?<= )/);

function* answer(): Generator<string> {
  for (const text of ANSWER) yield `event: delta\ndata: ${JSON.stringify({ text })}\n\n`;
  yield 'event: done\ndata: {}\n\n';
}

/** Serves a minimal chat: a route that inserts one row and streams a fixed answer. Returns its address. */
export async function servePlainRoute({ pool }: Database): Promise<{ url: string; close(): Promise<void> }> {
  await pool.query(
    'create table if not exists bench_answers (at timestamptz not null default now(), question text not null)',
  );
  const plain = Fastify();
  plain.post<{ Body: { question: string } }>('/ask', async (request, reply) => {
    await pool.query('insert into bench_answers (question) values ($1)', [request.body.question]);
    return reply.type('text/event-stream').send(Readable.from(answer(), { objectMode: false }));
  });
  const address = await plain.listen({ port: 0, host: '127.0.0.1' });
  const close = async () => {
    await plain.close();
    await pool.query('drop table bench_answers');
  };
  return { url: `${address}/ask`, close };
}
