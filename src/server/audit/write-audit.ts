import { sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { AuditAction } from '../../shared/audit.ts';
import { callRecord } from '../db/call-record.ts';
import type { Tx } from '../db/tenant.ts';

/** By whom, in whose place, and from where; a member of a call is one (http/access.ts). */
export interface AuditContext {
  accountId: string;
  userId?: string | null;
  /** The staff user who works in that one's place. */
  actor?: { id: string; name: string } | null;
  ip?: string | null;
}

export interface AuditEvent {
  /** What it was done to, in words that a person knows: an e-mail, a plan's name. */
  subject?: string | null;
  detail?: Record<string, unknown>;
}

/**
 * Writes an entry of the audit log, in the transaction of what it tells: the one is never kept without the other. Name and
 * role are those of the moment. A call that writes one is recorded by it.
 */
export async function writeAudit(
  tx: Tx,
  trace: AuditContext,
  action: AuditAction,
  deed: AuditEvent = {},
): Promise<void> {
  const record = callRecord.getStore();
  if (record) record.isWritten = true;
  const { accountId, userId = null, actor, ip = null } = trace;
  const { subject = null, detail = {} } = deed;
  const own = sql`from users where account_id = ${accountId} and id = ${userId}`;
  await tx.execute(sql`
    insert into audit_entries (account_id, id, action, user_id, user_name, user_role, actor_id, actor_name, subject, detail, ip)
    values (${accountId}, ${uuidv7()}, ${action}, ${userId}, (select name ${own}), (select role ${own}),
      ${actor?.id ?? null}, ${actor?.name ?? null}, ${subject}, ${JSON.stringify(detail)}::jsonb, ${ip})`);
}
