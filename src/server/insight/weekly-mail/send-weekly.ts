import { sql } from 'drizzle-orm';
import { findWeeklyDue } from '../../db/due-work.ts';
import { tenant, withTenant } from '../../db/tenant.ts';
import { addJob, finishJob } from '../../jobs/queue.ts';
import type { JobHandler } from '../../jobs/worker.ts';
import { queueEmailBlocks } from '../../mail/emails.ts';
import type { Services } from '../../runtime/services.ts';
import { gatherGaps } from '../gaps/gather.ts';
import { readWeek } from './read-week.ts';
import { signUnsubscribeToken } from './subscription.ts';
import { type Week, weekDue } from './week.ts';
import { isEmptyWeek, writeWeeklyEmail } from './write-email.ts';

const MAX_PER_RUN = 50;

/** With recent visitors, once per week even with several processes. Returns the number of accounts. */
export async function queueWeeklyMails(db: Services['db'], now = new Date()): Promise<number> {
  const week = weekDue(now);
  if (!week) return 0;
  const due = await findWeeklyDue(db, { ...week, since: week.before.from, limit: MAX_PER_RUN });
  let queued = 0;
  for (const { accountId } of due) queued += await queueOne(db, accountId, week);
  return queued;
}

function queueOne(db: Services['db'], accountId: string, week: Week): Promise<number> {
  return withTenant(db, tenant(accountId, 'all'), async (tx) => {
    const { rowCount } = await tx.execute(sql`
      update accounts set weekly_mailed = ${week.monday} where id = ${accountId}
        and weekly_mailed is distinct from ${week.monday}`);
    if (!rowCount) return 0;
    await addJob(tx, { accountId, kind: 'weekly-mail', subjectId: accountId, payload: { week } });
    return 1;
  });
}

export function weeklyMailWorker({ db, key, publicUrl }: Services): JobHandler {
  return {
    async run(job, signal) {
      const { accountId } = job;
      const { week } = job.payload as { week: Week };
      const owner = tenant(accountId, 'all');
      while (!signal.aborted && (await gatherGaps(db, accountId, undefined, signal)));
      const [read, due] = await Promise.all([readWeek(db, owner, week), findWeeklyDue(db, { accountId })]);
      const [account] = due;
      await withTenant(db, owner, async (tx) => {
        const readers = account && !isEmptyWeek(read) ? account.readers : [];
        for (const { userId, name, email } of readers) {
          const stop = `${publicUrl()}/api/weekly-mail/stop/${signUnsubscribeToken(key, { accountId, userId })}`;
          const urls = { console: publicUrl(), stop };
          const message = writeWeeklyEmail({ name, account: account!.account }, week, read, urls);
          await queueEmailBlocks(tx, accountId, { to: email, ...message, stopUrl: stop });
        }
        await finishJob(tx, job);
      });
    },
  };
}
