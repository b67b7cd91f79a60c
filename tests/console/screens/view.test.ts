import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contents } from '../../../resources/contents.ts';
import { conversations } from '../../../resources/conversations.ts';
import { hyperlinks } from '../../../resources/hyperlinks.ts';
import { invoices } from '../../../resources/invoices.ts';
import { choices, count, money, reference, references, text } from '../../../resources/kit/field.ts';
import type { Resource } from '../../../resources/kit/resource.ts';
import { addDays, dayEnd, dayStart, relativeDate, today } from '../../../src/console/providers/days.ts';
import {
  dayFilters,
  drawnFilters,
  fieldOf,
  filterValues,
  isNarrowed,
  isReference,
  isSortable,
  type ListView,
  numberFilters,
  PAGE_SIZES,
  readView,
  sortersOf,
  withFilter,
  withoutFilters,
  writeView,
} from '../../../src/console/providers/view.ts';
import { callOf } from '../../../src/console/resource/list-call.ts';

/** A resource with every kind of filter. */
const orders = {
  ...invoices,
  fields: {
    name: text({ max: 80 }),
    tags: choices(['new', 'late']),
    pieces: count(),
    price: money(),
    supplier: reference('users'),
    places: references('contexts'),
  },
  list: { columns: ['name'], filters: ['tags', 'pieces', 'price', 'supplier', 'places'], sort: 'name' },
};
const all: Resource[] = [hyperlinks, contents, conversations, invoices, orders];

const day = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const word = fc.string().map((written) => written.trim());

/** Arbitrary filters of one field, as its control creates them; empty when nothing is chosen. */
function filterOf(resource: Resource, name: string) {
  if (numberFilters(resource).includes(name)) {
    const number = fc.option(fc.nat().map(String), { nil: undefined });
    return fc.record({ gte: number, lte: number }).map((ends) => withFilter([], name, ends));
  }
  if (isReference(fieldOf(resource, name))) {
    return fc.uniqueArray(fc.uuid()).map((ids) => withFilter([], name, { in: ids }));
  }
  if (dayFilters(resource).includes(name)) {
    return fc
      .record({ from: fc.option(day, { nil: undefined }), to: fc.option(day, { nil: undefined }) })
      .map(({ from, to }) => withFilter([], name, { gte: from && dayStart(from), lte: to && dayEnd(to) }));
  }
  const values = [...filterValues(resource, name)];
  if (fieldOf(resource, name).kind === 'toggle') {
    return fc.constantFrom(undefined, ...values).map((eq) => withFilter([], name, { eq }));
  }
  return fc.subarray(values).map((chosen) => withFilter([], name, { in: chosen }));
}

/** An arbitrary view that the controls of a list can produce. */
const viewOf = (resource: Resource): fc.Arbitrary<ListView> => {
  const sortable = resource.list.columns.filter((name) => isSortable(resource, name));
  const filters = drawnFilters(resource).map((name) => filterOf(resource, name));
  const search = resource.list.search ? word : fc.constant('');
  const params = (resource.list.params ?? []).map((name) => word.map((eq) => withFilter([], name, { eq })));
  return fc.record({
    currentPage: fc.integer({ min: 1, max: 9_999 }),
    pageSize: fc.constantFrom(...PAGE_SIZES),
    sorters: fc.constantFrom(...sortable.flatMap((name) => [name, `-${name}`])).map(sortersOf),
    filters: fc
      .tuple(
        search.map((eq) => withFilter([], 'search', { eq })),
        ...filters,
        ...params,
      )
      .map((parts) => parts.flat()),
  });
};

describe('a list view in the address', () => {
  it.each(all.map((resource) => [resource.name, resource] as const))('%s: reads back what it wrote', (_, resource) => {
    fc.assert(
      fc.property(viewOf(resource), (view) => {
        const written = new URLSearchParams(writeView(resource, view).toString());
        expect(readView(resource, written)).toEqual(view);
      }),
    );
  });

  it('is empty for the default view', () => {
    for (const resource of all) {
      const view = readView(resource, new URLSearchParams());
      expect(writeView(resource, view).toString()).toBe('');
      expect(isNarrowed(resource, view)).toBe(false);
    }
  });

  it('reads any address and ignores unknown parameters', () => {
    fc.assert(fc.property(fc.webQueryParameters(), (query) => void readView(contents, new URLSearchParams(query))));
    const old = new URLSearchParams(
      'sort=gone&status=done&status=weird&type=&page=-3&limit=7&updatedAt_gte=2026-01-01&method=delete',
    );
    expect(readView(contents, old)).toEqual({
      sorters: [{ field: 'updatedAt', order: 'desc' }],
      filters: [{ field: 'status', operator: 'in', value: ['done'] }],
      currentPage: 1,
      pageSize: 20,
    });
    const spans = new URLSearchParams('startedAt_gte=2026-13-01&startedAt_lte=ontem');
    expect(readView(conversations, spans).filters).toEqual([]);
  });

  it('uses readable parameters', () => {
    const query = 'search=a&status=done&status=error&parents=true&sort=title&limit=50&page=3';
    expect(writeView(contents, readView(contents, new URLSearchParams(query))).toString()).toBe(query);
  });

  it('keeps sort and page size when filters are cleared', () => {
    const view = readView(contents, new URLSearchParams('search=a&status=done&sort=title&limit=50'));
    const filters = withoutFilters(contents, view);
    expect(writeView(contents, { ...view, filters }).toString()).toBe('sort=title&limit=50');
  });
});

describe('the request of a list view', () => {
  it('chooses each operator by the field kind', () => {
    const query = new URLSearchParams(
      'search=frete&startedAt_gte=2026-11-01&startedAt_lte=2026-11-02&type=widget&wantedHuman=true&page=2',
    );
    expect(callOf(conversations, readView(conversations, query), 'c')).toEqual({
      resource: 'conversations',
      pagination: { currentPage: 2, pageSize: 20 },
      sorters: [{ field: 'startedAt', order: 'desc' }],
      filters: [
        { field: 'search', operator: 'eq', value: 'frete' },
        { field: 'startedAt', operator: 'gte', value: '2026-11-01T03:00:00.000Z' },
        { field: 'startedAt', operator: 'lte', value: '2026-11-03T02:59:59.999Z' },
        { field: 'type', operator: 'in', value: ['widget'] },
        { field: 'wantedHuman', operator: 'eq', value: 'true' },
        { field: 'contextId', operator: 'eq', value: 'c' },
      ],
    });
  });

  it('omits a toggle filter with both values', () => {
    const both = readView(hyperlinks, new URLSearchParams('caseSensitive=true&caseSensitive=false'));
    expect(both.filters).toEqual([]);
  });
});

describe('days in São Paulo', () => {
  it('begin and end in that time zone, wherever the browser is', () => {
    expect(dayStart('2026-11-21')).toBe('2026-11-21T03:00:00.000Z');
    expect(dayEnd('2026-11-21')).toBe('2026-11-22T02:59:59.999Z');
    expect(today(Date.parse('2026-11-21T02:30:00Z'))).toBe('2026-11-20');
    expect(addDays('2026-02-27', 2)).toBe('2026-03-01');
  });

  it('are shown relative to now for a week', () => {
    const now = Date.parse('2026-11-21T15:00:00Z');
    const ago = (minutes: number) => relativeDate(new Date(now - minutes * 60_000).toISOString(), now);
    expect([ago(0), ago(1), ago(59), ago(60), ago(60 * 24), ago(60 * 24 * 6)]).toEqual([
      'agora',
      'há 1 minuto',
      'há 59 minutos',
      'há 1 hora',
      'ontem',
      'há 6 dias',
    ]);
    expect(ago(60 * 24 * 30)).toBe('22 de out. de 2026');
    expect(relativeDate('2026-11-21T15:00:20Z', now)).toBe('agora');
  });
});
