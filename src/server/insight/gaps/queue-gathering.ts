import { findAccountsWithGaps } from '../../db/platform.ts';
import { type Db, tenant, withTenant } from '../../db/tenant.ts';
import { addJob, finishJob } from '../../jobs/queue.ts';
import type { JobHandler } from '../../jobs/worker.ts';
import { gatherGaps } from './gather.ts';

/** Accounts seen to at once. */
const ACCOUNTS = 20;

/** Queues the accounts in which questions wait for their gap. Answers how many. */
export async function queueGathering(db: Db): Promise<number> {
  const due = await findAccountsWithGaps(db, ACCOUNTS);
  for (const accountId of due) {
    await withTenant(db, tenant(accountId, 'all'), (tx) =>
      addJob(tx, { accountId, kind: 'gaps', subjectId: accountId }),
    );
  }
  return due.length;
}

/** Puts all questions that an account's visitors asked in vain into their gaps. */
export function gatherWorker(db: Db): JobHandler {
  return {
    async run(job, signal) {
      while (!signal.aborted && (await gatherGaps(db, job.accountId, undefined, signal)));
      await withTenant(db, tenant(job.accountId, 'all'), (tx) => finishJob(tx, job));
    },
  };
}
