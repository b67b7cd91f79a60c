// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { AdminFiguresPage } from '../../../src/console/features/staff/admin-figures/admin-figures-page.tsx';
import { loadMessages } from '../../../src/console/providers/i18n.ts';
import { chooseOption, rowOf, useStandIn, visit } from './render-screen.tsx';

const engine = useStandIn();
beforeAll(() => loadMessages('admin-figures', 'platform-invoices'));
const routes = [{ path: '/admin/figures', element: <AdminFiguresPage /> }];
const invoice = (at: number) => ({
  id: `018f0000-0000-7000-8000-0000000000${at}`,
  accountId: '018f0000-0000-7000-8000-00000000aaaa',
  account: `Loja ${at}`,
  issuedAt: '2026-11-01T12:00:00.000Z',
  type: 'MONTHLY',
  plan: 'Essencial',
  orderNumber: `P-${at}`,
  status: 'paid',
  amount: 9_900,
});

let total: number;
beforeEach(() => {
  engine.role = 'WM_FINANCIAL';
  total = 45;
  engine.on(({ path, query }) => {
    if (path !== '/admin/invoices') return undefined;
    const page = Number(query.get('page'));
    return { body: { data: total ? [invoice(page * 10)] : [], total, page, limit: 20 } };
  });
});
const asked = (name: string) => engine.calls('GET', '/admin/invoices').at(-1)?.query.getAll(name);

it('lists the invoices of all accounts by page, and filters them by status from the first page on', async () => {
  const { user } = visit('/admin/figures', routes);
  (await rowOf('Loja 10')).getByText('R$ 99,00');
  const part = within(screen.getByRole('region', { name: 'Faturas de todas as contas' }));
  await user.click(part.getByTitle('2'));
  (await rowOf('Loja 20')).getByText('Paga');
  expect(asked('page')).toEqual(['2']);
  await chooseOption(user, 'Situação', 'Pendente');
  await waitFor(() => expect(asked('status')).toEqual(['open']));
  expect(asked('page')).toEqual(['1']);
});

it('says that no invoice has the chosen status, and shows all again', async () => {
  const { user } = visit('/admin/figures', routes);
  await rowOf('Loja 10');
  total = 0;
  await chooseOption(user, 'Situação', 'Pendente');
  await screen.findByText('Nada corresponde aos filtros');
  total = 45;
  await user.click(screen.getAllByRole('button', { name: 'Limpar filtros' }).at(-1)!);
  await rowOf('Loja 10');
  expect(asked('status')).toEqual([]);
});
