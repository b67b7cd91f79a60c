import { Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import type { AccountRow } from '../../../../shared/staff.ts';
import { formatCount } from '../../../components/format.ts';
import { ProgressBar } from '../../../components/progress-bar.tsx';

const colorOf = (percent: number) => (percent >= 90 ? 'var(--danger)' : percent >= 70 ? 'var(--attention)' : undefined);

/** The credits that an account has used, as a text and a bar. Without a limit, only the text. */
export function Usage({ account }: { account: Pick<AccountRow, 'credits' | 'creditsUsed'> }) {
  const { t } = useTranslation();
  const used = formatCount(Math.floor(account.creditsUsed));
  if (!account.credits) return <span className="figures">{t('admin-accounts.usageOpen', { used })}</span>;
  const usageText = t('admin-accounts.usage', { used, limit: formatCount(Math.floor(account.credits)) });
  const percent = Math.min(100, Math.round((account.creditsUsed / account.credits) * 100));
  return (
    <Flex vertical className="account-usage figures">
      {usageText}
      <ProgressBar percent={percent} label={usageText} color={colorOf(percent)} />
    </Flex>
  );
}
