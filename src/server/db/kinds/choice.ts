import { text } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { StoredKind } from '../stored-kind.ts';

export const kind: StoredKind = {
  column: (name) => text(name),
  query: ({ options = [] }) => z.enum(options),
  cell: (value, optionText) => optionText(String(value)),
};
