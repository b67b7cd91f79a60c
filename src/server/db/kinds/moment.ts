import { sql } from 'drizzle-orm';
import { timestamp } from 'drizzle-orm/pg-core';
import { momentOrDay } from '../../../../resources/kit/schema.ts';
import { shortMoment } from '../../runtime/calendar.ts';
import type { StoredKind } from '../stored-kind.ts';

export const kind: StoredKind = {
  // As the API transmits it: a string.
  column: (name) => timestamp(name, { withTimezone: true, precision: 3, mode: 'string' }),
  query: momentOrDay,
  compared: (value) => sql`${new Date(String(value)).toISOString()}::timestamptz`,
  // A date or, within a transaction, a text of PostgreSQL. `infinity` is a number.
  toJson: (value) => (typeof value === 'string' || value instanceof Date ? new Date(value).toISOString() : value),
  cell: (value) => (typeof value === 'string' ? shortMoment(new Date(value)) : String(value)),
};
