import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SandboxCard, Subscription } from '../../shared/billing.ts';
import { HttpError } from '../http/client.ts';
import { failureSentence } from '../providers/failure.ts';
import { showNotice } from '../providers/notice-store.ts';
import { Dialog } from '../resource/dialog.tsx';
import { useMoneyCall, useTakeSubscription } from './calls.ts';
import { CardChoice, prepareCard, TestNotice } from './cards.tsx';

/** Takes another card for what is to come; what is unpaid is charged on it at once. */
export function CardDialog({ subscription, onClose }: { subscription: Subscription; onClose: () => void }) {
  const { t } = useTranslation();
  const [card, setCard] = useState<SandboxCard>('approves');
  const [isBusy, setIsBusy] = useState(false);
  const [fault, setFault] = useState('');
  const call = useMoneyCall();
  const take = useTakeSubscription();
  const isUnpaid = subscription.status === 'FAILURE_PAYMENT';
  const save = async () => {
    setIsBusy(true);
    setFault('');
    try {
      const { setup } = await prepareCard(card);
      const { version } = subscription;
      const answer = await call('/subscription/payment-method', { setupId: setup.setupId, version });
      await take(answer);
      const hasFailed = answer.status === 'FAILURE_PAYMENT' && answer.payments.length === 0;
      if (isUnpaid && hasFailed) return setFault(t('plan.failed.text'));
      showNotice({ type: 'success', message: t('plan.method.saved') });
      onClose();
    } catch (failure) {
      // What is shown may be of before: the next press goes out with what there is now.
      if (failure instanceof HttpError) void take();
      setFault(await failureSentence(failure));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Dialog
      open
      title={t(subscription.paymentMethod ? 'plan.method.change' : 'plan.method.add')}
      onClose={onClose}
      action={{
        label: t(isUnpaid ? 'plan.method.saveAndPay' : 'plan.method.save'),
        busy: isBusy,
        disabled: subscription.gateway.name !== 'sandbox',
        onClick: () => void save(),
      }}
    >
      <div className="card-dialog">
        {isUnpaid && <p>{t('plan.method.unpaid')}</p>}
        {subscription.gateway.name === 'sandbox' ? (
          <>
            <TestNotice />
            <CardChoice value={card} onChange={setCard} disabled={isBusy} />
          </>
        ) : (
          <p>{t('plan.method.unknownGateway')}</p>
        )}
        {fault && (
          <p role="alert" className="billing-fault">
            {fault}
          </p>
        )}
      </div>
    </Dialog>
  );
}
