import { useOne } from '@refinedev/core';
import { useEffect } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { invoices } from '../../../../../resources/invoices.ts';
import type { RecordOf } from '../../../../../resources/kit/resource.ts';
import { formatNumber } from '../../../../shared/format.ts';
import { PLAN_PERIODS, type PlanPeriod } from '../../../../shared/plan-periods.ts';
import { ButtonLink } from '../../../components/button-link.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { Loaded } from '../../../components/states.tsx';
import { type Order, useSubscription } from '../../../components/subscription.ts';
import type { HttpError } from '../../../http/client.ts';
import { formatDay } from '../../../providers/days.ts';
import { t } from '../../../providers/i18n.ts';
import { Callout } from '../cards.tsx';
import { OpenPaymentCard } from '../open-payment.tsx';
import { useShop } from '../purchase.tsx';
import { Review } from './review.tsx';
import { type CheckoutProps, type Kind, orderedOf, type PurchaseControl, usePurchase } from './use-purchase.ts';
import '../billing.css';

const POLL_MS = 3_000;
const SETTLED = ['paid', 'deleted', 'uncollectible', 'void'];

/** Polls a payment and calls `onOver` when it has ended. `invoiceId` is the invoice of a credit pack; null for a plan. */
function useEnd(
  { order, subscription: given }: CheckoutProps,
  invoiceId: string | null,
  onOver: PurchaseControl['end'],
) {
  // The subscription shows whether a plan was paid. The one that is given may be old.
  const own = useSubscription({ refetchInterval: POLL_MS });
  const { query: invoice } = useOne<RecordOf<typeof invoices>, HttpError>({
    resource: invoices.name,
    id: invoiceId ?? undefined,
    queryOptions: { enabled: invoiceId !== null, refetchInterval: POLL_MS },
  });
  const subscription = own.data?.data ?? given;
  const { status, plan } = subscription;
  const invoiceStatus = invoice.data?.data.status ?? '';
  const isOver = invoiceId === null ? status !== 'PENDING_PAYMENT' : SETTLED.includes(invoiceStatus);
  const isPaid = invoiceId === null ? 'planId' in order && plan.id === order.planId : invoiceStatus === 'paid';
  useEffect(() => {
    if (isOver) onOver(isPaid);
  }, [isOver, isPaid, onOver]);
  const refetch = () => Promise.all([own.refetch(), invoiceId === null ? null : invoice.refetch()]);
  return { subscription, refetch };
}

/** Shows a pending payment. If it waits for the customer, they can act on it here; otherwise it waits for the gateway. */
function Waiting(props: CheckoutProps & { invoiceId: string | null; onOver: PurchaseControl['end'] }) {
  const { invoiceId, onOver } = props;
  const { subscription, refetch } = useEnd(props, invoiceId, onOver);
  const payment = subscription.payments.find((one) =>
    invoiceId === null ? ['start', 'change'].includes(one.reason) : one.invoiceId === invoiceId,
  );
  if (payment) {
    return <OpenPaymentCard payment={payment} gateway={subscription.gateway} onAnswered={refetch} />;
  }
  return (
    <Callout
      type="warning"
      title={t('plan.review.title')}
      text={t('checkout.waiting')}
      actions={<ButtonLink to="/plan">{t('checkout.backToPlan')}</ButtonLink>}
    />
  );
}

/** Returns the order in the address (query); null if there is none or it is not valid. */
function orderOf(query: URLSearchParams): Order | null {
  const packId = query.get('pack');
  if (packId) return { packId };
  const planId = query.get('plan');
  const period = query.get('period') as PlanPeriod;
  return planId && PLAN_PERIODS.includes(period) ? { planId, period } : null;
}

/** Shows what an order changes and costs, asks for confirmation, and then shows the outcome of the payment. */
export function CheckoutPage() {
  const [query] = useSearchParams();
  const order = orderOf(query);
  if (!order) return <Navigate to="/choose-plan" replace />;
  return <Loading key={JSON.stringify(order)} order={order} />;
}

function Loading({ order }: { order: Order }) {
  const query = useShop();
  const isPack = 'packId' in order;
  const back = isPack
    ? { to: '/plan', label: t('checkout.backToPlan') }
    : { to: '/choose-plan', label: t('checkout.backToPlans') };
  return (
    <PageFrame title={t(isPack ? 'checkout.packTitle' : 'checkout.title')} intro={t('checkout.intro')} back={back}>
      {/* What is bought depends on the current subscription, not on the cached one. */}
      <Loaded query={query.isFresh ? query : { ...query, data: undefined }} waiting={<Skeleton title rows={8} />}>
        {(shop) => <Checkout order={order} {...shop} />}
      </Loaded>
    </PageFrame>
  );
}

function Checkout(props: CheckoutProps) {
  const purchase = usePurchase(props.order, props.subscription);
  const { step } = purchase;
  if (step.name === 'done') return <Done {...props} kind={step.kind} />;
  if (step.name === 'waiting') return <Waiting {...props} invoiceId={step.invoiceId} onOver={purchase.end} />;
  return <Review {...props} purchase={purchase} />;
}

function Done({ kind, ...props }: CheckoutProps & { kind: Kind }) {
  const { subscription } = props;
  const { plan, pack } = orderedOf(props);
  const key = pack ? 'pack' : kind === 'downgrade' ? 'downgrade' : 'plan';
  const values = {
    plan: plan?.name,
    day: formatDay(subscription.renewsAt),
    amount: formatNumber((pack ?? subscription.plan).credits),
  };
  return (
    <Callout
      type="success"
      title={t(`checkout.done.${key}.title`, values)}
      text={t(`checkout.done.${key}.text`, values)}
      actions={
        <>
          <ButtonLink type="primary" to="/plan">
            {t('checkout.backToPlan')}
          </ButtonLink>
          <ButtonLink to="/invoices">{t('plan.invoices')}</ButtonLink>
        </>
      }
    />
  );
}
