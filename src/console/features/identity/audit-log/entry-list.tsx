import { useTranslation } from 'react-i18next';
import type { AuditAction, AuditEntry } from '../../../../shared/audit.ts';
import { BUSINESS_ZONE } from '../../../../shared/constants.ts';
import { today, writtenDay } from '../../../components/days.ts';
import { Icon, type IconName } from '../../../components/icon.tsx';
import { factsOf } from './entry-details.ts';
import { sentenceOf } from './entry-sentence.ts';

const weekday = new Intl.DateTimeFormat('pt-BR', { timeZone: BUSINESS_ZONE, weekday: 'long' });
const hour = new Intl.DateTimeFormat('pt-BR', { timeZone: BUSINESS_ZONE, hour: '2-digit', minute: '2-digit' });
const dayOf = (iso: string) => today(Date.parse(iso));

/** Returns the icon for a kind of action. It only decorates: the sentence says the same in words. */
function iconOf(action: AuditAction): IconName {
  if (action === 'sign_in_failed') return 'warning';
  if (action.startsWith('impersonation')) return 'shield';
  if (/erased|removed|deletion/.test(action)) return 'trash';
  if (/^(sign|password)/.test(action)) return 'user';
  if (/^(user|role|invitation)/.test(action)) return 'user';
  if (action === 'data_exported') return 'download';
  return /retried/.test(action) ? 'refresh' : 'edit';
}

/** Whether entries of this action are highlighted, because they deserve attention. */
const isGrave = (action: AuditAction) =>
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
  const { t } = useTranslation();
  const days = Map.groupBy(entries, ({ at }) => dayOf(at));
  const now = today();
  return (
    <ol className="audit-days">
      {[...days].map(([day, ofDay]) => (
        <li key={day}>
          <h2 className="audit-day">
            {day === now ? t('audit-log.today') : weekday.format(new Date(`${day}T12:00:00-03:00`))}
            <span className="figures">{writtenDay(day)}</span>
          </h2>
          <ol className="audit-entries">
            {ofDay.map((entry) => (
              <Entry key={entry.id} entry={entry} {...rest} />
            ))}
          </ol>
        </li>
      ))}
    </ol>
  );
}

function Entry({ entry, hasAccounts, onlyOf }: Omit<ListProps, 'entries'> & { entry: AuditEntry }) {
  const { t, i18n } = useTranslation();
  const { who, did } = sentenceOf(entry, t, i18n.exists);
  const { userId, userName, action, at, ip } = entry;
  return (
    <li>
      <details className="audit-entry" data-grave={isGrave(action) || undefined}>
        <summary>
          <span className="audit-sign">
            <Icon name={iconOf(action)} />
          </span>
          <span className="audit-told">
            <span className="audit-sentence">
              <strong>{who}</strong> {did}
            </span>
            {hasAccounts && <span className="audit-account">{entry.account ?? t('audit-log.goneAccount')}</span>}
          </span>
          <span className="audit-from figures">{ip}</span>
          <time className="audit-time figures" dateTime={at}>
            {hour.format(new Date(at))}
          </time>
          <span className="audit-open">
            <Icon name="chevronDown" size={14} />
          </span>
        </summary>
        <dl className="audit-facts">
          {factsOf(entry, t, hasAccounts).map(({ label, value }, index) => (
            <div key={index}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {userId && userName && (
          <button type="button" className="audit-only" onClick={() => onlyOf(userId)}>
            {t('audit-log.onlyOf', { name: userName })}
          </button>
        )}
      </details>
    </li>
  );
}
