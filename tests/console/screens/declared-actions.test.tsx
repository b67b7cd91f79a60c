// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { choice, longText, text } from '../../../resources/kit/field.ts';
import { defineResource, type Resource } from '../../../resources/kit/resource.ts';
import { i18n } from '../../../src/console/providers/i18n.ts';
import { problem } from './engine-stand-in.ts';
import {
  chooseAction,
  expectRows,
  optionOf,
  questionOf,
  routesOf,
  rowOf,
  toasts,
  useStandIn,
  visit,
} from './render-screen.tsx';

/** A resource with every form of action. */
const clients = defineResource({
  name: 'clients',
  scope: 'account',
  storage: 'derived',
  title: 'name',
  path: '/clients',
  fields: { name: text(), status: choice(['active', 'blocked']), site: text({ optional: true }) },
  list: { columns: ['name', 'status'], sort: 'name', bulk: ['status'] },
  form: ['name', 'status'],
  actions: [
    ...(['list', 'show', 'edit', 'delete'] as const),
    {
      ...{ name: 'block', icon: 'stop', on: 'rows', tone: 'danger' },
      when: { status: ['active'] },
      input: { reason: longText() },
    },
    { name: 'key', icon: 'shield', answer: 'shown' },
  ],
  links: [{ name: 'orders', icon: 'layers', to: '/orders/{site}', allowedBy: ['clients', 'list'] }],
}) as unknown as Resource;

const count = (key: string, one: string, other: string) => ({
  [`${key}_one`]: one,
  [`${key}_many`]: other,
  [`${key}_other`]: other,
});
const WORDS = {
  ...{ title: 'Clientes', intro: 'Quem compra.', one: 'cliente', edit: 'Editar cliente' },
  fields: { name: 'Nome', status: 'Situação', site: 'Site' },
  options: { status: { active: 'Ativo', blocked: 'Bloqueado' } },
  actions: {
    ...{ block: 'Bloquear', blockOf: 'Bloquear {{name}}', blockDone: '{{name}} bloqueado.' },
    ...count('blockRowsDone', 'Um bloqueado.', '{{count}} bloqueados.'),
    blockAsk: { title: 'Bloquear “{{name}}”?', text: 'Deixa de comprar.', fields: { reason: 'Motivo' } },
    blockRowsAsk: { ...count('title', 'Bloquear um?', 'Bloquear {{count}}?'), text: 'Deixam de comprar.' },
    ...{ key: 'Ver chave', keyOf: 'Ver chave de {{name}}', orders: 'Ver pedidos', ordersOf: 'Ver pedidos de {{name}}' },
  },
  secret: {
    title: 'Chave de {{name}}',
    text: 'Guarde-a.',
    label: 'Chave',
    copy: 'Copiar',
    copied: 'Copiada.',
    notCopied: '',
  },
};

const engine = useStandIn([clients]);
let [ana, bia, caio] = ['', '', ''];
beforeEach(() => {
  // The policy does not contain this resource, so only the role with all permissions may see it.
  engine.role = 'WM_ADMIN';
  i18n.addResourceBundle('pt-BR', 'translation', { clients: WORDS });
  const rows = [
    { name: 'Ana', status: 'active', site: 'loja' },
    { name: 'Bia', status: 'active', site: null },
    { name: 'Caio', status: 'blocked', site: null },
  ];
  [ana, bia, caio] = engine.fill('clients', rows).map(({ id }) => id) as [string, string, string];
});
const answer = (path: string, body: unknown, status = 200) =>
  engine.on((call) => (call.method === 'POST' && call.path === path ? { status, body } : undefined));
const namesIn = (dialog: Awaited<ReturnType<typeof questionOf>>) =>
  dialog.getAllByRole('listitem').map(({ textContent }) => textContent);
const bodies = (path: string) => engine.calls('POST', path).map(({ body }) => body);

describe('a declared action', () => {
  it('asks for its input, and shows what is wrong with it at its field', async () => {
    const path = `/clients/${ana}/block`;
    const errors = [{ field: 'reason', code: 'invalid', message: 'Conte um pouco mais.' }];
    answer(path, problem(422, 'invalid_input', 'Confira os campos.', { errors }).body, 422);
    const { user } = visit(clients.path, routesOf(clients));
    await chooseAction(user, 'Ana', 'Bloquear');
    const dialog = await questionOf('Bloquear “Ana”?');
    dialog.getByText('Deixa de comprar.');
    await user.click(dialog.getByRole('button', { name: 'Bloquear' }));
    await dialog.findByText('Obrigatório');
    expect(bodies(path)).toEqual([]);
    await user.type(dialog.getByLabelText('Motivo'), 'dívida');
    await user.click(dialog.getByRole('button', { name: 'Bloquear' }));
    await dialog.findByText('Conte um pouco mais.');
    answer(path, undefined, 204);
    await user.click(dialog.getByRole('button', { name: 'Bloquear' }));
    await waitFor(() => expect(toasts()).toContain('Ana bloqueado.'));
    expect(bodies(path)).toEqual([{ reason: 'dívida' }, { reason: 'dívida' }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('is done to the selected rows that fit', async () => {
    answer('/clients/bulk-block', undefined, 204);
    const { user } = visit(clients.path, routesOf(clients));
    await expectRows(['Ana', 'Bia', 'Caio']);
    await user.click(await screen.findByRole('checkbox', { name: 'Selecionar todos desta página' }));
    await user.click(await screen.findByRole('button', { name: 'Bloquear' }));
    const dialog = await questionOf('Bloquear 2?');
    expect(namesIn(dialog)).toEqual(['Ana', 'Bia']);
    await user.type(dialog.getByLabelText('Motivo'), 'dívida');
    await user.click(dialog.getByRole('button', { name: 'Bloquear' }));
    await waitFor(() => expect(toasts()).toEqual(['2 bloqueados.']));
    expect(bodies('/clients/bulk-block')).toEqual([{ ids: [ana, bia], reason: 'dívida' }]);
    await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull());
  });

  it('shows the secret that it answers, also on the page of the row', async () => {
    answer(`/clients/${ana}/key`, { secret: 'segredo' });
    const { user } = visit(`${clients.path}/${ana}`, routesOf(clients));
    await user.click(await screen.findByRole('button', { name: 'Ver chave' }));
    const dialog = await questionOf('Chave de Ana');
    expect((await dialog.findByLabelText<HTMLInputElement>('Chave')).value).toBe('segredo');
  });

  it('comes after the others where it is dangerous, on the page of the row and in its menu', async () => {
    const page = visit(`${clients.path}/${ana}`, routesOf(clients));
    const remove = await screen.findByRole('button', { name: 'Excluir' });
    const shown = [...remove.parentElement!.children].map(({ textContent }) => textContent);
    expect(shown).toEqual(['Ver chave', 'Ver pedidos', 'Editar cliente', 'Bloquear', 'Excluir']);
    page.unmount();
    const { user } = visit(clients.path, routesOf(clients));
    await user.click(await (await rowOf('Ana')).findByRole('button', { name: 'Ações de Ana' }));
    const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
    expect(items.slice(-2)).toEqual(['Bloquear', 'Excluir']);
  });

  it('stands beside links, which rows without their field do not have', async () => {
    const { user } = visit(clients.path, routesOf(clients));
    await user.click(await (await rowOf('Bia')).findByRole('button', { name: 'Ações de Bia' }));
    await screen.findByRole('menuitem', { name: 'Bloquear' });
    expect(screen.queryByRole('menuitem', { name: 'Ver pedidos' })).toBeNull();
    await user.keyboard('{Escape}');
    await chooseAction(user, 'Ana', 'Ver pedidos');
    await screen.findByText('Outra tela');
  });
});

describe('selected rows', () => {
  it('get the same value of a field', async () => {
    answer('/clients/bulk-edit', undefined, 204);
    const { user } = visit(clients.path, routesOf(clients));
    for (const name of ['Ana', 'Caio'])
      await user.click(await screen.findByRole('checkbox', { name: `Selecionar ${name}` }));
    await user.click(await screen.findByRole('button', { name: 'Mudar “Situação”' }));
    const dialog = await questionOf('Mudar 2 itens');
    await user.click(dialog.getByLabelText('Situação'));
    await user.click(await optionOf('Bloqueado'));
    await user.click(screen.getByRole('button', { name: 'Salvar alterações' }));
    await waitFor(() => expect(toasts()).toEqual(['Mudamos 2 itens.']));
    expect(bodies('/clients/bulk-edit')).toEqual([{ ids: [ana, caio], status: 'blocked' }]);
  });

  it('are deleted after a confirmation, in calls of 100', async () => {
    engine.fill(
      'clients',
      Array.from({ length: 148 }, (_, at) => ({ name: `Zé ${at}`, status: 'active', site: null })),
    );
    answer('/clients/bulk-delete', {});
    const { user } = visit(clients.path, routesOf(clients));
    await rowOf('Ana');
    await user.click(await screen.findByRole('checkbox', { name: 'Selecionar todos desta página' }));
    await user.click(await screen.findByRole('button', { name: 'Selecionar todos os 151 encontrados' }));
    await screen.findByRole('toolbar', { name: '151 selecionados' });
    await user.click(screen.getByRole('button', { name: 'Excluir' }));
    const dialog = await questionOf('Excluir 151 itens?');
    expect(namesIn(dialog)).toEqual(['Ana', 'Bia', 'Caio', 'Zé 0', 'Zé 1', 'e mais 146']);
    expect(bodies('/clients/bulk-delete')).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Excluir' }));
    await waitFor(() => expect(toasts()).toEqual(['Excluímos 151 itens.']));
    const sent = bodies('/clients/bulk-delete') as { ids: string[] }[];
    expect(sent.map(({ ids }) => ids.length)).toEqual([100, 51]);
  });
});
