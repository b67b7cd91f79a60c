import { sql } from 'drizzle-orm';
import { integer } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { StoredKind } from '../stored-kind.ts';

export const kind: StoredKind = {
  column: (name) => integer(name),
  fits: (number) => sql`round(${number}) between -2147483648 and 2147483647`,
  query: () => z.coerce.number().pipe(z.int32()),
  cell: Number,
};
