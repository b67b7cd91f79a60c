import { once } from 'node:events';
// @ts-expect-error The package has no types, and those published separately are for another version.
import autocannon from 'autocannon';
import Fastify from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import { createApp } from '../../src/server/app.ts';
import { openSession } from '../../src/server/identity/sessions.ts';
import { openBench } from '../bench-server.ts';

/*
 * `npm run bench -- api`: compares GET /hyperlinks, signed in, with a bare Fastify route that selects the same rows from
 * the same database. Both alternate within one run. Uses PostgreSQL with DATABASE_URL, else the embedded database.
 */
const ROUNDS = 5;
const SECONDS = 4;
const CONNECTIONS = 10;
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

interface Result {
  non2xx: number;
  requests: { average: number };
  latency: { p99: number };
}
interface Figures {
  requestsPerSecond: number;
  p99: number;
}
async function measure(url: string, headers: Record<string, string> = {}): Promise<Figures> {
  const run = autocannon({ url, headers, connections: CONNECTIONS, duration: SECONDS });
  const [result] = (await once(run, 'done')) as [Result];
  if (result.non2xx > 0) throw new Error(`${url} returned ${result.non2xx} errors`);
  return { requestsPerSecond: result.requests.average, p99: result.latency.p99 };
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;
const rounds: { ours: Figures; bare: Figures }[] = [];
for (let round = 0; round < ROUNDS; round++) {
  rounds.push({
    bare: await measure(`${plainUrl}/hyperlinks`),
    ours: await measure(`${apiUrl}/api/hyperlinks?contextId=${contextId}`, { authorization: `Bearer ${accessToken}` }),
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
