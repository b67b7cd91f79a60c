import { sql } from 'drizzle-orm';
import { channels as resource } from '../../../resources/channels.ts';
import { MASK } from '../../shared/constants.ts';
import { channels } from '../db/schema/channels.ts';
import { defineSource } from '../resource/source.ts';

const state = sql`case when not ${channels.isOn} then 'off' when ${channels.problem} is not null then ${channels.problem}
  when ${channels.receivedAt} is null then 'new' else 'active' end`;

export const channelsSource = defineSource(resource, {
  table: channels,
  fields: {
    accessToken: sql`${MASK}::text || ${channels.tokenEnding}`,
    appSecret: sql`${MASK}::text || ${channels.secretEnding}`,
    state,
  },
});
