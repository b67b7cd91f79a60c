// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { InvoicesPage } from '../../../src/console/features/billing/invoices/invoices-page.tsx';
import { PlanPage } from '../../../src/console/features/billing/plan/plan-page.tsx';
import { loadWords } from '../../../src/console/providers/i18n.ts';
import { BillingStandIn, payingOf, subscriptionOf } from './billing-stand-in.ts';
import { toasts, useStandIn, visit } from './stage.tsx';

const engine = useStandIn();
beforeAll(() => loadWords('plan'));
let billing: BillingStandIn;
beforeEach(() => {
  billing = new BillingStandIn(engine);
});
const routes = [
  { path: '/plan', element: <PlanPage /> },
  { path: '/invoices', element: <InvoicesPage /> },
];
const ENDS_AT = '2026-12-21T15:00:00.000Z';

describe('the plan', () => {
  it('is cancelled once one has read what is lost and when, and reactivated', async () => {
    billing.subscription = payingOf();
    const { user } = visit('/plan', routes);
    await user.click(await screen.findByRole('button', { name: 'Cancelar plano' }));
    const dialog = within(await screen.findByRole('dialog'));
    dialog.getByText(/até 21 de dezembro de 2026\. Depois, a conta passa para o plano Grátis/);
    await dialog.findByText('Créditos por mês: de 1.500 para 40');
    dialog.getByText('Deixa de ter: Personalizar a aparência do chat');
    expect(engine.calls('POST', '/subscription/cancel')).toEqual([]);
    billing.leadsTo(payingOf({ version: 4, status: 'PENDING_CANCEL', may: ['reactivate'], endsAt: ENDS_AT }));
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

  it('that has changed meanwhile is shown as it is now', async () => {
    billing.subscription = payingOf({
      ...{ status: 'PENDING_DOWNGRADE', may: ['cancelChange'] },
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

  it('whose payment failed says so, and is paid with another card', async () => {
    billing.subscription = payingOf({ status: 'FAILURE_PAYMENT', may: ['cancel', 'paymentMethod'] });
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

  it.each([
    [{ credits: 40, used: 12.7, endsOn: null }, '12', 'Sem previsão de acabarem antes da renovação.'],
    [{ credits: 40, used: 30, endsOn: ENDS_AT }, '30', 'No ritmo atual, os créditos acabam em 21 de dezembro de 2026.'],
    [{ credits: 40, used: 40, endsOn: null }, '40', 'Os créditos deste mês acabaram.'],
  ])('tells its use and when the credits end: %o', async (usage, used, forecast) => {
    billing.subscription = subscriptionOf({ usage });
    visit('/plan', routes);
    const part = within(await screen.findByRole('region', { name: 'Créditos deste mês' }));
    part.getByText(used);
    part.getByText(forecast);
  });
});

it('an invoice has its status in the house’s words, and its receipt is fetched with the session', async () => {
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
  await user.click(screen.getByRole('button', { name: 'Baixar recibo do pedido 20261121-A' }));
  await waitFor(() => expect(seen).toHaveBeenCalledWith(expect.stringMatching(/^Bearer /)));
});
