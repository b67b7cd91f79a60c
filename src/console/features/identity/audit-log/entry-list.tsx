import { Button, Collapse, Descriptions, Flex, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import type { AuditAction, AuditEntry } from '../../../../shared/audit.ts';
import { BUSINESS_ZONE } from '../../../../shared/constants.ts';
import { today, writtenDay } from '../../../components/days.ts';
import { foldIcon } from '../../../components/fold-icon.tsx';
import { Icon, type IconName } from '../../../components/icon.tsx';
import { factsOf } from './entry-details.ts';
import { capital, sentenceOf } from './entry-sentence.ts';

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
    <Flex vertical gap="large">
      {[...days].map(([day, ofDay]) => (
        <section key={day}>
          <Flex align="baseline" gap="small" className="part-heading">
            <h2>{day === now ? t('audit-log.today') : capital(weekday.format(new Date(`${day}T12:00:00-03:00`)))}</h2>
            <span className="figures small-text">{writtenDay(day)}</span>
          </Flex>
          <Collapse
            expandIcon={foldIcon}
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

/** One sentence about the entry, with its icon, IP address and time. */
function EntryLine({ entry, hasAccounts }: { entry: AuditEntry; hasAccounts: boolean }) {
  const { t, i18n } = useTranslation();
  const { who, did } = sentenceOf(entry, t, i18n.exists);
  const { action, at, ip } = entry;
  return (
    <Flex align="flex-start" gap="small">
      <Typography.Text type={isGrave(action) ? 'warning' : 'secondary'}>
        <Icon name={iconOf(action)} />
      </Typography.Text>
      <div className="fill">
        <strong>{who}</strong> {did}
        {hasAccounts && <div className="cell-small">{entry.account ?? t('audit-log.goneAccount')}</div>}
      </div>
      <span className="wide-only cell-small figures">{ip}</span>
      <time className="cell-small figures" dateTime={at}>
        {hour.format(new Date(at))}
      </time>
    </Flex>
  );
}

function EntryFacts({ entry, hasAccounts, onlyOf }: Omit<ListProps, 'entries'> & { entry: AuditEntry }) {
  const { t } = useTranslation();
  const { userId, userName } = entry;
  const items = factsOf(entry, t, hasAccounts).map(({ label, value }, key) => ({ key, label, children: value }));
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
