import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { disagreementsIn } from '../../../search/facts/disagreements.ts';
import { priceDisagreementsIn } from '../../../search/records/price-disagreements.ts';
import { type NewNotice, replaceContentNotices } from '../../chat/limits/content-notices.ts';
import { findKnowledgeChanged, findKnowledgeState } from '../../db/due-work.ts';
import { findWidgetContext } from '../../db/platform.ts';
import { type Db, tenant, withTenant } from '../../db/tenant.ts';
import { addJobs, finishJob, finishJobWith } from '../../jobs/queue.ts';
import type { JobHandler } from '../../jobs/worker.ts';
import { openBase } from '../../knowledge/base.ts';
import type { Services } from '../../runtime/services.ts';
import { findClosedGaps } from './closed-gaps.ts';
import { findLostAnswers, type LostAnswer } from './lost-answers.ts';

const MAX_PER_RUN = 20;

export async function queueKnowledgeChecks(db: Db): Promise<number> {
  const due = await findKnowledgeChanged(db, MAX_PER_RUN);
  const jobs = due.map(({ accountId, contextId }) => ({ accountId, kind: 'check-knowledge', subjectId: contextId }));
  return addJobs(db, jobs);
}

const lostNotice = (lost: readonly LostAnswer[]): NewNotice[] => {
  if (lost.length === 0) return [];
  const ids = lost.map(({ messageId }) => messageId).sort();
  const period = createHash('sha256').update(ids.join('\n')).digest('hex').slice(0, 32);
  return [{ limit: 'answers', period, details: { lost: [...lost] } }];
};

/** Notifies about contradictory contents and lost answers; closes gaps that are answered by now. */
export function checkKnowledgeWorker(services: Services): JobHandler {
  const { db } = services;
  return {
    // Low priority and possibly long.
    concurrency: { total: 1 },
    async run(job, signal) {
      const { accountId, subjectId: contextId } = job;
      const owner = tenant(accountId, 'all');
      const [context, state] = await Promise.all([findWidgetContext(db, contextId), findKnowledgeState(db, contextId)]);
      if (!context || !state || context.accountId !== accountId) return finishJobWith(db, job);
      const base = await openBase(db, { tenant: owner, inheritance: context.inheritance });
      const own = await openBase(db, { tenant: owner, inheritance: contextId });
      const found = [...disagreementsIn(own), ...priceDisagreementsIn(own)];
      const facts = found.map(({ digest: period, ...fact }): NewNotice => {
        return { limit: 'facts', period, details: { fact } };
      });
      const asked = { services, context, owner, base, signal };
      // With an embedding model, every question would cost a call.
      const isFree = base.every(({ vectors }) => vectors === undefined);
      // The first check has no earlier state to compare with.
      const lost = isFree && state.checked !== null ? await findLostAnswers(asked) : [];
      const closed = isFree ? await findClosedGaps(asked) : [];
      signal.throwIfAborted();
      await withTenant(db, owner, async (tx) => {
        await finishJob(tx, job);
        await replaceContentNotices(tx, { accountId, contextId }, [...facts, ...lostNotice(lost)]);
        if (closed.length > 0) {
          await tx.execute(sql`
            update knowledge_gaps set state = 'resolved', updated_at = now()
            where account_id = ${accountId} and state = 'open' and id in ${closed}`);
        }
        await tx.execute(
          sql`update contexts set checked_knowledge = ${state.now} where account_id = ${accountId} and id = ${contextId}`,
        );
      });
    },
  };
}
