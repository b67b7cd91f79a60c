import { useCallback, useState } from 'react';
import type { Quote, Subscription } from '../../../../shared/billing.ts';
import type { PlanOffer } from '../../../../shared/plans.ts';
import { type Order, useMoneyCall, useTakeSubscription } from '../../../components/subscription.ts';
import { HttpError } from '../../../http/client.ts';
import { failureSentence } from '../../../providers/failure.ts';
import type { CardInForm } from '../card-dialog.tsx';
import { CardFault, usePurchaseState } from '../purchase.tsx';

/** What the parts of the checkout need. */
export interface CheckoutProps {
  order: Order;
  offer: PlanOffer;
  subscription: Subscription;
}

export const orderedOf = ({ order, offer }: CheckoutProps) => ({
  plan: 'planId' in order ? offer.plans.find(({ id }) => id === order.planId) : undefined,
  pack: 'packId' in order ? offer.packs.find(({ id }) => id === order.packId) : undefined,
});

export type Kind = Quote['kind'];
/** How to pay: with the stored card, another card, or Pix (credit packs only). */
export type Method = { by: 'known' } | { by: 'card'; form: CardInForm } | { by: 'pix' };

/** Why the user has to confirm again: the card was refused, the price or subscription changed, or another error. */
export interface Trouble {
  name: 'refused' | 'changed' | 'other';
  message: string;
}

type PurchaseStep =
  | { name: 'review'; trouble: Trouble | null }
  | { name: 'confirming' }
  | { name: 'waiting'; invoiceId: string | null }
  | { name: 'done'; kind: Kind };

const CHANGED = ['stale', 'quote_changed', 'subscription_state'];
const REFUSED = ['card_refused', 'payment_method_unconfirmed'];

function troubleOf(failure: unknown): Trouble {
  const code = failure instanceof HttpError ? failure.code : '';
  const name = REFUSED.includes(code) ? 'refused' : CHANGED.includes(code) ? 'changed' : 'other';
  return { name, message: failureSentence(failure) };
}

/** Whether this order is already waiting for its payment, for example after a reload of the page. */
const startsWaiting = (order: Order, { status, pending }: Subscription) =>
  'planId' in order &&
  status === 'PENDING_PAYMENT' &&
  pending?.planId === order.planId &&
  pending.period === order.period;

function callOf(order: Order, { version }: Subscription, quote: Quote, method: Method, setupId: string | undefined) {
  const { amountNow, quotedAt } = quote;
  if ('packId' in order) {
    const by = method.by === 'pix' ? 'pix' : 'card';
    return { path: '/subscription/prepaid', body: { ...order, method: by, amountNow } };
  }
  if (quote.kind === 'checkout')
    return { path: '/subscription/checkout', body: { ...order, version, amountNow, setupId } };
  return { path: '/subscription/change', body: { ...order, version, amountNow, quotedAt } };
}

function stepAfter(order: Order, kind: Kind, before: Subscription, after: Subscription): PurchaseStep {
  if ('packId' in order) {
    const known = before.payments.map(({ id }) => id);
    const made = after.payments.find(({ id, reason }) => reason === 'prepaid' && !known.includes(id));
    return made ? { name: 'waiting', invoiceId: made.invoiceId } : { name: 'done', kind };
  }
  return after.status === 'PENDING_PAYMENT' ? { name: 'waiting', invoiceId: null } : { name: 'done', kind };
}

export interface PurchaseControl {
  step: PurchaseStep;
  /** How often the card was refused. */
  refusals: number;
  confirm: (quote: Quote, method: Method) => Promise<void>;
  /** Called when a pending payment has ended. */
  end: (isPaid: boolean) => void;
}

/** Runs the purchase of an order, from the review to the outcome of the payment. */
export function usePurchase(order: Order, subscription: Subscription): PurchaseControl {
  const [step, setStep] = useState<PurchaseStep>(() =>
    startsWaiting(order, subscription) ? { name: 'waiting', invoiceId: null } : { name: 'review', trouble: null },
  );
  const [refusals, setRefusals] = useState(0);
  const { ready, setReady } = usePurchaseState();
  const call = useMoneyCall();
  const take = useTakeSubscription();
  const readyCard = async ({ card, give }: CardInForm) => {
    // A retry with the same idempotency key must have the same body, and so the same setup.
    if (ready?.card === card) return ready;
    const made = await give();
    setReady(made);
    return made;
  };
  const confirm = async (quote: Quote, method: Method) => {
    setStep({ name: 'confirming' });
    try {
      const setupId = method.by === 'card' ? (await readyCard(method.form)).setup.setupId : undefined;
      const { path, body } = callOf(order, subscription, quote, method, setupId);
      const answer = await call(path, body);
      setReady(null);
      // `Waiting` reads the subscription from the cache, so the response is stored there first.
      void take(answer);
      setStep(stepAfter(order, quote.kind, subscription, answer));
    } catch (failure) {
      // The card's form shows the error; our API was not called.
      if (failure instanceof CardFault) return setStep({ name: 'review', trouble: null });
      const trouble = troubleOf(failure);
      if (trouble.name === 'refused') {
        setReady(null);
        setRefusals((before) => before + 1);
      }
      setStep({ name: 'review', trouble });
      // The subscription may have changed, and a new version needs a new quote.
      if (trouble.name !== 'other') await take().catch(() => undefined);
    }
  };
  const end = useCallback(
    (isPaid: boolean) => {
      const kind = 'packId' in order ? 'prepaid' : 'upgrade';
      if (!isPaid) setRefusals((before) => before + 1);
      setStep(isPaid ? { name: 'done', kind } : { name: 'review', trouble: { name: 'refused', message: '' } });
      void take().catch(() => undefined);
    },
    [order, take],
  );
  return { step, refusals, confirm, end };
}
