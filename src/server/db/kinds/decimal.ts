import { sql } from 'drizzle-orm';
import { numeric } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { StoredKind } from '../stored-kind.ts';

/** JavaScript's numbers hold them exactly. */
const PRECISION = 15;

export const kind: StoredKind = {
  column: (name, { scale = 0 }) => numeric(name, { precision: PRECISION, scale, mode: 'number' }),
  fits: (number, { scale = 0 }) => sql`abs(round(${number}, ${scale}::int)) < ${10 ** (PRECISION - scale)}::numeric`,
  query: () => z.coerce.number(),
  compared: (value) => sql`${value}::numeric`,
  // The driver returns it as a text.
  toJson: Number,
  cell: Number,
};
