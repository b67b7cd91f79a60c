import { createContext, useContext, useMemo, useState } from 'react';
import { Outlet } from 'react-router';
import type { PaymentSetup, SandboxCard } from '../../../shared/billing.ts';
import type { PlanPeriod } from '../../../shared/plan-periods.ts';

/** A test card, or the one typed into the gateway's form. */
export type GivenCard = SandboxCard | 'typed';

/** A card that the gateway has taken but not charged yet. */
export interface ReadyCard {
  setup: PaymentSetup;
  card: GivenCard;
}

interface Purchase {
  /** The period for which prices are shown. Null: the account's own. */
  period: PlanPeriod | null;
  setPeriod: (period: PlanPeriod) => void;
  /** Kept so that choosing another plan does not ask for the card again. */
  ready: ReadyCard | null;
  setReady: (ready: ReadyCard | null) => void;
}

const PurchaseContext = createContext<Purchase | null>(null);

/** State shared by the pages that choose a plan and pay for it, until both are left. */
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
