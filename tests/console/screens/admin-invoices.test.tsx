// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { loadMessages } from '../../../src/console/providers/i18n.ts';
import { problem } from './engine-stand-in.ts';
import { chooseOption, rowOf, screensAt, toasts, useStandIn, visit } from './render-screen.tsx';

const engine = useStandIn();
beforeAll(() => loadMessages('admin-accounts', 'platform-invoices'));
const routes = screensAt('/admin/invoices');
const invoice = (at: number) => ({
  id: `018f0000-0000-7000-8000-0000000000${at}`,
  accountId: '018f0000-0000-7000-8000-00000000aaaa',
  account: `Loja ${at}`,
  email: `dona${at}@loja.com.br`,
  gatewayId: `in_${at}`,
  isDoubled: at === 20,
  issuedAt: '2026-11-01T12:00:00.000Z',
  type: 'MONTHLY',
  plan: 'Essencial',
  orderNumber: `P-${at}`,
  status: 'paid',
  amount: 9_900,
});

let total: number;
const keys: unknown[] = [];
beforeEach(() => {
  engine.role = 'WM_FINANCIAL';
  total = 45;
  engine.on(({ method, path, query, headers }) => {
    if (method === 'POST' && path.endsWith('/refund')) {
      keys.push(headers['idempotency-key']);
      return keys.length === 1 ? problem(503, 'gateway_unreachable', 'Sem resposta.') : { body: {} };
    }
    if (path !== '/admin/invoices') return undefined;
    const page = Number(query.get('page'));
    return { body: { data: total ? [invoice(page * 10)] : [], total, page, limit: 20 } };
  });
});
const asked = (name: string) => engine.calls('GET', '/admin/invoices').at(-1)?.query.getAll(name);

it('lists the invoices of all accounts by page, and filters them by status from the first page on', async () => {
  const { user } = visit('/admin/invoices', routes);
  (await rowOf('Loja 10')).getByText('R$ 99,00');
  await user.click(screen.getByTitle('2'));
  const second = await rowOf('Loja 20');
  second.getByText('Paga');
  second.getByText('Parece em dobro');
  second.getByText('in_20');
  expect(asked('page')).toEqual(['2']);
  await chooseOption(user, 'Situação', 'Pendente');
  await waitFor(() => expect(asked('status')).toEqual(['open']));
  expect(asked('page')).toEqual(['1']);
});

it('gives the money back with a reason, for WM_ADMIN, and once when the outcome is unknown', async () => {
  visit('/admin/invoices', routes);
  await rowOf('Loja 10');
  expect(screen.queryByRole('button', { name: /Reembolsar/ })).toBeNull();
  cleanup();
  engine.role = 'WM_ADMIN';
  const { user } = visit('/admin/invoices', routes);
  await rowOf('Loja 10');
  await user.click(await screen.findByRole('button', { name: 'Reembolsar a fatura P-10' }));
  const dialog = within(await screen.findByRole('dialog', { name: /Devolver R\$\s99,00 a Loja 10/ }));
  dialog.getByText(/O plano, o período e os créditos ficam como estão/);
  const confirm = dialog.getByRole('button', { name: 'Reembolsar' });
  await user.click(confirm);
  await dialog.findByText('Obrigatório');
  expect(keys).toEqual([]);
  await user.type(dialog.getByLabelText('Motivo'), 'Cobrança em dobro');
  await user.click(confirm);
  await waitFor(() => expect(toasts()).toContain('Sem resposta.'));
  await user.click(confirm);
  await waitFor(() => expect(toasts().join()).toMatch(/R\$\s99,00 devolvidos a Loja 10/));
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBe(keys[1]);
  const body = { accountId: invoice(10).accountId, reason: 'Cobrança em dobro' };
  expect(engine.calls('POST', `/admin/invoices/${invoice(10).id}/refund`).at(-1)?.body).toEqual(body);
});
