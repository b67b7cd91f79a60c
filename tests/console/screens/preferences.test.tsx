// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Account } from '../../../src/console/features/identity/preferences/account-part.tsx';
import { loadMessages } from '../../../src/console/providers/i18n.ts';
import { KEYS, readKey } from '../../../src/console/state/store.ts';
import { cnpjDigits, formatCnpj } from '../../../src/shared/format.ts';
import { problem } from './engine-stand-in.ts';
import { screensAt, toasts, useStandIn, visit } from './render-screen.tsx';

const engine = useStandIn();
beforeAll(() => loadMessages('preferences'));

let account: Account;
beforeEach(() => {
  account = {
    type: 'PERSONAL',
    name: 'Loja',
    cnpj: null,
    companyName: null,
    keepsFiles: false,
    requiresFactor: false,
    version: 'v1',
    website: null,
    deletesAt: null,
  };
  engine.on(({ method, path, body }) => {
    if (path === '/account') {
      if (method === 'PUT') account = { ...account, ...(body as object) };
      return { body: account };
    }
    if (path === '/users/me' && method === 'DELETE') {
      account.deletesAt = '2026-11-28T15:00:00.000Z';
      return { body: { deletesAt: account.deletesAt } };
    }
    if (path !== '/users/me/undo-deletion') return undefined;
    account.deletesAt = null;
    return { status: 204 };
  });
});
const routes = screensAt('/preferences');

describe('a CNPJ', () => {
  it('is formatted while typing and keeps its digits', () => {
    expect(formatCnpj('12345678000195')).toBe('12.345.678/0001-95');
    fc.assert(
      fc.property(fc.stringMatching(/^\d{0,20}$/), (digits) => {
        const written = formatCnpj(digits);
        expect(cnpjDigits(written)).toBe(digits.slice(0, 14));
        expect(formatCnpj(written)).toBe(written);
      }),
    );
  });
});

describe('preferences', () => {
  it('hide the weekly email switch until its state is loaded', async () => {
    let isDown = true;
    engine.on(({ path }) => {
      if (path !== '/weekly-mail') return undefined;
      return isDown ? problem(500, 'internal', '') : { body: { isOn: true } };
    });
    const { user } = visit('/preferences', routes);
    const part = within(await screen.findByRole('region', { name: 'Resumo da semana' }));
    await part.findByText('Não conseguimos carregar');
    expect(part.queryByRole('switch')).toBeNull();
    isDown = false;
    await user.click(part.getByRole('button', { name: 'Tentar de novo' }));
    expect((await part.findByRole('switch')).getAttribute('aria-checked')).toBe('true');
  });

  it('change the theme immediately', async () => {
    const { user } = visit('/preferences', routes);
    await user.click(await screen.findByRole('radio', { name: 'Claro' }));
    expect(document.documentElement.dataset.theme).toBe('light');
    expect(readKey(KEYS.theme)).toBe('light');
    await user.click(screen.getByRole('radio', { name: 'Escuro' }));
    expect(document.documentElement.dataset.theme).toBe('dark');
  });

  it('ask before unsaved changes are lost', async () => {
    const { user, router, address } = visit('/preferences', [...routes, { path: '/outra', element: null }]);
    const name = await screen.findByLabelText('Nome da conta');
    await user.type(name, ' Nova');
    void router.navigate('/outra');
    await user.click(await screen.findByRole('button', { name: 'Continuar editando' }));
    await waitFor(() => expect(address()).toBe('/preferences'));
    await user.click(screen.getByRole('button', { name: 'Salvar dados' }));
    await waitFor(() => expect(account.name).toBe('Loja Nova'));
    await router.navigate('/outra');
    await waitFor(() => expect(address()).toBe('/outra'));
  });

  it('still ask after another form has been saved', async () => {
    const { user, router, address } = visit('/preferences', [...routes, { path: '/outra', element: null }]);
    const profile = within(await screen.findByRole('region', { name: 'Seu perfil' }));
    await user.type(profile.getByLabelText('Nome'), ' Prado');
    await user.type(await screen.findByLabelText('Nome da conta'), ' Nova');
    await user.click(screen.getByRole('button', { name: 'Salvar dados' }));
    await waitFor(() => expect(account.name).toBe('Loja Nova'));
    void router.navigate('/outra');
    await user.click(await screen.findByRole('button', { name: 'Sair sem salvar' }));
    await waitFor(() => expect(address()).toBe('/outra'));
  });

  it('change the password, and show a wrong current one at its field', async () => {
    let isWrong = true;
    engine.on(({ path }) => {
      if (path !== '/users/me/password') return undefined;
      const errors = [{ field: 'current', code: 'wrong_password', message: 'A senha não confere' }];
      return isWrong ? problem(422, 'invalid_input', 'Confira.', { errors }) : { status: 204 };
    });
    const { user } = visit('/preferences', routes);
    const part = within(await screen.findByRole('region', { name: 'Senha' }));
    await user.type(part.getByLabelText('Senha atual'), 'antiga');
    await user.click(part.getAllByRole('button', { name: 'Mostrar senha' })[0]!);
    expect(part.getByLabelText('Senha atual')).toHaveProperty('type', 'text');
    await user.type(part.getByLabelText('Senha nova'), 'fraca');
    await user.click(part.getByRole('button', { name: 'Trocar senha' }));
    await part.findByText('Use pelo menos 8 caracteres');
    expect(engine.calls('PUT', '/users/me/password')).toEqual([]);
    await user.clear(part.getByLabelText('Senha nova'));
    await user.type(part.getByLabelText('Senha nova'), 'Lua-de-papel7');
    await user.click(part.getByRole('button', { name: 'Trocar senha' }));
    await part.findByText('A senha não confere');
    isWrong = false;
    await user.click(part.getByRole('button', { name: 'Trocar senha' }));
    await waitFor(() => expect(toasts()).toContainEqual(expect.stringMatching(/Senha trocada/)));
    expect(part.getByLabelText('Senha nova')).toHaveProperty('value', '');
  });

  it('change the account to a company and send the CNPJ as digits', async () => {
    const { user } = visit('/preferences', routes);
    const part = within(await screen.findByRole('region', { name: 'Dados da conta' }));
    await user.click(await part.findByRole('radio', { name: 'Empresa' }));
    const cnpj = await part.findByLabelText('CNPJ');
    await user.type(cnpj, '11222333000181');
    expect(cnpj).toHaveProperty('value', '11.222.333/0001-81');
    await user.click(part.getByRole('button', { name: 'Salvar dados' }));
    await part.findByText('Obrigatório');
    await user.type(part.getByLabelText('Razão social'), 'Loja Ltda.');
    await user.click(part.getByRole('button', { name: 'Salvar dados' }));
    await waitFor(() => expect(toasts()).toEqual(['Salvamos os dados da conta.']));
    expect(engine.calls('PUT', '/account').map(({ body }) => body)).toEqual([
      { version: 'v1', type: 'CORPORATE', cnpj: '11222333000181', companyName: 'Loja Ltda.' },
    ]);
  });

  it('schedule the deletion of the account with a reason, show its date and cancel it', async () => {
    const { user } = visit('/preferences', routes);
    await user.click(await screen.findByRole('button', { name: 'Encerrar conta' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Encerrar a conta “Loja”?' }));
    await user.click(dialog.getByRole('button', { name: 'Encerrar conta' }));
    await dialog.findByText('Obrigatório');
    expect(engine.calls('DELETE', '/users/me')).toEqual([]);
    await user.type(dialog.getByLabelText('Por que você está encerrando?'), 'Fechei a loja');
    await user.type(dialog.getByLabelText('Sua senha'), 'Lua-de-papel7');
    await user.click(dialog.getByRole('button', { name: 'Encerrar conta' }));
    const name = 'Esta conta será encerrada em 28 de novembro de 2026';
    const banner = within(await screen.findByRole('region', { name }));
    expect(engine.calls('DELETE', '/users/me')[0]?.body).toEqual({
      reason: 'Fechei a loja',
      password: 'Lua-de-papel7',
    });
    expect(readKey(KEYS.accountDeletionDate)).toBe('2026-11-28T15:00:00.000Z');
    await user.click(await banner.findByRole('button', { name: 'Desistir do encerramento' }));
    await waitFor(() => expect(screen.queryByRole('region', { name })).toBeNull());
    expect(readKey(KEYS.accountDeletionDate)).toBeNull();
  });

  it('show administrators the account read-only', async () => {
    engine.role = 'ADMIN';
    account = { ...account, type: 'CORPORATE', cnpj: '11222333000181', companyName: 'Loja Ltda.' };
    visit('/preferences', routes);
    await screen.findByText('11.222.333/0001-81');
    for (const name of ['Salvar dados', 'Exportar dados', 'Encerrar conta']) {
      expect(screen.queryByRole('button', { name })).toBeNull();
    }
  });

  it('show readers only their own settings', async () => {
    engine.role = 'READER';
    visit('/preferences', routes);
    await screen.findByRole('region', { name: 'Senha' });
    expect(screen.queryByRole('region', { name: 'Dados da conta' })).toBeNull();
    expect(engine.calls('GET', '/account')).toEqual([]);
  });
});
