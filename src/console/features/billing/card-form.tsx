import { lazy, Suspense, useEffect, useRef } from 'react';
import { type PaymentSetup, SANDBOX_CARDS, type SandboxCard, type Subscription } from '../../../shared/billing.ts';
import { Choices } from '../../components/choices.tsx';
import { request } from '../../http/client.ts';
import { t } from '../../providers/i18n.ts';
import type { GivenCard, ReadyCard } from './purchase.tsx';

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
