import type { SQL } from 'drizzle-orm';
import type { PgColumnBuilderBase } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type { Field } from '../../../resources/kit/field.ts';

export interface StoredKind {
  /** Absent if the value is in another table. */
  readonly column?: (name: string, field: Field) => PgColumnBuilderBase;
  /** The schema of a value, or of an end of a range, in a query string; absent if lists are not filtered by the kind. */
  readonly query?: (field: Field) => z.ZodType;
  /** For a value of the query string; itself by default. */
  readonly compared?: (value: unknown) => unknown;
  /** Whether a computed number has room in the column; absent for kinds that are no numbers. */
  readonly fits?: (number: SQL, field: Field) => SQL;
  /** From what the driver read; itself by default. Not called for null. */
  readonly toJson?: (value: unknown) => unknown;
  /** For a table, from what `toJson` returned; a text by default. `optionText` labels a value of a choice, also of an item's. */
  readonly cell?: (
    value: unknown,
    optionText: (option: string, item?: string) => string,
    field: Field,
  ) => string | number;
}
