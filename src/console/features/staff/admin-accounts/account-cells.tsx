import { Flex } from 'antd';
import { accounts } from '../../../../../resources/accounts.ts';
import { formatCredits } from '../../../../shared/format.ts';
import type { AccountRow } from '../../../../shared/staff.ts';
import { ProgressBar } from '../../../components/progress-bar.tsx';
import { StatusDot } from '../../../components/status-dot.tsx';
import { mediumDay, today } from '../../../providers/days.ts';
import { t } from '../../../providers/i18n.ts';
import { FieldCell } from '../../../resource/field-cell.tsx';

/** The status of an account's subscription, or the date of deletion if the account is going to be deleted. */
export function AccountStatus({ account: { status, deletesAt } }: { account: AccountRow }) {
  if (deletesAt) {
    const day = mediumDay(today(Date.parse(deletesAt)));
    return <StatusDot tone="bad">{t('admin-accounts.deletes', { day })}</StatusDot>;
  }
  return <FieldCell resource={accounts} name="status" value={status} />;
}

const colorOf = (percent: number) => (percent >= 90 ? 'var(--danger)' : percent >= 70 ? 'var(--attention)' : undefined);

/** The credits that an account has used, as a text and a bar. Without a limit, only the text. */
export function Usage({ account: { credits, creditsUsed } }: { account: AccountRow }) {
  const used = formatCredits(creditsUsed);
  if (!credits) return <span className="figures">{t('admin-accounts.usageOpen', { used })}</span>;
  const usageText = t('admin-accounts.usage', { used, limit: formatCredits(credits) });
  const percent = Math.min(100, Math.round((creditsUsed / credits) * 100));
  return (
    <Flex vertical className="account-usage figures">
      {usageText}
      <ProgressBar percent={percent} label={usageText} color={colorOf(percent)} />
    </Flex>
  );
}
