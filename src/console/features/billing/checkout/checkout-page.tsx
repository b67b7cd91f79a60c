import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router';
import type { Subscription } from '../../../../shared/billing.ts';
import { PLAN_PERIODS, type PlanPeriod } from '../../../../shared/plan-periods.ts';
import type { PlanOffer } from '../../../../shared/plans.ts';
import { PageFrame } from '../../../components/page-frame.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { LoadError } from '../../../components/states.tsx';
import { type Order, useOffer, useSubscription } from '../../../session/subscription.ts';
import { Done } from './done.tsx';
import { Review } from './review.tsx';
import { startsWaiting, usePurchase } from './use-purchase.ts';
import { Waiting } from './waiting.tsx';
import '../billing.css';

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
  const failed = [offer, subscription].find((query) => query.isError && !query.data);
  const isPack = 'packId' in order;
  const back = isPack
    ? { to: '/plan', label: t('checkout.backToPlan') }
    : { to: '/choose-plan', label: t('checkout.backToPlans') };
  return (
    <PageFrame title={t(isPack ? 'checkout.packTitle' : 'checkout.title')} intro={t('checkout.intro')} back={back}>
      {offer.data && subscription.data && subscription.isFetchedAfterMount ? (
        <Checkout order={order} offer={offer.data.data} subscription={subscription.data.data} />
      ) : failed ? (
        <LoadError
          error={failed.error}
          again={() => void Promise.all([offer.refetch(), subscription.refetch()])}
          busy={offer.isFetching || subscription.isFetching}
        />
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
  const { stage } = purchase;
  if (stage.name === 'done') return <Done order={order} offer={offer} subscription={subscription} kind={stage.kind} />;
  if (stage.name === 'waiting') {
    return <Waiting order={order} subscription={subscription} invoiceId={stage.invoiceId} onOver={purchase.end} />;
  }
  return <Review order={order} offer={offer} subscription={subscription} purchase={purchase} />;
}
