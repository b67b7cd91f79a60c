// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { Outlet } from 'react-router';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  choice,
  count,
  longText,
  moment,
  money,
  reference,
  references,
  text,
  toggle,
  url,
} from '../../../resources/kit/field.ts';
import type { Resource } from '../../../resources/kit/resource.ts';
import { defineResource } from '../../../resources/kit/resource.ts';
import { i18n } from '../../../src/console/providers/i18n.ts';
import { CONTEXTS } from './engine-stand-in.ts';
import { chooseAction, chooseOption, expectRows, routesOf, rowOf, useStandIn, visit } from './render-screen.tsx';

/** A resource without any code of its own. */
const terms = defineResource({
  name: 'terms',
  scope: 'context',
  storage: 'derived',
  title: 'term',
  path: '/knowledge-base/terms',
  fields: {
    term: text({ max: 80, unique: true }),
    meaning: longText({ max: 500 }),
    kind: choice(['product', 'acronym']),
    source: url({ optional: true }),
    home: reference('contexts', { optional: true }),
    seenIn: references('contexts', { initial: [] }),
    caseSensitive: toggle({ initial: false }),
    updatedAt: moment({ readOnly: true }),
  },
  list: {
    columns: ['term', 'kind', 'source', 'home', 'seenIn', 'updatedAt'],
    search: ['term', 'meaning'],
    filters: ['kind', 'caseSensitive'],
    sort: 'term',
  },
  form: [['term', 'kind'], 'meaning', 'source', 'home', 'seenIn', 'caseSensitive'],
  actions: ['list', 'show', 'create', 'edit', 'delete'],
}) as unknown as Resource;

/** A resource whose lists are filtered by numbers and by rows of another resource. */
const orders = defineResource({
  name: 'orders',
  scope: 'account',
  title: 'name',
  path: '/orders',
  fields: { name: text(), pieces: count(), price: money(), seller: reference('users'), places: references('contexts') },
  list: { columns: ['name'], filters: ['pieces', 'price', 'seller', 'places'], sort: 'name' },
  actions: ['list'],
}) as unknown as Resource;

const ORDER_WORDS = {
  title: 'Pedidos',
  intro: 'O que foi pedido.',
  one: 'pedido',
  fields: { name: 'Nome', pieces: 'Peças', price: 'Preço', seller: 'Vendedor', places: 'Lojas' },
};

const WORDS = {
  title: 'Glossário',
  intro: 'As palavras do seu negócio.',
  one: 'termo',
  new: 'Adicionar termo',
  edit: 'Editar termo',
  fields: {
    term: 'Termo',
    meaning: 'Significado',
    kind: 'Tipo',
    source: 'Fonte',
    home: 'Casa',
    seenIn: 'Aparece em',
    caseSensitive: 'Maiúsculas',
    updatedAt: 'Atualizado',
  },
  options: { kind: { product: 'Produto', acronym: 'Sigla' } },
  none: { seenIn: 'Em todos' },
};

const engine = useStandIn([terms, orders]);
const [store, branch] = CONTEXTS as [(typeof CONTEXTS)[0], (typeof CONTEXTS)[0]];
beforeEach(() => {
  // The policy does not contain this resource, so only the role with all permissions may see it.
  engine.role = 'WM_ADMIN';
  i18n.addResourceBundle('pt-BR', 'translation', { terms: WORDS, orders: ORDER_WORDS });
});

describe('a resource that only has a declaration', () => {
  it('can be listed, filtered, created and deleted', async () => {
    const page = (
      <div id="screen" tabIndex={-1}>
        <Outlet />
      </div>
    );
    const { user, address } = visit(terms.path, [{ element: page, children: routesOf(terms) }]);
    await screen.findByText('Ainda não há nada por aqui');
    await user.click(screen.getByRole('link', { name: 'Adicionar termo' }));
    await user.type(await screen.findByLabelText('Termo'), 'SLA');
    await user.click(screen.getByLabelText('Tipo'));
    await user.click(await screen.findByTitle('Sigla'));
    await user.type(screen.getByLabelText('Significado'), 'Prazo combinado com o cliente.');
    await user.type(screen.getByLabelText(/^Fonte/), 'loja.com.br/sla');
    await user.click(screen.getByLabelText(/^Casa/));
    await user.click(await screen.findByText('Loja de Curitiba'));
    await user.click(screen.getByRole('button', { name: 'Adicionar' }));
    await expectRows(['SLA']);
    await waitFor(() => expect(address()).toBe(terms.path));
    expect(engine.table('terms')[0]).toMatchObject({
      contextId: store.id,
      kind: 'acronym',
      source: 'https://loja.com.br/sla',
      home: branch.id,
      seenIn: [],
    });

    const row = await rowOf('SLA');
    expect(row.getByText('Sigla')).toBeTruthy();
    expect(row.getByText('Loja de Curitiba')).toBeTruthy();
    expect(row.getByText('Em todos')).toBeTruthy();
    expect(row.getByText('agora')).toBeTruthy();
    expect(row.getByRole('link', { name: 'loja.com.br/sla' }).getAttribute('rel')).toBe('noopener noreferrer');

    await chooseOption(user, 'Tipo', 'Produto');
    await screen.findByText('Nada corresponde aos filtros');
    await user.click(screen.getAllByRole('button', { name: 'Limpar filtros' })[0]!);

    await chooseAction(user, 'SLA', 'Excluir');
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('Excluir “SLA”?')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Excluir' }));
    await screen.findByText('Ainda não há nada por aqui');
    // The row's menu, which opened the dialog, is gone.
    await waitFor(() => expect(document.activeElement?.id).toBe('screen'));
  });

  it('can be filtered by numbers, amounts and rows of other resources', async () => {
    const [seller] = engine.fill('users', [{ name: 'Rui', email: 'rui@loja.com.br' }]);
    engine.fill('orders', [{ name: 'Café', pieces: 2, price: 2_000, seller: seller!.id, places: [branch.id] }]);
    const { user } = visit(orders.path, routesOf(orders));
    await expectRows(['Café']);
    const asked = (expected: Record<string, string>) =>
      waitFor(() => {
        const { query } = engine.calls('GET', '/orders').at(-1)!;
        expect(Object.fromEntries(query)).toEqual({ page: '1', limit: '20', sort: 'name', ...expected });
      });
    await user.type(await screen.findByRole('spinbutton', { name: 'Preço: de' }), '10,50');
    await user.tab();
    await asked({ price_gte: '1050' });
    await user.type(screen.getByRole('spinbutton', { name: 'Peças: até' }), '3{Enter}');
    await asked({ price_gte: '1050', pieces_lte: '3' });
    await chooseOption(user, 'Vendedor', 'rui@loja.com.br');
    await chooseOption(user, 'Lojas', 'Loja de Curitiba');
    const rows = { seller: seller!.id, places: branch.id };
    await asked({ price_gte: '1050', pieces_lte: '3', ...rows });
    await user.clear(screen.getByRole('spinbutton', { name: 'Preço: de' }));
    await user.tab();
    await asked({ pieces_lte: '3', ...rows });
  });

  it('shows every field in the detail view', async () => {
    const [row] = engine.fill('terms', [
      {
        term: 'SLA',
        meaning: 'Prazo.\nCombinado.',
        kind: 'acronym',
        source: null,
        home: null,
        seenIn: [store.id, branch.id],
        caseSensitive: true,
        updatedAt: '2020-01-01T12:00:00.000Z',
      },
    ]);
    visit(`${terms.path}/${row?.id}`, routesOf(terms));
    await screen.findByRole('heading', { name: 'SLA' });
    // Labels are in one row of the table, values in the next.
    const fact = (name: string) => {
      const heading = screen.getByText(name, { selector: 'th *' }).closest('th');
      const values = heading?.closest('tr')?.nextElementSibling;
      return values?.children[heading?.cellIndex ?? 0]?.textContent;
    };
    await waitFor(() => expect(fact('Aparece em')).toBe('Loja e Loja de Curitiba'));
    expect(fact('Significado')).toBe('Prazo.\nCombinado.');
    expect(fact('Maiúsculas')?.trim()).toBe('Sim');
    expect(fact('Fonte')).toBe('—Sem valor');
    expect(fact('Atualizado')).toBe('1 de jan. de 2020');
  });

  it('does not link to an address that is not a web address', async () => {
    engine.fill('terms', [
      {
        term: 'X',
        meaning: 'm',
        kind: 'product',
        source: 'javascript:alert(1)',
        home: null,
        seenIn: [],
        updatedAt: null,
      },
    ]);
    visit(terms.path, routesOf(terms));
    const row = await rowOf('X');
    expect(row.getByText('javascript:alert(1)')).toBeTruthy();
    expect(row.queryByRole('link', { name: /javascript/ })).toBeNull();
  });
});
