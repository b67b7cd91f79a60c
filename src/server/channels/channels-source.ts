import { sql } from 'drizzle-orm';
import { channels as resource } from '../../../resources/channels.ts';
import { channels } from '../db/schema/channels.ts';
import { defineSource } from '../resource/source.ts';

/** Stands for a stored secret; its last characters follow. */
export const MASK = '••••';

const state = sql`case when not ${channels.isOn} then 'off' when ${channels.problem} is not null then ${channels.problem}
  when ${channels.receivedAt} is null then 'new' else 'active' end`;

export const channelsSource = defineSource(resource, {
  table: channels,
  accountId: channels.accountId,
  id: channels.id,
  contextId: channels.contextId,
  fields: {
    name: channels.name,
    phone: channels.phone,
    phoneNumberId: channels.phoneNumberId,
    wabaId: channels.wabaId,
    accessToken: sql`${MASK}::text || ${channels.tokenEnding}`,
    appSecret: sql`${MASK}::text || ${channels.secretEnding}`,
    verifyToken: channels.verifyToken,
    silentHours: channels.silentHours,
    isOn: channels.isOn,
    state,
    verifiedAt: channels.verifiedAt,
    receivedAt: channels.receivedAt,
    createdAt: channels.createdAt,
  },
});
