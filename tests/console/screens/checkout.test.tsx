// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { choiceOf } from '../../../src/console/features/billing/choose-plan/choose-plan-page.tsx';
import { loadMessages } from '../../../src/console/providers/i18n.ts';
import {
  BillingStandIn,
  CARD,
  ESSENTIAL,
  FREE,
  payingOf,
  paymentOf,
  PROFESSIONAL,
  quoteOf,
  subscriptionOf,
} from './billing-stand-in.ts';
import { screensAt, useStandIn, visit } from './render-screen.tsx';

const engine = useStandIn();
beforeAll(() => loadMessages('plan', 'checkout', 'choose-plan'));
let billing: BillingStandIn;
beforeEach(() => {
  billing = new BillingStandIn(engine);
});

const routes = screensAt('/choose-plan');
const ESSENTIAL_MONTHLY = '/checkout?plan=essential&period=MONTHLY';
const subscribed = () =>
  subscriptionOf({
    version: 4,
    plan: ESSENTIAL,
    amountAtRenewal: 9_900,
    paymentMethod: CARD,
    allowedCommands: ['cancel'],
  });
/** Waits until the button that charges can be pressed. */
const pay = (amount: string) =>
  waitFor(() => {
    const button = screen.getByRole('button', {
      name: (name) => name.replace(/\s/g, ' ') === `Pagar R$ ${amount} agora`,
    });
    expect(button).toHaveProperty('disabled', false);
    return button;
  });
const sent = (path: string) =>
  engine.calls('POST', path).map(({ body, headers }) => ({ body, key: headers['idempotency-key'] }));

describe('a checkout', () => {
  it('shows the amounts now and at renewal, and charges exactly that on confirmation', async () => {
    billing.leadsTo(subscribed());
    const { user } = visit(ESSENTIAL_MONTHLY, routes);
    const summary = within(await screen.findByRole('region', { name: 'Resumo' }));
    summary.getByText('Você recebe 400 créditos agora.');
    summary.getByText(/Em 21 de dezembro de 2026/);
    screen.getByText('Ambiente de teste.');
    expect(sent('/subscription/checkout')).toEqual([]);
    await user.click(await pay('99,00'));
    await screen.findByText('Pronto: você está no plano Essencial');
    expect(sent('/subscription/checkout').map(({ body }) => body)).toEqual([
      { planId: 'essential', period: 'MONTHLY', version: 3, amountNow: 9_900, setupId: 'seti_1' },
    ]);
    expect(engine.calls('POST', '/sandbox/setups/seti_1/confirm')[0]?.body).toEqual({
      clientSecret: 'seti_1_secret',
      card: 'approves',
    });
  });

  it('retries with the same key and card while the result is unknown', async () => {
    billing.refuses(503, 'unavailable', 'O serviço está indisponível no momento.');
    billing.leadsTo(subscribed());
    const { user } = visit(ESSENTIAL_MONTHLY, routes);
    await user.click(await pay('99,00'));
    await screen.findByText('O serviço está indisponível no momento.');
    await user.click(await pay('99,00'));
    await screen.findByText('Pronto: você está no plano Essencial');
    const [first, again] = sent('/subscription/checkout');
    expect(first?.key).toMatch(/^[0-9a-f]{32}$/);
    expect(again).toEqual(first);
    expect(engine.calls('POST', '/subscription/payment-method/setup')).toHaveLength(1);
  });

  it('shows that a card was refused and tries again with another card and key', async () => {
    billing.refuses(402, 'card_refused', 'O cartão não foi aprovado.');
    billing.leadsTo(subscribed());
    const { user } = visit(ESSENTIAL_MONTHLY, routes);
    await user.click(await screen.findByLabelText(/Recusa/));
    await user.click(await pay('99,00'));
    const message = (await screen.findByText('Falha na Cobrança da Mensalidade')).closest('[role=alert]');
    expect(document.activeElement?.contains(message)).toBe(true);
    expect(document.activeElement).not.toBe(document.body);
    await user.click(await screen.findByLabelText(/^Aprova/));
    await user.click(await pay('99,00'));
    await screen.findByText('Pronto: você está no plano Essencial');
    const [first, again] = sent('/subscription/checkout');
    expect(again?.key).not.toBe(first?.key);
    expect(again?.body).toMatchObject({ setupId: 'seti_2' });
  });

  it('asks for another card when the stored one was refused', async () => {
    billing.subscription = subscriptionOf({ paymentMethod: CARD });
    billing.refuses(402, 'card_refused', 'O cartão não foi aprovado.');
    billing.leadsTo(subscribed());
    const { user } = visit(ESSENTIAL_MONTHLY, routes);
    await user.click(await pay('99,00'));
    await user.click(await screen.findByLabelText(/^Pede confirmação/));
    await user.click(await pay('99,00'));
    await screen.findByText('Pronto: você está no plano Essencial');
    const [first, again] = sent('/subscription/checkout');
    expect(first?.body).not.toHaveProperty('setupId');
    expect(again?.body).toMatchObject({ setupId: 'seti_1' });
  });

  it('shows a changed price before it charges it', async () => {
    billing.subscription = subscriptionOf({ paymentMethod: CARD });
    billing.refuses(409, 'quote_changed', 'O valor mudou desde que foi mostrado.');
    billing.leadsTo(subscribed());
    const { user } = visit(ESSENTIAL_MONTHLY, routes);
    const button = await pay('99,00');
    billing.quote = quoteOf({ amountNow: 10_950 });
    await user.click(button);
    await screen.findByText(/Calculamos o valor de novo e nada foi cobrado/);
    const dearer = await pay('109,50');
    expect(sent('/subscription/checkout')).toHaveLength(1);
    await user.click(dearer);
    await screen.findByText('Pronto: você está no plano Essencial');
    expect(sent('/subscription/checkout').map(({ body }) => (body as { amountNow: number }).amountNow)).toEqual([
      9_900, 10_950,
    ]);
  });

  it('waits for the confirmation of the bank and shows the result', async () => {
    const waiting = subscriptionOf({
      version: 4,
      status: 'PENDING_PAYMENT',
      allowedCommands: ['cancelChange'],
      payments: [paymentOf({})],
      pending: { planId: 'essential', plan: 'Essencial', period: 'MONTHLY' },
    });
    billing.leadsTo(waiting);
    billing.confirmed = () => (billing.subscription = subscribed());
    const { user } = visit(ESSENTIAL_MONTHLY, routes);
    await user.click(await pay('99,00'));
    await user.click(await screen.findByRole('button', { name: 'Aprovar no banco (teste)' }));
    await screen.findByText('Pronto: você está no plano Essencial');
    expect(engine.calls('POST', '/sandbox/payments/pay_1/confirm')[0]?.body).toEqual({
      clientSecret: 'pay_1_secret',
      outcome: 'pay',
    });
  });

  it('schedules a downgrade without a charge and shows what is lost', async () => {
    billing.subscription = payingOf();
    billing.quote = quoteOf({ kind: 'downgrade', amountNow: 0, lines: [], creditsNow: 0 });
    const { user } = visit(ESSENTIAL_MONTHLY, routes);
    await screen.findByText('Créditos por mês: de 1.500 para 400');
    screen.getByText('Deixa de ter: Personalizar a aparência do chat');
    await user.click(screen.getByRole('button', { name: 'Marcar mudança' }));
    await screen.findByText('Mudança marcada para o plano Essencial');
    expect(sent('/subscription/change')[0]?.body).toMatchObject({ amountNow: 0, version: 3 });
  });

  it('shows the Pix code for credits and ends when the invoice is paid', async () => {
    const pix = { code: 'PIX-DE-TESTE-1', expiresAt: '2026-11-21T16:00:00.000Z' };
    const payment = paymentOf({ reason: 'prepaid', kind: 'pix', pix, amount: 14_900 });
    engine.fill('invoices', [{ id: payment.invoiceId, status: 'open' }]);
    billing.quote = quoteOf({ kind: 'prepaid', amountNow: 14_900, renewal: null, creditsNow: 500 });
    billing.leadsTo(subscriptionOf({ version: 4, payments: [payment] }));
    billing.confirmed = () => {
      Object.assign(engine.table('invoices')[0] ?? {}, { status: 'paid' });
      billing.subscription = subscriptionOf({ version: 5 });
    };
    const { user } = visit('/checkout?pack=credits-500', routes);
    await user.click(await screen.findByRole('button', { name: /^Gerar Pix/ }));
    await screen.findByText('PIX-DE-TESTE-1');
    await user.click(screen.getByRole('button', { name: 'Simular pagamento do Pix' }));
    await screen.findByText('Pronto: 500 créditos na sua conta');
    expect(sent('/subscription/prepaid')[0]?.body).toEqual({ packId: 'credits-500', method: 'pix', amountNow: 14_900 });
  });

  it('leads to the plans when the address is incomplete', async () => {
    const { address } = visit('/checkout?plan=essential', routes);
    await screen.findByRole('region', { name: 'Essencial' });
    await waitFor(() => expect(address()).toBe('/choose-plan'));
  });
});

describe('the plans', () => {
  it('compares monthly and yearly prices, marks the current plan and links to the checkout', async () => {
    const { user, address } = visit('/choose-plan', routes);
    const essential = within(await screen.findByRole('region', { name: 'Essencial' }));
    within(screen.getByRole('region', { name: 'Grátis' })).getByText('Seu plano');
    await user.click(screen.getByText('Anual'));
    essential.getByText(/198,00 a menos por ano/);
    await user.click(essential.getByRole('link', { name: 'Escolher Essencial' }));
    await waitFor(() => expect(address()).toBe('/checkout?plan=essential&period=YEARLY'));
  });

  it('disables the choice while a payment is pending and shows why', async () => {
    billing.subscription = subscriptionOf({ status: 'PENDING_PAYMENT', allowedCommands: ['cancelChange'] });
    visit('/choose-plan', routes);
    await screen.findByText('Há um pagamento em análise');
    expect(screen.queryByRole('link', { name: /^Escolher/ })).toBeNull();
  });

  it.each([
    ['the current plan', PROFESSIONAL, 'MONTHLY', payingOf(), 'own'],
    ['the current plan, yearly', PROFESSIONAL, 'YEARLY', payingOf(), 'otherPeriod'],
    ['a current plan given by staff', PROFESSIONAL, 'MONTHLY', subscriptionOf({ plan: PROFESSIONAL }), 'choose'],
    ['the free plan for a paying account', FREE, 'MONTHLY', payingOf(), 'byCancelling'],
    ['the free plan for a free account', FREE, 'YEARLY', subscriptionOf(), 'own'],
    ['another plan', ESSENTIAL, 'MONTHLY', payingOf(), 'choose'],
    [
      'a scheduled plan',
      ESSENTIAL,
      'MONTHLY',
      payingOf({ pending: { planId: 'essential', plan: 'Essencial', period: 'MONTHLY' } }),
      'pending',
    ],
  ] as const)('offers the right choice for %s', (_, plan, period, subscription, choice) => {
    expect(choiceOf({ plan, period, subscription })).toBe(choice);
  });
});

it('reloads the plan of the side menu after a purchase', async () => {
  billing.subscription = subscriptionOf({ paymentMethod: CARD });
  const { user, client } = visit(ESSENTIAL_MONTHLY, routes);
  client.setQueryData(['session', 'plan'], { name: 'Grátis' });
  billing.leadsTo(subscribed());
  await user.click(await pay('99,00'));
  await screen.findByText('Pronto: você está no plano Essencial');
  await waitFor(() => expect(client.getQueryState(['session', 'plan'])?.isInvalidated).toBe(true));
});
