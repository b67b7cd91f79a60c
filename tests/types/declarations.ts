import { type AnyPgColumn, integer, pgTable, text as textColumn, uuid } from 'drizzle-orm/pg-core';
import type { hyperlinks } from '../../resources/hyperlinks.ts';
import { hyperlinks as links } from '../../resources/hyperlinks.ts';
import { choice, reference, text, toggle } from '../../resources/kit/field.ts';
import { defineResource, type InputOf, type RecordOf } from '../../resources/kit/resource.ts';
import { defineSource } from '../../src/server/resource/source.ts';

/*
 * This file is only compiled by `npm run types`, never run: each invalid line is marked, and the compiler reports marks
 * without an error.
 */

const fields = { word: text(), isOpen: toggle(), seen: text({ readOnly: true }), note: text({ optional: true }) };
const common = {
  name: 'resources',
  scope: 'account',
  title: 'word',
  path: '/things',
  fields,
  actions: ['list'],
} as const;

export const good = defineResource({ ...common, list: { columns: ['word', 'isOpen'], sort: '-word' } });
// @ts-expect-error: a column that is not a field
export const badColumn = defineResource({ ...common, list: { columns: ['wrod'], sort: 'word' } });
// @ts-expect-error: a sort column that is not a field
export const badSort = defineResource({ ...common, list: { columns: ['word'], sort: '-wrod' } });
// @ts-expect-error: a search column that is not a field
export const badSearch = defineResource({ ...common, list: { columns: ['word'], sort: 'word', search: ['x'] } });

const stated = {
  ...common,
  fields: { ...fields, state: choice({ open: 'waiting', shut: 'off' }) },
  list: { columns: [] },
} as const;
const shut = { name: 'shut', icon: 'check' } as const;
export const goodCall = defineResource({ ...stated, actions: ['list', { ...shut, when: { state: ['open'] } }] });
// @ts-expect-error: a condition with a value that the field does not have
export const badCall = defineResource({ ...stated, actions: [{ ...shut, when: { state: ['opened'] } }] });
// @ts-expect-error: an unknown tone
export const badTone = choice({ open: 'red' });

export const clearedReference = reference('contexts', { optional: true, onDelete: 'clear' });
// @ts-expect-error: a required field that would be cleared
export const badReference = reference('contexts', { onDelete: 'clear' });

export const record: RecordOf<typeof good> = { id: 'x', word: 'a', isOpen: true, seen: 'b', note: null };
export const input: InputOf<typeof good> = { word: 'a', isOpen: true, note: null };
// @ts-expect-error: a read-only field in the input
export const badInput: InputOf<typeof good> = { word: 'a', isOpen: true, note: null, seen: 'b' };
export const link: RecordOf<typeof hyperlinks>['caseSensitive'] = true;

declare const column: AnyPgColumn;
const ids = { accountId: uuid('account_id'), id: uuid('id') };
const table = pgTable('links', { ...ids, word: textColumn('word').notNull() });
const others = { link: column, caseSensitive: column, updatedAt: column };
export const goodSource = defineSource(links, { table, fields: others });
// @ts-expect-error: declared fields without a column
export const badSource = defineSource(links, { table, fields: { link: column } });
const emptied = pgTable('links', { ...ids, word: textColumn('word') });
// @ts-expect-error: a column that can be null, of a required field
export const emptySource = defineSource(links, { table: emptied, fields: others });
const counted = pgTable('links', { ...ids, word: integer('word').notNull() });
// @ts-expect-error: a column of another type than the field's
export const countedSource = defineSource(links, { table: counted, fields: others });
