import { createApp } from '../../src/server/app.ts';
import { openSession } from '../../src/server/identity/sessions.ts';
import { openBench } from '../bench-server.ts';

/*
 * `npm run bench -- derived-list`: the list of a resource whose table is derived from its declaration, in an account with 100,000
 * rows. One call after the other, measured until the complete response. Uses PostgreSQL with DATABASE_URL, else the embedded database.
 */
const ROWS = 100_000;
const CALLS = 40;
const WARM_UP = 5;
const GOAL_P95_MS = 150;

const bench = await openBench();
const { services, database } = bench;
const { accountId, userId, contextId } = bench.account;
await database.pool.query(
  `insert into hyperlinks (account_id, id, context_id, word, link, case_sensitive, updated_at)
   select $1, gen_random_uuid(), $2, 'palavra ' || n, 'https://loja.com.br/pagina-' || n, n % 2 = 0, now() - n * interval '1 minute'
   from generate_series(1, ${ROWS}) as n`,
  [accountId, contextId],
);
await database.pool.query('analyze hyperlinks');
const { accessToken } = await openSession(
  services,
  { accountId, userId, role: 'OWNER' },
  { method: 'password', ip: '127.0.0.1' },
);
const app = await createApp({ services });
const url = await app.listen({ port: 0, host: '127.0.0.1' });

async function ask(query: string): Promise<number> {
  const start = performance.now();
  const answer = await fetch(`${url}/api/hyperlinks?contextId=${contextId}&${query}`, {
    headers: { authorization: `Bearer ${accessToken}` },
  });
  await answer.json();
  if (!answer.ok) throw new Error(`${query} returned ${answer.status}`);
  return performance.now() - start;
}

const QUERIES = {
  'first page': '',
  'page of 100': 'limit=100',
  'by word': 'sort=word',
  'last page': 'page=5000',
  filtered: 'caseSensitive=true',
  'search, one row': 'search=pagina-77777',
  'search, many rows': 'search=palavra',
};
console.log(`database: ${database.kind}; ${ROWS} rows; goal: p95 ${GOAL_P95_MS} ms`);
for (const [name, query] of Object.entries(QUERIES)) {
  for (let call = 0; call < WARM_UP; call++) await ask(query);
  const times: number[] = [];
  for (let call = 0; call < CALLS; call++) times.push(await ask(query));
  times.sort((one, other) => one - other);
  const at = (share: number) => (times[Math.ceil(times.length * share) - 1] ?? 0).toFixed(0);
  console.log(`${name.padEnd(20)} p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`);
}
await app.close();
await bench.close();
