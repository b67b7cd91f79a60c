import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { writeAudit } from '../../audit/write-audit.ts';
import { visitorMessages } from '../../db/schema/chat.ts';
import { type Db, type Tenant, withTenant } from '../../db/tenant.ts';
import { deleteEventsStatement } from '../../outgoing-webhooks/record-event.ts';
import { rowsOf } from '../../resource/scope.ts';
import { notFound } from '../../runtime/api-error.ts';
import { nameOf, type Saver } from '../appearance/versions.ts';
import { messagesSource } from './messages-source.ts';

/** Or opens it again; one that already has the state stays as it is. Throws `ApiError` `not_found`. */
export async function setAnswered(
  db: Db,
  tenant: Tenant,
  id: string,
  { isAnswered, by }: { isAnswered: boolean; by: Saver },
): Promise<void> {
  const status = isAnswered ? 'answered' : 'open';
  const one = and(rowsOf(messagesSource, tenant), eq(visitorMessages.id, id));
  await withTenant(db, tenant, async (tx) => {
    // Reads without a lock, because the audit log would record a lock as a change.
    const [found] = await tx.select({ status: visitorMessages.status }).from(visitorMessages).where(one);
    if (!found) throw notFound();
    if (found.status === status) return;
    const answer = isAnswered
      ? { answeredAt: sql`now()`, answeredBy: await nameOf(tx, tenant, by) }
      : { answeredAt: null, answeredBy: null };
    await tx
      .update(visitorMessages)
      .set({ status, ...answer })
      .where(and(one, ne(visitorMessages.status, status)));
  });
}

/** Throws `ApiError` `not_found`. */
export async function deleteMessage(db: Db, tenant: Tenant, id: string, by: Saver): Promise<void> {
  if ((await deleteMessages(db, tenant, [id], by)) === 0) throw notFound();
}

/** Returns their number. The audit entries do not name the visitors. */
export function deleteMessages(db: Db, tenant: Tenant, ids: readonly string[], by: Saver): Promise<number> {
  return withTenant(db, tenant, async (tx) => {
    const deleted = await tx
      .delete(visitorMessages)
      .where(and(rowsOf(messagesSource, tenant), inArray(visitorMessages.id, [...ids])))
      .returning({ id: visitorMessages.id });
    if (deleted.length === 0) return 0;
    const causes = sql.join(
      deleted.map(({ id }) => sql`(${id}::text)`),
      sql`, `,
    );
    await tx.execute(deleteEventsStatement(tenant.accountId, 'message.left', sql`values ${causes}`));
    for (const { id } of deleted) await writeAudit(tx, by, 'visitor-messages_delete', { detail: { id } });
    return deleted.length;
  });
}
