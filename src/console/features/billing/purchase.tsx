import { createContext, useContext, useMemo, useState } from 'react';
import { Outlet } from 'react-router';
import type { PaymentSetup, SandboxCard } from '../../../shared/billing.ts';
import type { PlanPeriod } from '../../../shared/plan-periods.ts';
import { both } from '../../components/states.tsx';
import { useOffer, useSubscription } from '../../components/subscription.ts';

/** A test card, or a card typed into the gateway's own fields. */
export type GivenCard = SandboxCard | 'typed';

/** A card that the gateway has accepted but not charged yet. */
export interface ReadyCard {
  setup: PaymentSetup;
  card: GivenCard;
}

/** The gateway rejected a card. The form shows `sentence`, or a general message if it is undefined. */
export class CardFault extends Error {
  readonly sentence: string | undefined;
  constructor(sentence: string | undefined) {
    super(sentence ?? 'card_fault');
    this.name = 'CardFault';
    this.sentence = sentence;
  }
}

interface Purchase {
  /** The billing period of the prices shown; null means the account's current one. */
  period: PlanPeriod | null;
  setPeriod: (period: PlanPeriod) => void;
  /** Kept so that choosing another plan does not ask for the card again. */
  ready: ReadyCard | null;
  setReady: (ready: ReadyCard | null) => void;
}

const PurchaseContext = createContext<Purchase | null>(null);

/** Shares state between the pages to choose a plan and to pay for it. The state is lost when the user leaves them. */
export function PurchaseState() {
  const [period, setPeriod] = useState<PlanPeriod | null>(null);
  const [ready, setReady] = useState<ReadyCard | null>(null);
  const value = useMemo(() => ({ period, setPeriod, ready, setReady }), [period, ready]);
  return (
    <PurchaseContext value={value}>
      <Outlet />
    </PurchaseContext>
  );
}

export function usePurchaseState(): Purchase {
  const purchase = useContext(PurchaseContext);
  if (!purchase) throw new Error('PurchaseState is not above this screen');
  return purchase;
}

/** Returns the query of what is on offer and the account's subscription. `isFresh`: the subscription is not a cached one. */
export function useShop() {
  const offer = useOffer();
  const subscription = useSubscription({ refetchOnMount: 'always' });
  const data = offer.data && subscription.data && { offer: offer.data.data, subscription: subscription.data.data };
  return { ...both(offer, subscription), data, isFresh: subscription.isFetchedAfterMount };
}
