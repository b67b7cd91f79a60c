import { useTranslation } from 'react-i18next';
import type { Subscription } from '../../../../shared/billing.ts';
import { ButtonLink } from '../../../components/button-link.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { SkeletonGrid } from '../../../components/skeleton.tsx';
import { LoadError, StaleNotice } from '../../../components/states.tsx';
import { useOffer, useSubscription, useTakeSubscription } from '../../../session/subscription.ts';
import { OpenPaymentCard } from '../open-payment.tsx';
import { CreditChart } from './credit-chart.tsx';
import { CurrentPlan } from './current-plan.tsx';
import { Packs } from './packs.tsx';
import { PaymentMethodPart } from './payment-method-part.tsx';
import { PaymentOutcome, useEndedPayment } from './payment-outcome.tsx';
import { StatusCallout } from './status-callout.tsx';
import { Usage } from './usage.tsx';
import '../billing.css';

/** Poll interval while a payment is open. */
const POLL_MS = 5_000;
const isPending = (subscription: Subscription | undefined) =>
  subscription !== undefined && (subscription.status === 'PENDING_PAYMENT' || subscription.payments.length > 0);

/** The account's plan: what it includes, what is used and charged, and how to change it. */
export function PlanPage() {
  const { t } = useTranslation();
  const query = useSubscription({
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (isPending(state.data?.data) ? POLL_MS : false),
  });
  // Requested in parallel with the subscription, because the parts below need it.
  useOffer();
  const { data, error, isError, isFetching } = query;
  const again = () => void query.refetch();
  return (
    <PageFrame
      title={t('plan.title')}
      intro={t('plan.intro')}
      action={<ButtonLink to="/invoices">{t('plan.invoices')}</ButtonLink>}
    >
      {data ? (
        <>
          {isError && <StaleNotice again={again} busy={isFetching} />}
          <Parts subscription={data.data} />
        </>
      ) : isError ? (
        <LoadError error={error} again={again} busy={isFetching} />
      ) : (
        <SkeletonGrid
          className="plan-parts"
          heights={[526, 150, 245, 105, 330]}
          places={['plan-current', '', '', '', 'billing-wide']}
        />
      )}
    </PageFrame>
  );
}

function Parts({ subscription }: { subscription: Subscription }) {
  const take = useTakeSubscription();
  const { ended, clear, ignore } = useEndedPayment(subscription);
  return (
    <>
      {ended && <PaymentOutcome ended={ended} onClose={clear} />}
      <StatusCallout subscription={subscription} onGiveUp={ignore} />
      {subscription.payments.map((payment) => (
        <OpenPaymentCard key={payment.id} payment={payment} gateway={subscription.gateway} onAnswered={() => take()} />
      ))}
      <div className="plan-parts">
        <CurrentPlan subscription={subscription} />
        <Usage subscription={subscription} />
        <Packs subscription={subscription} />
        <PaymentMethodPart subscription={subscription} />
        <CreditChart usage={subscription.usage} />
      </div>
    </>
  );
}
