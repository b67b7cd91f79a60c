import type { AnyPgTable } from 'drizzle-orm/pg-core';
import { resources } from '../../../resources/index.ts';
import { kindOf } from '../../../resources/kit/field.ts';
import type { Resource } from '../../../resources/kit/resource.ts';
import { filesTableOf, ownedTable, tableOf } from './table-of.ts';

export const derivedTables: Record<string, AnyPgTable> = {};

/** Tables of the files of those resources' rows, by resource name. */
export const filesTables: Record<string, AnyPgTable> = {};

export const referencedTable = (resource: string): AnyPgTable | undefined =>
  derivedTables[resource] ?? ownedTable(resource);

export function deriveTables(all: readonly Resource[]): void {
  const references = all.flatMap(({ fields }) => Object.values(fields).map(({ to }) => to));
  for (const resource of all) {
    if (resource.storage !== 'derived') continue;
    const table = tableOf(resource, referencedTable, references.includes(resource.name));
    derivedTables[resource.name] = table;
    if (Object.values(resource.fields).some((field) => kindOf(field).isFile))
      filesTables[resource.name] = filesTableOf(resource, table);
  }
}
deriveTables(resources);
