import { findAccountsWithGaps } from '../../db/due-work.ts';
import type { Db } from '../../db/tenant.ts';
import { addJobs, finishJobWith } from '../../jobs/queue.ts';
import type { JobHandler } from '../../jobs/worker.ts';
import { gatherGaps } from './gather.ts';

const MAX_PER_RUN = 20;

/** Those with ungrouped questions. Returns the number of accounts. */
export async function queueGathering(db: Db): Promise<number> {
  const due = await findAccountsWithGaps(db, MAX_PER_RUN);
  return addJobs(
    db,
    due.map((accountId) => ({ accountId, kind: 'gaps', subjectId: accountId })),
  );
}

export function gatherWorker(db: Db): JobHandler {
  return {
    async run(job, signal) {
      while (!signal.aborted && (await gatherGaps(db, job.accountId, undefined, signal)));
      await finishJobWith(db, job);
    },
  };
}
