import Fastify from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import { createApp } from '../../src/server/app.ts';
import { openSession } from '../../src/server/identity/sessions.ts';
import { openBench } from '../bench-server.ts';
import { CONNECTIONS, type Figures, measureAddress, median } from './measure-address.ts';

/*
 * `npm run bench -- api`: compares GET /hyperlinks, signed in, with a bare Fastify route that selects the same rows from
 * the same database. Both alternate within one run. Uses PostgreSQL with DATABASE_URL, else the embedded database.
 */
const ROUNDS = 5;
const SECONDS = 4;
const ROWS = 200;

const bench = await openBench();
const { services, database } = bench;
const { accountId, userId, contextId } = bench.account;
for (let n = 0; n < ROWS; n++) {
  await database.pool.query(
    'insert into hyperlinks (account_id, id, context_id, word, link, case_sensitive) values ($1, $2, $3, $4, $5, false)',
    [...[accountId, uuidv7(), contextId, `palavra ${n}`, `https://bench.com.br/${n}`]],
  );
}
const { accessToken } = await openSession(
  services,
  { accountId, userId, role: 'OWNER' },
  { method: 'password', ip: '127.0.0.1' },
);

const app = await createApp({ services });
const plain = Fastify();
plain.get('/hyperlinks', async () => {
  const { rows } = await database.pool.query(
    'select id, context_id, word, link, case_sensitive, updated_at from hyperlinks where account_id = $1 and context_id = $2 order by updated_at desc limit 20',
    [accountId, contextId],
  );
  return { data: rows };
});
const [apiUrl, plainUrl] = await Promise.all([app.listen({ port: 0 }), plain.listen({ port: 0 })]);

const rounds: { ours: Figures; bare: Figures }[] = [];
for (let round = 0; round < ROUNDS; round++) {
  rounds.push({
    bare: await measureAddress(`${plainUrl}/hyperlinks`, { seconds: SECONDS }),
    ours: await measureAddress(`${apiUrl}/api/hyperlinks?contextId=${contextId}`, { seconds: SECONDS, accessToken }),
  });
}
const of = (which: 'ours' | 'bare', figure: keyof Figures) => median(rounds.map((round) => round[which][figure]));
console.log(`database: ${database.kind}; ${CONNECTIONS} connections; medians of ${ROUNDS} rounds of ${SECONDS} s`);
console.log(`GET /api/hyperlinks  ${of('ours', 'requestsPerSecond').toFixed(0)} req/s, p99 ${of('ours', 'p99')} ms`);
console.log(`bare select          ${of('bare', 'requestsPerSecond').toFixed(0)} req/s, p99 ${of('bare', 'p99')} ms`);
const ratio = median(rounds.map(({ ours, bare }) => ours.requestsPerSecond / bare.requestsPerSecond));
console.log(`ratio                ${ratio.toFixed(2)}`);

await Promise.all([app.close(), plain.close()]);
await bench.close();
