import type { Page, Route } from 'playwright-core';
import type { SandboxCard } from '../../src/shared/billing.ts';
import type { StripeStage } from './stripe-stage.ts';

/*
 * What stands in for Stripe in the browser: a script of the shape that Stripe.js documents, with a field in the place of
 * Stripe's own, and the calls that it makes. That Stripe's script does the same is not proved here: it is not to be had.
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
            mount(place) {
              place.innerHTML = '<label>Número do cartão <input></label>';
              field = place.querySelector('input');
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

/** Stripe's cards for trials, by what each does. */
export const NUMBERS: Record<string, SandboxCard | null> = {
  '4242424242424242': 'approves',
  '4000002500003155': 'confirms',
  // Not even taken.
  '4000000000000002': null,
};

const idOf = (secret: string) => secret.replace(/_secret.*$/, '');
const json = (route: Route, body: object) =>
  route.fulfill({
    contentType: 'application/json',
    headers: { 'access-control-allow-origin': '*' },
    body: JSON.stringify(body),
  });

/** Puts the stand-in before a page. `script.isDown`: it does not come; `script.asked`: how often it was asked for. */
export async function standInForStripeJs(page: Page, stage: StripeStage, onPaid: () => Promise<unknown>) {
  const script = { isDown: false, asked: 0 };
  await page.route('https://js.stripe.com/**', (route) => {
    script.asked += 1;
    return script.isDown ? route.abort() : route.fulfill({ contentType: 'text/javascript', body: SCRIPT });
  });
  await page.route('https://api.stripe.com/v1/setup_intents/confirm', (route) => {
    const { secret, number } = route.request().postDataJSON() as { secret: string; number: string };
    const card = NUMBERS[number];
    if (!card) return json(route, { error: { type: 'card_error', message: 'Seu cartão foi recusado.' } });
    stage.typeCard(idOf(secret), card);
    return json(route, { setupIntent: { id: idOf(secret), status: 'succeeded' } });
  });
  await page.route('https://api.stripe.com/v1/payment_intents/confirm', async (route) => {
    const { secret } = route.request().postDataJSON() as { secret: string };
    stage.answer(idOf(secret), 'pay');
    await onPaid();
    return json(route, { paymentIntent: { id: idOf(secret), status: 'succeeded' } });
  });
  return script;
}
