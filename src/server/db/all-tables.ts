import { is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { derivedTables, filesTables } from './derived-tables.ts';
import * as billing from './schema/billing.ts';
import * as channels from './schema/channels.ts';
import * as chat from './schema/chat.ts';
import * as handover from './schema/handover.ts';
import * as identity from './schema/identity.ts';
import * as insight from './schema/insight.ts';
import * as knowledge from './schema/knowledge.ts';
import * as outgoingWebhooks from './schema/outgoing-webhooks.ts';
import * as platform from './schema/platform.ts';

const tablesIn = (module: object) => Object.values(module).filter((value): value is PgTable => is(value, PgTable));

/** By the declaring file; `derived` follow from resource declarations. */
export const tableGroups: Readonly<Record<string, readonly PgTable[]>> = {
  identity: tablesIn(identity),
  knowledge: tablesIn(knowledge),
  chat: tablesIn(chat),
  handover: tablesIn(handover),
  channels: tablesIn(channels),
  billing: tablesIn(billing),
  insight: tablesIn(insight),
  platform: tablesIn(platform),
  'outgoing-webhooks': tablesIn(outgoingWebhooks),
  derived: [...tablesIn(derivedTables), ...tablesIn(filesTables)],
};

export const allTables: readonly PgTable[] = Object.values(tableGroups).flat();
