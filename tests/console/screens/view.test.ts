import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conversations } from '../../../resources/conversations.ts';
import { contents } from '../../../resources/contents.ts';
import { hyperlinks } from '../../../resources/hyperlinks.ts';
import { invoices } from '../../../resources/invoices.ts';
import type { Resource } from '../../../resources/kit/resource.ts';
import { addDays, dayEnd, dayStart, relativeDate, today } from '../../../src/console/resource/days.ts';
import { callOf } from '../../../src/console/resource/list-call.ts';
import { shownPages } from '../../../src/console/resource/pager.tsx';
import {
  chosenFilters,
  filterValues,
  isNarrowed,
  isSortable,
  PAGE_SIZES,
  rangeFilters,
  readView,
  withoutFilters,
  writeView,
  type ListView,
} from '../../../src/console/resource/view.ts';

const all = [hyperlinks, contents, conversations, invoices] as unknown as Resource[];

const day = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const someOf = <T>(names: readonly string[], one: (name: string) => fc.Arbitrary<T>) =>
  fc
    .tuple(...names.map((name) => fc.option(one(name), { nil: undefined })))
    .map((values) => Object.fromEntries(names.flatMap((name, at) => (values[at] ? [[name, values[at]]] : []))));

/** Any view that the controls of a resource's list can bring about. */
const viewOf = (resource: Resource): fc.Arbitrary<ListView> => {
  const sortable = resource.list.columns.filter((name) => isSortable(resource, name));
  return fc.record({
    page: fc.integer({ min: 1, max: 9_999 }),
    limit: fc.constantFrom(...PAGE_SIZES),
    sort: fc.constantFrom(...sortable.flatMap((name) => [name, `-${name}`])),
    search: fc.string().map((text) => text.trim()),
    chosen: someOf(chosenFilters(resource), (name) => fc.subarray([...filterValues(resource, name)], { minLength: 1 })),
    ranges: someOf(rangeFilters(resource), () =>
      fc
        .record({ from: day, to: day }, { requiredKeys: [] })
        .filter(({ from, to }) => from !== undefined || to !== undefined),
    ),
    extras: someOf(['parents'], () => fc.constant('true')),
  }) as fc.Arbitrary<ListView>;
};

describe('a view and its address', () => {
  it.each(all.map((resource) => [resource.name, resource] as const))(
    '%s: what is written is read back',
    (_, resource) => {
      fc.assert(
        fc.property(viewOf(resource), (view) => {
          const written = new URLSearchParams(writeView(resource, view).toString());
          expect(readView(resource, written, ['parents'])).toEqual(view);
        }),
      );
    },
  );

  it('an untouched list has a bare address', () => {
    for (const resource of all) {
      const view = readView(resource, new URLSearchParams());
      expect(writeView(resource, view).toString()).toBe('');
      expect(isNarrowed(view)).toBe(false);
    }
  });

  it('reads any address at all, and drops what the declaration does not know', () => {
    const resource = contents as unknown as Resource;
    fc.assert(
      fc.property(fc.webQueryParameters(), (query) => void readView(resource, new URLSearchParams(query), ['parents'])),
    );
    const old = new URLSearchParams(
      'sort=gone&status=done&status=weird&type=&page=-3&limit=7&updatedAt_gte=2026-01-01',
    );
    expect(readView(resource, old)).toMatchObject({
      sort: '-updatedAt',
      chosen: { status: ['done'] },
      page: 1,
      limit: 20,
      ranges: {},
    });
    const spans = new URLSearchParams('startedAt_gte=2026-13-01&startedAt_lte=ontem');
    expect(readView(conversations as unknown as Resource, spans).ranges).toEqual({});
  });

  it('without filters, the order and the page size stay', () => {
    const resource = contents as unknown as Resource;
    const view = readView(resource, new URLSearchParams('search=a&status=done&sort=title&limit=50&page=3'));
    expect(writeView(resource, withoutFilters(view)).toString()).toBe('sort=title&limit=50');
  });
});

describe('the call behind a view', () => {
  it('names each operator by the kind of its field', () => {
    const query = new URLSearchParams(
      'search=frete&startedAt_gte=2026-11-01&startedAt_lte=2026-11-02&type=widget&page=2',
    );
    const resource = conversations as unknown as Resource;
    expect(callOf(resource, readView(resource, query), 'c')).toEqual({
      pagination: { currentPage: 2, pageSize: 20, mode: 'server' },
      sorters: [{ field: 'startedAt', order: 'desc' }],
      filters: [
        { field: 'contextId', operator: 'eq', value: 'c' },
        { field: 'search', operator: 'eq', value: 'frete' },
        { field: 'type', operator: 'in', value: ['widget'] },
        { field: 'startedAt', operator: 'gte', value: '2026-11-01T03:00:00.000Z' },
        { field: 'startedAt', operator: 'lte', value: '2026-11-03T02:59:59.999Z' },
      ],
    });
  });

  it('both answers of a toggle are no filter', () => {
    const resource = hyperlinks as unknown as Resource;
    const both = readView(resource, new URLSearchParams('caseSensitive=true&caseSensitive=false'));
    expect(callOf(resource, both, 'c').filters.map((filter) => 'field' in filter && filter.field)).toEqual([
      'contextId',
    ]);
  });
});

describe('days in São Paulo', () => {
  it('begin and end there, wherever the browser is', () => {
    expect(dayStart('2026-11-21')).toBe('2026-11-21T03:00:00.000Z');
    expect(dayEnd('2026-11-21')).toBe('2026-11-22T02:59:59.999Z');
    expect(today(Date.parse('2026-11-21T02:30:00Z'))).toBe('2026-11-20');
    expect(addDays('2026-02-27', 2)).toBe('2026-03-01');
  });

  it('are told as a person would', () => {
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

it('the pages worth a link are the ends and the neighbours, and a gap is never one page wide', () => {
  expect(shownPages(1, 1)).toEqual([1]);
  expect(shownPages(5, 10)).toEqual([1, 0, 4, 5, 6, 0, 10]);
  expect(shownPages(4, 10)).toEqual([1, 2, 3, 4, 5, 0, 10]);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), fc.nat(), (last, at) => {
      const shown = shownPages((at % last) + 1, last);
      const pages = shown.filter((page) => page !== 0);
      expect(pages).toEqual([...new Set(pages)].sort((a, b) => a - b));
      expect(pages).toContain((at % last) + 1);
      shown.forEach((page, i) => page === 0 && expect(shown[i + 1]! - shown[i - 1]!).toBeGreaterThan(2));
    }),
  );
});
