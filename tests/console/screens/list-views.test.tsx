// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { expectRows, screensAt, useStandIn, visit } from './render-screen.tsx';

const engine = useStandIn();
const routes = screensAt('/visitor-messages');

beforeEach(() => {
  engine.fill('visitor-messages', [
    { name: 'Ana', question: 'Entregam?', status: 'open', createdAt: '2026-11-20T12:00:00.000Z', type: 'widget' },
    {
      name: 'Bia',
      question: 'Abrem?',
      status: 'answered',
      createdAt: '2026-11-21T12:00:00.000Z',
      type: 'widget',
    },
  ]);
});

const own = { list: 'visitor-messages', name: 'Respondidos', query: 'status=answered', shared: false, isOwn: true };
const chosen = () => screen.findByRole('combobox', { name: 'Visualização' });
const listed = () => engine.calls('GET', '/visitor-messages').at(-1)?.query;

async function choose(user: UserEvent, name: string) {
  await user.click(await chosen());
  await user.click(await screen.findByTitle(name));
}
async function openMenu(user: UserEvent) {
  await user.click(await screen.findByRole('button', { name: 'Opções de visualização' }));
}

it('chooses a declared view, which is an address', async () => {
  const { user } = visit('/visitor-messages', routes);
  await expectRows(['Abrem?', 'Entregam?']);
  await choose(user, 'À espera, mais antigos primeiro');
  await expectRows(['Entregam?']);
  expect([listed()?.getAll('status'), listed()?.get('sort')]).toEqual([['open'], 'createdAt']);
  await choose(user, 'Padrão');
  await expectRows(['Abrem?', 'Entregam?']);
});

it('chooses a saved view and shows those of others apart', async () => {
  engine.fill('saved-views', [own, { ...own, name: 'Da equipe', query: 'status=open', shared: true, isOwn: false }]);
  const { user } = visit('/visitor-messages', routes);
  await expectRows(['Abrem?', 'Entregam?']);
  await user.click(await chosen());
  await screen.findByText('Minhas');
  await screen.findByText('Compartilhadas');
  await user.click(await screen.findByTitle('Respondidos'));
  await expectRows(['Abrem?']);
  // A view of somebody else can only be chosen.
  await choose(user, 'Da equipe');
  await expectRows(['Entregam?']);
  await openMenu(user);
  await screen.findByRole('menuitem', { name: 'Salvar como…' });
  expect(screen.queryByRole('menuitem', { name: /Excluir/ })).toBeNull();
});

it('saves the filters of the list under a name', async () => {
  const { user } = visit('/visitor-messages?status=answered&page=1', routes);
  await expectRows(['Abrem?']);
  await openMenu(user);
  await user.click(await screen.findByRole('menuitem', { name: 'Salvar como…' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(await within(dialog).findByLabelText(/^Nome/), 'Prontos');
  await user.click(within(dialog).getByRole('switch'));
  await user.click(within(dialog).getByRole('button', { name: 'Salvar' }));
  await screen.findByText('Visualização “Prontos” salva.');
  expect(engine.calls('POST', '/saved-views').map(({ body }) => body)).toEqual([
    { list: 'visitor-messages', query: 'status=answered', name: 'Prontos', shared: true },
  ]);
});

it('renames, updates and deletes one’s own view', async () => {
  const [view] = engine.fill('saved-views', [own]);
  const { user } = visit('/visitor-messages?status=answered', routes);
  await expectRows(['Abrem?']);
  await openMenu(user);
  await user.click(await screen.findByRole('menuitem', { name: 'Mudar nome ou compartilhar…' }));
  const dialog = await screen.findByRole('dialog');
  const name = await within(dialog).findByLabelText(/^Nome/);
  await user.clear(name);
  await user.type(name, 'Já vistos');
  await user.click(within(dialog).getByRole('button', { name: 'Salvar alterações' }));
  await waitFor(() => expect(engine.table('saved-views')[0]).toMatchObject({ name: 'Já vistos' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.type(screen.getByRole('searchbox'), 'abrem{Enter}');
  await waitFor(() => expect(listed()?.get('search')).toBe('abrem'));
  await openMenu(user);
  await user.click(await screen.findByRole('menuitem', { name: 'Salvar em “Já vistos”' }));
  await waitFor(() => expect(engine.table('saved-views')[0]).toMatchObject({ query: 'search=abrem&status=answered' }));
  await openMenu(user);
  await user.click(await screen.findByRole('menuitem', { name: 'Excluir “Já vistos”' }));
  await user.click(await screen.findByRole('button', { name: 'Excluir visualização' }));
  await waitFor(() => expect(engine.calls('DELETE', `/saved-views/${view?.id}`)).toHaveLength(1));
});

it('offers nothing to save to those who may not', async () => {
  engine.flags = ['impersonated'];
  const { user } = visit('/visitor-messages', routes);
  await expectRows(['Abrem?', 'Entregam?']);
  await choose(user, 'À espera, mais antigos primeiro');
  await expectRows(['Entregam?']);
  expect(screen.queryByRole('button', { name: 'Opções de visualização' })).toBeNull();
});
