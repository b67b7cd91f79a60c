import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { type Trace, writeAudit } from '../audit/write-audit.ts';
import { conversations } from '../db/tables.ts';
import { type Db, type Tenant, withTenant } from '../db/tenant.ts';
import { notFound } from '../refusal.ts';
import { droppingWords, forgetting, wordsOf } from './roll-up.ts';

/** The conversations that a member may be shown. */
const within = ({ accountId, contextIds }: Tenant) =>
  and(
    eq(conversations.accountId, accountId),
    contextIds === 'all' ? undefined : inArray(conversations.contextId, [...contextIds]),
  );

/**
 * Erases all conversations of the visitor behind one of them, with what was said, in every context of the account: who
 * asks to be forgotten is forgotten everywhere. One whose device sent no token is all that is known of its visitor. What
 * the answers cost stays, it names nobody. Answers how many conversations are gone.
 * @throws Refusal `not_found`.
 */
export async function eraseVisitor(db: Db, tenant: Tenant, trace: Trace, conversationId: string): Promise<number> {
  const { accountId } = tenant;
  return withTenant(db, tenant, async (tx) => {
    const [one] = await tx
      .select({ visitorHash: conversations.visitorHash })
      .from(conversations)
      .where(and(within(tenant), eq(conversations.id, conversationId)));
    if (!one) throw notFound();
    const theirs =
      one.visitorHash === null ? eq(conversations.id, conversationId) : eq(conversations.visitorHash, one.visitorHash);
    const ids = await tx
      .select({ id: conversations.id })
      .from(conversations)
      .where(and(eq(conversations.accountId, accountId), theirs))
      .orderBy(asc(conversations.id))
      .for('update');
    if (ids.length === 0) throw notFound();
    const which = sql`c.account_id = ${accountId} and c.id in ${ids.map(({ id }) => id)}`;
    for (const statement of forgetting(which)) await tx.execute(statement);
    const words = await tx.execute<{ word: string }>(wordsOf(which));
    const erased = await tx
      .delete(conversations)
      .where(
        and(
          eq(conversations.accountId, accountId),
          inArray(
            conversations.id,
            ids.map(({ id }) => id),
          ),
        ),
      )
      .returning({ id: conversations.id });
    await tx.execute(
      droppingWords(
        accountId,
        words.rows.map(({ word }) => word),
      ),
    );
    await writeAudit(tx, trace, 'visitor_erased', { detail: { conversations: erased.length } });
    return erased.length;
  });
}
