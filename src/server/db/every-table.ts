import { is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import * as billing from './billing-tables.ts';
import * as chat from './chat-tables.ts';
import { derivedTables } from './derived-tables.ts';
import * as insight from './insight-tables.ts';
import * as knowledge from './knowledge-tables.ts';
import * as tables from './tables.ts';

/** Every table of the database, those that the engine derives among them. */
export const everyTable: readonly PgTable[] = [tables, knowledge, chat, billing, insight, derivedTables]
  .flatMap((module): unknown[] => Object.values(module))
  .filter((value): value is PgTable => is(value, PgTable));
