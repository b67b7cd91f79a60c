import type { AnyPgTable } from 'drizzle-orm/pg-core';
import { resources } from '../../../resources/index.ts';
import type { Resource } from '../../../resources/kit/resource.ts';
import { ownedTable, tableOf } from './table-of.ts';

export const derivedTables: Record<string, AnyPgTable> = {};

export const referencedTable = (resource: string): AnyPgTable | undefined =>
  derivedTables[resource] ?? ownedTable(resource);

export function deriveTables(all: readonly Resource[]): void {
  const references = all.flatMap(({ fields }) => Object.values(fields).map(({ to }) => to));
  for (const resource of all) {
    if (resource.storage !== 'derived') continue;
    derivedTables[resource.name] = tableOf(resource, referencedTable, references.includes(resource.name));
  }
}
deriveTables(resources);
