import { Flex, Segmented, Skeleton, Typography } from 'antd';
import type { Subscription } from '../../../../shared/billing.ts';
import { formatMoney } from '../../../../shared/format.ts';
import { PLAN_PERIODS, type PlanPeriod } from '../../../../shared/plan-periods.ts';
import type { Plan } from '../../../../shared/plans.ts';
import { ButtonLink } from '../../../components/button-link.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { SkeletonGrid } from '../../../components/skeleton.tsx';
import { Loaded } from '../../../components/states.tsx';
import { t } from '../../../providers/i18n.ts';
import { Callout } from '../callout.tsx';
import { usePurchaseState, useShop } from '../purchase.tsx';
import { PlanOption } from './plan-option.tsx';
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
