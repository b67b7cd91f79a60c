import { sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { AuditAction } from '../../shared/audit.ts';
import { callRecord } from '../db/call-record.ts';
import type { Tx } from '../db/tenant.ts';
import { t } from '../runtime/translate.ts';

/** A `Member` (http/access.ts) satisfies it. */
export interface AuditContext {
  accountId: string;
  userId?: string | null;
  /** Staff who impersonate the user. */
  actor?: { id: string; name: string } | null;
  /** Named instead of the user. */
  apiKey?: { id: string; name: string; role: string } | null;
  ip?: string | null;
}

export interface AuditEvent {
  subject?: string | null;
  detail?: Record<string, unknown>;
}

export const apiKeyName = ({ name }: { name: string }): string => t('audit.apiKey', { name });

/** In the change's transaction: neither exists without the other. Marks the request as recorded. */
export async function writeAudit(
  tx: Tx,
  context: AuditContext,
  action: AuditAction,
  event: AuditEvent = {},
): Promise<void> {
  const record = callRecord.getStore();
  if (record) record.isWritten = true;
  const { accountId, userId = null, actor, apiKey, ip = null } = context;
  const { subject = null, detail = {} } = event;
  const own = sql`from users where account_id = ${accountId} and id = ${userId}`;
  const actorName = apiKey
    ? sql`${apiKey.id}, ${apiKeyName(apiKey)}, ${apiKey.role}`
    : sql`${userId}, (select name ${own}), (select role ${own})`;
  await tx.execute(sql`
    insert into audit_entries (account_id, id, action, user_id, user_name, user_role, actor_id, actor_name, subject, detail, ip)
    values (${accountId}, ${uuidv7()}, ${action}, ${actorName}, ${actor?.id ?? null}, ${actor?.name ?? null}, ${subject}, ${JSON.stringify(detail)}::jsonb, ${ip})`);
}
