import { and, eq, sql } from 'drizzle-orm';
import type { SilencedContacts } from '../../shared/channel-checks.ts';
import { isoMoment } from '../db/iso-moment.ts';
import { channelContacts } from '../db/schema/channels.ts';
import { type Db, readTenant, type Tenant, withTenant } from '../db/tenant.ts';
import { notFound } from '../runtime/api-error.ts';
import { readChannel } from './channels.ts';

const LIST_MAX = 200;

/** Returns the visitors to whom the assistant does not speak, and why. Throws `ApiError` `not_found`. */
export async function listSilenced(db: Db, tenant: Tenant, channelId: string): Promise<SilencedContacts> {
  await withTenant(db, tenant, (tx) => readChannel(tx, tenant, channelId));
  const data = await readTenant<SilencedContacts['data'][number]>(
    db,
    tenant,
    sql`select id, name, peer, conversation_id as "conversationId",
          case when stopped_at is not null then 'stopped' else 'phone' end as reason,
          case when stopped_at is null then ${isoMoment(sql`silent_until`)} end as until
        from channel_contacts
        where account_id = ${tenant.accountId}::uuid and channel_id = ${channelId}::uuid
          and (silent_until > now() or stopped_at is not null)
        order by greatest(silent_until, stopped_at) desc limit ${LIST_MAX}`,
  );
  return { data };
}

/**
 * Lets the assistant speak again to a visitor whom somebody answered from the phone. A visitor who asked for no more
 * messages stays alone. Throws `ApiError` `not_found`.
 */
export async function letSpeak(db: Db, tenant: Tenant, channelId: string, contactId: string): Promise<void> {
  await withTenant(db, tenant, async (tx) => {
    await readChannel(tx, tenant, channelId);
    const c = channelContacts;
    const changed = await tx
      .update(c)
      .set({ silentUntil: null })
      .where(and(eq(c.accountId, tenant.accountId), eq(c.channelId, channelId), eq(c.id, contactId)))
      .returning({ id: c.id });
    if (changed.length === 0) throw notFound();
  });
}
