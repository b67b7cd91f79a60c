import { createApp } from '../../src/server/app.ts';
import { openSession } from '../../src/server/identity/sessions.ts';
import { openBench } from '../bench-server.ts';
import { contextsOf, fillConversations, VOCABULARY } from './many-conversations.ts';

/*
 * `npm run bench -- insight`: builds 100,000 conversations in one account, and measures lists, filters, searches,
 * dashboard and monitoring through the API. Uses PostgreSQL with DATABASE_URL, else the embedded database. KEEP=FOLDER
 * keeps the data for the next run. ONLY=TEXT measures only the lines that contain TEXT.
 */
const CONVERSATIONS = Number(process.env.CONVERSATIONS ?? 100_000);
const TIMES = Number(process.env.TIMES ?? 30);
const GOAL_MS = 150;
const GAPS = 3_000;
/** Unanswered questions without a gap. Each reading of the list assigns some of them. */
const WAITING = 500;

const bench = await openBench({ keptIn: process.env.KEEP });
const { services, database } = bench;
const { accountId, userId, contextId } = bench.account;
const { pool } = database;

/** Creates gaps in several contexts, three per theme. */
async function fillGaps(): Promise<void> {
  await pool.query(
    `insert into knowledge_gaps (account_id, id, context_id, theme_id)
     select $1, ('00000000-0000-7000-b000-' || lpad(to_hex(n), 12, '0'))::uuid, ($2::uuid[])[1 + n % array_length($2::uuid[], 1)],
       ('00000000-0000-7000-b000-' || lpad(to_hex(n / 3 * 3), 12, '0'))::uuid
     from generate_series(0, $3 - 1) n`,
    [accountId, contexts, GAPS],
  );
  await pool.query('vacuum analyze');
}

const started = performance.now();
const contexts = contextsOf(contextId);
if (!bench.isBuilt) {
  await fillConversations(bench, CONVERSATIONS);
  await fillGaps();
  bench.built();
  const seconds = ((performance.now() - started) / 1_000).toFixed(0);
  console.log(`${database.kind}: ${CONVERSATIONS} conversations built in ${seconds} s`);
}

const app = await createApp({ services });
const { accessToken } = await openSession(
  services,
  { accountId, userId, role: 'OWNER' },
  { method: 'password', ip: '127.0.0.1' },
);
const every = contexts.map((id) => `contextId=${id}`).join('&');
const monthAgo = new Date(Date.now() - 30 * 86_400_000).toISOString();
const CALLS: [name: string, url: string][] = [
  ['list, all contexts', `/conversations?${every}`],
  ['list, one context', `/conversations?contextId=${contextId}`],
  ['list, page 500', `/conversations?${every}&page=500`],
  ['list, by tokens', `/conversations?${every}&sort=-totalTokens`],
  ['filter: complaints', `/conversations?${every}&goal=complaint`],
  ['filter: wanted a human, 30 days', `/conversations?${every}&wantedHuman=true&startedAt_gte=${monthAgo}`],
  ['filter: previews', `/conversations?${every}&type=preview`],
  ['search: a common word', `/conversations?${every}&search=entrega`],
  ['search: a rare word', `/conversations?${every}&search=${VOCABULARY[18_000]}`],
  ['search: two words', `/conversations?${every}&search=prazo+florianopolis`],
  ['search: mistyped', `/conversations?${every}&search=florianoplis`],
  ['search: nothing', `/conversations?${every}&search=xilofone`],
  ['dashboard, today', '/dashboard?days=today'],
  ['dashboard, 30 days', '/dashboard?days=30'],
  ['dashboard, 365 days', '/dashboard?days=365'],
  ['monitoring, 30 days', '/interaction-monitoring?days=30'],
  ['monitoring, 365 days', '/interaction-monitoring?days=365'],
  ['gaps, 30 days, more waiting', '/knowledge-gaps?days=30'],
  ['gaps, 365 days, more waiting', '/knowledge-gaps?days=365'],
  ['gaps, 30 days', '/knowledge-gaps?days=30'],
  ['gaps, 365 days', '/knowledge-gaps?days=365'],
  ['gaps, 365 days, page 20', '/knowledge-gaps?days=365&page=20'],
  ['gaps, one context', `/knowledge-gaps?days=365&contextId=${contextId}`],
  ['gaps, dismissed', '/knowledge-gaps?days=365&state=dismissed'],
  ['gap asked for most', '/knowledge-gaps/00000000-0000-7000-b000-000000000000'],
  ['gap asked for seldom', '/knowledge-gaps/00000000-0000-7000-b000-000000000bb2'],
];

/**
 * Restores the initial state of each run: unanswered questions have gaps, few are frequent, and the newest have none
 * yet.
 */
await pool.query(
  `with missed as (
     select conversation_id, id, row_number() over (order by created_at desc) as newest from messages
     where account_id = $1 and (outcome = 'unknown' or rating = 'down'))
   update messages m set gap_id = case when newest > $3 then
     ('00000000-0000-7000-b000-' || lpad(to_hex(floor($2 * power((newest * 7919 % 10007) / 10007.0, 3))::int), 12, '0'))::uuid end
   from missed where m.account_id = $1 and m.conversation_id = missed.conversation_id and m.id = missed.id
     and (newest > $3) = (m.gap_id is null)`,
  [accountId, GAPS, WAITING],
);
await pool.query(`delete from knowledge_gaps where account_id = $1 and id::text not like '00000000-0000-7000-b000-%'`, [
  accountId,
]);
await pool.query('vacuum analyze messages');

const quantile = (sorted: readonly number[], q: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))]!;
for (const [name, url] of CALLS.filter(([name]) => name.includes(process.env.ONLY ?? ''))) {
  const times: number[] = [];
  let total = '';
  for (let n = -3; n < TIMES; n++) {
    const startedAt = performance.now();
    const answer = await app.inject({ url: `/api${url}`, headers: { authorization: `Bearer ${accessToken}` } });
    if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.body}`);
    if (n >= 0) times.push(performance.now() - startedAt);
    const { total: found } = answer.json<{ total?: number }>();
    total = found === undefined ? '' : `${found} found`;
  }
  times.sort((a, b) => a - b);
  const [p50, p95] = [quantile(times, 0.5), quantile(times, 0.95)];
  const verdict = p95 < GOAL_MS ? '' : ` (above ${GOAL_MS} ms)`;
  console.log(
    `${name.padEnd(34)} p50 ${p50.toFixed(0).padStart(4)} ms  p95 ${p95.toFixed(0).padStart(4)} ms${verdict}  ${total}`,
  );
}

await app.close();
await bench.close();
