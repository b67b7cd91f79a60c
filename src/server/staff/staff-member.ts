import { sql } from 'drizzle-orm';
import type { AuditContext } from '../audit/write-audit.ts';
import type { Tx } from '../db/tenant.ts';

/** A `Member` (http/access.ts) satisfies it. */
export interface StaffMember extends AuditContext {
  userId: string;
  ip: string;
}

/** In a customer's account: an actor, but no user of it. */
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
