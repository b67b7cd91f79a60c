import { uuid } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { StoredKind } from '../stored-kind.ts';

export const kind: StoredKind = { column: (name) => uuid(name), query: () => z.uuid() };
