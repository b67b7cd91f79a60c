import { useOne } from '@refinedev/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router';
import { invoices } from '../../../../../resources/invoices.ts';
import type { RecordOf } from '../../../../../resources/kit/resource.ts';
import type { Subscription } from '../../../../shared/billing.ts';
import { PLAN_PERIODS, type PlanPeriod } from '../../../../shared/plan-periods.ts';
import type { PlanOffer } from '../../../../shared/plans.ts';
import { ButtonLink } from '../../../components/button-link.tsx';
import { formatDay } from '../../../components/days.ts';
import { formatNumber } from '../../../components/format-figures.ts';
import { PageFrame } from '../../../components/page-frame.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { both, LoadError } from '../../../components/states.tsx';
import type { HttpError } from '../../../http/client.ts';
import { type Order, useOffer, useSubscription } from '../../../session/subscription.ts';
import { Callout } from '../callout.tsx';
import { OpenPaymentCard } from '../open-payment.tsx';
import { Review } from './review.tsx';
import { type Kind, startsWaiting, usePurchase } from './use-purchase.ts';
import '../billing.css';

const POLL_MS = 3_000;
const SETTLED = ['paid', 'deleted', 'uncollectible', 'void'];

interface WaitingProps {
  order: Order;
  subscription: Subscription;
  /** The invoice of a credit pack; null for a plan, because the subscription's status shows whether it was paid. */
  invoiceId: string | null;
  onOver: (isPaid: boolean) => void;
}

/** Polls a payment and calls `onOver` when it has ended. Also polls the subscription: the one in the props may be old. */
function useEnd({ order, invoiceId, onOver, ...given }: WaitingProps) {
  const own = useSubscription({ refetchInterval: POLL_MS });
  const { query: invoice } = useOne<RecordOf<typeof invoices>, HttpError>({
    resource: invoices.name,
    id: invoiceId ?? undefined,
    queryOptions: { enabled: invoiceId !== null, refetchInterval: POLL_MS },
  });
  const subscription = own.data?.data ?? given.subscription;
  const { status, plan } = subscription;
  const isOver = invoiceId === null ? status !== 'PENDING_PAYMENT' : SETTLED.includes(invoice.data?.data.status ?? '');
  const isPaid =
    invoiceId === null ? 'planId' in order && plan.id === order.planId : invoice.data?.data.status === 'paid';
  useEffect(() => {
    if (isOver) onOver(isPaid);
  }, [isOver, isPaid, onOver]);
  const refetch = () => Promise.all([own.refetch(), invoiceId === null ? null : invoice.refetch()]);
  return { subscription, refetch };
}

/** Shows a pending payment. If it waits for the customer, they can act on it here; otherwise it waits for the gateway. */
function Waiting(props: WaitingProps) {
  const { t } = useTranslation();
  const { invoiceId } = props;
  const { subscription, refetch } = useEnd(props);
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
      actions={<ButtonLink to="/plan">{t('checkout.backToPlan')}</ButtonLink>}
    >
      <p>{t('checkout.waiting')}</p>
    </Callout>
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
  const { t } = useTranslation();
  const offer = useOffer();
  const subscription = useSubscription({ refetchOnMount: 'always' });
  const isFailed = [offer, subscription].some((query) => query.isError && !query.data);
  const isPack = 'packId' in order;
  const back = isPack
    ? { to: '/plan', label: t('checkout.backToPlan') }
    : { to: '/choose-plan', label: t('checkout.backToPlans') };
  return (
    <PageFrame title={t(isPack ? 'checkout.packTitle' : 'checkout.title')} intro={t('checkout.intro')} back={back}>
      {offer.data && subscription.data && subscription.isFetchedAfterMount ? (
        <Checkout order={order} offer={offer.data.data} subscription={subscription.data.data} />
      ) : isFailed ? (
        <LoadError query={both(offer, subscription)} />
      ) : (
        <Skeleton title rows={8} />
      )}
    </PageFrame>
  );
}

interface CheckoutProps {
  order: Order;
  offer: PlanOffer;
  subscription: Subscription;
}

function Checkout({ order, offer, subscription }: CheckoutProps) {
  const purchase = usePurchase(order, subscription, startsWaiting(order, subscription));
  const { step } = purchase;
  if (step.name === 'done') return <Done order={order} offer={offer} subscription={subscription} kind={step.kind} />;
  if (step.name === 'waiting') {
    return <Waiting order={order} subscription={subscription} invoiceId={step.invoiceId} onOver={purchase.end} />;
  }
  return <Review order={order} offer={offer} subscription={subscription} purchase={purchase} />;
}

interface DoneProps {
  order: Order;
  offer: PlanOffer;
  subscription: Subscription;
  kind: Kind;
}

function Done({ order, offer, subscription, kind }: DoneProps) {
  const { t } = useTranslation();
  const pack = 'packId' in order ? offer.packs.find(({ id }) => id === order.packId) : undefined;
  const plan = 'planId' in order ? offer.plans.find(({ id }) => id === order.planId)?.name : undefined;
  const key = pack ? 'pack' : kind === 'downgrade' ? 'downgrade' : 'plan';
  const values = {
    plan,
    day: formatDay(subscription.renewsAt),
    amount: pack ? formatNumber(pack.credits) : formatNumber(subscription.plan.credits),
  };
  return (
    <Callout
      type="success"
      title={t(`checkout.done.${key}.title`, values)}
      actions={
        <>
          <ButtonLink type="primary" to="/plan">
            {t('checkout.backToPlan')}
          </ButtonLink>
          <ButtonLink to="/invoices">{t('plan.invoices')}</ButtonLink>
        </>
      }
    >
      <p>{t(`checkout.done.${key}.text`, values)}</p>
    </Callout>
  );
}
