import { Button, Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import { type CreditLimits, spreadOf } from '../../../../shared/credit-limits.ts';
import { formatNumber } from '../../../components/format-figures.ts';
import { Part } from '../part.tsx';
import { allCredits, type LimitsRow } from './draft.ts';
import { ShareBar } from './share-bar.tsx';

const COLORS = { used: 'var(--primary)', spread: 'var(--information)', left: 'var(--edge)' };

/** The account's credits: how many are used and how many are assigned to contexts. */
export function AccountCredits(props: { limits: CreditLimits; rows: readonly LimitsRow[]; onEvenly?: () => void }) {
  const { t } = useTranslation();
  const { granted, used, lasting } = props.limits.credits;
  const spread = spreadOf(props.rows).get(null) ?? 0;
  return (
    <Part
      title={t('credit-limits.account.title')}
      extra={
        <p className="figures cell-quiet">
          {t('credit-limits.account.used', { used: formatNumber(used), granted: formatNumber(granted) })}
          {lasting > 0 && `, ${t('credit-limits.account.lasting', { lasting: formatNumber(lasting) })}`}
          {` · ${t('credit-limits.account.spread', { spread: formatNumber(spread) })}`}
        </p>
      }
    >
      <ShareBar used={used} spread={spread} limit={allCredits(props.limits)} />
      <Flex wrap justify="space-between" align="center" gap="small">
        <Flex component="ul" gap="middle" className="plain cell-quiet share-legend">
          {(['used', 'spread', 'left'] as const).map((part) => (
            <li key={part}>
              <i style={{ background: COLORS[part] }} /> {t(`credit-limits.legend.${part}`)}
            </li>
          ))}
        </Flex>
        {props.onEvenly && <Button onClick={props.onEvenly}>{t('credit-limits.evenlyAll')}</Button>}
      </Flex>
    </Part>
  );
}
