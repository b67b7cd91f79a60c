import { Button, Flex } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OpenPayment, Subscription } from '../../../shared/billing.ts';
import { copyText } from '../../components/copy-text.ts';
import { fullDate } from '../../components/days.ts';
import { formatMoney } from '../../components/format.ts';
import { Icon } from '../../components/icon.tsx';
import { TestNotice } from '../../components/test-notice.tsx';
import { request } from '../../http/client.ts';
import { showFailure } from '../../providers/failure.ts';
import { notify } from '../../providers/notification.tsx';
import { Part } from './part.tsx';

type BankAnswer = 'pay' | 'refuse';

function PixCode({ pix }: { pix: NonNullable<OpenPayment['pix']> }) {
  const { t } = useTranslation();
  const copy = async () => {
    const isCopied = await copyText(pix.code);
    const message = t(isCopied ? 'plan.pix.copied' : 'plan.pix.notCopied');
    notify({ type: isCopied ? 'success' : 'error', message });
  };
  return (
    <>
      <Flex wrap gap="small" align="center" className="pix-code">
        <code aria-label={t('plan.pix.code')}>{pix.code}</code>
        <Button icon={<Icon name="copy" />} onClick={() => void copy()}>
          {t('plan.pix.copy')}
        </Button>
      </Flex>
      <p className="cell-quiet">{t('plan.pix.expires', { moment: fullDate(pix.expiresAt) })}</p>
    </>
  );
}

/** Opens the bank's confirmation through Stripe. Shows Stripe's message if the customer can fix the error, or `fallback`. */
async function confirmAtBank(publicKey: string, clientSecret: string, fallback: string): Promise<void> {
  const { faultMessage, openStripeJs } = await import('./stripe/stripe-js.ts');
  try {
    const { error } = await (await openStripeJs(publicKey)).handleNextAction({ clientSecret });
    if (error) notify({ type: 'error', message: faultMessage(error) ?? fallback });
  } catch {
    notify({ type: 'error', message: fallback });
  }
}

/** Button that opens the bank's confirmation of a card payment. Pix needs none, because it is paid in the bank's app. */
function BankButton(props: { payment: OpenPayment; publicKey: string; onAnswered: () => Promise<unknown> }) {
  const { t } = useTranslation();
  const [isBusy, setIsBusy] = useState(false);
  const confirm = async () => {
    setIsBusy(true);
    await confirmAtBank(props.publicKey, props.payment.clientSecret, t('plan.payment.confirm.failed'));
    await props.onAnswered().catch(() => undefined);
    setIsBusy(false);
  };
  return (
    <Button type="primary" loading={isBusy} onClick={() => void confirm()}>
      {t('plan.payment.confirm.action')}
    </Button>
  );
}

/**
 * A payment that waits for the customer: a card payment to confirm at the bank, or a Pix to pay. At the sandbox gateway,
 * two buttons simulate the bank's answer. `onAnswered` runs after each attempt, also after a failed one.
 */
export function OpenPaymentCard(props: {
  payment: OpenPayment;
  gateway: Subscription['gateway'];
  onAnswered: () => Promise<unknown>;
}) {
  const { t } = useTranslation();
  const { id, kind, amount, clientSecret, pix, reason } = props.payment;
  const { gateway } = props;
  const isStripe = gateway.name === 'stripe';
  const [busy, setBusy] = useState<BankAnswer | null>(null);
  const answer = async (outcome: BankAnswer) => {
    setBusy(outcome);
    try {
      const path = `/sandbox/payments/${encodeURIComponent(id)}/confirm`;
      await request(path, { method: 'POST', body: { clientSecret, outcome } });
    } catch (failure) {
      void showFailure(failure);
    }
    // Also after an error, because the payment may have changed in the meantime.
    await props.onAnswered().catch(() => undefined);
    setBusy(null);
  };
  return (
    <Part title={t(`plan.payment.${kind}.title`)} className="open-payment page-part">
      <Flex vertical gap="small" className="payment-lines">
        <p className="figures">
          <strong>{formatMoney(amount)}</strong> {t(`plan.payment.reasons.${reason}`)}
        </p>
        <p className="cell-quiet">{t(`plan.payment.${kind}.text`)}</p>
        {pix && <PixCode pix={pix} />}
        {isStripe && kind === 'confirm' && (
          <BankButton payment={props.payment} publicKey={gateway.publicKey ?? ''} onAnswered={props.onAnswered} />
        )}
        {!isStripe && (
          <>
            <TestNotice gateway={gateway} />
            <Flex wrap gap="small">
              <Button
                type="primary"
                loading={busy === 'pay'}
                disabled={busy === 'refuse'}
                onClick={() => void answer('pay')}
              >
                {t(`plan.payment.${kind}.pay`)}
              </Button>
              <Button loading={busy === 'refuse'} disabled={busy === 'pay'} onClick={() => void answer('refuse')}>
                {t(`plan.payment.${kind}.refuse`)}
              </Button>
            </Flex>
          </>
        )}
      </Flex>
    </Part>
  );
}
