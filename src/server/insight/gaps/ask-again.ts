import { sql } from 'drizzle-orm';
import { dryRun } from '../../chat/answer/dry-run.ts';
import { findWidgetContext } from '../../db/platform.ts';
import { type Db, readTenant, type Tenant, tenant, withTenant } from '../../db/tenant.ts';
import { deferJob, finishJob, type Job } from '../../jobs/queue.ts';
import type { JobHandler } from '../../jobs/worker.ts';
import type { Services } from '../../runtime/services.ts';

const POLL_SECONDS = 1;
const TIMEOUT_SECONDS = 600;

interface WaitingQuestion {
  conversationId: string;
  messageId: string;
  contextId: string;
  question: string;
  outcome: string;
  answer: string;
}

interface NewAnswer {
  conversationId: string;
  messageId: string;
  answered: boolean;
  answer: string;
}

/** `over`: failed, deleted or too long. */
async function readTraining(db: Db, owner: Tenant, contentId: string): Promise<'done' | 'waiting' | 'over'> {
  const [content] = await readTenant<{ status: string; trained: boolean; age: number }>(
    db,
    owner,
    sql`select c.status, c.trained_version is not null as trained, extract(epoch from now() - c.updated_at)::int as age
        from contents c where c.account_id = ${owner.accountId} and c.id = ${contentId}`,
  );
  if (!content) return 'over';
  if (content.trained && content.status === 'done') return 'done';
  return content.status === 'error' || Math.abs(content.age) > TIMEOUT_SECONDS ? 'over' : 'waiting';
}

const findWaiting = (db: Db, owner: Tenant, contentId: string) =>
  readTenant<WaitingQuestion>(
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

/** An answer where there was none, or a different one. */
const isImproved = (before: WaitingQuestion, now: { outcome: string; answer: string }) =>
  now.outcome === 'answered' &&
  (['unknown', 'suggested'].includes(before.outcome) || before.answer.trim() !== now.answer.trim());

async function askAll(
  services: Services,
  waiting: readonly WaitingQuestion[],
  signal: AbortSignal,
): Promise<NewAnswer[]> {
  const answers: NewAnswer[] = [];
  for (const one of waiting) {
    const context = await findWidgetContext(services.db, one.contextId);
    if (!context) continue;
    const reply = await dryRun(services, context, one.question, { signal });
    const { conversationId, messageId } = one;
    answers.push({ conversationId, messageId, answered: isImproved(one, reply), answer: reply.answer });
  }
  return answers;
}

/** Resolves gaps whose repeated questions are all answered. */
async function saveAnswers(db: Db, owner: Tenant, job: Job, answers: readonly NewAnswer[]): Promise<void> {
  const { accountId } = owner;
  const contentId = job.subjectId;
  await withTenant(db, owner, async (tx) => {
    await tx.execute(sql`
      update second_answers s set state = 'asked', answered = t.answered, answer = t.answer, updated_at = now()
      from jsonb_to_recordset(${JSON.stringify(answers)}::jsonb)
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

/** After the training of the content written for them. */
export function askAgainWorker(services: Services): JobHandler {
  const { db } = services;
  return {
    async run(job, signal) {
      const owner = tenant(job.accountId, 'all');
      const training = await readTraining(db, owner, job.subjectId);
      if (training === 'waiting') return deferJob(db, job, POLL_SECONDS);
      const waiting = training === 'done' ? await findWaiting(db, owner, job.subjectId) : [];
      await saveAnswers(db, owner, job, await askAll(services, waiting, signal));
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
