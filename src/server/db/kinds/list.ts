import { jsonb } from 'drizzle-orm/pg-core';
import type { StoredKind } from '../stored-kind.ts';

export const kind: StoredKind = {
  column: (name) => jsonb(name),
  cell: (items) =>
    (items as object[])
      .map((item) =>
        Object.values(item)
          .filter((value) => value !== null)
          .map(String)
          .join(', '),
      )
      .join('; '),
};
