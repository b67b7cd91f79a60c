import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OpenPayment, Subscription } from '../../../../shared/billing.ts';
import { formatMoney } from '../../../../shared/format.ts';
import { request } from '../../../http/client.ts';
import { Callout } from '../callout.tsx';

interface EndedPayment {
  payment: OpenPayment;
  isPaid: boolean;
}

/** Whether a payment succeeded. A refused payment outside a renewal leaves no invoice, so 404 means that nothing was paid. */
const isPaid = ({ invoiceId }: OpenPayment) =>
  request<{ status: string }>(`/invoices/${invoiceId}`).then(
    ({ status }) => status === 'paid',
    () => false,
  );

/**
 * Returns the last payment that was open on this page and has ended since, here or elsewhere. `ignore` skips the payments
 * that are open now, because the user is withdrawing them.
 */
export function useEndedPayment({ payments }: Subscription) {
  const [ended, setEnded] = useState<EndedPayment>();
  const open = useRef(payments);
  useEffect(() => {
    const closed = open.current.filter(({ id }) => !payments.some((one) => one.id === id)).at(-1);
    open.current = payments;
    if (closed) void isPaid(closed).then((paid) => setEnded({ payment: closed, isPaid: paid }));
  }, [payments]);
  const clear = () => setEnded(undefined);
  const ignore = () => void (open.current = []);
  return { ended, clear, ignore };
}

/** States how a payment ended: what was charged, or that it was refused or not paid. */
export function PaymentOutcome({ ended, onClose }: { ended: EndedPayment; onClose: () => void }) {
  const { t } = useTranslation();
  const { payment, isPaid: wasPaid } = ended;
  const key = wasPaid ? 'paid' : payment.kind === 'pix' ? 'pixUnpaid' : 'refused';
  const values = { amount: formatMoney(payment.amount), reason: t(`plan.payment.reasons.${payment.reason}`) };
  return (
    <Callout
      type={wasPaid ? 'success' : 'error'}
      title={t(`plan.payment.${key}.title`)}
      text={t(`plan.payment.${key}.text`, values)}
      onClose={onClose}
    />
  );
}
