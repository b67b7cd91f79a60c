import { z } from 'zod';
import { guardedFields, objectOf } from '../../../resources/kit/guarded.ts';
import type { Resource } from '../../../resources/kit/resource.ts';
import type { Tenant } from '../db/tenant.ts';
import { withoutPaths } from './versions.ts';

type Names = readonly string[];

/** Returns the fields of a resource that a caller may not read, by the caller's `hidden`. */
export const hiddenFields = (resource: Resource, hidden: Tenant['hidden']): string[] =>
  guardedFields(resource).filter((field) => hidden.has(objectOf(resource, field)));

/** Not a date or what else writes itself as JSON. */
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !('toJSON' in value);

/**
 * Returns an answer without the values of these fields, wherever in it they are. The version of a row loses their
 * hashes, from which short values could be guessed, and the list of changed fields their names.
 */
export function withoutFields<T>(answer: T, names: Names): T {
  if (names.length === 0) return answer;
  if (Array.isArray(answer)) return answer.map((one: unknown) => withoutFields(one, names)) as T;
  if (!isRecord(answer)) return answer;
  const left = Object.entries(answer).filter(([name]) => !names.includes(name));
  return Object.fromEntries(
    left.map(([name, value]) => {
      if (name === 'version' && typeof value === 'string') return [name, withoutPaths(value, names)];
      if (name === 'parts' && Array.isArray(value)) return [name, value.filter((one) => !names.includes(String(one)))];
      return [name, withoutFields(value, names)];
    }),
  ) as T;
}

/**
 * Returns the schema of a list's query string for a caller who may not read these fields: as if they did not exist, so
 * that no refusal tells about their values.
 */
export function narrowedQuery(schema: z.ZodObject, { list }: Resource, names: Names): z.ZodObject {
  const gone = new Set(names.flatMap((name) => [name, `${name}_gte`, `${name}_lte`]));
  if (list.search?.every((name) => names.includes(name))) gone.add('search');
  const left = Object.entries(schema.shape as Record<string, z.ZodType>).filter(([name]) => !gone.has(name));
  return z.object(
    Object.fromEntries(
      left.map(([name, type]) => {
        const orders = name === 'sort' && type instanceof z.ZodDefault ? type.unwrap() : undefined;
        if (!(orders instanceof z.ZodEnum)) return [name, type];
        const allowed = (orders.options as string[]).filter((order) => !names.includes(order.replace(/^-/, '')));
        return [name, z.enum(allowed as [string, ...string[]]).default(list.sort)];
      }),
    ),
  );
}

/** Returns the names of all values in a body, at any depth. */
export function keysIn(body: unknown): string[] {
  if (Array.isArray(body)) return body.flatMap(keysIn);
  return isRecord(body) ? Object.entries(body).flatMap(([name, value]) => [name, ...keysIn(value)]) : [];
}
