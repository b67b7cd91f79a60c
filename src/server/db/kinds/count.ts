import { integer } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { StoredKind } from '../stored-kind.ts';

export const kind: StoredKind = {
  column: (name) => integer(name),
  query: () => z.coerce.number().pipe(z.int32()),
  cell: Number,
};
