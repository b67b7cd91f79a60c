import type { TFunction } from 'i18next';
import type { AuditEntry } from '../../../../shared/audit.ts';
import { fullDate } from '../../../components/days.ts';
import { jobWord, roleWord } from './entry-sentence.ts';

interface EntryFact {
  label: string;
  value: string;
}

type EntryValues = Record<string, unknown>;
const ISO_MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const isValues = (value: unknown): value is EntryValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns a value as text. Dates, numbers and booleans are written in pt-BR; lists and objects are joined by commas. */
function written(value: unknown, t: TFunction): string {
  if (value === null || value === undefined || value === '') return t('audit-log.empty.value');
  if (typeof value === 'boolean') return t(value ? 'resource.options.true' : 'resource.options.false');
  if (typeof value === 'number') return value.toLocaleString('pt-BR');
  if (typeof value === 'string') {
    if (ISO_MOMENT.test(value)) return fullDate(value);
    return t([`audit-log.values.${value}`, `audit-log.roles.${value}`], { defaultValue: value });
  }
  if (Array.isArray(value)) return value.map((one) => written(one, t)).join(', ') || t('audit-log.empty.value');
  return Object.entries(value as EntryValues)
    .map(([name, one]) => `${nameOf(name, t)}: ${written(one, t)}`)
    .join(', ');
}

const nameOf = (name: string, t: TFunction) => t(`audit-log.details.${name}`, name);
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Returns the differences between two values. Objects are compared property by property; equal values are left out. */
function changes(label: string, before: unknown, after: unknown, t: TFunction): EntryFact[] {
  if (same(before, after)) return [];
  if (isValues(before) && isValues(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.flatMap((name) => changes(nameOf(name, t), before[name], after[name], t));
  }
  return [{ label, value: t('audit-log.change', { before: written(before, t), after: written(after, t) }) }];
}

function factsIn(detail: EntryValues, t: TFunction): EntryFact[] {
  if ('before' in detail && 'after' in detail) {
    const { before, after, ...rest } = detail;
    return [...changes(t('audit-log.details.change'), before, after, t), ...factsIn(rest, t)];
  }
  return Object.entries(detail).flatMap(([name, value]) => {
    if (name === 'changed' && isValues(value)) return factsIn(value, t);
    if (isValues(value) && 'before' in value && 'after' in value) {
      return changes(nameOf(name, t), value.before, value.after, t);
    }
    return [{ label: nameOf(name, t), value: written(value, t) }];
  });
}

/**
 * Returns everything that an entry contains, with labels: time, user, staff member who acted as them, account, subject
 * and IP address, then the details of the action and the entry's id.
 */
export function factsOf(entry: AuditEntry, t: TFunction, hasAccounts: boolean): EntryFact[] {
  const { at, userName, userRole, actorName, account, accountId, subject, action, ip, detail, id } = entry;
  const person = userName && (userRole ? `${userName} (${roleWord(t, userRole)})` : userName);
  const word = action === 'job_retried' && subject ? jobWord(t, subject) : subject;
  const named: [string, string | null][] = [
    ['at', fullDate(at)],
    ['userName', person],
    ['actorName', actorName],
    ['account', hasAccounts ? (account ?? accountId) : null],
    ['subject', word],
    ['ip', ip],
  ];
  const facts = named.flatMap(([name, value]) => (value ? [{ label: t(`audit.fields.${name}`), value }] : []));
  return [...facts, ...factsIn(detail, t), { label: t('audit.fields.id'), value: id }];
}
