import { sql } from 'drizzle-orm';
import { rehearse } from '../../chat/rehearse.ts';
import { findWidgetContext } from '../../db/platform.ts';
import { type Db, readTenant, type Tenant, tenant, withTenant } from '../../db/tenant.ts';
import { deferJob, finishJob, type Job } from '../../jobs/queue.ts';
import type { JobHandler } from '../../jobs/worker.ts';
import type { Services } from '../../runtime/services.ts';

/** How often a training is looked after, and for how long, in seconds. */
const LOOK_SECONDS = 1;
const PATIENCE_SECONDS = 600;

interface Waiting {
  conversationId: string;
  messageId: string;
  contextId: string;
  question: string;
  outcome: string;
  answer: string;
}

interface Told {
  conversationId: string;
  messageId: string;
  answered: boolean;
  answer: string;
}

/** How far the training of what was written has come: `over` when it failed, is gone or takes too long. */
async function readTraining(db: Db, owner: Tenant, contentId: string): Promise<'done' | 'waiting' | 'over'> {
  const [content] = await readTenant<{ status: string; trained: boolean; age: number }>(
    db,
    owner,
    sql`select c.status, c.trained_version is not null as trained, extract(epoch from now() - c.updated_at)::int as age
        from contents c where c.account_id = ${owner.accountId} and c.id = ${contentId}`,
  );
  if (!content) return 'over';
  if (content.trained && content.status === 'done') return 'done';
  return content.status === 'error' || content.age > PATIENCE_SECONDS ? 'over' : 'waiting';
}

const findWaiting = (db: Db, owner: Tenant, contentId: string) =>
  readTenant<Waiting>(
    db,
    owner,
    sql`select m.conversation_id as "conversationId", m.id as "messageId", v.context_id as "contextId",
          coalesce(m.searched, m.question) as question, m.outcome, m.answer
        from second_answers s
          join messages m on m.account_id = s.account_id and m.conversation_id = s.conversation_id and m.id = s.message_id
          join conversations v on v.account_id = m.account_id and v.id = m.conversation_id
        where s.account_id = ${owner.accountId} and s.content_id = ${contentId} and s.state = 'waiting'
        order by m.created_at desc, m.id`,
  );

/** Whether a question is answered now: what had no answer has one, what was answered badly another one. */
const isMended = (before: Waiting, now: { outcome: string; answer: string }) =>
  now.outcome === 'answered' &&
  (['unknown', 'suggested'].includes(before.outcome) || before.answer.trim() !== now.answer.trim());

async function askAll(services: Services, waiting: readonly Waiting[], signal: AbortSignal): Promise<Told[]> {
  const told: Told[] = [];
  for (const one of waiting) {
    const context = await findWidgetContext(services.db, one.contextId);
    if (!context) continue;
    const said = await rehearse(services, context, one.question, { signal });
    const { conversationId, messageId } = one;
    told.push({ conversationId, messageId, answered: isMended(one, said), answer: said.answer });
  }
  return told;
}

/** Keeps the answers, and closes the gaps all of whose questions that were asked again are answered now. */
async function keep(db: Db, owner: Tenant, job: Job, told: readonly Told[]): Promise<void> {
  const { accountId } = owner;
  const contentId = job.subjectId;
  await withTenant(db, owner, async (tx) => {
    await tx.execute(sql`
      update second_answers s set state = 'asked', answered = t.answered, answer = t.answer, updated_at = now()
      from jsonb_to_recordset(${JSON.stringify(told)}::jsonb)
        t("conversationId" uuid, "messageId" uuid, answered boolean, answer text)
      where s.account_id = ${accountId} and s.conversation_id = t."conversationId" and s.message_id = t."messageId"
        and s.content_id = ${contentId}`);
    await tx.execute(sql`
      update second_answers set state = 'failed', updated_at = now()
      where account_id = ${accountId} and content_id = ${contentId} and state = 'waiting'`);
    await tx.execute(sql`
      update knowledge_gaps g set state = 'resolved', updated_at = now()
      where g.account_id = ${accountId} and g.content_id = ${contentId} and g.state = 'open'
        and (select bool_and(s.answered) from second_answers s
          join messages m on m.account_id = s.account_id and m.conversation_id = s.conversation_id and m.id = s.message_id
          where s.account_id = g.account_id and s.content_id = g.content_id and m.gap_id = g.id)`);
    await finishJob(tx, job);
  });
}

/** Asks questions again once what was written for them is trained, and keeps how they are answered now. */
export function askAgainWorker(services: Services): JobHandler {
  const { db } = services;
  return {
    async run(job, signal) {
      const owner = tenant(job.accountId, 'all');
      const training = await readTraining(db, owner, job.subjectId);
      if (training === 'waiting') return deferJob(db, job, LOOK_SECONDS);
      const waiting = training === 'done' ? await findWaiting(db, owner, job.subjectId) : [];
      await keep(db, owner, job, await askAll(services, waiting, signal));
    },
    async giveUp(job) {
      await withTenant(db, tenant(job.accountId, 'all'), (tx) =>
        tx.execute(sql`
          update second_answers set state = 'failed', updated_at = now()
          where account_id = ${job.accountId} and content_id = ${job.subjectId} and state = 'waiting'`),
      );
    },
  };
}
