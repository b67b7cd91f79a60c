import { jsonb } from 'drizzle-orm/pg-core';
import type { StoredKind } from '../stored-kind.ts';

export const kind: StoredKind = { column: (name) => jsonb(name) };
