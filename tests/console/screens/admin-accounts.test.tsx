// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { AccountDrawer } from '../../../src/console/pages/admin-accounts/account-drawer.tsx';
import { AdminAccountsPage } from '../../../src/console/pages/admin-accounts/admin-accounts-page.tsx';
import { AdminGeneralPage } from '../../../src/console/pages/admin-general/admin-general-page.tsx';
import { problem } from './engine-stand-in.ts';
import { rowOf, toasts, useStandIn, visit } from './stage.tsx';

const engine = useStandIn();
const routes = [
  { path: '/admin/accounts', element: <AdminAccountsPage />, children: [{ path: ':id', element: <AccountDrawer /> }] },
  { path: '/admin/general', element: <AdminGeneralPage /> },
];
const AZUL = '018f0000-0000-7000-8000-00000000d001';
const ACCOUNT = {
  type: 'PERSONAL',
  user: 'Ana Lima',
  email: 'ana@loja.com.br',
  cnpj: null,
  companyName: null,
  planId: 'free',
  plan: 'Grátis',
  status: 'ACTIVE',
  period: 'MONTHLY',
  renewsAt: '2026-12-21T15:00:00.000Z',
  creditsUsed: 12.9,
  credits: 100,
  people: 1,
  contexts: 2,
  contents: 13,
  createdAt: '2026-03-02T12:00:00.000Z',
  lastActivityAt: null,
  deletesAt: null,
};
const PLANS = {
  plans: [
    { id: 'free', name: 'Grátis' },
    { id: 'professional', name: 'Profissional' },
  ],
};
const SETTINGS = { signUpsOpen: true, initialPlanId: 'free', supportEmail: '', announcement: '' };
const dialog = async (name: RegExp) => within(await screen.findByRole('dialog', { name }));

beforeEach(() => {
  engine.role = 'WM_ADMIN';
  engine.fill('accounts', [
    { ...ACCOUNT, id: '018f0000-0000-7000-8000-00000000d000' },
    {
      ...ACCOUNT,
      id: AZUL,
      type: 'CORPORATE',
      user: 'Bia',
      cnpj: '11222333000181',
      companyName: 'Loja Azul Ltda.',
      status: 'FAILURE_PAYMENT',
      deletesAt: null,
    },
  ]);
  engine.on((call) => {
    if (call.path === '/admin/model-choice') return { body: PLANS };
    if (call.method === 'PUT' && call.path === `/admin/accounts/${AZUL}/plan`) {
      const row = engine.table('accounts').find(({ id }) => id === AZUL);
      return { body: Object.assign(row ?? {}, { planId: 'professional', plan: 'Profissional', status: 'ACTIVE' }) };
    }
    if (call.path !== '/admin/general') return undefined;
    return { body: call.method === 'PUT' ? call.body : SETTINGS };
  });
});

it('accounts stand with name or company, plan, use, status and last activity', async () => {
  visit('/admin/accounts', routes);
  const ana = await rowOf('Ana Lima');
  ana.getByText('12 de 100 créditos');
  expect(ana.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('13');
  ana.getByText('Nunca usada');
  const azul = await rowOf('Loja Azul Ltda.');
  azul.getByText('11.222.333/0001-81');
  azul.getByText('Pagamento recusado');
});

it('one of them opens beside the list, and its plan changes with what that does said', async () => {
  const { user, address } = visit(`/admin/accounts/${AZUL}`, routes);
  const drawer = await dialog(/Conta Loja Azul/);
  await drawer.findByText('13');
  drawer.getByText('contextos');
  drawer.getByText('Bia · ana@loja.com.br');
  await user.click(await drawer.findByRole('button', { name: 'Mudar plano' }));
  const change = await dialog(/Mudar plano de Loja Azul/);
  change.getByText(/O plano muda agora e nada é cobrado.*21 de dezembro de 2026.*recusado/);
  change.getByText(/fica só no registro/);
  await user.click(await change.findByLabelText('Plano'));
  await user.click(await screen.findByTitle('Profissional'));
  await user.click(change.getByLabelText('Anual'));
  await user.click(change.getByLabelText('Ignorar webhook'));
  await user.click(change.getByRole('button', { name: 'Mudar plano' }));
  await waitFor(() => expect(toasts()).toEqual(['Loja Azul Ltda. agora está no plano Profissional.']));
  expect(engine.calls('PUT', `/admin/accounts/${AZUL}/plan`)[0]?.body).toEqual({
    planId: 'professional',
    period: 'YEARLY',
    ignoreWebhook: true,
  });
  await drawer.findByText('Profissional');
  expect(address()).toBe(`/admin/accounts/${AZUL}`);
});

it('an account that is none says so, and what cannot be loaded can be asked for again', async () => {
  visit('/admin/accounts/018f0000-0000-7000-8000-00000000ffff', routes);
  const drawer = await dialog(/Carregando conta/);
  await drawer.findByText('Não encontramos o que você pediu.');
  drawer.getByRole('button', { name: 'Tentar de novo' });
});

it('general settings are saved together, and faults stand at their fields', async () => {
  const { user } = visit('/admin/general', routes);
  const save = await screen.findByRole('button', { name: 'Salvar configurações' });
  expect((save as HTMLButtonElement).disabled).toBe(true);
  await waitFor(() => expect((screen.getByRole('switch') as HTMLButtonElement).disabled).toBe(false));
  await user.click(screen.getByRole('switch'));
  await user.type(screen.getByLabelText('E-mail de suporte'), 'ajuda');
  await user.type(screen.getByLabelText('Comunicado'), ' Manutenção às 22h. ');
  await user.click(save);
  await screen.findByText(/^Informe um e-mail válido/);
  expect(engine.calls('PUT', '/admin/general')).toEqual([]);
  await user.type(screen.getByLabelText('E-mail de suporte'), '@prosa.com.br');
  await user.click(save);
  await waitFor(() => expect(toasts()).toEqual(['Configurações salvas.']));
  expect(engine.calls('PUT', '/admin/general')[0]?.body).toEqual({
    signUpsOpen: false,
    initialPlanId: 'free',
    supportEmail: 'ajuda@prosa.com.br',
    announcement: 'Manutenção às 22h.',
  });
  engine.on((call) =>
    call.method === 'PUT' && call.path === '/admin/general' ? problem(500, 'internal', 'Falhou.') : undefined,
  );
  await user.click(screen.getByRole('switch'));
  await user.click(save);
  await waitFor(() => expect(toasts()).toContain('Falhou.'));
});
