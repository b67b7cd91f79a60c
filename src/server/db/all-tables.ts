import { is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { derivedTables } from './derived-tables.ts';
import * as billing from './schema/billing.ts';
import * as chat from './schema/chat.ts';
import * as identity from './schema/identity.ts';
import * as insight from './schema/insight.ts';
import * as knowledge from './schema/knowledge.ts';
import * as outgoingWebhooks from './schema/outgoing-webhooks.ts';
import * as platform from './schema/platform.ts';

/** Every table of the database, including those derived from resource declarations. */
export const allTables: readonly PgTable[] = [
  ...[identity, knowledge, chat, billing, insight, platform, outgoingWebhooks, derivedTables],
]
  .flatMap((module): unknown[] => Object.values(module))
  .filter((value): value is PgTable => is(value, PgTable));
