import { useMutation } from '@tanstack/react-query';
import { Button, Flex } from 'antd';
import type { OpenPayment, Subscription } from '../../../shared/billing.ts';
import { formatMoney } from '../../../shared/format.ts';
import { TextCopyButton } from '../../components/copy.tsx';
import { TestNotice } from '../../components/test-notice.tsx';
import { request } from '../../http/client.ts';
import { fullDate } from '../../providers/days.ts';
import { showFailure } from '../../providers/failure.ts';
import { t } from '../../providers/i18n.ts';
import { notify } from '../../providers/notification.tsx';
import { Part } from './cards.tsx';

function PixCode({ pix }: { pix: NonNullable<OpenPayment['pix']> }) {
  return (
    <>
      <Flex wrap gap="small" align="center" className="pix-code">
        <code aria-label={t('plan.pix.code')}>{pix.code}</code>
        <TextCopyButton value={pix.code} texts="plan.pix" />
      </Flex>
      <p className="cell-quiet">{t('plan.pix.expires', { moment: fullDate(pix.expiresAt) })}</p>
    </>
  );
}

interface OpenPaymentProps {
  payment: OpenPayment;
  gateway: Subscription['gateway'];
  /** Runs after each attempt, also after a failed one. */
  onAnswered: () => Promise<unknown>;
}

/** Button that opens the bank's confirmation of a card payment. Pix needs none, because it is paid in the bank's app. */
function BankButton({ payment, gateway, onAnswered }: OpenPaymentProps) {
  const fail = (message = t('plan.payment.confirm.failed')) => notify({ type: 'error', message });
  const { mutate: confirm, isPending } = useMutation({
    mutationFn: async () => {
      const { faultMessage, openStripeJs } = await import('./stripe/stripe-js.ts');
      const stripe = await openStripeJs(gateway.publicKey ?? '');
      const { error } = await stripe.handleNextAction({ clientSecret: payment.clientSecret });
      if (error) fail(faultMessage(error));
    },
    onError: () => fail(),
    onSettled: () => onAnswered().catch(() => undefined),
  });
  return (
    <Button type="primary" loading={isPending} onClick={() => confirm()}>
      {t('plan.payment.confirm.action')}
    </Button>
  );
}

/** The buttons that simulate the bank's answer at the sandbox gateway. */
function SandboxButtons({ payment: { id, kind, clientSecret }, onAnswered }: OpenPaymentProps) {
  const path = `/sandbox/payments/${encodeURIComponent(id)}/confirm`;
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (outcome: string) => request(path, { method: 'POST', body: { clientSecret, outcome } }),
    onError: showFailure,
    // Also after an error, because the payment may have changed in the meantime.
    onSettled: () => onAnswered().catch(() => undefined),
  });
  return (
    <Flex wrap gap="small">
      {(['pay', 'refuse'] as const).map((outcome) => (
        <Button
          key={outcome}
          type={outcome === 'pay' ? 'primary' : 'default'}
          loading={isPending && variables === outcome}
          disabled={isPending && variables !== outcome}
          onClick={() => mutate(outcome)}
        >
          {t(`plan.payment.${kind}.${outcome}`)}
        </Button>
      ))}
    </Flex>
  );
}

/** A payment that waits for the customer: a card payment to confirm at the bank, or a Pix to pay. */
export function OpenPaymentCard(props: OpenPaymentProps) {
  const { payment, gateway } = props;
  const { kind, amount, pix, reason } = payment;
  return (
    <Part title={t(`plan.payment.${kind}.title`)} className="open-payment page-part">
      <Flex vertical gap="small" className="payment-lines">
        <p className="figures">
          <strong>{formatMoney(amount)}</strong> {t(`plan.payment.reasons.${reason}`)}
        </p>
        <p className="cell-quiet">{t(`plan.payment.${kind}.text`)}</p>
        {pix && <PixCode pix={pix} />}
        {gateway.name === 'stripe' ? (
          kind === 'confirm' && <BankButton {...props} />
        ) : (
          <>
            <TestNotice gateway={gateway} />
            <SandboxButtons {...props} />
          </>
        )}
      </Flex>
    </Part>
  );
}
