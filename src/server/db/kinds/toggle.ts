import { boolean } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { StoredKind } from '../stored-kind.ts';

export const kind: StoredKind = {
  column: (name) => boolean(name),
  query: () => z.enum(['true', 'false']),
  compared: (value) => value === 'true',
  cell: (value, optionText) => optionText(String(value)),
};
