import { findAccountsWithGaps } from '../../db/due-work.ts';
import { type Db, tenant, withTenant } from '../../db/tenant.ts';
import { addJob, finishJob } from '../../jobs/queue.ts';
import type { JobHandler } from '../../jobs/worker.ts';
import { gatherGaps } from './gather.ts';

const MAX_PER_RUN = 20;

/** Those with ungrouped questions. Returns the number of accounts. */
export async function queueGathering(db: Db): Promise<number> {
  const due = await findAccountsWithGaps(db, MAX_PER_RUN);
  for (const accountId of due) {
    await withTenant(db, tenant(accountId, 'all'), (tx) =>
      addJob(tx, { accountId, kind: 'gaps', subjectId: accountId }),
    );
  }
  return due.length;
}

export function gatherWorker(db: Db): JobHandler {
  return {
    async run(job, signal) {
      while (!signal.aborted && (await gatherGaps(db, job.accountId, undefined, signal)));
      await withTenant(db, tenant(job.accountId, 'all'), (tx) => finishJob(tx, job));
    },
  };
}
