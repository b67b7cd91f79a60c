import { eq, sql } from 'drizzle-orm';
import { isOpenState, type TalkMessage } from '../../../shared/handover.ts';
import { handovers } from '../../db/schema/handover.ts';
import { type Db, type Tenant, withTenant } from '../../db/tenant.ts';
import { ApiError, notFound } from '../../runtime/api-error.ts';
import { newsOf } from './news.ts';
import { expectReply, lockOwn, type Server, transition } from './states.ts';
import { append, change, lockNewest } from './talk.ts';

interface Written {
  id: string;
  text: string;
}

/**
 * Stores what a visitor writes while a person is called or there. Sending the same id again changes nothing. Throws
 * `ApiError` `talk_over` if nobody is called any more.
 */
export function writeAsVisitor(
  db: Db,
  owner: Tenant,
  conversationId: string,
  { id, text }: Written,
): Promise<TalkMessage> {
  return transition(db, owner, conversationId, async (tx) => {
    const newest = await lockNewest(tx, owner, conversationId);
    if (!newest || !isOpenState(newest.state)) throw new ApiError('talk_over');
    const written = await append(tx, newest, { id, text, author: 'visitor' });
    await expectReply(tx, newest);
    return written;
  });
}

/**
 * Stores what a person writes to the visitor, or as a note that the visitor never sees. Sending the same id again
 * changes nothing. Throws `ApiError` `not_found`; `not_yours` if the person does not have the conversation.
 */
export function writeAsPerson(
  db: Db,
  owner: Tenant,
  conversationId: string,
  by: Server,
  { id, text, isNote }: Written & { isNote: boolean },
): Promise<TalkMessage> {
  return transition(db, owner, conversationId, async (tx) => {
    const handover = await lockOwn(tx, owner, conversationId, by);
    const { userId, name: userName } = by;
    const written = await append(tx, handover, { id, text, author: isNote ? 'note' : 'person', userId, userName });
    if (!isNote) {
      await tx
        .update(handovers)
        .set({ firstReplyAt: sql`coalesce(first_reply_at, now())`, personReadTo: written.seq })
        .where(sql`account_id = ${owner.accountId}::uuid and ${eq(handovers.id, handover.id)}`);
    }
    return written;
  });
}

/**
 * Notes how far one side has read, or that it is typing: the visitor, or the person `by`. What nobody needs any more, and
 * signs of people who do not have the conversation, are ignored. Throws `ApiError` `not_found`.
 */
export async function noteSign(
  db: Db,
  owner: Tenant,
  conversationId: string,
  by: 'visitor' | { userId: string },
  sign: { readTo: number } | 'typing',
): Promise<void> {
  const side = by === 'visitor' ? 'visitor' : 'person';
  const isChanged = await withTenant(db, owner, async (tx) => {
    const newest = await lockNewest(tx, owner, conversationId);
    if (!newest) throw notFound();
    if (by !== 'visitor' && newest.userId !== by.userId) return false;
    if (sign === 'typing') {
      if (!isOpenState(newest.state)) return false;
      await change(tx, newest, side === 'visitor' ? sql`visitor_typing_at = now()` : sql`person_typing_at = now()`);
      return true;
    }
    const column = side === 'visitor' ? sql`visitor_read_to` : sql`person_read_to`;
    const readTo = Math.min(sign.readTo, newest.lastSeq);
    await change(tx, newest, sql`${column} = greatest(${column}, ${readTo})`);
    return true;
  });
  if (isChanged) newsOf(db).tell(owner.accountId, conversationId);
}

/** Stores whether a talk helped, as the visitor says at its end. Throws `ApiError` `not_found`. */
export async function rateTalk(db: Db, owner: Tenant, conversationId: string, helped: boolean): Promise<void> {
  await withTenant(db, owner, async (tx) => {
    const newest = await lockNewest(tx, owner, conversationId);
    if (!newest) throw notFound();
    await change(tx, newest, sql`helped = ${helped}`);
  });
}
