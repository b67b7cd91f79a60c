import { and, asc, desc, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { FieldsOf } from '../../../../resources/kit/resource.ts';
import type { queue } from '../../../../resources/queue.ts';
import type { QueueJob, queueQuery, queueView, retryBody } from '../../../shared/staff.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import { isRunning } from '../../db/running-until.ts';
import { captures, contents } from '../../db/schema/knowledge.ts';
import { jobs } from '../../db/schema/platform.ts';
import { type Db, readPlatform, type Tx, withPlatform } from '../../db/tenant.ts';
import { readLoadCheck } from '../../db/watch-embedded-load.ts';
import { announceJob, LEASE_SECONDS } from '../../jobs/queue.ts';
import type { ListQuery } from '../../resource/list-query.ts';
import { ApiError, notFound } from '../../runtime/api-error.ts';
import { auditContextIn, type StaffMember } from '../staff-member.ts';

const state = sql`case when j.state = 'parked' then 'parked' when ${isRunning(sql`j.lease_until`, LEASE_SECONDS)} then 'running'
  when j.attempts > 0 then 'retrying' else 'waiting' end`;

const columns: Record<keyof FieldsOf<typeof queue>, SQL> = {
  kind: sql`j.kind`,
  accountId: sql`j.account_id`,
  account: sql`coalesce(a.name, '')`,
  state,
  attempts: sql`j.attempts`,
  createdAt: sql`j.created_at`,
  runAt: sql`j.run_at`,
  error: sql`j.error`,
};
const jobFields = sql.join(
  [sql`j.id`, ...Object.entries(columns).map(([name, column]) => sql`${column} as ${sql.identifier(name)}`)],
  sql`, `,
);
const withAccount = sql`from jobs j left join accounts a on a.id = j.account_id`;

type JobRow = Omit<QueueJob, 'runAt' | 'createdAt'> & { runAt: Date; createdAt: Date };
const toJob = ({ runAt, createdAt, ...rest }: JobRow): QueueJob => ({
  ...rest,
  runAt: runAt.toISOString(),
  createdAt: createdAt.toISOString(),
});

type QueueCounts = z.infer<typeof queueView>['counts'];

/** Jobs per state regardless of filters. */
export async function readQueue(
  db: Db,
  { kind, accountId, state: requestedState }: z.output<typeof queueQuery>,
  { page, limit, sort }: Pick<ListQuery, 'page' | 'limit' | 'sort'>,
): Promise<z.infer<typeof queueView>> {
  const order = (sort.descending ? desc : asc)(columns[sort.field as keyof typeof columns]);
  const where = and(
    requestedState ? sql`${state} = ${requestedState}` : undefined,
    kind ? sql`j.kind = ${kind}` : undefined,
    accountId ? sql`j.account_id = ${accountId}` : undefined,
  );
  const [read] = await readPlatform<{ counts: Partial<QueueCounts>; kinds: string[]; total: string }>(
    db,
    sql`select (select coalesce(json_object_agg(state, n), '{}') from (
            select ${state} as state, count(*)::int as n from jobs j group by 1) by_state) as counts,
          (select coalesce(json_agg(distinct kind order by kind), '[]') from jobs) as kinds,
          (select count(*) from jobs j where ${where ?? sql`true`}) as total`,
  );
  const rows = await readPlatform<JobRow>(
    db,
    sql`select ${jobFields} ${withAccount} where ${where ?? sql`true`}
        order by ${order} nulls last, j.id desc limit ${limit} offset ${(page - 1) * limit}`,
  );
  const counts = { waiting: 0, running: 0, retrying: 0, parked: 0, ...read?.counts };
  const embedded = readLoadCheck(db);
  return { counts, kinds: read?.kinds ?? [], embedded, data: rows.map(toJob), total: Number(read?.total ?? 0) };
}

type ParkedJob = typeof jobs.$inferSelect;

/** Failed content or capture, back to pending. */
async function resetSubject(tx: Tx, { accountId, kind, subjectId, version }: ParkedJob): Promise<void> {
  const pending = { status: 'pending', reason: null } as const;
  if (kind === 'train') {
    const { accountId: account, id, version: trained } = contents;
    const change = { ...pending, updatedAt: new Date() };
    await tx
      .update(contents)
      .set(change)
      .where(and(eq(account, accountId), eq(id, subjectId), eq(trained, version)));
  }
  if (kind === 'capture') {
    await tx
      .update(captures)
      .set(pending)
      .where(and(eq(captures.accountId, accountId), eq(captures.id, subjectId)));
  }
}

/** Parked, its row locked by the caller. */
async function requeue(tx: Tx, member: StaffMember, job: ParkedJob): Promise<void> {
  const fresh = { state: 'waiting', attempts: 0, error: null, runAt: sql`now()` } as const;
  await tx
    .update(jobs)
    .set(fresh)
    .where(and(eq(jobs.accountId, job.accountId), eq(jobs.id, job.id)));
  announceJob(tx, job.kind);
  await resetSubject(tx, job);
  const detail = { jobId: job.id, error: job.error };
  await writeAudit(tx, await auditContextIn(tx, job.accountId, member), 'job_retried', { subject: job.kind, detail });
}

/** Resets its attempts. Throws `ApiError` `not_found`, or `job_not_parked`. */
export async function retryJob(db: Db, member: StaffMember, id: string): Promise<QueueJob> {
  await withPlatform(db, async (tx) => {
    const [job] = await tx.select().from(jobs).where(eq(jobs.id, id)).for('update');
    if (!job) throw notFound();
    if (job.state !== 'parked') throw new ApiError('job_not_parked');
    await requeue(tx, member, job);
  });
  const [raw] = await readPlatform<JobRow>(db, sql`select ${jobFields} ${withAccount} where j.id = ${id}`);
  if (!raw) throw notFound();
  return toJob(raw);
}

/** Per transaction, which blocks everybody else on the embedded database. */
const BATCH = 25;

/** Returns their number. Each is tried once, so one that fails again meanwhile stays parked. */
export async function retryJobs(
  db: Db,
  member: StaffMember,
  { kind, accountId }: z.output<typeof retryBody>,
): Promise<number> {
  let retried = 0;
  let last: string | undefined;
  do {
    const after = last;
    const batch = await withPlatform(db, async (tx) => {
      const found = await tx
        .select()
        .from(jobs)
        .where(
          and(
            eq(jobs.state, 'parked'),
            kind ? eq(jobs.kind, kind) : undefined,
            accountId ? eq(jobs.accountId, accountId) : undefined,
            after ? gt(jobs.id, after) : undefined,
          ),
        )
        .orderBy(jobs.id)
        .limit(BATCH)
        .for('update', { skipLocked: true });
      for (const job of found) await requeue(tx, member, job);
      return found;
    });
    retried += batch.length;
    last = batch.length === BATCH ? batch.at(-1)?.id : undefined;
  } while (last);
  return retried;
}
