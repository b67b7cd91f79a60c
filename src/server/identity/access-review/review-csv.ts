import { actionLabel, resourceLabel } from '../../../../access-control/labels.ts';
import type { AccessReview, ReviewHolder } from '../../../shared/access-review.ts';
import { shortMoment } from '../../runtime/calendar.ts';
import { toCsv } from '../../runtime/csv.ts';
import { t, tIfExists } from '../../runtime/translate.ts';

const COLUMNS = [
  ...['kind', 'name', 'email', 'role', 'status', 'since', 'givenBy'],
  ...['resource', 'action', 'lastUsedAt', 'right'],
];

const textOf = (key: string) => tIfExists(key) ?? '';
const moment = (iso: string | null) => iso && shortMoment(new Date(iso));

const holderCells = ({ kind, name, email, role, status, since, givenBy }: ReviewHolder) => [
  ...[t(`access-review.kinds.${kind}`), name, email, t(`access-review.roles.${role}`)],
  ...[t(`${kind === 'key' ? 'api-keys' : 'users'}.options.status.${status}`), moment(since), givenBy],
];

/** One line per right, with the policy's own name of it at the end. */
export function reviewCsv({ holders }: AccessReview): AsyncGenerator<string> {
  const lines = holders.flatMap((holder) =>
    holder.rights.map(({ resource, action, lastUsedAt }) => [
      ...holderCells(holder),
      ...[resourceLabel(textOf, resource) || resource, actionLabel(textOf, action) || action],
      ...[moment(lastUsedAt), `${resource} ${action}`],
    ]),
  );
  return toCsv(
    COLUMNS.map((name) => t(`access-review.fields.${name}`)),
    [lines],
  );
}
