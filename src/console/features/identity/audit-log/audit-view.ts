import { choice, moment } from '../../../../../resources/kit/field.ts';
import { defineResource } from '../../../../../resources/kit/resource.ts';
import { AUDIT_GROUPS } from '../../../../shared/audit.ts';
import type { Query } from '../../../http/headers.ts';
import { choiceFilter, textFilter, type ListView } from '../../../resource/view.ts';

/** The log as the engine's toolbar and pager know lists; only its view is read from this, never a row. */
export const auditLog = defineResource({
  name: 'audit-log',
  scope: 'account',
  title: 'group',
  path: '/audit-log',
  fields: { group: choice(AUDIT_GROUPS, { readOnly: true }), at: moment({ readOnly: true }) },
  list: { columns: [], filters: ['group', 'at'], params: ['userId', 'accountId'], sort: '-at' },
  acts: ['list'],
});

/** People come and go many times a day: their sign-ins are shown when they are asked for. */
const UNASKED = AUDIT_GROUPS.filter((group) => group !== 'access');

/** The filters of a view as the call takes them: a span of days counts both its ends, as they are counted in Brazil. */
export function filterOf({ filters }: ListView): Query {
  const groups = choiceFilter(filters, 'group');
  return {
    group: groups.length > 0 ? groups : UNASKED,
    from: textFilter(filters, 'at', 'gte'),
    to: textFilter(filters, 'at', 'lte'),
    userId: textFilter(filters, 'userId'),
    accountId: textFilter(filters, 'accountId'),
  };
}
