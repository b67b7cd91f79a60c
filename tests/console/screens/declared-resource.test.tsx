// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { Outlet } from 'react-router';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  choice,
  color,
  count,
  date,
  file,
  image,
  list,
  longText,
  moment,
  money,
  reference,
  references,
  text,
  toggle,
  url,
  when,
} from '../../../resources/kit/field.ts';
import type { Resource } from '../../../resources/kit/resource.ts';
import { defineResource } from '../../../resources/kit/resource.ts';
import { useKeptFocus } from '../../../src/console/components/focus-back.ts';
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

/** A resource with days, colours and items. */
const partners = defineResource({
  name: 'partners',
  scope: 'account',
  storage: 'derived',
  title: 'name',
  path: '/partners',
  fields: {
    name: text(),
    since: date({ optional: true }),
    paint: color(),
    isPaused: toggle({ initial: false }),
    reason: when({ isPaused: [true] }, text()),
    paper: file({ types: ['pdf'], optional: true }),
    logo: image({ optional: true }),
    people: list({ name: text(), phone: text({ optional: true }) }, { max: 2 }),
  },
  list: { columns: ['name', 'since', 'paint', 'paper', 'people'], filters: ['since'], sort: 'name' },
  form: { main: ['name', ['since', 'paint'], 'people', 'isPaused'], pause: ['reason'], papers: [['paper', 'logo']] },
  actions: ['list', 'show', 'create', 'edit'],
}) as unknown as Resource;

const PARTNER_WORDS = {
  title: 'Parceiros',
  intro: 'Quem trabalha com você.',
  one: 'parceiro',
  new: 'Adicionar parceiro',
  edit: 'Editar parceiro',
  fields: {
    name: 'Nome',
    since: 'Desde',
    paint: 'Cor',
    isPaused: 'Em pausa',
    reason: 'Motivo',
    paper: 'Contrato',
    logo: 'Marca',
    people: 'Contatos',
  },
  sections: { main: 'Cadastro', pause: 'Pausa', papers: 'Documentos' },
  items: { people: { one: 'Contato', new: 'Adicionar contato', fields: { name: 'Nome', phone: 'Telefone' } } },
};

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

const engine = useStandIn([terms, orders, partners]);
const [store, branch] = CONTEXTS as [(typeof CONTEXTS)[0], (typeof CONTEXTS)[0]];
beforeEach(() => {
  // The policy does not contain this resource, so only the role with all permissions may see it.
  engine.role = 'WM_ADMIN';
  i18n.addResourceBundle('pt-BR', 'translation', {
    ...{ terms: WORDS, orders: ORDER_WORDS, partners: PARTNER_WORDS },
  });
});

/** What the frame of the workspace does for the keyboard. */
function Workspace() {
  useKeptFocus();
  return (
    <div id="screen" tabIndex={-1}>
      <Outlet />
    </div>
  );
}

describe('a resource that only has a declaration', () => {
  it('can be listed, filtered, created and deleted', async () => {
    const { user, address } = visit(terms.path, [{ element: <Workspace />, children: routesOf(terms) }]);
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

  it('has inputs for days, colours and items, and filters by days', async () => {
    const { user } = visit(partners.path, routesOf(partners));
    await user.click(await screen.findByRole('link', { name: 'Adicionar parceiro' }));
    const form = within(await screen.findByRole('dialog'));
    await user.type(form.getByLabelText('Nome'), 'Laticínio');
    await user.type(await form.findByLabelText(/^Desde/), '28/02/1990{Enter}');
    await user.type(await form.findByLabelText('Cor'), '0b7a5e');
    expect((form.getByLabelText('Escolher Cor') as HTMLInputElement).value).toBe('#0b7a5e');
    const add = await form.findByRole('button', { name: 'Adicionar contato' });
    await user.click(form.getByRole('button', { name: 'Adicionar' }));
    await form.findByText('Escolha pelo menos 1 item');
    for (const _ of [1, 2]) await user.click(add);
    expect((add as HTMLButtonElement).disabled).toBe(true);
    const [first, second] = ['Contato 1', 'Contato 2'].map((name) => within(form.getByRole('group', { name })));
    await user.type(first!.getByLabelText('Nome'), 'Ana');
    await user.type(first!.getByLabelText(/^Telefone/), '41 3333-0000');
    await user.click(form.getByRole('button', { name: 'Adicionar' }));
    await second!.findByText('Obrigatório');
    await user.click(second!.getByRole('button', { name: 'Excluir Contato 2' }));
    await user.click(form.getByRole('button', { name: 'Adicionar' }));
    await expectRows(['Laticínio']);
    const [made] = engine.table('partners');
    expect(made).toMatchObject({
      since: '1990-02-28',
      paint: '#0B7A5E',
      people: [{ name: 'Ana', phone: '41 3333-0000' }],
    });
    const row = await rowOf('Laticínio');
    for (const text of ['28 de fev. de 1990', '#0B7A5E', 'Ana']) expect(row.getByText(text)).toBeTruthy();
    await user.type(screen.getByPlaceholderText('Desde: de'), '01/02/1990{Enter}');
    await user.type(screen.getByPlaceholderText('até'), '28/02/1990{Enter}');
    await waitFor(() => {
      const { query } = engine.calls('GET', '/partners').at(-1)!;
      expect([query.get('since_gte'), query.get('since_lte')]).toEqual(['1990-02-01', '1990-02-28']);
    });
  });

  it('sends a file when it is chosen, and shows fields whose condition is fulfilled', async () => {
    const paper = {
      id: '018f0000-0000-7000-8000-0000000000f1',
      name: 'contrato.pdf',
      size: 9,
      type: 'application/pdf',
    };
    engine.on(({ method, path, body }) => {
      if (method !== 'POST' || path !== '/partners/files') return undefined;
      if (String(body).includes('%PDF')) return { status: 201, body: paper };
      const errors = [{ field: 'file', code: 'file_type', message: 'Envie um arquivo PDF' }];
      return { status: 422, body: { status: 422, code: 'invalid_input', message: 'Confira os campos.', errors } };
    });
    const { user } = visit(partners.path, routesOf(partners));
    await user.click(await screen.findByRole('link', { name: 'Adicionar parceiro' }));
    const form = within(await screen.findByRole('dialog'));
    await user.type(form.getByLabelText('Nome'), 'Laticínio');
    await user.type(await form.findByLabelText('Cor'), '0b7a5e');
    await user.click(await form.findByRole('button', { name: 'Adicionar contato' }));
    await user.type(within(form.getByRole('group', { name: 'Contato 1' })).getByLabelText('Nome'), 'Ana');
    const input = await form.findByLabelText(/^Contrato/);
    await user.upload(input, new File(['texto'], 'contrato.pdf', { type: 'application/pdf' }));
    await form.findByText('Envie um arquivo PDF');
    await user.upload(
      form.getByLabelText(/^Contrato/),
      new File(['%PDF'], 'contrato.pdf', { type: 'application/pdf' }),
    );
    await form.findByRole('button', { name: 'Remover contrato.pdf' });
    within(form.getByRole('group', { name: 'Documentos' })).getByLabelText(/^Marca/);
    expect(form.queryByRole('group', { name: 'Pausa' })).toBeNull();
    await user.click(form.getByLabelText('Em pausa'));
    within(await form.findByRole('group', { name: 'Pausa' })).getByLabelText('Motivo');
    await user.click(form.getByRole('button', { name: 'Adicionar' }));
    await form.findByText('Obrigatório');
    await user.type(form.getByLabelText('Motivo'), 'Férias');
    await user.click(form.getByRole('button', { name: 'Adicionar' }));
    const row = await rowOf('Laticínio');
    expect(row.getByRole('button', { name: 'contrato.pdf' }).title).toBe('Baixar contrato.pdf');
    expect(engine.table('partners')[0]).toMatchObject({ paper, logo: null, isPaused: true, reason: 'Férias' });
  });

  it('shows all fields of items in the detail view', async () => {
    const people = [{ name: 'Ana', phone: '41 3333-0000' }];
    const [row] = engine.fill('partners', [{ name: 'Laticínio', since: null, paint: '#0B7A5E', people }]);
    visit(`${partners.path}/${row?.id}`, routesOf(partners));
    await screen.findByRole('columnheader', { name: 'Telefone' });
    expect(screen.getByRole('cell', { name: '41 3333-0000' })).toBeTruthy();
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
