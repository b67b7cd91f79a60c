import { sql } from 'drizzle-orm';
import { date } from 'drizzle-orm/pg-core';
import { dayInput } from '../../../../resources/kit/schema.ts';
import type { StoredKind } from '../stored-kind.ts';

export const kind: StoredKind = {
  column: (name) => date(name, { mode: 'string' }),
  query: dayInput,
  compared: (value) => sql`${value}::date`,
  cell: (value) => String(value).split('-').reverse().join('/'),
};
