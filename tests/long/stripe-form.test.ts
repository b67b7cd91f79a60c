import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { onPage, openBrowser } from '../support/browser.ts';
import { copyTemplateDatabase } from '../support/copy-template-database.ts';
import { type FakeStripe, startFakeStripe, STRIPE_ENV } from '../support/fake-stripe.ts';
import { type Program, startProgram } from '../support/program.ts';
import { standInForStripeJs } from '../support/stripe-browser.ts';
import { buildOnce } from '../walks/build-once.ts';
import { signIn } from '../walks/steps.ts';

let folder: string;
let stripe: FakeStripe;
let program: Program;
let browser: Browser;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'prosa-stripe-'));
  copyTemplateDatabase(folder);
  [stripe] = await Promise.all([startFakeStripe(), buildOnce()]);
  [program, browser] = await Promise.all([
    startProgram({ DATA_DIR: folder, ...STRIPE_ENV, STRIPE_API_URL: stripe.url }),
    openBrowser(),
  ]);
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await program?.stop();
  stripe?.close();
  rmSync(folder, { recursive: true, force: true });
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const number = (page: Page) => page.getByLabel('Número do cartão');

/** Sends the webhook event about the subscription, as Stripe does after each change. */
async function notifyServer(): Promise<void> {
  const [subscription] = stripe.ledger.all('subscription', () => true);
  const { body, signature } = stripe.sign('customer.subscription.updated', subscription!);
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  const answer = await fetch(`${program.url}/api/webhooks/stripe`, { method: 'POST', headers, body });
  expect(answer.status).toBe(200);
}

it("takes a card in Stripe's form after a loading error and a refusal, changes it, and confirms a payment at the bank", async () => {
  await onPage(browser, 'stripe-form', async (page) => {
    const blocked: string[] = [];
    page.on('console', (message) => message.text().includes('Content Security Policy') && blocked.push(message.text()));
    const script = await standInForStripeJs(page, stripe, notifyServer);
    await signIn(page, program.url);
    await page.goto(`${program.url}/plan`);
    await page.getByRole('heading', { name: 'Forma de pagamento' }).waitFor();
    expect(script.asked, 'no card is asked for yet').toBe(0);

    script.isDown = true;
    await page.goto(`${program.url}/checkout?plan=essential&period=MONTHLY`);
    await page.getByText('O formulário do cartão não carregou.').waitFor();
    const pay = button(page, /Pagar R\$\s99,00 agora/);
    expect(await pay.isDisabled()).toBe(true);
    script.isDown = false;
    await button(page, 'Tentar de novo').click();

    await number(page).fill('4000000000000002');
    await pay.click();
    await page.getByText('Seu cartão foi recusado.').waitFor();
    expect(stripe.received).not.toContain('POST /v1/subscriptions');
    await number(page).fill('4242424242424242');
    await pay.click();
    await page.getByText('Pronto: você está no plano Essencial').waitFor();
    expect(stripe.received.filter((name) => name === 'POST /v1/subscriptions')).toHaveLength(1);

    await page.goto(`${program.url}/plan`);
    await button(page, 'Trocar cartão').click();
    await number(page).fill('4000002500003155');
    await button(page, 'Salvar cartão').click();
    await page.getByText('Cartão salvo. As próximas cobranças serão feitas nele.').waitFor();

    await page.goto(`${program.url}/checkout?plan=professional&period=MONTHLY`);
    await button(page, /Pagar R\$.* agora/).click();
    await page.getByRole('heading', { name: 'Confirme no seu banco' }).waitFor();
    await button(page, 'Confirmar agora').click();
    await page.getByText('Pronto: você está no plano Profissional').waitFor();
    expect(blocked).toEqual([]);
  });
});
