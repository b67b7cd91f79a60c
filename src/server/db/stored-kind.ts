import type { PgColumnBuilderBase } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type { Field } from '../../../resources/kit/field.ts';

/** How the database stores a kind of field, and how lists are filtered by it. */
export interface StoredKind {
  /** Absent if the value is in another table. */
  readonly column?: (name: string, field: Field) => PgColumnBuilderBase;
  /** The schema of a value, or of an end of a range, in a query string; absent if lists are not filtered by the kind. */
  readonly query?: (field: Field) => z.ZodType;
  /** Returns what a value of the query string is compared with; itself by default. */
  readonly compared?: (value: unknown) => unknown;
  /** Returns the value of the API, from the one that the driver read; itself by default. Not called for null. */
  readonly toJson?: (value: unknown) => unknown;
}
