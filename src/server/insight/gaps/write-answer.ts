import { sql } from 'drizzle-orm';
import { phrasingKey } from '../../../search/phrasings.ts';
import { fold } from '../../../shared/fold.ts';
import {
  ASKED_AGAIN_MAX,
  type GapAnswer,
  type GapDraft,
  type GapQuestion,
  type Improvement,
  type WrittenAnswer,
} from '../../../shared/knowledge-gaps.ts';
import { draft } from '../../chat/answer/dry-run.ts';
import { embeddedModel } from '../../chat/models/embedded.ts';
import { missed } from '../../db/exchange-outcomes.ts';
import { findWidgetContext } from '../../db/platform.ts';
import { type Db, readTenant, type Tenant, type Tx, withTenant } from '../../db/tenant.ts';
import { addJob } from '../../jobs/queue.ts';
import { faqContent, insertContents } from '../../knowledge/contents/add-contents.ts';
import { addPhrasings } from '../../knowledge/contents/store-phrasings.ts';
import { requireContext } from '../../knowledge/context-row.ts';
import { withoutPersonalData } from '../../personal-data/without-personal-data.ts';
import { assertContext, rowsIn } from '../../resource/scope.ts';
import { notFound } from '../../runtime/api-error.ts';
import type { Services } from '../../runtime/services.ts';
import { cleanQuestion } from './clean-question.ts';
import { readPersonAnswer } from './person-answer.ts';
import { showGap } from './read-gaps.ts';

/** More would hide the answer below them. */
const PROPOSED_PHRASINGS = 5;

/**
 * Drafts a question and answer for a gap from its latest question and what a person answered to it, or else the most
 * similar passages of the context where it is asked most. With `byModel`, the plan's model writes the answer, which costs credits.
 * Throws `ApiError` `not_found`, `limit_credits`.
 */
export async function draftAnswer(
  services: Services,
  tenant: Tenant,
  gapId: string,
  how: { signal: AbortSignal; byModel: boolean },
): Promise<GapDraft> {
  const { db } = services;
  const [newest] = await readTenant<{ contextId: string; typed: string; searched: string | null }>(
    db,
    tenant,
    sql`select g.context_id as "contextId", (array_agg(m.question order by m.created_at desc))[1] as typed,
          (array_agg(m.searched order by m.created_at desc))[1] as searched
        from knowledge_gaps g join messages m on m.account_id = g.account_id and m.gap_id = g.id
          and m.gap_id is not null and ${missed('m')}
        where ${rowsIn('g', tenant)} and g.theme_id = ${gapId}
        group by 1 order by count(*) desc, 1 limit 1`,
  );
  const context = newest && (await findWidgetContext(db, newest.contextId));
  if (!context) throw notFound();
  const { typed, searched, contextId } = newest;
  const question = cleanQuestion(typed, searched);
  const [{ questions }, { answer: found, maxCost, nearest }, said] = await Promise.all([
    showGap(db, tenant, gapId),
    draft(services, context, searched ?? typed, how),
    how.byModel ? null : readPersonAnswer(db, tenant, gapId),
  ]);
  const published = new Set(fold(nearest.map(({ label, excerpt }) => `${label} ${excerpt}`).join(' ')).split(/\W+/));
  const phrasings = wordsOf(questions, question, (word) => published.has(word));
  const most = maxCost === null ? null : maxCost / 1_000;
  const shared = { question, phrasings, contextId, nearest, most, said };
  if (said) return { ...shared, answer: said.answer, by: 'person', sources: [], cost: 0 };
  if (!found) return { ...shared, answer: '', by: 'none', sources: [], cost: 0 };
  return {
    ...shared,
    answer: found.answer,
    by: found.model === embeddedModel.name ? 'embedded' : 'model',
    sources: found.sources.map(({ contentId, title, excerpt }) => ({ contentId, title, excerpt })),
    cost: found.cost / 1_000,
  };
}

/** The visitors' words as phrasings, most frequent first, without the question's own words and personal data. */
function wordsOf(questions: readonly GapQuestion[], question: string, isPublic: (word: string) => boolean): string[] {
  const byKey = new Map([[phrasingKey(question), '']]);
  for (const asked of questions) {
    const text = withoutPersonalData(cleanQuestion(asked.question, null), isPublic);
    if (text === null) continue;
    const key = phrasingKey(text);
    if (key !== '' && !byKey.has(key)) byKey.set(key, text);
  }
  return [...byKey.values()].filter(Boolean).slice(0, PROPOSED_PHRASINGS);
}

/** Creates the content and marks the questions to be asked again after its training. */
async function writeAndAsk(
  tx: Tx,
  tenant: Tenant,
  newAnswer: WrittenAnswer,
  questions: readonly { conversationId: string; messageId: string }[],
): Promise<string> {
  const { accountId } = tenant;
  await requireContext(tx, tenant, newAnswer.contextId);
  const [contentId] = await insertContents(tx, tenant, newAnswer.contextId, [faqContent(newAnswer)]);
  await tx.execute(sql`
    insert into second_answers (account_id, conversation_id, message_id, content_id, state)
    select ${accountId}::uuid, a."conversationId", a."messageId", ${contentId}::uuid, 'waiting'
    from jsonb_to_recordset(${JSON.stringify(questions)}::jsonb) a("conversationId" uuid, "messageId" uuid)
    on conflict (account_id, conversation_id, message_id) do update set content_id = excluded.content_id, state = 'waiting',
      answered = false, answer = '', updated_at = now()`);
  await addJob(tx, { accountId, kind: 'ask-again', subjectId: contentId! });
  return contentId!;
}

/**
 * Saves the answer to a gap as a content. After the training, each different question of the gap is asked again.
 * Returns the content's id. Throws `ApiError` `not_found`, `plan_limit_reached`.
 */
export async function answerGap(db: Db, tenant: Tenant, gapId: string, newAnswer: GapAnswer): Promise<string> {
  assertContext(tenant, newAnswer.contextId);
  const { questions } = await showGap(db, tenant, gapId);
  return withTenant(db, tenant, async (tx) => {
    const contentId = await writeAndAsk(tx, tenant, newAnswer, questions.slice(0, ASKED_AGAIN_MAX));
    await addPhrasings(tx, tenant.accountId, [{ contentId, texts: newAnswer.phrasings ?? [] }]);
    await tx.execute(sql`
      update knowledge_gaps g set content_id = ${contentId}::uuid, state = 'open', updated_at = now()
      where ${rowsIn('g', tenant)} and g.theme_id = ${gapId}::uuid`);
    return contentId;
  });
}

/** Dismisses or reopens gaps: all of them or none. Throws `ApiError` `not_found`. */
export async function setGapState(
  db: Db,
  tenant: Tenant,
  gapIds: readonly string[],
  state: 'open' | 'dismissed',
): Promise<void> {
  await withTenant(db, tenant, async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(sql`
      update knowledge_gaps g set state = ${state}, updated_at = now()
      where ${rowsIn('g', tenant)} and g.theme_id = any(${sql.param([...gapIds])}::uuid[]) returning g.theme_id as id`);
    if (new Set(rows.map(({ id }) => id)).size < new Set(gapIds).size) throw notFound();
  });
}

/** Throws `ApiError` `not_found`. */
async function assertExchange(db: Db, tenant: Tenant, conversationId: string, messageId: string): Promise<void> {
  const found = await readTenant(
    db,
    tenant,
    sql`select 1 from conversations v join messages m on m.account_id = v.account_id and m.conversation_id = v.id
        where ${rowsIn('v', tenant)} and v.id = ${conversationId} and m.id = ${messageId}`,
  );
  if (found.length === 0) throw notFound();
}

/** Asked again after the training. Returns the content's id. */
export async function improveAnswer(
  db: Db,
  tenant: Tenant,
  { conversationId, messageId }: { conversationId: string; messageId: string },
  newAnswer: WrittenAnswer,
): Promise<string> {
  assertContext(tenant, newAnswer.contextId);
  await assertExchange(db, tenant, conversationId, messageId);
  return withTenant(db, tenant, (tx) => writeAndAsk(tx, tenant, newAnswer, [{ conversationId, messageId }]));
}

/** Null without one. Throws `ApiError` `not_found`. */
export async function readImprovement(
  db: Db,
  tenant: Tenant,
  { conversationId, messageId }: { conversationId: string; messageId: string },
): Promise<Improvement | null> {
  await assertExchange(db, tenant, conversationId, messageId);
  const [row] = await readTenant<Improvement>(
    db,
    tenant,
    sql`select s.content_id as "contentId", s.state, s.answered, s.answer from second_answers s
        where s.account_id = ${tenant.accountId} and s.conversation_id = ${conversationId} and s.message_id = ${messageId}`,
  );
  return row ?? null;
}
