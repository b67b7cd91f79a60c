import { Button, Flex, Segmented, Skeleton, Tag, Typography } from 'antd';
import type { Subscription } from '../../../../shared/billing.ts';
import { formatMoney } from '../../../../shared/format.ts';
import { PLAN_PERIODS, type PlanPeriod } from '../../../../shared/plan-periods.ts';
import type { Plan } from '../../../../shared/plans.ts';
import { ButtonLink } from '../../../components/button-link.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { SkeletonGrid } from '../../../components/skeleton.tsx';
import { Loaded } from '../../../components/states.tsx';
import { t } from '../../../providers/i18n.ts';
import { Callout, PlanFacts } from '../cards.tsx';
import { usePurchaseState, useShop } from '../purchase.tsx';
import '../billing.css';

/** Compares the plans and marks the current one. Choosing another plan leads to its checkout. */
export function ChoosePlanPage() {
  return (
    <PageFrame
      title={t('choose-plan.title')}
      intro={t('choose-plan.intro')}
      back={{ to: '/plan', label: t('choose-plan.back') }}
    >
      <Loaded query={useShop()} waiting={<Waiting />}>
        {({ offer, subscription }) => <Comparison plans={offer.plans} subscription={subscription} />}
      </Loaded>
    </PageFrame>
  );
}

const Waiting = () => (
  <>
    <Skeleton.Input active className="part-gap" />
    <SkeletonGrid className="plan-options plan-options-waiting" heights={[550, 550, 550, 550]} />
  </>
);

/** Returns the subscription's status if it does not allow a change of plan now, else null. */
function obstacleOf({ allowedCommands, status }: Subscription) {
  if (allowedCommands.some((command) => ['checkout', 'upgrade', 'downgrade'].includes(command))) return null;
  return status;
}

function PeriodChoice(props: { value: PlanPeriod; onChange: (period: PlanPeriod) => void; plans: readonly Plan[] }) {
  const saving = Math.max(0, ...props.plans.map(({ yearlySaving }) => yearlySaving));
  return (
    <Flex wrap align="center" gap="small" className="part-gap">
      <Segmented<PlanPeriod>
        aria-label={t('choose-plan.period')}
        value={props.value}
        onChange={props.onChange}
        options={PLAN_PERIODS.map((value) => ({ value, label: t(`choose-plan.periods.${value}`) }))}
      />
      {saving > 0 && (
        <Typography.Text type="secondary">{t('choose-plan.saving', { amount: formatMoney(saving) })}</Typography.Text>
      )}
    </Flex>
  );
}

function Comparison({ plans, subscription }: { plans: readonly Plan[]; subscription: Subscription }) {
  const { period, setPeriod } = usePurchaseState();
  const shown = period ?? subscription.period;
  const { plan: own } = subscription;
  // The current plan may no longer be on sale, but it is still compared with the others.
  const all = plans.some(({ id }) => id === own.id) ? plans : [own, ...plans].sort((a, b) => a.rank - b.rank);
  const next = all.find(({ rank }) => rank > own.rank);
  const obstacle = obstacleOf(subscription);
  return (
    <>
      {obstacle && (
        <Callout
          type={obstacle === 'FAILURE_PAYMENT' ? 'error' : 'warning'}
          title={t(`choose-plan.obstacles.${obstacle}.title`)}
          text={t(`choose-plan.obstacles.${obstacle}.text`)}
          actions={<ButtonLink to="/plan">{t('choose-plan.toPlan')}</ButtonLink>}
        />
      )}
      <PeriodChoice value={shown} onChange={setPeriod} plans={all} />
      <div className="plan-options" style={{ '--plans': all.length } as React.CSSProperties}>
        {all.map((plan) => (
          <PlanOption
            key={plan.id}
            plan={plan}
            period={shown}
            subscription={subscription}
            isNext={plan.id === next?.id}
            isBlocked={obstacle !== null}
          />
        ))}
      </div>
      <p className="cell-quiet" style={{ marginTop: 20, maxWidth: '68ch' }}>
        {t('choose-plan.note')}
      </p>
    </>
  );
}

interface OptionProps {
  plan: Plan;
  period: PlanPeriod;
  subscription: Subscription;
  /** Whether this is the next higher plan. Its button is the screen's primary action. */
  isNext: boolean;
  isBlocked: boolean;
}

const priceOf = (plan: Plan, period: PlanPeriod) => (period === 'YEARLY' ? plan.yearlyPrice : plan.monthlyPrice);

type PlanChoice = 'own' | 'pending' | 'byCancelling' | 'none' | 'otherPeriod' | 'choose';

/** Returns what the user can do with a plan and billing period. */
export function choiceOf({
  plan,
  period,
  subscription,
}: Pick<OptionProps, 'plan' | 'period' | 'subscription'>): PlanChoice {
  const { plan: own, pending, allowedCommands } = subscription;
  const isFree = priceOf(plan, period) === 0;
  // An account that pays nothing can subscribe to any paid plan, also to one that staff assigned to it for free.
  const isUnpaid = allowedCommands.includes('checkout');
  if (plan.id === own.id && (isFree || (period === subscription.period && !isUnpaid))) return 'own';
  if (pending?.planId === plan.id && pending.period === period) return 'pending';
  if (isFree) return allowedCommands.includes('cancel') ? 'byCancelling' : 'none';
  return plan.id === own.id && !isUnpaid ? 'otherPeriod' : 'choose';
}

function Price({ plan, period }: Pick<OptionProps, 'plan' | 'period'>) {
  const isYearly = period === 'YEARLY' && plan.yearlyPrice > 0;
  const byMonth = isYearly ? Math.round(plan.yearlyPrice / 12) : plan.monthlyPrice;
  return (
    <div className="cell-quiet figures">
      <p>
        <strong className="billing-figure">{formatMoney(byMonth)}</strong> {t('choose-plan.perMonth')}
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

/** A plan with its price, its features and the button to choose it. */
function PlanOption(props: OptionProps) {
  const { plan, period, subscription, isNext, isBlocked } = props;
  const isOwn = plan.id === subscription.plan.id;
  const choice = choiceOf(props);
  // If the current plan can be chosen, staff assigned it for free. Choosing it starts a paid subscription.
  const labelName = isOwn && choice === 'choose' ? 'subscribe' : choice;
  const label = t(`choose-plan.choices.${labelName}`, { plan: plan.name, period: t(`choose-plan.by.${period}`) });
  const to =
    choice === 'byCancelling' ? '/plan' : `/checkout?${new URLSearchParams({ plan: plan.id, period }).toString()}`;
  const canGo = !isBlocked && ['byCancelling', 'otherPeriod', 'choose'].includes(choice);
  return (
    <section className={isOwn ? 'plan-option framed plan-option-own' : 'plan-option framed'} aria-label={plan.name}>
      <Flex component="header" wrap align="center" gap="small">
        <h2>{plan.name}</h2>
        {isOwn && <Tag color="success">{t('choose-plan.own')}</Tag>}
      </Flex>
      <Price plan={plan} period={period} />
      {canGo ? (
        <ButtonLink block type={isNext && choice === 'choose' ? 'primary' : 'default'} to={to}>
          {label}
        </ButtonLink>
      ) : choice === 'own' || choice === 'none' ? (
        // Keeps the button's row in the grid.
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
