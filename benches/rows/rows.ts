import { loadavg } from 'node:os';
import { createApp } from '../../src/server/app.ts';
import { connectDatabase } from '../../src/server/db/connect.ts';
import { openOrm, withPlatform } from '../../src/server/db/tenant.ts';
import { createAccount } from '../../src/server/identity/accounts.ts';
import { eraseDueAccounts } from '../../src/server/identity/erase-account.ts';
import { openSession } from '../../src/server/identity/sessions.ts';
import { startCluster } from '../../tests/support/cluster.ts';
import { openBench } from '../bench-server.ts';
import { fillDays, prepareFill } from './fill.ts';
import { collectPlans, EXPLAINING, type Scan } from './plans.ts';

/*
 * `npm run bench -- rows [EXCHANGES]`: fills PostgreSQL with a history of 100 days and then of 400 days with as many
 * exchanges a day, and reads the plans of dashboard, lists and search of 30 days, as PostgreSQL executed them. A call
 * that reads no more rows when the history is four times as long depends only on its period, so it also copes with five
 * million exchanges.
 */
const EXCHANGES = Number(process.argv[2] ?? 500_000);
const DAYS = [100, 400] as const;
const PER_DAY = EXCHANGES / 2 / DAYS[1];
/** Number of rows that a call may read in addition to those it needs, such as those of its contexts. */
const SPARE_ROWS = 500;

const cluster = startCluster({ ...EXPLAINING, max_wal_size: '4GB', shared_buffers: '512MB' });
process.once('exit', () => cluster.stop());
process.env.DATABASE_URL = cluster.url('postgres');
const opened = await openBench();
const database = await connectDatabase({ dataDir: '', databaseUrl: cluster.url('postgres'), statementTimeoutMs: 0 });
const services = { ...opened.services, db: openOrm(database.kind, database.pool) };
const bench = { ...opened, database, services };
const { accountId, userId, contextId } = bench.account;
const { pool } = database;
await prepareFill(bench);

const monthAgo = new Date(Date.now() - 30 * 86_400_000);
const since = encodeURIComponent(monthAgo.toISOString());
const word = 'baler';
/** A call, who makes it, and the rows of the period that it is about. */
const CALLS: { name: string; url: string; isStaff?: true; needs: string }[] = [
  {
    name: 'dashboard',
    url: '/dashboard?days=30',
    needs: `daily_figures where account_id = $1 and day >= to_char($2::timestamptz - interval '31 days', 'YYYY-MM-DD')`,
  },
  {
    name: 'conversations',
    url: `/conversations?contextId=${contextId}&startedAt_gte=${since}`,
    needs: 'conversations where account_id = $1 and started_at >= $2',
  },
  {
    name: 'conversations, by tokens',
    url: `/conversations?contextId=${contextId}&startedAt_gte=${since}&sort=-totalTokens`,
    needs: 'conversations where account_id = $1 and started_at >= $2',
  },
  {
    name: 'complaints',
    url: `/conversations?contextId=${contextId}&goal=complaint&startedAt_gte=${since}`,
    needs: 'conversations where account_id = $1 and started_at >= $2',
  },
  {
    name: 'search, a frequent word',
    url: `/conversations?contextId=${contextId}&search=${word}&startedAt_gte=${since}`,
    needs: 'messages where account_id = $1 and created_at >= $2',
  },
  {
    name: 'search, two words',
    url: `/conversations?contextId=${contextId}&search=${word}+caliob&startedAt_gte=${since}`,
    needs: 'messages where account_id = $1 and created_at >= $2',
  },
  { name: 'gaps', url: '/knowledge-gaps?days=30', needs: 'messages where account_id = $1 and created_at >= $2' },
  {
    name: 'monitoring',
    url: '/interaction-monitoring?days=30',
    needs: 'messages where account_id = $1 and created_at >= $2',
  },
  { name: 'audit log', url: `/audit-log?at_gte=${since}`, needs: 'audit_entries where account_id = $1 and at >= $2' },
  {
    name: 'audit log of all accounts',
    url: `/admin/audit-log?at_gte=${since}`,
    isStaff: true,
    needs: 'audit_entries where $1::uuid is not null and at >= $2',
  },
  {
    name: 'webhook deliveries',
    url: `/webhook-deliveries?createdAt_gte=${since}`,
    needs: 'webhook_deliveries where account_id = $1 and created_at >= $2',
  },
  {
    name: 'limits and credits',
    url: '/sessions/me/limits',
    needs: 'credit_entries where account_id = $1 and created_at >= $2',
  },
];

const staff = await withPlatform(bench.services.db, (tx) =>
  createAccount(tx, {
    name: 'Staff',
    email: 'staff@bench.com.br',
    role: 'WM_ADMIN',
    passwordHash: null,
    isStaff: true,
    planId: 'business',
  }),
);
const signIn = async (person: { accountId: string; userId: string; role: 'OWNER' | 'WM_ADMIN' }) =>
  (await openSession(bench.services, person, { method: 'password', ip: '127.0.0.1' })).accessToken;
const tokens = {
  owner: await signIn({ accountId, userId, role: 'OWNER' }),
  staff: await signIn({ accountId: staff.accountId, userId: staff.userId, role: 'WM_ADMIN' }),
};
await pool.query('update subscriptions set plan_id = $1', ['business']);

interface Measured {
  read: number;
  needed: number;
  pages: number;
  ms: number;
  scans: Scan[];
}

async function measureCalls(): Promise<Map<string, Measured>> {
  await pool.query('alter system set auto_explain.log_min_duration = 0');
  await pool.query('select pg_reload_conf()');
  const database = await connectDatabase({ dataDir: '', databaseUrl: cluster.url('postgres') });
  const plans = collectPlans(database.pool);
  const app = await createApp({ services: { ...bench.services, db: openOrm(database.kind, database.pool) } });
  const measured = new Map<string, Measured>();
  for (const { name, url, isStaff, needs } of CALLS) {
    const headers = { authorization: `Bearer ${isStaff ? tokens.staff : tokens.owner}` };
    const call = () => app.inject({ url: `/api${url}`, headers });
    await call();
    plans.take();
    const start = performance.now();
    const { statusCode, body } = await call();
    const ms = performance.now() - start;
    if (statusCode !== 200) throw new Error(`${url}: ${body}`);
    const { scans, pages } = plans.take();
    const { rows } = await pool.query<{ count: number }>(`select count(*)::int as count from ${needs}`, [
      accountId,
      monthAgo,
    ]);
    const read = scans.reduce((sum, scan) => sum + scan.rows, 0);
    measured.set(name, { read, needed: rows[0]!.count, pages, ms, scans });
  }
  await app.close();
  await database.close();
  await pool.query('alter system reset auto_explain.log_min_duration');
  await pool.query('select pg_reload_conf()');
  return measured;
}

async function printSizes(): Promise<void> {
  const { rows } = await pool.query<{ name: string; rows: number; bytes: number }>(
    `select c.relname as name, c.reltuples::float8 as rows, pg_total_relation_size(c.oid)::float8 as bytes from pg_class c
     where c.relname in ('conversations', 'messages', 'credit_entries', 'audit_entries', 'webhook_deliveries') order by 3 desc`,
  );
  const line = rows.map(
    ({ name, rows: count, bytes }) => `${name} ${count.toFixed(0)} (${(bytes / 1e6).toFixed(0)} MB)`,
  );
  console.log(`  ${line.join(', ')}`);
}

const results: Map<string, Measured>[] = [];
let filled = 0;
for (const days of DAYS) {
  const start = performance.now();
  await fillDays(bench, { from: filled, to: days, perDay: PER_DAY });
  filled = days;
  console.log(`${days} days of history, filled in ${((performance.now() - start) / 1_000).toFixed(0)} s`);
  await printSizes();
  results.push(await measureCalls());
}
console.log(
  `\nrows read by calls about 30 days: with ${DAYS[0]} and ${DAYS[1]} days of history   load ${loadavg()[0]!.toFixed(1)}`,
);
for (const [name, now] of results[1]!) {
  const before = results[0]!.get(name)!;
  const grows = now.read > before.read * 1.5 + SPARE_ROWS;
  const wasteful = now.read > now.needed * 3 + SPARE_ROWS;
  const verdict = grows ? '  GROWS WITH THE HISTORY' : wasteful ? '  READS TOO MUCH' : '';
  const { ms, pages, needed, read } = now;
  console.log(
    `  ${name.padEnd(26)} ${String(before.read).padStart(7)} ${String(read).padStart(7)} of ${String(needed).padStart(6)} in the period; ` +
      `${String(pages).padStart(6)} pages, ${ms.toFixed(0).padStart(5)} ms${verdict}`,
  );
  const worst = [...now.scans]
    .sort((a, b) => b.rows - a.rows)
    .filter(({ rows }) => rows > SPARE_ROWS)
    .slice(0, 3);
  for (const { table, index, rows } of worst)
    console.log(`      ${rows} rows of ${table} by ${index ?? 'a sequential scan'}`);
}
await pool.query('update accounts set deletes_at = now() where id = $1', [accountId]);
const start = performance.now();
await eraseDueAccounts(services.db);
const seconds = (performance.now() - start) / 1_000;
const share = Math.round(EXCHANGES / 4);
console.log(`erasing an account of ${share} exchanges takes ${seconds.toFixed(1)} s in one transaction`);
await database.close();
await opened.close();
