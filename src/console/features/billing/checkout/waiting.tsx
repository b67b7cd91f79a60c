import { useOne } from '@refinedev/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { invoices } from '../../../../../resources/invoices.ts';
import type { RecordOf } from '../../../../../resources/kit/resource.ts';
import type { Subscription } from '../../../../shared/billing.ts';
import { ButtonLink } from '../../../components/button-link.tsx';
import type { HttpError } from '../../../http/client.ts';
import { type Order, useSubscription } from '../../../session/subscription.ts';
import { Callout } from '../callout.tsx';
import { OpenPaymentCard } from '../open-payment.tsx';

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
export function Waiting(props: WaitingProps) {
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
