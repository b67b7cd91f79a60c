// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { Outlet } from 'react-router';
import { beforeEach, expect, it, type Mock, vi } from 'vitest';
import { Guard } from '../../../src/console/layout/guard.tsx';
import { screenTable } from '../../../src/console/providers/screens.ts';
import { screens } from '../../../src/console/screens.tsx';
import { KEYS, storeTokens } from '../../../src/console/state/store.ts';
import { gate, problem } from './engine-stand-in.ts';
import { screensAt, toasts, useStandIn, visit } from './render-screen.tsx';

const engine = useStandIn();
const [resource, action] = screenTable(screens).screenAt('/admin/login')?.permission ?? ['', ''];
const guard = (
  <Guard resource={resource} action={action}>
    <Outlet />
  </Guard>
);
const routes = [{ element: guard, children: screensAt('/admin/login') }];
const account = (id: string, user: string, more: object = {}) => ({
  id,
  type: 'PERSONAL',
  user,
  email: `${id}@loja.com.br`,
  cnpj: null,
  companyName: null,
  ...more,
});
const ACCOUNTS = [
  account('ana', 'Ana Lima'),
  account('otto', 'Otto Reis'),
  account('azul', 'Bia', { type: 'CORPORATE', companyName: 'Loja Azul Ltda.', cnpj: '11222333000181' }),
];
const PAIR = { accessToken: 'inside', refreshToken: 'inside' };
const listed = (data: object[]) => ({ body: { data, total: data.length, page: 1, limit: 50 } });
const access = () => screen.findByRole('button', { name: 'Acessar' });
const isOff = (button: HTMLElement) => (button as HTMLButtonElement).disabled;
const options = () =>
  [...document.querySelectorAll('.account-option, .ant-select-item-group')].map((e) => e.textContent);
let reload: Mock<() => void>;

beforeEach(() => {
  engine.role = 'WM_ADMIN';
  engine.on((call) => {
    if (call.path !== '/admin/accounts') return undefined;
    const search = (call.query.get('search') ?? '').toLowerCase();
    return listed(ACCOUNTS.filter((one) => `${one.user} ${one.companyName}`.toLowerCase().includes(search)));
  });
  reload = vi.fn<() => void>();
  vi.spyOn(window.location, 'reload').mockImplementation(reload);
});

it('lists personal accounts first, then companies with their formatted CNPJ', async () => {
  const { user } = visit('/admin/login', routes);
  await screen.findByRole('heading', { level: 1, name: 'Perfil de acesso' });
  screen.getByText('Selecione a conta que você quer acessar.');
  screen.getByText('Digite ou selecione');
  expect(screen.getByRole('link', { name: 'Voltar' }).getAttribute('href')).toBe('/');
  expect(isOff(await access())).toBe(true);
  await user.click(screen.getByRole('combobox'));
  await waitFor(() =>
    expect(options()).toEqual([
      'Ana Limaana@loja.com.br',
      'Otto Reisotto@loja.com.br',
      'Contas corporativas',
      'Loja Azul Ltda.11.222.333/0001-81',
    ]),
  );
  const [call] = engine.calls('GET', '/admin/accounts');
  expect(call?.query.get('sort')).toBe('type');
});

it('searches on the server, keeps the previous options meanwhile, and shows when nothing is found', async () => {
  const { user } = visit('/admin/login', routes);
  await user.click(await screen.findByRole('combobox'));
  await waitFor(() => expect(options()).toHaveLength(4));
  const { until, open } = gate();
  engine.on((call) =>
    call.query.get('search') === 'otto' ? { ...listed([ACCOUNTS[1] as object]), until } : undefined,
  );
  await user.type(screen.getByRole('combobox'), 'otto');
  await waitFor(() => expect(engine.calls('GET', '/admin/accounts').at(-1)?.query.get('search')).toBe('otto'));
  expect(options()).toHaveLength(4);
  open();
  await waitFor(() => expect(options()).toEqual(['Otto Reisotto@loja.com.br']));
  await user.clear(screen.getByRole('combobox'));
  await user.type(screen.getByRole('combobox'), 'zzz');
  await screen.findByText('Sem resultados');
});

it('enters the chosen account and reloads at the start page', async () => {
  const { until, open } = gate();
  engine.on((call) =>
    call.path === '/admin/login' ? { body: { session: PAIR, plan: { name: 'Grátis' } }, until } : undefined,
  );
  const { user } = visit('/admin/login', routes);
  await user.click(await screen.findByRole('combobox'));
  await user.click(await screen.findByText('Loja Azul Ltda.'));
  await user.click(await access());
  await screen.findByText('Obrigatório');
  await user.type(screen.getByLabelText('Motivo'), 'O chat parou');
  await user.click(await access());
  await screen.findByRole('button', { name: 'loading Acessar' });
  open();
  await waitFor(() => expect(reload).toHaveBeenCalled());
  expect(window.location.pathname).toBe('/');
  expect(engine.calls('POST', '/admin/login')[0]?.body).toEqual({ accountId: 'azul', reason: 'O chat parou' });
  expect(localStorage.getItem(KEYS.impersonating)).toBe('true');
});

it('stops the spinner and changes nothing else when the server refuses', async () => {
  engine.on((call) => (call.path === '/admin/login' ? problem(404, 'not_found', 'Não encontramos.') : undefined));
  const { user, address } = visit('/admin/login', routes);
  await user.click(await screen.findByRole('combobox'));
  await user.click(await screen.findByText('Ana Lima'));
  await user.type(screen.getByLabelText('Motivo'), 'O chat parou');
  await user.click(await access());
  await waitFor(() => expect(engine.calls('POST', '/admin/login')).toHaveLength(1));
  expect(isOff(await access())).toBe(false);
  within(document.querySelector('.account-select') as HTMLElement).getByText('Ana Lima');
  expect([toasts(), address(), reload.mock.calls.length]).toEqual([[], '/admin/login', 0]);
  expect(localStorage.getItem(KEYS.impersonating)).toBeNull();
});

it('stays visible but disabled while impersonating', async () => {
  engine.role = 'OWNER';
  engine.flags = ['impersonated'];
  const payload = { sub: 'bia', accountId: 'azul', role: 'OWNER', actor: 'lea' };
  storeTokens({ accessToken: `h.${btoa(JSON.stringify(payload))}.s`, refreshToken: 'inside' });
  localStorage.setItem(KEYS.impersonating, 'true');
  localStorage.setItem(KEYS.impersonation, '{"type":"CORPORATE","cnpj":null,"companyName":"Loja Azul Ltda."}');
  visit('/admin/login', routes);
  expect(isOff(await screen.findByRole('combobox'))).toBe(true);
  screen.getByText('Loja Azul Ltda.');
  expect(isOff(await access())).toBe(true);
});

it('is only available to platform administrators', async () => {
  engine.role = 'WM_FINANCIAL';
  const { address } = visit('/admin/login', routes);
  await waitFor(() => expect(address()).toBe('/404'));
  expect(engine.calls('GET', '/admin/accounts')).toEqual([]);
});

it('shows in the list alone that the accounts cannot be loaded', async () => {
  engine.on((call) => (call.path === '/admin/accounts' ? problem(503, 'unavailable', 'Fora do ar.') : undefined));
  const { user } = visit('/admin/login', routes);
  await user.click(await screen.findByRole('combobox'));
  await screen.findByText('Não conseguimos buscar as contas. Tente de novo.');
  expect(toasts()).toEqual([]);
});
