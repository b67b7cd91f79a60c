import { sql } from 'drizzle-orm';
import type { AuditContext } from '../audit/write-audit.ts';
import type { Tx } from '../db/tenant.ts';

/** A staff user at work; a member of a call is one (http/access.ts). */
export interface StaffMember extends AuditContext {
  userId: string;
  sessionId: string;
  ip: string;
}

/** The trace that a staff user leaves in a customer's account: nobody of it did this, he did. */
export async function auditContextIn(
  tx: Tx,
  accountId: string,
  { accountId: own, userId, ip }: StaffMember,
): Promise<AuditContext> {
  const { rows } = await tx.execute<{ name: string }>(
    sql`select name from users where account_id = ${own} and id = ${userId}`,
  );
  return { accountId, actor: { id: userId, name: rows[0]?.name ?? '' }, ip };
}
