import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type {
  AnswerOutcome,
  AnswerReasons,
  ChosenSuggestion,
  Exchange,
  ExchangeOutcome,
  Source,
  Suggestion,
} from '../../shared/chat-protocol.ts';
import { type ChatType, isVisitors } from '../../shared/chat-types.ts';
import { CONVERSATION_IDLE_MINUTES } from '../../shared/constants.ts';
import { chargeStatements } from '../billing/credits.ts';
import { conversations, messages } from '../db/schema/chat.ts';
import { changeTenant, type Db, type Tenant, withTenant } from '../db/tenant.ts';
import { recordEventStatement, type WebhookEvent } from '../outgoing-webhooks/record-event.ts';
import { notFound } from '../runtime/api-error.ts';
import { digest, isSameDigest } from '../runtime/secrets.ts';
import { queueLabelsStatement } from './queue-labels.ts';
import {
  addConversationsStatement,
  changeExchangeStatements,
  changeLabelsStatements,
  storeWordsStatement,
} from './roll-up.ts';

export const answerIdOf = (conversationId: string, messageId: string) => `${conversationId}:${messageId}`;

const ANSWER_OUTCOME: Record<ExchangeOutcome, AnswerOutcome> = {
  answered: 'answered',
  asked_back: 'answered',
  small_talk: 'answered',
  cut: 'answered',
  shown: 'shown',
  suggested: 'suggested',
  unknown: 'unknown',
  unpaid: 'unknown',
  failed: 'unknown',
};
export const answerOutcomeOf = (outcome: ExchangeOutcome): AnswerOutcome => ANSWER_OUTCOME[outcome];

export const REPLACED = ['cut', 'failed'] as const satisfies ExchangeOutcome[];

export type StoredChoice = Omit<ChosenSuggestion, 'links'>;
export type StoredExchange = Omit<Exchange, 'links' | 'outcome' | 'chosen'> & {
  model: string;
  outcome: ExchangeOutcome;
  chosen: StoredChoice | null;
};

interface TranscriptScope {
  tenant: Tenant;
  contextId: string;
  conversationId: string;
  visitorToken?: string;
}

const at = (accountId: string, id: string) => and(eq(conversations.accountId, accountId), eq(conversations.id, id));

/** Without a token, it belongs to anyone who knows its id. */
export function isOwn(visitorHash: string | null, visitorToken: string | undefined): boolean {
  if (visitorHash === null) return true;
  return visitorToken !== undefined && isSameDigest(visitorHash, digest(visitorToken));
}

/** Throws `ApiError` `not_found`, also for a conversation of another visitor or context. */
export async function openConversation(db: Db, { tenant, contextId, conversationId, visitorToken }: TranscriptScope) {
  const { accountId } = tenant;
  const rows = await withTenant(db, tenant, (tx) =>
    tx.select().from(conversations).where(at(accountId, conversationId)),
  );
  const [conversation] = rows;
  if (!conversation || conversation.contextId !== contextId || !isOwn(conversation.visitorHash, visitorToken)) {
    throw notFound();
  }
  return conversation;
}

function choiceOf(row: typeof messages.$inferSelect): StoredChoice | null {
  const { chosenContentId: contentId, chosenOrdinal: ordinal, chosenAnswer: answer, chosenSources: sources } = row;
  if (contentId === null || ordinal === null || answer === null) return null;
  return { contentId, ordinal, answer, sources: sources ?? [] };
}

export const choiceAsJson = sql`case when m.chosen_content_id is not null then json_build_object(
  'contentId', m.chosen_content_id, 'ordinal', m.chosen_ordinal, 'answer', m.chosen_answer,
  'sources', coalesce(m.chosen_sources, '[]'::jsonb)) end`;

const toExchange = (row: typeof messages.$inferSelect): StoredExchange & { offeredPerson: boolean } => {
  const { id, question, answer, grounded, sources, model, outcome, suggestions, rating, offeredPerson, createdAt } =
    row;
  const existing = { id, question, answer, grounded, sources, model, outcome, suggestions, rating, offeredPerson };
  return { ...existing, chosen: choiceOf(row), createdAt: createdAt.toISOString() };
};

export async function readExchanges(db: Db, tenant: Tenant, conversationId: string) {
  const rows = await withTenant(db, tenant, (tx) =>
    tx
      .select()
      .from(messages)
      .where(and(eq(messages.accountId, tenant.accountId), eq(messages.conversationId, conversationId)))
      .orderBy(asc(messages.createdAt), asc(messages.id)),
  );
  return rows.map(toExchange);
}

interface Answered {
  contextId: string;
  conversationId: string;
  messageId: string;
  type: ChatType;
  visitorToken?: string;
  question: string;
  searched: string | null;
  answer: string;
  grounded: boolean;
  outcome: ExchangeOutcome;
  model: string;
  tokens: number;
  /** Thousandths of a credit. */
  cost: number;
  periodStart: Date | null;
  sources: Source[];
  suggestions: readonly Suggestion[];
  offeredPerson: boolean;
  asksForPerson: boolean;
  reasons: AnswerReasons | null;
}

function opening(accountId: string, answered: Answered): SQL {
  const { conversationId, contextId, type, visitorToken, question } = answered;
  const visitorHash = visitorToken === undefined ? null : digest(visitorToken);
  return sql`
    with opened as (
      insert into conversations (account_id, id, context_id, type, visitor_hash, first_question)
      values (${accountId}::uuid, ${conversationId}::uuid, ${contextId}::uuid, ${type}, ${visitorHash},
        ${question.slice(0, 255)})
      on conflict do nothing
      returning account_id, context_id, type, started_at),
    counted as (${addConversationsStatement(sql`opened c`, 1)})
    select 1`;
}

/** Replaces an earlier answer only if that was cut or failed. */
function keeping(accountId: string, answered: Answered): SQL {
  const { conversationId, question, messageId, tokens, offeredPerson } = answered;
  const { answer, grounded, outcome, model, cost, sources, suggestions, searched, reasons } = answered;
  const why = reasons ? sql`${JSON.stringify(reasons)}::jsonb` : sql`null`;
  const its = sql`account_id = ${accountId}::uuid and conversation_id = ${conversationId}::uuid and id = ${messageId}::uuid`;
  return sql`with before as (select outcome from messages where ${its}), stored as (
      insert into messages (account_id, conversation_id, id, question, answer, grounded, outcome, model, tokens, cost,
        sources, suggestions, searched, reasons, offered_person)
      values (${accountId}, ${conversationId}, ${messageId}, ${question}, ${answer}, ${grounded}, ${outcome}, ${model},
        ${tokens}, ${cost}, ${JSON.stringify(sources)}::jsonb, ${JSON.stringify(suggestions)}::jsonb, ${searched},
        ${why}, ${offeredPerson})
      on conflict (account_id, conversation_id, id) do update set answer = excluded.answer,
        grounded = excluded.grounded, outcome = excluded.outcome, model = excluded.model, tokens = excluded.tokens,
        cost = excluded.cost, sources = excluded.sources, suggestions = excluded.suggestions,
        searched = excluded.searched, reasons = excluded.reasons, offered_person = excluded.offered_person
        where messages.outcome in ${REPLACED}
      returning (outcome <> 'failed')::int - coalesce((select (outcome <> 'failed')::int from before), 0) as more)
    update conversations set interactions = interactions + stored.more, total_tokens = total_tokens + ${tokens}::int,
      last_at = now(), offered_person = offered_person or ${offeredPerson}
    from stored where account_id = ${accountId}::uuid and id = ${conversationId}::uuid`;
}

function recordingExchange(accountId: string, answered: Answered): SQL[] {
  const { type, contextId, conversationId, messageId, question, answer, outcome, asksForPerson } = answered;
  if (!isVisitors(type)) return [];
  const about = { accountId, contextId, conversationId };
  const ids = { conversation_id: conversationId, message_id: messageId };
  // An earlier answer to the same message may have been kept instead of this one.
  const isStored = sql`exists (select from messages m where m.account_id = ${accountId}::uuid
    and m.conversation_id = ${conversationId}::uuid and m.id = ${messageId}::uuid and m.outcome = ${outcome}::text)`;
  const event: WebhookEvent | undefined =
    outcome === 'unknown'
      ? { ...about, type: 'question.unanswered', cause: messageId, data: { ...ids, question } }
      : outcome === 'shown'
        ? { ...about, type: 'question.shown', cause: messageId, data: { ...ids, question, answer } }
        : undefined;
  return [
    ...(event ? [recordEventStatement(event, isStored)] : []),
    ...(asksForPerson ? [recordEventStatement(humanWanted(about, question))] : []),
  ];
}

export const humanWanted = (
  about: { accountId: string; contextId: string; conversationId: string },
  question: string | null,
): WebhookEvent => ({
  ...about,
  type: 'conversation.human_wanted',
  cause: about.conversationId,
  data: { conversation_id: about.conversationId, question },
});

/**
 * With its charge, in one round trip, all or nothing. The same id again changes nothing, except for a cut or failed
 * answer. A failed one is free. `after` sees the result.
 */
export async function storeExchange<T>(db: Db, tenant: Tenant, answered: Answered, after: SQL): Promise<T> {
  const { accountId } = tenant;
  const { contextId, conversationId, messageId, cost, periodStart, type, question, answer, outcome } = answered;
  const answerId = answerIdOf(conversationId, messageId);
  const [row] = await changeTenant<T>(
    db,
    tenant,
    opening(accountId, answered),
    ...changeExchangeStatements(accountId, conversationId, messageId, keeping(accountId, answered)),
    storeWordsStatement(accountId, contextId, `${question} ${answer}`),
    ...(outcome === 'failed' ? [] : chargeStatements(accountId, { contextId, answerId, cost, periodStart })),
    ...(isVisitors(type) ? queueLabelsStatement(accountId, conversationId, CONVERSATION_IDLE_MINUTES) : []),
    ...recordingExchange(accountId, answered),
    after,
  );
  return row!;
}

/** The charge alone, for an answer that is not stored. A failed one is free. `after` sees the result. */
export async function chargeExchange<T>(db: Db, tenant: Tenant, answered: Answered, after: SQL): Promise<T> {
  const { contextId, conversationId, messageId, cost, periodStart, outcome } = answered;
  const charged = { contextId, answerId: answerIdOf(conversationId, messageId), cost, periodStart };
  const charging = outcome === 'failed' ? [] : chargeStatements(tenant.accountId, charged);
  const [row] = await changeTenant<T>(db, tenant, ...charging, after);
  return row!;
}

/** With the exchange that offered it; neither counted nor charged. A later choice replaces it. */
export async function storeChoice(
  db: Db,
  tenant: Tenant,
  { conversationId, messageId }: { conversationId: string; messageId: string },
  { contentId, ordinal, answer, sources }: StoredChoice,
): Promise<void> {
  const { accountId } = tenant;
  const keeping = sql`
    update messages set chosen_content_id = ${contentId}, chosen_ordinal = ${ordinal}, chosen_answer = ${answer},
      chosen_sources = ${JSON.stringify(sources)}::jsonb, chosen_at = now()
    where account_id = ${accountId}::uuid and conversation_id = ${conversationId}::uuid and id = ${messageId}::uuid`;
  await changeTenant(db, tenant, ...changeExchangeStatements(accountId, conversationId, messageId, keeping));
}

export async function rateExchange(
  db: Db,
  scope: TranscriptScope,
  messageId: string,
  rating: NonNullable<Exchange['rating']>,
): Promise<void> {
  await openConversation(db, scope);
  const { tenant, conversationId } = scope;
  const { accountId } = tenant;
  const its = sql`account_id = ${accountId}::uuid and conversation_id = ${conversationId}::uuid and id = ${messageId}::uuid`;
  const rated = await changeTenant<{ id: string }>(
    db,
    tenant,
    ...changeExchangeStatements(
      accountId,
      conversationId,
      messageId,
      sql`update messages set rating = ${rating} where ${its}`,
    ),
    sql`select id from messages where ${its}`,
  );
  if (rated.length === 0) throw notFound();
}

/** Throws `ApiError` `not_found`. */
export async function endConversation(db: Db, scope: TranscriptScope, satisfied: boolean): Promise<void> {
  await openConversation(db, scope);
  const { tenant, conversationId: id } = scope;
  const { accountId } = tenant;
  const statement = sql`update conversations set satisfied = ${satisfied} where account_id = ${accountId}::uuid and id = ${id}::uuid`;
  await changeTenant(
    db,
    tenant,
    ...changeLabelsStatements(accountId, id, statement),
    ...queueLabelsStatement(accountId, id, 0),
  );
}
