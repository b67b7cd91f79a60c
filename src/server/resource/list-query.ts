import { z } from 'zod';
import { type Field, kindOf } from '../../../resources/kit/field.ts';
import type { Resource } from '../../../resources/kit/resource.ts';
import { PAGE_SIZE_MAX } from '../../shared/constants.ts';
import { listParam, pageQuery } from '../../shared/query-params.ts';
import { storedKindOf } from '../db/stored-kinds.ts';

export interface Filter {
  field: string;
  operator: 'in' | 'gte' | 'lte';
  value: unknown;
}

export interface ListQuery {
  page: number;
  limit: number;
  sort: { field: string; descending: boolean };
  search: string;
  contextIds: string[];
  filters: Filter[];
}

const filterable = (resource: Resource): [string, Field][] =>
  (resource.list.filters ?? []).map((name) => [name, resource.fields[name] as Field]);

/** Only a list with an initial order can be sorted, and only one with searched fields can be searched. */
function orderAndSearch(resource: Resource) {
  const { sort: initial, search } = resource.list;
  const sortable = Object.entries(resource.fields)
    .filter(([, field]) => !kindOf(field).isList && !kindOf(field).isFile)
    .flatMap(([name]) => [name, `-${name}`]);
  return {
    ...(initial === '' ? {} : { sort: z.enum(sortable as [string, ...string[]]).default(initial) }),
    ...(search ? { search: z.string().trim().max(200).default('') } : {}),
  };
}

const contextParam = z.object({ contextId: listParam(z.uuid(), 1) });
/** With ids, a list has no other rows, of any context. */
const idsParam = listParam(z.uuid(), 1)
  .refine((ids) => ids.length <= PAGE_SIZE_MAX)
  .optional()
  .describe('Only rows with these ids, of any context; at most 100.');

export function listQuerySchema(resource: Resource) {
  const filters = filterable(resource).flatMap(([name, field]): [string, z.ZodType][] => {
    const form = storedKindOf(field).query?.(field);
    if (!form) return [];
    if (kindOf(field).filter === 'values') return [[name, listParam(form).optional()]];
    return [
      [`${name}_gte`, form.optional()],
      [`${name}_lte`, form.optional()],
    ];
  });
  return z.object({
    ...pageQuery.shape,
    ...orderAndSearch(resource),
    ...(resource.scope === 'context'
      ? { contextId: listParam(z.uuid(), 1).optional().describe('Required without `id`.') }
      : {}),
    ...(resource.scope === 'platform' ? {} : { id: idsParam }),
    ...Object.fromEntries(filters),
  });
}

/** Converts a validated query string to a ListQuery. Throws `ZodError` without contexts or ids. */
export function readListQuery(resource: Resource, query: Record<string, unknown>): ListQuery {
  const { sort = '', search = '', id } = query as { sort?: string; search?: string; id?: string[] };
  if (resource.scope === 'context' && !id) contextParam.parse(query, { reportInput: true });
  const filters = filterable(resource).flatMap(([name, field]): Filter[] => {
    if (kindOf(field).filter === 'values') {
      const values = (query[name] as string[] | undefined) ?? [];
      return values.length > 0 ? [{ field: name, operator: 'in', value: values }] : [];
    }
    return (['gte', 'lte'] as const).flatMap((operator) => {
      const value = query[`${name}_${operator}`];
      return value === undefined ? [] : [{ field: name, operator, value }];
    });
  });
  return {
    page: query.page as number,
    limit: query.limit as number,
    sort: { field: sort.replace(/^-/, ''), descending: sort.startsWith('-') },
    search,
    contextIds: (query.contextId as string[] | undefined) ?? [],
    filters: id ? [...filters, { field: 'id', operator: 'in', value: id }] : filters,
  };
}
