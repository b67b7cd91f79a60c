import type { Page, Route } from 'playwright-core';
import type { SandboxCard } from '../../src/shared/billing.ts';
import type { FakeStripe } from './fake-stripe.ts';

/*
 * Replaces Stripe.js in the browser: a script with the documented interface, a plain field instead of Stripe's, and the
 * calls that it makes. It does not prove that Stripe's script behaves the same, which is not available offline.
 */

const SCRIPT = `
window.Stripe = (key) => {
  const post = async (path, body) => {
    const answer = await fetch('https://api.stripe.com/v1/' + path, { method: 'POST', body: JSON.stringify({ key, ...body }) });
    return answer.json();
  };
  return {
    elements({ clientSecret, locale }) {
      const listeners = {};
      let field;
      return {
        clientSecret,
        number: () => field.value,
        create(kind) {
          if (kind !== 'payment' || locale !== 'pt-BR' || !clientSecret) throw new Error('not as documented');
          return {
            on: (event, listener) => void (listeners[event] = listener),
            mount(container) {
              container.innerHTML = '<label>Número do cartão <input></label>';
              field = container.querySelector('input');
              setTimeout(() => listeners.ready());
            },
            destroy: () => field && field.closest('label').remove(),
          };
        },
      };
    },
    confirmSetup({ elements, redirect, confirmParams }) {
      if (redirect !== 'if_required' || !confirmParams.return_url) throw new Error('not as documented');
      return post('setup_intents/confirm', { secret: elements.clientSecret, number: elements.number() });
    },
    handleNextAction: ({ clientSecret }) => post('payment_intents/confirm', { secret: clientSecret }),
  };
};`;

/** Stripe's test cards and their behaviour. */
export const NUMBERS: Record<string, SandboxCard | null> = {
  '4242424242424242': 'approves',
  '4000002500003155': 'confirms',
  // Rejected when entered.
  '4000000000000002': null,
};

const idOf = (secret: string) => secret.replace(/_secret.*$/, '');
const json = (route: Route, body: object) =>
  route.fulfill({
    contentType: 'application/json',
    headers: { 'access-control-allow-origin': '*' },
    body: JSON.stringify(body),
  });

/**
 * Serves the simulated Stripe.js to a page. `script.isDown`: it fails to load. `script.asked`: number of requests for
 * it.
 */
export async function standInForStripeJs(page: Page, stripe: FakeStripe, onPaid: () => Promise<unknown>) {
  const script = { isDown: false, asked: 0 };
  await page.route('https://js.stripe.com/**', (route) => {
    script.asked += 1;
    return script.isDown ? route.abort() : route.fulfill({ contentType: 'text/javascript', body: SCRIPT });
  });
  await page.route('https://api.stripe.com/v1/setup_intents/confirm', (route) => {
    const { secret, number } = route.request().postDataJSON() as { secret: string; number: string };
    const card = NUMBERS[number];
    if (!card) return json(route, { error: { type: 'card_error', message: 'Seu cartão foi recusado.' } });
    stripe.typeCard(idOf(secret), card);
    return json(route, { setupIntent: { id: idOf(secret), status: 'succeeded' } });
  });
  await page.route('https://api.stripe.com/v1/payment_intents/confirm', async (route) => {
    const { secret } = route.request().postDataJSON() as { secret: string };
    stripe.answer(idOf(secret), 'pay');
    await onPaid();
    return json(route, { paymentIntent: { id: idOf(secret), status: 'succeeded' } });
  });
  return script;
}
