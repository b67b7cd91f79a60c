import { resources } from '../../../resources/index.ts';
import { guardedFields, objectOf } from '../../../resources/kit/guarded.ts';
import type { AuditEntry } from '../../shared/audit.ts';

/** Returns a part of an entry without the values and names of these fields. */
function without(part: unknown, names: readonly string[]): unknown {
  if (Array.isArray(part))
    return part.filter((one) => !names.includes(one as string)).map((one) => without(one, names));
  if (typeof part !== 'object' || part === null) return part;
  const left = Object.entries(part).filter(([name]) => !names.includes(name));
  return Object.fromEntries(left.map(([name, value]) => [name, without(value, names)]));
}

/**
 * Returns what an entry says of a change, without the guarded fields that its reader may not read. Those of resources of
 * the platform are left out only for the platform: what an account's own people have changed is theirs to read.
 */
export function visibleDetail(
  { action, detail }: Pick<AuditEntry, 'action' | 'detail'>,
  hidden: ReadonlySet<string>,
  isPlatform: boolean,
): AuditEntry['detail'] {
  if (hidden.size === 0) return detail;
  const names = resources
    .filter(({ name, recordedAs = [] }) => action.startsWith(`${name}_`) || recordedAs.includes(action))
    .filter(({ scope }) => isPlatform || scope !== 'platform')
    .flatMap((resource) => guardedFields(resource).filter((field) => hidden.has(objectOf(resource, field))));
  return names.length === 0 ? detail : (without(detail, names) as AuditEntry['detail']);
}
