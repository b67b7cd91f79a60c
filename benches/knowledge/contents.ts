import { v7 as uuidv7 } from 'uuid';
import { createApp } from '../../src/server/app.ts';
import { openSession } from '../../src/server/identity/sessions.ts';
import { openBench } from '../bench-server.ts';

/*
 * `npm run bench -- contents`: GET /contents in an account of 10,000 contents, with the console's queries: paged,
 * filtered, searched, sorted. One call after the other, measured until the complete response. Uses PostgreSQL with
 * DATABASE_URL, else the embedded database.
 */
const CONTENTS = 10_000;
const CALLS = 60;
const WARM_UP = 5;
const GOAL_P95_MS = 100;

const bench = await openBench();
const { services, database } = bench;
const { accountId, userId, contextId } = bench.account;
const sitemapId = uuidv7();
const WORDS = 'frete troca garantia prazo pagamento bicicleta capacete oficina revisão aluguel entrega loja'.split(' ');
const word = (at: number) => WORDS[at % WORDS.length];

/** Creates pages, files and questions in realistic shares; half of the pages belong to a sitemap. */
async function fill(): Promise<void> {
  await database.pool.query(
    `insert into contents (account_id, id, context_id, title, type, format, status, url, weekly_sync)
     values ($1, $2, $3, 'Mapa do site', 'SITEMAP', 'html', 'done', 'https://loja.com.br/sitemap.xml', true)`,
    [accountId, sitemapId, contextId],
  );
  const BATCH = 500;
  for (let from = 1; from < CONTENTS; from += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, CONTENTS - from) }, (_, at) => {
      const n = from + at;
      const type = n % 10 < 7 ? 'LINK' : n % 10 < 9 ? 'FAQ' : 'FILE';
      const title = `${word(n)} e ${word(n * 7 + 3)} da loja, parte ${n}`;
      const status = n % 50 === 0 ? 'error' : n % 80 === 0 ? 'pending' : 'done';
      return {
        id: uuidv7(),
        title,
        type,
        status,
        format: type === 'LINK' ? 'html' : type === 'FAQ' ? 'faq' : 'pdf',
        answer:
          type === 'FAQ'
            ? `Sobre ${title}: ${'fazemos isso em até cinco dias úteis, com nota fiscal. '.repeat(8)}`
            : null,
        url: type === 'LINK' ? `https://www.loja-de-bicicletas.com.br/${word(n)}/${word(n * 3)}/pagina-${n}` : null,
        sitemap_id: type === 'LINK' && n % 2 === 0 ? sitemapId : null,
        updated_at: new Date(Date.now() - n * 60_000).toISOString(),
      };
    });
    await database.pool.query(
      `insert into contents (account_id, context_id, id, title, type, status, format, answer, question, url, sitemap_id, words, updated_at)
       select $1, $2, id, title, type, status, format, answer, case when type = 'FAQ' then title end, url, sitemap_id, 250, updated_at
       from jsonb_to_recordset($3::jsonb) as r(id uuid, title text, type text, status text, format text, answer text,
         url text, sitemap_id uuid, updated_at timestamptz)`,
      [accountId, contextId, JSON.stringify(rows)],
    );
  }
  await database.pool.query('analyze contents');
}
await fill();

const { accessToken } = await openSession(
  services,
  { accountId, userId, role: 'OWNER' },
  { method: 'password', ip: '127.0.0.1' },
);
const app = await createApp({ services });
const url = await app.listen({ port: 0, host: '127.0.0.1' });

/** Returns the time of a call until its complete response, in ms, and the row count in it. */
async function ask(query: string): Promise<{ ms: number; total: number }> {
  const start = performance.now();
  const answer = await fetch(`${url}/api/contents?contextId=${contextId}&${query}`, {
    headers: { authorization: `Bearer ${accessToken}` },
  });
  const { total } = (await answer.json()) as { total: number };
  if (!answer.ok) throw new Error(`${query} returned ${answer.status}`);
  return { ms: performance.now() - start, total };
}

const VIEWS: [string, (at: number) => string][] = [
  ['first page', () => 'limit=20'],
  ['any page of 500', (at) => `limit=20&page=${1 + ((at * 37) % 500)}`],
  ['100 rows a page', (at) => `limit=100&page=${1 + (at % 100)}`],
  ['filtered by status', () => 'limit=20&status=error'],
  ['filtered by type and use', (at) => `limit=20&type=FAQ&type=FILE&enabled=true&page=${1 + (at % 20)}`],
  ['pages of a sitemap', (at) => `limit=20&sitemapId=${sitemapId}&page=${1 + (at % 50)}`],
  ['searched, many found', (at) => `limit=20&search=${encodeURIComponent(String(word(at)))}`],
  ['searched, few found', (at) => `limit=20&search=parte%20${1_000 + at}`],
  ['searched, none found', (at) => `limit=20&search=zzz${at}`],
  ['sorted by title', (at) => `limit=20&sort=title&page=${1 + (at % 100)}`],
  ['sorted by status, filtered', () => 'limit=20&sort=-status&type=LINK'],
];

const share = (sorted: number[], part: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] as number;
console.log(`database: ${database.kind}; ${CONTENTS} contents; ${CALLS} calls a view, one at a time`);
let worst = 0;
for (const [name, queryOf] of VIEWS) {
  for (let at = 0; at < WARM_UP; at++) await ask(queryOf(at));
  const durations: number[] = [];
  let total = 0;
  for (let at = 0; at < CALLS; at++) {
    const call = await ask(queryOf(at));
    durations.push(call.ms);
    total = call.total;
  }
  durations.sort((a, b) => a - b);
  const [p50, p95] = [share(durations, 0.5), share(durations, 0.95)];
  worst = Math.max(worst, p95);
  console.log(
    `${name.padEnd(28)} p50 ${p50.toFixed(1).padStart(6)} ms   p95 ${p95.toFixed(1).padStart(6)} ms   ${total} rows`,
  );
}
console.log(`worst p95 ${worst.toFixed(1)} ms (goal: under ${GOAL_P95_MS} ms)`);
await app.close();
await bench.close();
