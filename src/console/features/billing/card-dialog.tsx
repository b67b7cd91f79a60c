import { type HttpError as Failure, useList } from '@refinedev/core';
import { Button, type ButtonProps, Flex, Typography } from 'antd';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { invoices } from '../../../../resources/invoices.ts';
import type { RecordOf } from '../../../../resources/kit/resource.ts';
import { type PaymentSetup, SANDBOX_CARDS, type SandboxCard, type Subscription } from '../../../shared/billing.ts';
import { formatMoney } from '../../../shared/format.ts';
import { Choices } from '../../components/choices.tsx';
import { Modal } from '../../components/modal.tsx';
import { useMoneyCall, useTakeSubscription } from '../../components/subscription.ts';
import { TestNotice } from '../../components/test-notice.tsx';
import { HttpError, request } from '../../http/client.ts';
import { failureSentence } from '../../providers/failure.ts';
import { t } from '../../providers/i18n.ts';
import { notify } from '../../providers/notification.tsx';
import { CardFault, type GivenCard, type ReadyCard } from './purchase.tsx';

/** Returns the unpaid amount of the subscription's open invoices, in centavos; undefined while unknown or without any. */
function useAmountDue(isUnpaid: boolean): number | undefined {
  const { query } = useList<RecordOf<typeof invoices>, Failure>({
    resource: invoices.name,
    filters: [{ field: 'status', operator: 'in', value: ['open'] }],
    queryOptions: { enabled: isUnpaid },
  });
  const due = query.data?.data.filter(({ type }) => type !== 'PREPAID');
  return due && due.length > 0 ? due.reduce((sum, { amount }) => sum + amount, 0) : undefined;
}

/** The button that opens the dialog; nothing while the subscription or the user's role does not allow another card. */
export function CardButton(props: { subscription: Subscription } & Pick<ButtonProps, 'type' | 'disabled'>) {
  const { subscription, ...button } = props;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      {subscription.allowedCommands.includes('paymentMethod') && (
        <Button {...button} onClick={() => setIsOpen(true)}>
          {t(subscription.paymentMethod ? 'plan.method.change' : 'plan.method.add')}
        </Button>
      )}
      {isOpen && <CardDialog subscription={subscription} onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** Dialog to add or replace the card. Unpaid invoices are charged to the new card immediately. */
function CardDialog({ subscription, onClose }: { subscription: Subscription; onClose: () => void }) {
  const [form, setForm] = useState<CardInForm | null>(null);
  // The card that the gateway has accepted. Kept until our own API call succeeds, so that a retry sends the same one.
  const [given, setGiven] = useState<ReadyCard | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [isBusy, setIsBusy] = useState(false);
  const [fault, setFault] = useState('');
  const call = useMoneyCall();
  const take = useTakeSubscription();
  const isUnpaid = subscription.status === 'FAILURE_PAYMENT';
  const due = useAmountDue(isUnpaid);
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
      const isCharged = isUnpaid && due !== undefined && answer.status !== 'FAILURE_PAYMENT';
      const message = isCharged ? t('plan.method.charged', { amount: formatMoney(due) }) : t('plan.method.saved');
      notify({ type: 'success', message });
      onClose();
    } catch (failure) {
      if (failure instanceof CardFault) return;
      if (failure instanceof HttpError && failure.status < 500 && failure.code !== 'payment_under_way') askAnew();
      // The subscription may have changed: the next attempt needs its current version.
      if (failure instanceof HttpError) void take();
      setFault(failureSentence(failure));
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
      <Flex vertical gap="middle">
        {isUnpaid && (
          <p>
            {due === undefined ? t('plan.method.unpaid') : t('plan.method.unpaidAmount', { amount: formatMoney(due) })}
          </p>
        )}
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
          <Typography.Text type="danger" role="alert">
            {fault}
          </Typography.Text>
        )}
      </Flex>
    </Modal>
  );
}

const StripeCard = lazy(async () => ({ default: (await import('./stripe/stripe-card.tsx')).StripeCard }));

/** The card in the form, and the function that registers it at the gateway. */
export interface CardInForm {
  card: GivenCard;
  /** Throws `CardFault` (the form shows the message) or `HttpError`. */
  give: () => Promise<ReadyCard>;
}

/** Registers a test card at the sandbox gateway. Throws `HttpError`. */
async function prepareCard(card: SandboxCard): Promise<ReadyCard> {
  const setup = await request<PaymentSetup>('/subscription/payment-method/setup', { method: 'POST' });
  const { clientSecret } = setup;
  await request(`/sandbox/setups/${encodeURIComponent(setup.setupId)}/confirm`, {
    method: 'POST',
    body: { clientSecret, card },
  });
  return { setup, card };
}

const sandboxCard = (card: SandboxCard): CardInForm => ({ card, give: () => prepareCard(card) });

/** Asks for a card: a choice of test cards, or the gateway's own fields. `value` is null while no card can be submitted. */
export function CardForm(props: {
  gateway: Subscription['gateway'];
  value: CardInForm | null;
  onChange: (card: CardInForm | null) => void;
  /** The test card that is selected initially. */
  first?: SandboxCard;
  disabled?: boolean;
}) {
  const { gateway, value, onChange, first = 'approves', disabled } = props;
  const change = useRef(onChange);
  change.current = onChange;
  const isSandbox = gateway.name === 'sandbox';
  useEffect(() => {
    if (isSandbox) change.current(sandboxCard(first));
  }, [isSandbox, first]);
  if (!isSandbox) {
    return (
      <Suspense>
        <StripeCard
          publicKey={gateway.publicKey ?? ''}
          disabled={disabled}
          onGive={(give) => change.current(give && { card: 'typed', give })}
        />
      </Suspense>
    );
  }
  return (
    <Choices
      aria-label={t('plan.cards.label')}
      value={value && value.card !== 'typed' ? value.card : first}
      disabled={disabled}
      onChange={(card) => onChange(sandboxCard(card))}
      options={SANDBOX_CARDS.map((card) => ({
        value: card,
        label: t(`plan.cards.${card}.name`),
        text: t(`plan.cards.${card}.text`),
      }))}
    />
  );
}
