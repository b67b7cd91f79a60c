import { resources } from '../../../resources/index.ts';
import { guardedFields, objectOf } from '../../../resources/kit/guarded.ts';
import type { AuditEntry } from '../../shared/audit.ts';

type Detail = AuditEntry['detail'];

/**
 * Returns what an entry says of a change, without the guarded fields that its reader may not read. Of resources of the
 * platform, only the platform reads the guarded fields of others: an account's entries are its own.
 */
export function visibleDetail(
  { action, detail }: Pick<AuditEntry, 'action' | 'detail'>,
  hidden: ReadonlySet<string>,
  isPlatform: boolean,
): Detail {
  if (hidden.size === 0) return detail;
  const names = resources
    .filter(({ name, recordedAs = [] }) => action.startsWith(`${name}_`) || recordedAs.includes(action))
    .filter(({ scope }) => isPlatform || scope !== 'platform')
    .flatMap((resource) => guardedFields(resource).filter((field) => hidden.has(objectOf(resource, field))));
  if (names.length === 0) return detail;
  const visible = (values: Detail) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
  const { before, after, parts, ...rest } = detail as Record<'before' | 'after', Detail | undefined> & {
    parts?: string[];
  };
  return {
    ...visible(rest),
    ...(before && { before: visible(before) }),
    ...(after && { after: visible(after) }),
    ...(parts && { parts: parts.filter((name) => !names.includes(name)) }),
  };
}
