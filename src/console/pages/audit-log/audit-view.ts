import { choice, moment } from '../../../../resources/kit/field.ts';
import { defineResource, type Resource } from '../../../../resources/kit/resource.ts';
import { AUDIT_ACTIONS } from '../../../shared/staff.ts';
import type { Query } from '../../http/headers.ts';
import type { ListView } from '../../resource/view.ts';

/** The log as the engine's toolbar and pager know lists; only its view is read from this, never a row. */
export const auditLog = defineResource({
  name: 'audit-log',
  scope: 'account',
  title: 'action',
  path: '/audit-log',
  fields: { action: choice(AUDIT_ACTIONS, { readOnly: true }), at: moment({ readOnly: true }) },
  list: { columns: [], filters: ['action', 'at'], sort: '-at' },
  acts: ['list'],
}) as unknown as Resource;

/** What an address of the log says beside its view. */
export const EXTRAS = ['userId', 'accountId'] as const;

/** The filters of a view as the call takes them: a span of days counts both its ends, as they are counted in Brazil. */
export function filterOf({ chosen, ranges, extras }: ListView): Query {
  return { action: chosen.action, from: ranges.at?.from, to: ranges.at?.to, ...extras };
}

/** Whether anything hides entries. */
export const isFiltered = (view: ListView) => Object.values(filterOf(view)).some((value) => value !== undefined);

/** The same view with every entry in it. */
export const everything: Partial<ListView> = { page: 1, chosen: {}, ranges: {}, extras: {} };
