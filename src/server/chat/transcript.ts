import { and, asc, eq, sql } from 'drizzle-orm';
import type { Exchange, Source } from '../../shared/chat-protocol.ts';
import { chargeAnswer } from '../billing/credits.ts';
import { conversations, messages } from '../db/tables.ts';
import { type Db, type Tenant, withTenant } from '../db/tenant.ts';
import { notFound } from '../refusal.ts';
import { digest, isSameDigest } from '../secrets.ts';

export type ConversationType = 'widget' | 'preview' | 'demo';
export type StoredExchange = Omit<Exchange, 'links'> & { model: string };

interface Asked {
  tenant: Tenant;
  contextId: string;
  conversationId: string;
  visitorToken?: string;
}

const at = (accountId: string, id: string) => and(eq(conversations.accountId, accountId), eq(conversations.id, id));

/** A conversation belongs to whoever holds its token; one begun without a token to whoever knows its id. */
function isOwn(visitorHash: string | null, visitorToken: string | undefined): boolean {
  if (visitorHash === null) return true;
  return visitorToken !== undefined && isSameDigest(visitorHash, digest(visitorToken));
}

/** @throws Refusal `not_found` for a conversation of another visitor or context as for an absent one. */
export async function openConversation(db: Db, { tenant, contextId, conversationId, visitorToken }: Asked) {
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

const toExchange = ({ id, question, answer, grounded, sources, model, createdAt }: typeof messages.$inferSelect) => ({
  ...{ id, question, answer, grounded, sources, model },
  createdAt: createdAt.toISOString(),
});

/** The exchanges of a conversation, the oldest first. */
export async function readExchanges(db: Db, tenant: Tenant, conversationId: string): Promise<StoredExchange[]> {
  const rows = await withTenant(db, tenant, (tx) =>
    tx
      .select()
      .from(messages)
      .where(and(eq(messages.accountId, tenant.accountId), eq(messages.conversationId, conversationId)))
      .orderBy(asc(messages.createdAt), asc(messages.id)),
  );
  return rows.map(toExchange);
}

export async function findExchange(
  db: Db,
  tenant: Tenant,
  conversationId: string,
  messageId: string,
): Promise<StoredExchange | null> {
  const all = await withTenant(db, tenant, (tx) =>
    tx
      .select()
      .from(messages)
      .where(
        and(
          eq(messages.accountId, tenant.accountId),
          eq(messages.conversationId, conversationId),
          eq(messages.id, messageId),
        ),
      ),
  );
  return all[0] ? toExchange(all[0]) : null;
}

export interface Answered {
  contextId: string;
  conversationId: string;
  messageId: string;
  type: ConversationType;
  visitorToken?: string;
  question: string;
  answer: string;
  grounded: boolean;
  model: string;
  tokens: number;
  /** Thousandths of a credit. */
  cost: number;
  sources: Source[];
}

/** Stores an exchange with its charge, once: asked again under the same id, nothing changes. */
export async function storeExchange(db: Db, tenant: Tenant, answered: Answered): Promise<void> {
  const { accountId } = tenant;
  const { contextId, conversationId, messageId, type, visitorToken, question, cost, tokens } = answered;
  const { answer, grounded, model, sources } = answered;
  await withTenant(db, tenant, async (tx) => {
    await tx
      .insert(conversations)
      .values({
        accountId,
        id: conversationId,
        contextId,
        type,
        visitorHash: visitorToken === undefined ? null : digest(visitorToken),
        firstQuestion: question.slice(0, 255),
      })
      .onConflictDoNothing();
    const stored = await tx
      .insert(messages)
      .values({ accountId, conversationId, id: messageId, question, answer, grounded, model, tokens, sources })
      .onConflictDoNothing()
      .returning({ id: messages.id });
    if (stored.length === 0) return;
    await tx
      .update(conversations)
      .set({
        interactions: sql`${conversations.interactions} + 1`,
        totalTokens: sql`${conversations.totalTokens} + ${tokens}`,
        lastAt: new Date(),
      })
      .where(at(accountId, conversationId));
    if (cost > 0) await chargeAnswer(tx, { accountId, contextId, messageId, cost });
  });
}

/** What a visitor says of an answer. @throws Refusal `not_found`. */
export async function rateExchange(db: Db, asked: Asked, messageId: string, rating: 'up' | 'down'): Promise<void> {
  await openConversation(db, asked);
  const { tenant, conversationId } = asked;
  const rated = await withTenant(db, tenant, (tx) =>
    tx
      .update(messages)
      .set({ rating })
      .where(
        and(
          eq(messages.accountId, tenant.accountId),
          eq(messages.conversationId, conversationId),
          eq(messages.id, messageId),
        ),
      )
      .returning({ id: messages.id }),
  );
  if (rated.length === 0) throw notFound();
}

/** Whether the conversation helped, as its visitor says at the end. */
export async function endConversation(db: Db, asked: Asked, satisfied: boolean): Promise<void> {
  await openConversation(db, asked);
  await withTenant(db, asked.tenant, (tx) =>
    tx.update(conversations).set({ satisfied }).where(at(asked.tenant.accountId, asked.conversationId)),
  );
}
