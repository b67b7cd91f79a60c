import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Subscription } from '../../../../shared/billing.ts';
import type { PlanPeriod } from '../../../../shared/plan-periods.ts';
import type { Plan } from '../../../../shared/plans.ts';
import { ButtonLink } from '../../../components/button-link.tsx';
import { formatMoney } from '../../../components/format.ts';
import { PlanFacts } from '../plan-facts.tsx';

interface OptionProps {
  plan: Plan;
  period: PlanPeriod;
  subscription: Subscription;
  /** The next one up: its way is the screen's primary action. */
  isNext: boolean;
  isBlocked: boolean;
}

const priceOf = (plan: Plan, period: PlanPeriod) => (period === 'YEARLY' ? plan.yearlyPrice : plan.monthlyPrice);

export type Choice = 'own' | 'pending' | 'byCancelling' | 'none' | 'otherPeriod' | 'choose';

/** What can be done with a plan on the screen of plans. */
export function choiceOf({
  plan,
  period,
  subscription,
}: Pick<OptionProps, 'plan' | 'period' | 'subscription'>): Choice {
  const { plan: own, pending, may } = subscription;
  const isFree = priceOf(plan, period) === 0;
  // Nothing is charged for it: a plan that costs can be subscribed to, also the one that was given.
  const isUnpaid = may.includes('checkout');
  if (plan.id === own.id && (isFree || (period === subscription.period && !isUnpaid))) return 'own';
  if (pending?.planId === plan.id && pending.period === period) return 'pending';
  if (isFree) return may.includes('cancel') ? 'byCancelling' : 'none';
  return plan.id === own.id && !isUnpaid ? 'otherPeriod' : 'choose';
}

function Price({ plan, period }: Pick<OptionProps, 'plan' | 'period'>) {
  const { t } = useTranslation();
  const isYearly = period === 'YEARLY' && plan.yearlyPrice > 0;
  const byMonth = isYearly ? Math.round(plan.yearlyPrice / 12) : plan.monthlyPrice;
  return (
    <div className="plan-price figures">
      <p>
        <strong>{formatMoney(byMonth)}</strong> {t('choose-plan.perMonth')}
      </p>
      <p className="plan-price-year">
        {isYearly && t('choose-plan.perYear', { amount: formatMoney(plan.yearlyPrice) })}
        {isYearly && plan.yearlySaving > 0 && (
          <strong>{t('choose-plan.less', { amount: formatMoney(plan.yearlySaving) })}</strong>
        )}
        {!isYearly && t(plan.monthlyPrice === 0 ? 'choose-plan.free' : 'choose-plan.monthly')}
      </p>
    </div>
  );
}

/** One plan: what it costs, what it gives, and the way to it. */
export function PlanOption(props: OptionProps) {
  const { plan, period, subscription, isNext, isBlocked } = props;
  const { t } = useTranslation();
  const isOwn = plan.id === subscription.plan.id;
  const choice = choiceOf(props);
  // The own plan that can be chosen was given: what is chosen is to pay for it.
  const says = isOwn && choice === 'choose' ? 'subscribe' : choice;
  const label = t(`choose-plan.choices.${says}`, { plan: plan.name, period: t(`choose-plan.by.${period}`) });
  const to =
    choice === 'byCancelling' ? '/plan' : `/checkout?${new URLSearchParams({ plan: plan.id, period }).toString()}`;
  const canGo = !isBlocked && ['byCancelling', 'otherPeriod', 'choose'].includes(choice);
  return (
    <section className={isOwn ? 'plan-option plan-option-own' : 'plan-option'} aria-label={plan.name}>
      <header>
        <h2>{plan.name}</h2>
        {isOwn && <span className="plan-tag">{t('choose-plan.own')}</span>}
      </header>
      <Price plan={plan} period={period} />
      {canGo ? (
        <ButtonLink block type={isNext && choice === 'choose' ? 'primary' : 'default'} to={to}>
          {label}
        </ButtonLink>
      ) : choice === 'own' || choice === 'none' ? (
        // Nothing to choose; the line of the buttons keeps its place.
        <span />
      ) : (
        <Button block disabled>
          {label}
        </Button>
      )}
      <PlanFacts plan={plan} />
    </section>
  );
}
