import { jsonb } from 'drizzle-orm/pg-core';
import type { StoredKind } from '../stored-kind.ts';

type Item = Readonly<Record<string, unknown>>;

export const kind: StoredKind = {
  column: (name) => jsonb(name),
  // In the order of the declaration: PostgreSQL does not keep that of the value.
  cell: (values, optionText, { items = {} }) =>
    (values as Item[])
      .map((value) =>
        Object.entries(items)
          .flatMap(([name, { options, kind: of }]) => {
            const part = value[name];
            if (part === null || part === undefined) return [];
            return options || of === 'toggle' ? optionText(String(part), name) : String(part);
          })
          .join(', '),
      )
      .join('; '),
};
