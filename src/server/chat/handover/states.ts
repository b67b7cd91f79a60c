import { and, eq, type SQL, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { VISITOR_TYPES } from '../../../shared/chat-types.ts';
import { type HandoverState, isOpenState, WAIT_MINUTES } from '../../../shared/handover.ts';
import { type AuditContext, writeAudit } from '../../audit/write-audit.ts';
import { lockAccount } from '../../db/lock-account.ts';
import type { WidgetContext } from '../../db/platform.ts';
import { conversations } from '../../db/schema/chat.ts';
import { type Db, type Tenant, tenant, type Tx, withTenant } from '../../db/tenant.ts';
import { addJob } from '../../jobs/queue.ts';
import { recordEvent } from '../../outgoing-webhooks/record-event.ts';
import { rowsOf } from '../../resource/scope.ts';
import { ApiError, notFound } from '../../runtime/api-error.ts';
import { dayOf } from '../../runtime/calendar.ts';
import { isComplaint, wantsHuman } from '../classify/classify.ts';
import { isOpenAt } from './hours.ts';
import { newsOf } from './news.ts';
import { isSomebodyThere, isThere } from './presence.ts';
import { append, change, type LockedHandover, lockNewest } from './talk.ts';

/*
 * The states of a request for a person: waiting → taken → returned or closed; from waiting also missed or cancelled.
 * Each transition runs under the lock of its row, and writes the message that marks it and the event in the same
 * transaction.
 */

/** A person of the account who serves. */
export interface Server extends AuditContext {
  userId: string;
  name: string;
}

type Reason = 'asked' | 'complaint' | 'unknown' | 'opened';

/** What the visitor's last exchanges say about why a person is called. */
async function reasonIn(
  tx: Tx,
  accountId: string,
  conversationId: string,
): Promise<{ reason: Reason; last: string | null }> {
  const { rows } = await tx.execute<{ id: string; question: string; outcome: string }>(
    sql`select id, question, outcome from messages
        where account_id = ${accountId}::uuid and conversation_id = ${conversationId}::uuid
        order by created_at desc, id desc limit 2`,
  );
  const [newest] = rows;
  if (!newest) return { reason: 'asked', last: null };
  const reason = wantsHuman(newest.question)
    ? 'asked'
    : isComplaint(newest.question)
      ? 'complaint'
      : newest.outcome === 'unknown'
        ? 'unknown'
        : 'asked';
  return { reason, last: newest.id };
}

/** Returns a number that the visitor can quote: the day and a count of the account. Its account must be locked. */
async function nextProtocol(tx: Tx, accountId: string): Promise<string> {
  const day = dayOf(new Date()).replaceAll('-', '');
  const { rows } = await tx.execute<{ count: number }>(
    sql`select coalesce(max(split_part(protocol, '-', 2)::int), 0) as count from handovers
        where account_id = ${accountId}::uuid and protocol like ${`${day}-%`}`,
  );
  return `${day}-${String((rows[0]?.count ?? 0) + 1).padStart(4, '0')}`;
}

interface NewRequest {
  accountId: string;
  contextId: string;
  conversationId: string;
  state: 'waiting' | 'taken';
  reason?: 'opened';
  by?: Server;
}

/** Opens a request. The conversation must be locked and have no open one. */
async function open(tx: Tx, { accountId, contextId, conversationId, state, reason, by }: NewRequest) {
  await lockAccount(tx, accountId);
  const found = await reasonIn(tx, accountId, conversationId);
  const protocol = await nextProtocol(tx, accountId);
  const id = uuidv7();
  const { rows } = await tx.execute<{ lastSeq: number }>(sql`
    insert into handovers (account_id, id, conversation_id, context_id, state, reason, protocol, after_message_id, user_id,
      user_name, taken_at, last_seq, visitor_read_to, person_read_to)
    select ${accountId}, ${id}, ${conversationId}, ${contextId}, ${state}, ${reason ?? found.reason}, ${protocol},
      ${found.last}, ${by?.userId ?? null}, ${by?.name ?? null}, ${state === 'taken' ? sql`now()` : null}, last, last, last
    from (select coalesce(max(last_seq), 0) as last from handovers
      where account_id = ${accountId}::uuid and conversation_id = ${conversationId}::uuid) before
    returning last_seq as "lastSeq"`);
  const handover: LockedHandover = {
    ...{ accountId, id, conversationId, contextId, state, protocol, lastSeq: rows[0]!.lastSeq },
    ...{ userId: by?.userId ?? null, userName: by?.name ?? null },
  };
  await append(tx, handover, { author: 'system', text: state, userName: by?.name });
  await recordState(tx, handover);
  return handover;
}

/** Records the event of a new state for outgoing webhooks, unless it is a preview or a demo. */
async function recordState(
  tx: Tx,
  { accountId, id, contextId, conversationId, protocol, state, userName }: LockedHandover,
) {
  const type = EVENT_OF[state];
  if (!type) return;
  const event = {
    ...{ accountId, contextId, conversationId, type, cause: `${id}:${state}:${uuidv7()}` },
    data: { conversation_id: conversationId, protocol, person: userName },
  };
  const isVisitors = sql`exists (select from conversations c where c.account_id = ${accountId}::uuid
    and c.id = ${conversationId}::uuid and c.type in ${VISITOR_TYPES})`;
  await recordEvent(tx, event, isVisitors);
}

const EVENT_OF = {
  waiting: 'conversation.waiting',
  taken: 'conversation.taken',
  returned: 'conversation.returned',
  closed: 'conversation.closed',
  missed: null,
  cancelled: null,
} as const satisfies Record<HandoverState, string | null>;

/** Locks a conversation, so that only one request opens in it. Throws `ApiError` `not_found`. */
async function lockConversation(tx: Tx, tenant: Tenant, id: string) {
  const [conversation] = await tx
    .select({ contextId: conversations.contextId })
    .from(conversations)
    .where(and(rowsOf(conversations, tenant), eq(conversations.id, id)))
    .for('no key update');
  if (!conversation) throw notFound();
  return conversation;
}

/** Changes a talk and tells of it. */
export async function transition<T>(
  db: Db,
  owner: Tenant,
  conversationId: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const result = await withTenant(db, owner, work);
  newsOf(db).tell(owner.accountId, conversationId);
  return result;
}

/** Returns whether a visitor can call a person now: it is on, within the hours, and somebody is there. */
export async function canCall(db: Db, { accountId, contextId, handover }: WidgetContext): Promise<boolean> {
  if (!handover || !isOpenAt(handover, new Date())) return false;
  return isSomebodyThere(db, tenant(accountId, [contextId]), contextId);
}

/**
 * Puts a visitor's conversation into the queue. One that waits or is with a person stays as it is. The caller has checked
 * that the conversation is the visitor's. Throws `ApiError` `nobody_there`.
 */
export async function callPerson(db: Db, context: WidgetContext, conversationId: string): Promise<void> {
  const { accountId, contextId } = context;
  const owner = tenant(accountId, [contextId]);
  const isPossible = await canCall(db, context);
  await transition(db, owner, conversationId, async (tx) => {
    await lockConversation(tx, owner, conversationId);
    const newest = await lockNewest(tx, owner, conversationId);
    if (newest && isOpenState(newest.state)) return;
    if (!isPossible) throw new ApiError('nobody_there');
    const handover = await open(tx, { accountId, contextId, conversationId, state: 'waiting' });
    await writeAudit(tx, { accountId }, 'inbox_wait', { subject: handover.protocol, detail: { id: conversationId } });
    await expectPerson(tx, handover);
  });
}

/** From now on, somebody has five minutes to come. */
async function expectPerson(
  tx: Tx,
  { accountId, id: subjectId }: LockedHandover,
  { isPostponed = true } = {},
): Promise<void> {
  const runAt = new Date(Date.now() + WAIT_MINUTES * 60_000);
  await addJob(tx, { accountId, kind: 'handover-wait', subjectId, runAt, isPostponed });
}

const isGone = async (tx: Tx, { accountId, userId, state }: LockedHandover): Promise<boolean> =>
  state === 'taken' && !(userId && (await isThere(tx, accountId, userId)));

/** Called when the visitor of a locked request has written. A person who has gone has as long to come as any other. */
export async function expectReply(tx: Tx, handover: LockedHandover): Promise<void> {
  if (await isGone(tx, handover)) await expectPerson(tx, handover, { isPostponed: false });
}

/** Returns whether the visitor had the last word, and the person has gone. */
async function isLeftAlone(tx: Tx, handover: LockedHandover): Promise<boolean> {
  if (!(await isGone(tx, handover))) return false;
  const { rows } = await tx.execute<{ author: string }>(
    sql`select author from talk_messages where account_id = ${handover.accountId}::uuid
          and conversation_id = ${handover.conversationId}::uuid and author in ('visitor', 'person')
        order by seq desc limit 1`,
  );
  return rows[0]?.author === 'visitor';
}

/** Throws `ApiError` `handover_off`. */
async function requireOn(tx: Tx, { accountId }: Tenant, contextId: string): Promise<void> {
  const { rows } = await tx.execute(
    sql`select from contexts where account_id = ${accountId}::uuid and id = ${contextId}::uuid
        and (handover ->> 'isOn')::boolean`,
  );
  if (rows.length === 0) throw new ApiError('handover_off');
}

/**
 * Gives a conversation to a person: one that waits, one whose person has gone, or one that nobody asked for. Taking one's
 * own again changes nothing. Throws `ApiError` `not_found`; `already_taken` if another person is there; `handover_off` if
 * nobody asked for it where visitors talk to no person.
 */
export function take(db: Db, owner: Tenant, conversationId: string, by: Server): Promise<void> {
  return transition(db, owner, conversationId, async (tx) => {
    const { contextId } = await lockConversation(tx, owner, conversationId);
    const newest = await lockNewest(tx, owner, conversationId);
    const { accountId } = owner;
    if (!newest || !isOpenState(newest.state)) {
      await requireOn(tx, owner, contextId);
      const opened = await open(tx, { accountId, contextId, conversationId, state: 'taken', reason: 'opened', by });
      await writeAudit(tx, by, 'inbox_take', { subject: opened.protocol, detail: { id: conversationId } });
      return;
    }
    if (newest.state === 'taken') {
      if (newest.userId === by.userId) return;
      if (!(await isGone(tx, newest))) throw new ApiError('already_taken', { values: { person: newest.userName } });
    }
    const detail = { id: conversationId, ...(newest.state === 'taken' && { from: newest.userName }) };
    await moveTo(tx, newest, { state: 'taken', by, set: sql`taken_at = coalesce(taken_at, now())` });
    await writeAudit(tx, by, 'inbox_take', { subject: newest.protocol, detail });
  });
}

interface Move {
  state: HandoverState;
  /** Who has it from now on. Absent if that stays. */
  by?: { userId: string; name: string } | null;
  set?: SQL;
}

/** Moves a locked request to a state, with the message that marks it. */
async function moveTo(tx: Tx, handover: LockedHandover, { state, by, set }: Move): Promise<void> {
  handover.state = state;
  if (by !== undefined) Object.assign(handover, { userId: by?.userId ?? null, userName: by?.name ?? null });
  const ended = isOpenState(state) ? sql`` : sql`, ended_at = now()`;
  const person = sql`user_id = ${handover.userId}::uuid, user_name = ${handover.userName}`;
  await change(tx, handover, sql`state = ${state}, ${person}${ended}${set ? sql`, ${set}` : sql``}`);
  await append(tx, handover, { author: 'system', text: state, userName: handover.userName });
  await recordState(tx, handover);
}

/**
 * Locks the conversation that a person has. Throws `ApiError` `not_found`; `not_yours` if nobody or another person has
 * it.
 */
export async function lockOwn(
  tx: Tx,
  owner: Tenant,
  conversationId: string,
  { userId }: Server,
): Promise<LockedHandover> {
  const newest = await lockNewest(tx, owner, conversationId);
  if (!newest) throw notFound();
  if (newest.state !== 'taken' || newest.userId !== userId) throw new ApiError('not_yours');
  return newest;
}

/** Gives a conversation back to the assistant. Throws the errors of `lockOwn`. */
export function giveBack(db: Db, owner: Tenant, conversationId: string, by: Server): Promise<void> {
  return transition(db, owner, conversationId, async (tx) => {
    const handover = await lockOwn(tx, owner, conversationId, by);
    await moveTo(tx, handover, { state: 'returned' });
    await writeAudit(tx, by, 'inbox_return', { subject: handover.protocol, detail: { id: conversationId } });
  });
}

/** Ends a conversation. Throws the errors of `lockOwn`. */
export function close(db: Db, owner: Tenant, conversationId: string, by: Server, reason: string): Promise<void> {
  return transition(db, owner, conversationId, async (tx) => {
    const handover = await lockOwn(tx, owner, conversationId, by);
    await moveTo(tx, handover, { state: 'closed', set: sql`close_reason = ${reason}` });
    await writeAudit(tx, by, 'inbox_close', { subject: handover.protocol, detail: { id: conversationId, reason } });
  });
}

/** Gives a conversation to a colleague, or back to the queue with null. Throws the errors of `lockOwn`. */
export function transfer(
  db: Db,
  owner: Tenant,
  conversationId: string,
  by: Server,
  to: { userId: string; name: string } | null,
): Promise<void> {
  return transition(db, owner, conversationId, async (tx) => {
    const handover = await lockOwn(tx, owner, conversationId, by);
    await moveTo(tx, handover, to ? { state: 'taken', by: to } : { state: 'waiting', by: null });
    if (!to) await expectPerson(tx, handover);
    const detail = { id: conversationId, to: to?.name ?? null };
    await writeAudit(tx, by, 'inbox_transfer', { subject: handover.protocol, detail });
  });
}

/** Ends what the visitor no longer wants: the wait, or the talk. The assistant answers again. */
export function leave(db: Db, owner: Tenant, conversationId: string): Promise<void> {
  return transition(db, owner, conversationId, async (tx) => {
    const newest = await lockNewest(tx, owner, conversationId);
    if (!newest || !isOpenState(newest.state)) return;
    const isWaiting = newest.state === 'waiting';
    await moveTo(tx, newest, { state: isWaiting ? 'cancelled' : 'returned' });
    const detail = { id: conversationId };
    const action = isWaiting ? 'inbox_cancel' : 'inbox_leave';
    await writeAudit(tx, { accountId: owner.accountId }, action, { subject: newest.protocol, detail });
  });
}

/**
 * Ends a wait that nobody answered, or a talk whose person has gone and left the visitor without an answer. `finish` gets
 * what was ended, in the same transaction.
 */
export async function miss(
  db: Db,
  owner: Tenant,
  handoverId: string,
  finish: (tx: Tx, missed: LockedHandover | null) => Promise<void>,
): Promise<void> {
  const conversationId = await withTenant(db, owner, async (tx) => {
    const { rows } = await tx.execute<{ conversationId: string }>(
      sql`select conversation_id as "conversationId" from handovers
          where account_id = ${owner.accountId}::uuid and id = ${handoverId}::uuid`,
    );
    const id = rows[0]?.conversationId;
    const newest = id === undefined ? undefined : await lockNewest(tx, owner, id);
    const isMissed = newest?.id === handoverId && (newest.state === 'waiting' || (await isLeftAlone(tx, newest)));
    if (isMissed) {
      await moveTo(tx, newest, { state: 'missed' });
      await writeAudit(tx, { accountId: owner.accountId }, 'inbox_miss', { subject: newest.protocol, detail: { id } });
    }
    await finish(tx, isMissed ? newest : null);
    return id;
  });
  if (conversationId) newsOf(db).tell(owner.accountId, conversationId);
}
