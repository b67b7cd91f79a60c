import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Subscription } from '../../../shared/billing.ts';
import { Modal } from '../../components/modal.tsx';
import { TestNotice } from '../../components/test-notice.tsx';
import { HttpError } from '../../http/client.ts';
import { failureSentence } from '../../providers/failure.ts';
import { notify } from '../../providers/notification.tsx';
import { useMoneyCall, useTakeSubscription } from '../../session/subscription.ts';
import { CardFault } from './card-fault.ts';
import { CardForm, type CardInForm } from './card-form.tsx';
import type { ReadyCard } from './purchase.tsx';

/** Takes another card for what is to come; what is unpaid is charged on it at once. */
export function CardDialog({ subscription, onClose }: { subscription: Subscription; onClose: () => void }) {
  const { t } = useTranslation();
  const [form, setForm] = useState<CardInForm | null>(null);
  // Taken by the gateway, and not yet known to be ours: the same goes out again. Else each try needs a card of its own.
  const [given, setGiven] = useState<ReadyCard | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [isBusy, setIsBusy] = useState(false);
  const [fault, setFault] = useState('');
  const call = useMoneyCall();
  const take = useTakeSubscription();
  const isUnpaid = subscription.status === 'FAILURE_PAYMENT';
  const askAnew = () => {
    setGiven(null);
    setAttempt((count) => count + 1);
  };
  const save = async () => {
    if (!form) return;
    setIsBusy(true);
    setFault('');
    try {
      const { setup, card } = given ?? (await form.give());
      setGiven({ setup, card });
      const { version } = subscription;
      const answer = await call('/subscription/payment-method', { setupId: setup.setupId, version });
      await take(answer);
      const hasFailed = answer.status === 'FAILURE_PAYMENT' && answer.payments.length === 0;
      if (isUnpaid && hasFailed) {
        askAnew();
        return setFault(t('plan.failed.text'));
      }
      notify({ type: 'success', message: t('plan.method.saved') });
      onClose();
    } catch (failure) {
      if (failure instanceof CardFault) return;
      if (failure instanceof HttpError && failure.status < 500 && failure.code !== 'payment_under_way') askAnew();
      // What is shown may be of before: the next press goes out with what there is now.
      if (failure instanceof HttpError) void take();
      setFault(await failureSentence(failure));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Modal
      open
      title={t(subscription.paymentMethod ? 'plan.method.change' : 'plan.method.add')}
      onCancel={onClose}
      okText={t(isUnpaid ? 'plan.method.saveAndPay' : 'plan.method.save')}
      okButtonProps={{ disabled: form === null }}
      confirmLoading={isBusy}
      onOk={() => void save()}
    >
      <div className="card-dialog">
        {isUnpaid && <p>{t('plan.method.unpaid')}</p>}
        {subscription.gateway.isTest && <TestNotice gateway={subscription.gateway} />}
        <CardForm
          key={attempt}
          gateway={subscription.gateway}
          value={form}
          onChange={(card) => {
            setForm(card);
            setGiven(null);
          }}
          disabled={isBusy || given?.card === 'typed'}
        />
        {fault && (
          <p role="alert" className="billing-fault">
            {fault}
          </p>
        )}
      </div>
    </Modal>
  );
}
