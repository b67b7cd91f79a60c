import { Button, Collapse, Descriptions, Flex, Typography } from 'antd';
import type { AuditAction, AuditEntry } from '../../../../shared/audit.ts';
import { BUSINESS_ZONE } from '../../../../shared/constants.ts';
import { formatCount } from '../../../../shared/format.ts';
import { Icon, type IconName } from '../../../components/icon.tsx';
import { namedAction, namedFlag, namedResource, namedRole } from '../../../components/policy-labels.tsx';
import { fullDate, relativeDate, shortDay, timeOfDay, today } from '../../../providers/days.ts';
import { t } from '../../../providers/i18n.ts';
import { capitalized, jobWord, roleWord, sentenceOf } from './entry-sentence.ts';

interface EntryFact {
  label: string;
  value: string;
}

type EntryValues = Record<string, unknown>;
const ISO_MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const isValues = (value: unknown): value is EntryValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns a value as text. Dates, numbers and booleans are written in pt-BR; lists and objects are joined by commas. */
function formatValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return t('audit-log.empty.value');
  if (typeof value === 'boolean') return t(value ? 'resource.options.true' : 'resource.options.false');
  if (typeof value === 'number') return formatCount(value);
  if (typeof value === 'string') {
    if (ISO_MOMENT.test(value)) return fullDate(value);
    return t([`audit-log.values.${value}`, `audit-log.roles.${value}`], { defaultValue: value });
  }
  if (Array.isArray(value)) return value.map((one) => formatValue(one)).join(', ') || t('audit-log.empty.value');
  return Object.entries(value as EntryValues)
    .map(([name, one]) => `${nameOf(name)}: ${formatValue(one)}`)
    .join(', ');
}

/** Values that are names of the policy. */
const POLICY_NAMES: Partial<Record<string, (name: string) => string>> = {
  resource: namedResource,
  action: namedAction,
  neededRole: namedRole,
  neededFlag: namedFlag,
};

const nameOf = (name: string) => t(`audit-log.details.${name}`, name);
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Returns the differences between two values. Objects are compared property by property; equal values are left out. */
function changes(label: string, before: unknown, after: unknown): EntryFact[] {
  if (same(before, after)) return [];
  if (isValues(before) && isValues(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.flatMap((name) => changes(nameOf(name), before[name], after[name]));
  }
  return [{ label, value: t('audit-log.change', { before: formatValue(before), after: formatValue(after) }) }];
}

function factsIn(detail: EntryValues): EntryFact[] {
  if ('before' in detail && 'after' in detail) {
    const { before, after, ...rest } = detail;
    return [...changes(t('audit-log.details.change'), before, after), ...factsIn(rest)];
  }
  return Object.entries(detail).flatMap(([name, value]) => {
    if (name === 'changed' && isValues(value)) return factsIn(value);
    if (isValues(value) && 'before' in value && 'after' in value) {
      return changes(nameOf(name), value.before, value.after);
    }
    const named = typeof value === 'string' && POLICY_NAMES[name]?.(value);
    return [{ label: nameOf(name), value: named || formatValue(value) }];
  });
}

/**
 * Returns everything that an entry contains, with labels: time, user, staff member who acted as them, account, subject
 * and IP address, then the details of the action and the entry's id.
 */
function factsOf(entry: AuditEntry, hasAccounts: boolean): EntryFact[] {
  const { at, userName, userRole, actorName, account, accountId, subject, action, ip, detail, id } = entry;
  const person = userName && (userRole ? `${userName} (${roleWord(userRole)})` : userName);
  const word = action === 'job_retried' && subject ? jobWord(subject) : subject;
  const named: [string, string | null][] = [
    ['at', fullDate(at)],
    ['userName', person],
    ['actorName', actorName],
    ['account', hasAccounts ? (account ?? accountId) : null],
    ['subject', word],
    ['ip', ip],
  ];
  const facts = named.flatMap(([name, value]) => (value ? [{ label: t(`audit.fields.${name}`), value }] : []));
  return [...facts, ...factsIn(detail), { label: t('audit.fields.id'), value: id }];
}

const weekday = new Intl.DateTimeFormat('pt-BR', { timeZone: BUSINESS_ZONE, weekday: 'long' });
const dayOf = (iso: string) => today(Date.parse(iso));

/** Returns the icon for a kind of action. It only decorates: the sentence says the same in words. */
function iconOf(action: AuditAction): IconName {
  if (action === 'sign_in_failed') return 'warning';
  if (action.startsWith('impersonation')) return 'shield';
  if (/erased|removed|deletion/.test(action)) return 'trash';
  if (/^(sign|password|user|role|invitation)/.test(action)) return 'user';
  if (action === 'data_exported') return 'download';
  return /retried/.test(action) ? 'refresh' : 'edit';
}

/** Whether entries of this action are highlighted, because they deserve attention. */
const isSevere = (action: AuditAction) =>
  action === 'sign_in_failed' || action === 'data_exported' || /^impersonation|erased|deletion_requested/.test(action);

interface ListProps {
  entries: readonly AuditEntry[];
  /** Whether the list mixes the entries of several accounts. Each entry then shows its account. */
  hasAccounts: boolean;
  /** Called to show only one person's entries. */
  onlyOf: (userId: string) => void;
}

/** Entries grouped by day (Brasília time), in the given order. */
export function EntryList({ entries, ...rest }: ListProps) {
  const days = Map.groupBy(entries, ({ at }) => dayOf(at));
  const now = today();
  return (
    <Flex vertical gap="large">
      {[...days].map(([day, ofDay]) => (
        <section key={day}>
          <Flex align="baseline" gap="small" className="part-heading">
            <h2>
              {day === now ? t('audit-log.today') : capitalized(weekday.format(new Date(`${day}T12:00:00-03:00`)))}
            </h2>
            <span className="figures small-text">{shortDay(day)}</span>
          </Flex>
          <Collapse
            expandIconPosition="end"
            items={ofDay.map((entry) => ({
              key: entry.id,
              label: <EntryLine entry={entry} hasAccounts={rest.hasAccounts} />,
              children: <EntryFacts entry={entry} {...rest} />,
            }))}
          />
        </section>
      ))}
    </Flex>
  );
}

function EntryLine({ entry, hasAccounts }: { entry: AuditEntry; hasAccounts: boolean }) {
  const { who, did } = sentenceOf(entry);
  const { action, at, ip } = entry;
  return (
    <Flex align="flex-start" gap="small">
      <Typography.Text type={isSevere(action) ? 'warning' : 'secondary'}>
        <Icon name={iconOf(action)} />
      </Typography.Text>
      <div className="fill">
        <strong>{who}</strong> {did}
        {hasAccounts && <div className="cell-small">{entry.account ?? t('audit-log.goneAccount')}</div>}
      </div>
      <span className="wide-only cell-small figures">{ip}</span>
      <time className="cell-small figures" dateTime={at} title={relativeDate(at)}>
        {timeOfDay(at)}
      </time>
    </Flex>
  );
}

function EntryFacts({ entry, hasAccounts, onlyOf }: Omit<ListProps, 'entries'> & { entry: AuditEntry }) {
  const { userId, userName } = entry;
  const items = factsOf(entry, hasAccounts).map(({ label, value }, key) => ({ key, label, children: value }));
  return (
    <>
      <Descriptions layout="vertical" size="small" colon={false} column={{ xs: 1, md: 2, xl: 3 }} items={items} />
      {userId && userName && (
        <Button type="link" size="small" onClick={() => onlyOf(userId)}>
          {t('audit-log.onlyOf', { name: userName })}
        </Button>
      )}
    </>
  );
}
