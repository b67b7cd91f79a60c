import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { keepNotices, type NewNotice } from '../../chat/limits/content-notices.ts';
import { findKnowledgeChanged, findKnowledgeState, findWidgetContext } from '../../db/platform.ts';
import { type Db, tenant, withTenant } from '../../db/tenant.ts';
import { addJob, finishJob } from '../../jobs/queue.ts';
import type { JobHandler } from '../../jobs/worker.ts';
import { openBase } from '../../knowledge/base.ts';
import { disagreementsIn } from '../../knowledge/facts/disagreements.ts';
import type { Services } from '../../runtime/services.ts';
import { findLostAnswers, type Lost } from './lost-answers.ts';

/** Contexts seen to at once. */
const CONTEXTS = 20;

/** Queues the contexts whose contents have changed. Answers how many. */
export async function queueKnowledgeChecks(db: Db): Promise<number> {
  const due = await findKnowledgeChanged(db, CONTEXTS);
  for (const { accountId, contextId } of due) {
    await withTenant(db, tenant(accountId, 'all'), (tx) =>
      addJob(tx, { accountId, kind: 'check-knowledge', subjectId: contextId }),
    );
  }
  return due.length;
}

const lostNotice = (lost: readonly Lost[]): NewNotice[] => {
  if (lost.length === 0) return [];
  const ids = lost.map(({ messageId }) => messageId).sort();
  const period = createHash('sha256').update(ids.join('\n')).digest('hex').slice(0, 32);
  return [{ limit: 'answers', period, details: { lost: [...lost] } }];
};

/**
 * Looks a context over whose contents have changed: its owner is told which contents state a fact differently, and which
 * questions are answered no more.
 */
export function checkKnowledgeWorker(services: Services): JobHandler {
  const { db } = services;
  return {
    async run(job, signal) {
      const { accountId, subjectId: contextId } = job;
      const owner = tenant(accountId, 'all');
      const [context, state] = await Promise.all([findWidgetContext(db, contextId), findKnowledgeState(db, contextId)]);
      if (!context || !state || context.accountId !== accountId) {
        return withTenant(db, owner, (tx) => finishJob(tx, job));
      }
      const base = await openBase(db, { tenant: owner, inheritance: context.inheritance });
      const own = base.at(-1);
      const facts = (own ? disagreementsIn(own) : []).map(({ digest: period, ...fact }): NewNotice => {
        return { limit: 'facts', period, details: { fact } };
      });
      // What was answered before the first look is no measure of what has changed since.
      const lost = state.checked === null ? [] : await findLostAnswers(services, context, owner, base, signal);
      signal.throwIfAborted();
      await withTenant(db, owner, async (tx) => {
        await finishJob(tx, job);
        await keepNotices(tx, { accountId, contextId }, [...facts, ...lostNotice(lost)]);
        await tx.execute(
          sql`update contexts set checked_knowledge = ${state.now} where account_id = ${accountId} and id = ${contextId}`,
        );
      });
    },
  };
}
