import { choice, moment } from '../../../../resources/kit/field.ts';
import { defineResource, type Resource } from '../../../../resources/kit/resource.ts';
import { AUDIT_GROUPS } from '../../../shared/audit.ts';
import type { Query } from '../../http/headers.ts';
import type { ListView } from '../../resource/view.ts';

/** The log as the engine's toolbar and pager know lists; only its view is read from this, never a row. */
export const auditLog = defineResource({
  name: 'audit-log',
  scope: 'account',
  title: 'group',
  path: '/audit-log',
  fields: { group: choice(AUDIT_GROUPS, { readOnly: true }), at: moment({ readOnly: true }) },
  list: { columns: [], filters: ['group', 'at'], sort: '-at' },
  acts: ['list'],
}) as unknown as Resource;

/** What an address of the log says beside its view. */
export const EXTRAS = ['userId', 'accountId'] as const;

/** People come and go many times a day: their sign-ins are shown when they are asked for. */
const UNASKED = AUDIT_GROUPS.filter((group) => group !== 'access');

/** The filters of a view as the call takes them: a span of days counts both its ends, as they are counted in Brazil. */
export function filterOf({ chosen, ranges, extras }: ListView): Query {
  return { group: chosen.group ?? [...UNASKED], from: ranges.at?.from, to: ranges.at?.to, ...extras };
}

/** Whether a filter was chosen. */
export const isFiltered = ({ chosen, ranges, extras }: ListView) =>
  Object.values({ ...chosen, ...ranges, ...extras }).some((value) => value !== undefined);

/** The same view with every entry in it. */
export const everything: Partial<ListView> = { page: 1, chosen: {}, ranges: {}, extras: {} };
