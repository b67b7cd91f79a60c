import { lazy, Suspense, useEffect, useRef } from 'react';
import type { SandboxCard, Subscription } from '../../../shared/billing.ts';
import { CardChoice, prepareCard } from './cards.tsx';
import type { GivenCard, ReadyCard } from './purchase.tsx';

const StripeCard = lazy(async () => ({ default: (await import('./stripe/stripe-card.tsx')).StripeCard }));

/** A card as it stands in the form, and what has the gateway take it. */
export interface CardInForm {
  card: GivenCard;
  /** @throws CardFault once the form has said what is wrong; HttpError */
  give: () => Promise<ReadyCard>;
}

const sandboxCard = (card: SandboxCard): CardInForm => ({ card, give: () => prepareCard(card) });

/** Where a card is given: one of those for trials, or typed into the gateway's own form. Null: it cannot be given yet. */
export function CardForm(props: {
  gateway: Subscription['gateway'];
  value: CardInForm | null;
  onChange: (card: CardInForm | null) => void;
  /** The card for trials that it begins with. */
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
  const chosen = value && value.card !== 'typed' ? value.card : first;
  return <CardChoice value={chosen} onChange={(card) => onChange(sandboxCard(card))} disabled={disabled} />;
}
