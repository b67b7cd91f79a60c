import type { ListQuery } from './list-query.ts';

function compare(a: unknown, b: unknown): number {
  if (a === b) return 0;
  if (typeof a === 'string' && typeof b === 'string') return a.localeCompare(b, 'pt-BR');
  return Number(a) - Number(b);
}

/** Sorts and pages rows that are all in memory. */
export function pageRows<R extends { id: string }>(
  rows: readonly R[],
  { page, limit, sort }: Pick<ListQuery, 'page' | 'limit' | 'sort'>,
) {
  const value = (row: R) => (row as Record<string, unknown>)[sort.field];
  const sign = sort.descending ? -1 : 1;
  const inOrder = rows.toSorted((a, b) => sign * compare(value(a), value(b)));
  return { data: inOrder.slice((page - 1) * limit, page * limit), total: rows.length, page, limit };
}
