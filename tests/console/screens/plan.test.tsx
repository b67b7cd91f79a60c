// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadMessages } from '../../../src/console/providers/i18n.ts';
import { BillingStandIn, payingOf, paymentOf, subscriptionOf, usageOf } from './billing-stand-in.ts';
import { problem } from './engine-stand-in.ts';
import { screensAt, toasts, useStandIn, visit } from './render-screen.tsx';

const engine = useStandIn();
beforeAll(() => loadMessages('plan'));
let billing: BillingStandIn;
beforeEach(() => {
  billing = new BillingStandIn(engine);
});
const routes = screensAt('/plan', '/invoices', '/invoices/:id');
const ENDS_AT = '2026-12-21T15:00:00.000Z';

describe('the plan page', () => {
  it('cancels the plan after showing what is lost and when, and reactivates it', async () => {
    billing.subscription = payingOf();
    const { user } = visit('/plan', routes);
    await user.click(await screen.findByRole('button', { name: 'Cancelar plano' }));
    const dialog = within(await screen.findByRole('dialog'));
    dialog.getByText(/até 21 de dezembro de 2026\. Depois, a conta passa para o plano Grátis/);
    await dialog.findByText('Créditos por mês: de 1.500 para 40');
    dialog.getByText('Deixa de ter: Personalizar a aparência do chat');
    expect(engine.calls('POST', '/subscription/cancel')).toEqual([]);
    billing.leadsTo(
      payingOf({ version: 4, status: 'PENDING_CANCEL', allowedCommands: ['reactivate'], endsAt: ENDS_AT }),
    );
    await user.click(dialog.getByRole('button', { name: 'Cancelar plano' }));
    await screen.findByText('Seu plano termina em 21 de dezembro de 2026');
    billing.leadsTo(payingOf({ version: 5 }));
    await user.click(screen.getByRole('button', { name: 'Reativar plano' }));
    await waitFor(() => expect(screen.queryByText(/Seu plano termina em/)).toBeNull());
    expect(engine.calls('POST', /cancel$|reactivate$/).map(({ body }) => body)).toEqual([
      { version: 3 },
      { version: 4 },
    ]);
  });

  it('shows the current subscription after a conflict', async () => {
    billing.subscription = payingOf({
      status: 'PENDING_DOWNGRADE',
      allowedCommands: ['cancelChange'],
      pending: { planId: 'essential', plan: 'Essencial', period: 'MONTHLY' },
    });
    const { user } = visit('/plan', routes);
    const undo = await screen.findByRole('button', { name: 'Continuar no Profissional' });
    billing.refuses(409, 'stale', 'Os dados mudaram enquanto você editava.');
    billing.subscription = payingOf({ version: 9 });
    await user.click(undo);
    await waitFor(() => expect(screen.queryByText(/você passa para o Essencial/)).toBeNull());
    await waitFor(() => expect(toasts()).toEqual(['Os dados mudaram enquanto você editava.']));
  });

  it('shows a failed payment and pays it with another card', async () => {
    billing.subscription = payingOf({ status: 'FAILURE_PAYMENT', allowedCommands: ['cancel', 'paymentMethod'] });
    const { user } = visit('/plan', routes);
    const alert = within(await screen.findByRole('alert'));
    alert.getByText('Falha na Cobrança da Mensalidade');
    await user.click(await alert.findByRole('button', { name: 'Trocar cartão' }));
    billing.leadsTo(payingOf({ version: 4 }));
    await user.click(await screen.findByRole('button', { name: 'Salvar e pagar agora' }));
    await waitFor(() => expect(screen.queryByText('Falha na Cobrança da Mensalidade')).toBeNull());
    const [call] = engine.calls('POST', '/subscription/payment-method');
    expect(call?.body).toEqual({ setupId: 'seti_1', version: 3 });
    expect(call?.headers['idempotency-key']).toBeTruthy();
  });

  it('shows the amount of a failed payment before and after it is paid', async () => {
    billing.subscription = payingOf({ status: 'FAILURE_PAYMENT', allowedCommands: ['cancel', 'paymentMethod'] });
    engine.fill('invoices', [
      {
        orderNumber: '20261121-A',
        status: 'open',
        plan: 'Essencial',
        type: 'MONTHLY',
        amount: 9_900,
        issuedAt: ENDS_AT,
      },
    ]);
    const { user } = visit('/plan', routes);
    const alert = within(await screen.findByRole('alert'));
    await user.click(await alert.findByRole('button', { name: 'Trocar cartão' }));
    await screen.findByText(/A mensalidade em aberto, de R\$\s99,00, é cobrada/);
    billing.leadsTo(payingOf({ version: 4 }));
    await user.click(screen.getByRole('button', { name: 'Salvar e pagar agora' }));
    await waitFor(() =>
      expect(toasts()).toEqual([expect.stringMatching(/^Cartão salvo\. Cobramos R\$\s99,00 nele\.$/)]),
    );
  });

  it.each([
    ['Aprovar no banco (teste)', 'paid', 'status', /Cobramos R\$\s99,00 pela mudança de plano\./],
    ['Recusar (teste)', undefined, 'alert', /Os R\$\s99,00 pela mudança de plano não foram cobrados\./],
  ])('shows how the bank confirmation ended: %s', async (button, status, role, sentence) => {
    billing.subscription = payingOf({ status: 'PENDING_PAYMENT', payments: [paymentOf({ reason: 'change' })] });
    engine.on(({ path }) => {
      if (!path.startsWith('/invoices/')) return undefined;
      return status ? { body: { status } } : problem(404, 'not_found', 'Não encontramos.');
    });
    billing.confirmed = () => (billing.subscription = payingOf({ version: 4 }));
    const { user } = visit('/plan', routes);
    await user.click(await screen.findByRole('button', { name: button }));
    const outcome = await screen.findByText(sentence);
    expect(outcome.closest(`[role=${role}]`)).toBeTruthy();
  });

  it('shows no result for a payment whose change was withdrawn', async () => {
    const pending = { planId: 'essential', plan: 'Essencial', period: 'MONTHLY' } as const;
    const waiting = { status: 'PENDING_PAYMENT', pending, payments: [paymentOf({ reason: 'change' })] } as const;
    billing.subscription = payingOf({ ...waiting, payments: [...waiting.payments], allowedCommands: ['cancelChange'] });
    const { user } = visit('/plan', routes);
    billing.leadsTo(payingOf({ version: 4 }));
    const withdraw = await screen.findByRole('button', { name: 'Desistir da mudança' });
    expect(screen.queryByText(/^Próxima cobrança/)).toBeNull();
    await user.click(withdraw);
    await waitFor(() => expect(toasts()).toEqual(['Você continua no plano Profissional.']));
    await screen.findByText(/^Próxima cobrança/);
    expect(engine.calls('GET', /^\/invoices\//)).toEqual([]);
  });

  it.each([
    [{ credits: 40, used: 12.7, endsOn: null }, '12', 'Sem previsão de acabarem antes da renovação.'],
    [{ credits: 40, used: 30, endsOn: ENDS_AT }, '30', 'No ritmo atual, os créditos acabam em 21 de dezembro de 2026.'],
    [{ credits: 40, used: 40, endsOn: null }, '40', 'Os créditos deste mês acabaram.'],
  ])('shows the usage and when the credits end: %o', async (usage, used, forecast) => {
    billing.subscription = subscriptionOf({ usage: usageOf(usage) });
    visit('/plan', routes);
    const part = within(await screen.findByRole('region', { name: 'Créditos deste mês' }));
    part.getByText(used);
    part.getByText(forecast);
  });

  it('charts the usage per day with links to its conversations, and the forecast until the renewal', async () => {
    billing.subscription = subscriptionOf();
    visit('/plan', routes);
    const chart = within(await screen.findByRole('region', { name: 'Créditos dia a dia' }));
    chart.getByText(/Desde 21 de nov\., 12,7 créditos usados\./);
    chart.getByText(/No ritmo atual, até 21 de dez\. serão 180 de 40\./);
    await chart.findByRole('link', { name: /23 de nov/ });
    const days = chart.getAllByRole('listitem').map(({ textContent }) => textContent ?? '');
    expect(days.filter((text) => text.includes('nov') || text.includes('dez'))).toHaveLength(31);
    expect(days).toContainEqual(expect.stringMatching(/23 de nov.*12,7 usados.*7,7 neste dia/));
    expect(days).toContainEqual(expect.stringMatching(/24 de nov.*18,7 previsão/));
    const link = chart.getByRole('link', { name: /23 de nov/ });
    expect(link.getAttribute('href')).toBe(
      '/conversations?everywhere=true&startedAt_gte=2026-11-23&startedAt_lte=2026-11-23',
    );
  });
});

it('filters invoices by displayed status, including every gateway status behind it', async () => {
  const invoice = (orderNumber: string, status: string) => ({
    orderNumber,
    status,
    plan: 'Essencial',
    type: 'MONTHLY',
    amount: 9_900,
    issuedAt: ENDS_AT,
  });
  engine.fill('invoices', [invoice('A1', 'void'), invoice('A2', 'uncollectible'), invoice('A3', 'open')]);
  const { user } = visit('/invoices', routes);
  await screen.findByText('A3');
  await user.click(screen.getByRole('combobox', { name: 'Situação' }));
  const options = screen.getAllByRole('option', { hidden: true }).map(({ textContent }) => textContent);
  expect(new Set(options).size).toBe(options.length);
  await user.click(await screen.findByTitle('Expirada'));
  await waitFor(() => expect(screen.queryByText('A3')).toBeNull());
  screen.getByText('A1');
  screen.getByText('A2');
});

it('offers the receipt on the page of an invoice, too', async () => {
  engine.fill('invoices', [
    { orderNumber: '20261121-A', status: 'paid', plan: 'Essencial', type: 'MONTHLY', amount: 9_900, issuedAt: ENDS_AT },
  ]);
  const { user } = visit('/invoices', routes);
  await user.click(await screen.findByText('20261121-A'));
  await screen.findByRole('heading', { name: '20261121-A' });
  const downloads = new Promise<string>((resolve) => {
    engine.on(({ path }) => {
      if (path.endsWith('/receipt')) resolve(path);
      return undefined;
    });
  });
  await user.click(screen.getByRole('button', { name: 'Baixar recibo' }));
  expect(await downloads).toMatch(/^\/invoices\/.+\/receipt$/);
});

it('shows the status of an invoice in words, and downloads its receipt with the session', async () => {
  engine.fill('invoices', [
    { orderNumber: '20261121-A', status: 'void', plan: 'Essencial', type: 'MONTHLY', amount: 9_900, issuedAt: ENDS_AT },
  ]);
  const seen = vi.fn();
  engine.on(({ path, headers }) => {
    if (!path.endsWith('/receipt')) return undefined;
    seen(headers.authorization);
    return { body: {} };
  });
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:receipt', revokeObjectURL: () => undefined }));
  const { user } = visit('/invoices', routes);
  await screen.findByText('Expirada');
  await user.click(await screen.findByRole('button', { name: 'Baixar recibo do pedido 20261121-A' }));
  await waitFor(() => expect(seen).toHaveBeenCalledWith(expect.stringMatching(/^Bearer /)));
});
