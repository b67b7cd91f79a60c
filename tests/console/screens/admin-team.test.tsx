// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { RecordOf } from '../../../resources/kit/resource.ts';
import type { staff } from '../../../resources/staff.ts';
import { loadMessages } from '../../../src/console/providers/i18n.ts';
import { chooseAction, rowOf, screensAt, toasts, useStandIn, visit } from './render-screen.tsx';

const engine = useStandIn();
beforeAll(() => loadMessages('staff'));
const routes = screensAt('/admin/team');
const rui: RecordOf<typeof staff> = {
  id: '018f0000-0000-7000-8000-00000000c001',
  name: 'Rui Contas',
  email: 'rui@prosa.com.br',
  role: 'WM_FINANCIAL',
  status: 'ACTIVE',
  createdAt: '2026-11-01T12:00:00.000Z',
};

/** The signed-in user. */
const me = { ...rui, id: '018f0000-0000-7000-8000-00000000aaaa', name: 'Ana Chefe', email: 'ana@prosa.com.br' };

beforeEach(() => {
  engine.role = 'WM_ADMIN';
  engine.on(({ method, path, body }) => {
    if (path === `/admin/staff/${rui.id}`) return { body: { ...rui, ...(body as object) } };
    if (path === `/admin/staff/${rui.id}/reset-factor`) return { status: 204 };
    if (path !== '/admin/staff') return undefined;
    return { body: method === 'POST' ? { ...rui, ...(body as object) } : { data: [rui, me], total: 2 } };
  });
});

it('invites a person with an address and a role', async () => {
  const { user, address } = visit('/admin/team', routes);
  await user.click(await screen.findByRole('link', { name: 'Convidar para a equipe' }));
  await waitFor(() => expect(address()).toBe('/admin/team/new'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Convidar para a equipe' }));
  await user.type(await dialog.findByLabelText('E-mail'), 'lia@prosa.com.br');
  await user.click(dialog.getByRole('radio', { name: /Administração/ }));
  await user.click(dialog.getByRole('button', { name: 'Enviar convite' }));
  await waitFor(() => expect(toasts()).toEqual(['Enviamos o convite para lia@prosa.com.br.']));
  expect(engine.calls('POST', '/admin/staff')[0]?.body).toEqual({ email: 'lia@prosa.com.br', role: 'WM_ADMIN' });
  await waitFor(() => expect(address()).toBe('/admin/team'));
});

it('gives a person another role, but no other address', async () => {
  const { user } = visit('/admin/team', routes);
  await rowOf('Rui Contas');
  await chooseAction(user, 'Rui Contas', 'Editar');
  const dialog = within(await screen.findByRole('dialog', { name: 'Editar rui@prosa.com.br' }));
  expect(await dialog.findByRole('radio', { name: /Financeiro/ })).toHaveProperty('checked', true);
  expect(dialog.queryByLabelText('E-mail')).toBeNull();
  await user.click(dialog.getByRole('radio', { name: /Leitura/ }));
  await user.click(dialog.getByRole('button', { name: 'Salvar alterações' }));
  await waitFor(() => expect(toasts()).toEqual(['Salvamos o perfil de rui@prosa.com.br.']));
  expect(engine.calls('PUT', `/admin/staff/${rui.id}`)[0]?.body).toEqual({ role: 'WM_READER' });
});

it('takes the second factor of a colleague away, with a reason, but not the own one', async () => {
  const { user } = visit('/admin/team', routes);
  await rowOf('Rui Contas');
  await chooseAction(user, 'Rui Contas', 'Tirar o segundo passo');
  const dialog = within(await screen.findByRole('dialog', { name: 'Tirar o segundo passo de Rui Contas?' }));
  await user.type(await dialog.findByLabelText('Motivo'), 'Perdeu o celular');
  await user.click(dialog.getByRole('button', { name: 'Tirar o segundo passo' }));
  await waitFor(() => expect(engine.calls('POST', `/admin/staff/${rui.id}/reset-factor`)).toHaveLength(1));
  expect(engine.calls('POST', `/admin/staff/${rui.id}/reset-factor`)[0]?.body).toEqual({ reason: 'Perdeu o celular' });
  expect((await rowOf('Ana Chefe')).queryByRole('button')).toBeNull();
});
