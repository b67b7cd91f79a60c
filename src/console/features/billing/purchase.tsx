import { createContext, useContext, useMemo, useState } from 'react';
import { Outlet } from 'react-router';
import type { PaymentSetup, SandboxCard } from '../../../shared/billing.ts';
import type { PlanPeriod } from '../../../shared/plan-periods.ts';

/** Which card: one of those for trials, or whatever was typed into the gateway's form. */
export type GivenCard = SandboxCard | 'typed';

/** A card that the gateway has taken, and not yet charged. */
export interface ReadyCard {
  setup: PaymentSetup;
  card: GivenCard;
}

interface Purchase {
  /** How the plans are shown and chosen. Null: as one pays now. */
  period: PlanPeriod | null;
  setPeriod: (period: PlanPeriod) => void;
  /** The payment's secret: choosing another plan does not ask for the card again. */
  ready: ReadyCard | null;
  setReady: (ready: ReadyCard | null) => void;
}

const PurchaseContext = createContext<Purchase | null>(null);

/** What choosing a plan and paying for it share, for as long as one is at either. */
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
