import { z } from 'zod';
import { type Field, FILTERED_BY, isOrdered } from '../../../resources/kit/field.ts';
import type { Resource } from '../../../resources/kit/resource.ts';
import { momentOrDay } from '../../../resources/kit/schema.ts';
import { PAGE_SIZE, PAGE_SIZE_MAX } from '../../shared/constants.ts';
import { listParam } from '../../shared/query-params.ts';

const queryForm: Partial<Record<Field['kind'], (field: Field) => z.ZodType>> = {
  choice: (field) => listParam(z.enum(field.options as [string, ...string[]])),
  choices: (field) => listParam(z.enum(field.options as [string, ...string[]])),
  toggle: () => listParam(z.enum(['true', 'false'])),
  reference: () => listParam(z.uuid()),
  references: () => listParam(z.uuid()),
  moment: momentOrDay,
  count: ({ isFraction }) => z.coerce.number().pipe(isFraction ? z.number() : z.int32()),
  money: () => z.coerce.number().pipe(z.int32()),
};

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
    .filter(([, field]) => isOrdered(field.kind))
    .flatMap(([name]) => [name, `-${name}`]);
  return {
    ...(initial === '' ? {} : { sort: z.enum(sortable as [string, ...string[]]).default(initial) }),
    ...(search ? { search: z.string().trim().max(200).default('') } : {}),
  };
}

/** The schema of a list's query string, for validation and OpenAPI. */
export function listQuerySchema(resource: Resource) {
  const filters = filterable(resource).flatMap(([name, field]): [string, z.ZodType][] => {
    const form = queryForm[field.kind]?.(field);
    if (!form) return [];
    if (FILTERED_BY[field.kind] === 'value') return [[name, form.optional()]];
    return [
      [`${name}_gte`, form.optional()],
      [`${name}_lte`, form.optional()],
    ];
  });
  return z.object({
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    limit: z.coerce.number().int().min(1).max(PAGE_SIZE_MAX).default(PAGE_SIZE),
    ...orderAndSearch(resource),
    ...(resource.scope === 'context' ? { contextId: listParam(z.uuid(), 1) } : {}),
    ...Object.fromEntries(filters),
  });
}

/** Converts a validated query string to a ListQuery. */
export function readListQuery(resource: Resource, query: Record<string, unknown>): ListQuery {
  const { sort = '', search = '' } = query as { sort?: string; search?: string };
  const filters = filterable(resource).flatMap(([name, field]): Filter[] => {
    if (FILTERED_BY[field.kind] === 'value') {
      const value = query[name] as string[] | undefined;
      if (!value?.length) return [];
      return [{ field: name, operator: 'in', value: field.kind === 'toggle' ? value.map((v) => v === 'true') : value }];
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
    filters,
  };
}
