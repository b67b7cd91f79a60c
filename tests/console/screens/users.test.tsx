// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { CONTEXTS, problem } from './engine-stand-in.ts';
import { chooseAction, questionOf, rowOf, screensAt, toasts, useStandIn, visit } from './render-screen.tsx';

const engine = useStandIn();
const ME = '018f0000-0000-7000-8000-00000000aaaa';
const idOf = (at: number) => `018f0000-0000-7000-8000-00000000c00${at}`;
const routes = screensAt('/users');
const person = (id: string, name: string | null, role: string, more: object = {}) => ({
  id,
  name,
  email: `${(name ?? 'convidado').split(' ')[0]?.toLowerCase()}@loja.com.br`,
  role,
  contextIds: [],
  status: 'ACTIVE',
  createdAt: '2026-11-01T12:00:00.000Z',
  ...more,
});

beforeEach(() => {
  engine.fill('users', [
    person(ME, 'Helena Prado', 'OWNER'),
    person(idOf(1), 'Otto Reis', 'OWNER'),
    person(idOf(2), 'Bruno Lima', 'WRITER', { contextIds: [CONTEXTS[1]?.id] }),
    person(idOf(3), null, 'READER', { status: 'EXPIRED' }),
  ]);
});

describe('the users list', () => {
  it('shows name, email, contexts and status, and no actions in the own row', async () => {
    const { user } = visit('/users', routes);
    const mine = await rowOf('Helena Prado');
    await mine.findByText('você');
    mine.getByText('Todos os contextos');
    const bruno = await rowOf('Bruno Lima');
    bruno.getByText('bruno@loja.com.br');
    await bruno.findByText('Loja de Curitiba');
    await user.click(await bruno.findByRole('button', { name: 'Ações de Bruno Lima' }));
    expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual(['Editar', 'Remover']);
    expect(mine.queryAllByRole('button')).toEqual([]);
    expect(mine.queryAllByRole('link')).toEqual([]);
    (await rowOf('convidado@')).getByText('Convite expirado');
  });

  it('protects owners from administrators, who cannot invite owners either', async () => {
    engine.role = 'ADMIN';
    const { user } = visit('/users', routes);
    await (await rowOf('Bruno Lima')).findByRole('button', { name: 'Ações de Bruno Lima' });
    const otto = await rowOf('Otto Reis');
    expect(otto.queryAllByRole('button')).toEqual([]);
    expect(otto.queryAllByRole('link')).toEqual([]);
    await user.click(await screen.findByRole('link', { name: 'Convidar pessoa' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getAllByRole('radio', { name: /Administrador|Editor|Leitor/ })).toHaveLength(3);
    expect(dialog.queryByRole('radio', { name: /Proprietário/ })).toBeNull();
  });

  it('confirms a removal by name and shows why it failed', async () => {
    const { user } = visit('/users', routes);
    await chooseAction(user, 'Bruno Lima', 'Remover');
    const dialog = await questionOf('Remover Bruno Lima?');
    dialog.getByText(/Bruno Lima perde o acesso na hora/);
    engine.on(({ method }) =>
      method === 'DELETE' ? problem(409, 'last_owner', 'A conta precisa de um proprietário.') : undefined,
    );
    await user.click(dialog.getByRole('button', { name: 'Remover' }));
    await waitFor(() => expect(toasts()).toEqual(['A conta precisa de um proprietário.']));
  });

  it('sends an expired invitation again', async () => {
    engine.on(({ path }) => (path.endsWith('/resend-invitation') ? { status: 202 } : undefined));
    const { user } = visit('/users', routes);
    await chooseAction(user, 'convidado@', 'Enviar o convite de novo');
    await waitFor(() => expect(toasts()[0]).toMatch(/Enviamos um novo convite para convidado@/));
    expect(engine.calls('POST', /resend/).map(({ path }) => path)).toEqual([`/users/${idOf(3)}/resend-invitation`]);
  });
});

describe('the user form', () => {
  it('invites a user, and shows an invalid or a known email', async () => {
    const { user, address } = visit('/users/new', routes);
    const dialog = within(await screen.findByRole('dialog'));
    const email = await dialog.findByLabelText('E-mail');
    await user.type(email, 'ana');
    await user.click(dialog.getByRole('button', { name: 'Enviar convite' }));
    await dialog.findByText(/Informe um e-mail válido/);
    let isKnown = true;
    engine.on(({ method }) => {
      if (method !== 'POST') return undefined;
      return isKnown
        ? problem(409, 'person_known', 'Já tem conta.')
        : { status: 201, body: person(idOf(4), null, 'ADMIN') };
    });
    await user.type(email, '@loja.com.br');
    await user.click(dialog.getByRole('radio', { name: /Administrador/ }));
    await user.click(dialog.getByRole('button', { name: 'Enviar convite' }));
    await waitFor(() => expect(toasts()).toEqual(['Já tem conta.']));
    isKnown = false;
    await user.click(await dialog.findByRole('button', { name: 'Enviar convite' }));
    await waitFor(() => expect(address()).toBe('/users'));
    expect(engine.calls('POST', '/users').at(-1)?.body).toEqual({
      email: 'ana@loja.com.br',
      role: 'ADMIN',
      contextIds: [],
    });
  });

  it('requires a context when access is limited', async () => {
    const { user } = visit('/users/new', routes);
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(await dialog.findByLabelText('E-mail'), 'ana@loja.com.br');
    await user.click(dialog.getByRole('radio', { name: 'Somente estes' }));
    await user.click(dialog.getByRole('button', { name: 'Enviar convite' }));
    await dialog.findByText('Escolha pelo menos um contexto');
    expect(engine.calls('POST', '/users')).toEqual([]);
  });

  it('sends only changed fields', async () => {
    const { user, address } = visit(`/users/edit/${idOf(2)}`, routes);
    const dialog = within(await screen.findByRole('dialog', { name: 'Acesso de Bruno Lima' }));
    await user.click(await dialog.findByRole('switch'));
    await user.click(dialog.getByRole('button', { name: 'Salvar alterações' }));
    await waitFor(() => expect(address()).toBe('/users'));
    expect(engine.calls('PUT', `/users/${idOf(2)}`).map(({ body }) => body)).toEqual([{ status: 'INACTIVE' }]);
  });

  it('does not open for the own user', async () => {
    visit(`/users/edit/${ME}`, routes);
    await screen.findByText(/Você não pode mudar nem remover o seu próprio acesso/);
    expect(screen.queryByRole('button', { name: 'Salvar alterações' })).toBeNull();
  });
});
