import { jsonb } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { StoredKind } from '../stored-kind.ts';

export const kind: StoredKind = {
  column: (name) => jsonb(name),
  query: ({ options = [] }) => z.enum(options),
  cell: (values, optionText) => (values as string[]).map((value) => optionText(value)).join(', '),
};
