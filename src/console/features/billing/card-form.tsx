import { lazy, Suspense, useEffect, useRef } from 'react';
import type { SandboxCard, Subscription } from '../../../shared/billing.ts';
import { CardChoice, prepareCard } from './cards.tsx';
import type { GivenCard, ReadyCard } from './purchase.tsx';

const StripeCard = lazy(async () => ({ default: (await import('./stripe/stripe-card.tsx')).StripeCard }));

/** The card in the form, and the function that registers it at the gateway. */
export interface CardInForm {
  card: GivenCard;
  /** Throws `CardFault` (the form shows the message) or `HttpError`. */
  give: () => Promise<ReadyCard>;
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
  const chosen = value && value.card !== 'typed' ? value.card : first;
  return <CardChoice value={chosen} onChange={(card) => onChange(sandboxCard(card))} disabled={disabled} />;
}
