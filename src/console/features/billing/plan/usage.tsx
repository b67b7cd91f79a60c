import { useTranslation } from 'react-i18next';
import type { Subscription } from '../../../../shared/billing.ts';
import { CREDITS_WARNING_SHARE } from '../../../../shared/constants.ts';
import { formatCount } from '../../../components/format.ts';
import { formatCredits, formatDay } from '../../../components/format-day.ts';
import { Icon } from '../../../components/icon.tsx';
import { usePlan } from '../../../session/me.ts';

/** How much of the month's credits is used, and when they end at this pace. */
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
    <section className="billing-card plan-usage" aria-label={t('plan.usage.title')}>
      <h2>{t('plan.usage.title')}</h2>
      <p className="figures">
        <strong>{formatCount(Math.floor(used))}</strong> {t('plan.usage.used', { limit: formatCredits(credits) })}
      </p>
      <span
        className={isLow ? 'plan-meter plan-meter-low' : 'plan-meter'}
        role="meter"
        aria-label={t('plan.usage.meter')}
        aria-valuemin={0}
        aria-valuemax={credits}
        aria-valuenow={Math.min(used, credits)}
        aria-valuetext={t('plan.usage.said', { share: percent })}
      >
        <span style={{ width: `${share * 100}%` }} />
      </span>
      <p className={endsOn || isOver ? 'plan-forecast plan-forecast-soon' : 'plan-forecast'}>
        {(endsOn || isOver) && <Icon name="warning" />} {forecast}
      </p>
      {lasting > 0 && <p>{t('plan.usage.lasting', { amount: formatCredits(lasting) })}</p>}
    </section>
  );
}
