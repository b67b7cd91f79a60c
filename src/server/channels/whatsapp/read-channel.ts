import { and, eq, getTableColumns } from 'drizzle-orm';
import type { ChannelRow } from '../../db/platform.ts';
import { channelContacts, channels } from '../../db/schema/channels.ts';
import { type Db, type Tenant, withTenant } from '../../db/tenant.ts';

/** Returns the channel of a contact; undefined if either is gone. */
export async function channelOf(
  db: Db,
  owner: Tenant,
  { contactId }: { contactId: string },
): Promise<ChannelRow | undefined> {
  const [row] = await withTenant(db, owner, (tx) =>
    tx
      .select(getTableColumns(channels))
      .from(channels)
      .innerJoin(
        channelContacts,
        and(eq(channelContacts.accountId, channels.accountId), eq(channelContacts.channelId, channels.id)),
      )
      .where(and(eq(channels.accountId, owner.accountId), eq(channelContacts.id, contactId))),
  );
  return row;
}
