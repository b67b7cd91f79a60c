import { randomUUID } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import type { ExchangeOutcome } from '../../shared/chat-protocol.ts';
import { type Db, readTenant, type Tenant } from '../db/tenant.ts';
import { notFound } from '../runtime/api-error.ts';
import { digest, idFrom } from '../runtime/secrets.ts';
import { readCourtesy } from './question/message-parts.ts';
import { choiceAsJson, isOwn, REPLACED, type StoredExchange } from './transcript.ts';

const RECENT = 6;

export type ThreadExchange = StoredExchange & { searched: string | null; offeredPerson: boolean };

/** What somebody else than the assistant answered, or nobody yet. */
export const saidExchange = (question: string, createdAt = new Date().toISOString()): ThreadExchange => ({
  ...{ id: randomUUID(), question, answer: '', createdAt, model: '' },
  ...{
    grounded: false,
    sources: [],
    suggestions: [],
    chosen: null,
    rating: null,
    searched: null,
    offeredPerson: false,
  },
  outcome: readCourtesy(question) ? 'small_talk' : 'answered',
});

export interface ConversationThread {
  conversationId: string;
  exchanges: ThreadExchange[];
  /** This same message, if it was answered before. */
  answered: ThreadExchange | null;
  offeredPerson: boolean;
  /** The assistant is silent. */
  isWithPerson: boolean;
  /** Of an identity that came with an earlier question. */
  visitorName: string | null;
}

interface ThreadScope {
  context: { contextId: string };
  conversationId?: string;
  visitorToken?: string;
  messageId: string;
}

/**
 * Returns the id of the conversation that a first question opens. It is derived from the visitor and the message, so
 * a repeated request does not open a second conversation.
 */
const threadId = ({ context, visitorToken = '', messageId }: ThreadScope): string =>
  idFrom([context.contextId, visitorToken, messageId].join(' '));

const conversationOf = (scope: ThreadScope) => scope.conversationId ?? threadId(scope);

const isReplaced = (outcome: ExchangeOutcome) => REPLACED.some((one) => one === outcome);

export interface ThreadRow {
  contextId: string;
  visitorHash: string | null;
  offeredPerson: boolean;
  isWithPerson: boolean;
  visitorName: string | null;
  exchange: ThreadExchange | null;
}

/** The most recent exchanges, oldest first. */
export function threadQuery(accountId: string, scope: ThreadScope): SQL {
  return sql`select c.context_id as "contextId", c.visitor_hash as "visitorHash", c.offered_person as "offeredPerson",
      exists (select from handovers h where h.account_id = c.account_id and h.conversation_id = c.id
        and h.state in ('waiting', 'taken')) as "isWithPerson",
      (select d.name from visitor_details d
        where d.account_id = c.account_id and d.conversation_id = c.id) as "visitorName",
      case when m.id is not null then json_build_object('id', m.id, 'question', m.question, 'answer', m.answer,
        'grounded', m.grounded, 'sources', m.sources, 'model', m.model, 'searched', m.searched,
        'outcome', m.outcome, 'suggestions', m.suggestions, 'chosen', ${choiceAsJson},
        'offeredPerson', m.offered_person, 'createdAt', m.created_at) end as exchange
    from conversations c
      left join messages m on m.account_id = c.account_id and m.conversation_id = c.id
        and (m.id = ${scope.messageId} or m.id in (
          select r.id from messages r where r.account_id = c.account_id and r.conversation_id = c.id
          order by r.created_at desc limit ${RECENT}))
    where c.account_id = ${accountId} and c.id = ${conversationOf(scope)}
    order by m.created_at`;
}

/** And not refused or repeated. `thread` names the rows of `threadQuery`. */
export function isToAnswer(thread: SQL, { context, conversationId, visitorToken, messageId }: ThreadScope): SQL {
  const visitor = visitorToken === undefined ? sql`null` : digest(visitorToken);
  const isNew = conversationId === undefined ? sql`not exists (select from ${thread})` : sql`false`;
  return sql`(${isNew} or exists (select from ${thread} where "contextId" = ${context.contextId}
      and ("visitorHash" is null or "visitorHash" = ${visitor})))
    and not exists (select from ${thread} where "isWithPerson")
    and not exists (select from ${thread}
      where exchange->>'id' = ${messageId}::text and exchange->>'outcome' not in ${REPLACED})`;
}

/** Throws `ApiError` `not_found` for a conversation that does not exist or belongs to another visitor. */
export function threadOf(rows: readonly ThreadRow[], scope: ThreadScope): ConversationThread {
  const { context, visitorToken, messageId } = scope;
  const conversationId = conversationOf(scope);
  const [conversation] = rows;
  if (!conversation) {
    if (scope.conversationId) throw notFound();
    return {
      ...{ conversationId, exchanges: [], answered: null },
      ...{ offeredPerson: false, isWithPerson: false, visitorName: null },
    };
  }
  if (conversation.contextId !== context.contextId || !isOwn(conversation.visitorHash, visitorToken)) throw notFound();
  const exchanges = rows.flatMap(({ exchange }) => exchange ?? []);
  const answered = exchanges.find(({ id, outcome }) => id === messageId && !isReplaced(outcome)) ?? null;
  const { offeredPerson, isWithPerson, visitorName } = conversation;
  return {
    conversationId,
    exchanges: exchanges.filter(({ id }) => id !== messageId),
    answered,
    offeredPerson,
    isWithPerson,
    visitorName,
  };
}

export const readThread = async (db: Db, tenant: Tenant, scope: ThreadScope): Promise<ConversationThread> =>
  threadOf(await readTenant<ThreadRow>(db, tenant, threadQuery(tenant.accountId, scope)), scope);
