import { Progress, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Subscription } from '../../../../shared/billing.ts';
import { CREDITS_WARNING_SHARE } from '../../../../shared/constants.ts';
import { formatDay } from '../../../components/days.ts';
import { formatCount } from '../../../components/format.ts';
import { formatNumber } from '../../../components/format-figures.ts';
import { Icon } from '../../../components/icon.tsx';
import { usePlan } from '../../../session/me.ts';
import { Part } from '../part.tsx';

/** Shows how many of the month's credits are used and when they will run out at this pace. */
export function Usage({ subscription }: { subscription: Subscription }) {
  const { t } = useTranslation();
  const lasting = usePlan().data?.creditsLasting ?? 0;
  const { credits, used, endsOn } = subscription.usage;
  const share = credits > 0 ? Math.min(1, used / credits) : 0;
  const percent = Math.floor(share * 100);
  const isOver = credits > 0 && used >= credits;
  const isLow = share > CREDITS_WARNING_SHARE;
  const forecast = isOver
    ? t('plan.usage.over')
    : endsOn
      ? t('plan.usage.endsOn', { day: formatDay(endsOn) })
      : t('plan.usage.enough');
  return (
    <Part title={t('plan.usage.title')}>
      <p className="figures cell-quiet">
        <strong className="billing-figure">{formatCount(Math.floor(used))}</strong>{' '}
        {t('plan.usage.used', { limit: formatNumber(credits) })}
      </p>
      <Progress
        percent={share * 100}
        showInfo={false}
        size="small"
        strokeColor={`var(--${isLow ? 'attention' : 'primary'})`}
        aria-label={t('plan.usage.meter')}
        aria-valuetext={t('plan.usage.said', { share: percent })}
      />
      <Typography.Text type={endsOn || isOver ? 'warning' : 'secondary'}>
        {(endsOn || isOver) && <Icon name="warning" />} {forecast}
      </Typography.Text>
      {lasting > 0 && <p className="cell-quiet">{t('plan.usage.lasting', { amount: formatNumber(lasting) })}</p>}
    </Part>
  );
}
