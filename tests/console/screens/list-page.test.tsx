// @vitest-environment happy-dom
import { focusManager } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import type { RouteObject } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { conversations } from '../../../resources/conversations.ts';
import { hyperlinks } from '../../../resources/hyperlinks.ts';
import { users } from '../../../resources/users.ts';
import { prefetchList } from '../../../src/console/providers/data.ts';
import { readView } from '../../../src/console/providers/view.ts';
import { callOf } from '../../../src/console/resource/list-call.ts';
import { useCurrentContext } from '../../../src/console/session/current-context.tsx';
import { signInHere } from '../foundation/console.tsx';
import { CONTEXTS, gate, problem } from './engine-stand-in.ts';
import {
  chooseOption,
  expectRows,
  optionOf,
  pass,
  routesOf,
  rowOf,
  toasts,
  useStandIn,
  visit,
} from './render-screen.tsx';

const engine = useStandIn();
const links = hyperlinks;
const PATH = links.path;
const [store, branch] = CONTEXTS as [(typeof CONTEXTS)[0], (typeof CONTEXTS)[0]];

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
const link = (word: string, minute: number, caseSensitive = false) => ({
  word,
  link: `https://loja.com.br/${word}`,
  caseSensitive,
  updatedAt: at(minute),
});
const fillThree = () => engine.fill('hyperlinks', [link('frete', 1), link('trocas', 2, true), link('pix', 3)]);
const fillMany = () =>
  engine.fill(
    'hyperlinks',
    Array.from({ length: 45 }, (_, i) => link(`palavra ${i}`, i)),
  );
const visitLinks = (query = '') => visit(`${PATH}${query}`, routesOf(links));
const lastQuery = () => Object.fromEntries(engine.calls('GET', '/hyperlinks').at(-1)?.query ?? []);

describe('the list state in the address', () => {
  it('has no parameters for the default: newest first in the current context', async () => {
    fillThree();
    visitLinks();
    await expectRows(['pix', 'trocas', 'frete']);
    expect(lastQuery()).toEqual({ page: '1', limit: '20', sort: '-updatedAt', contextId: store.id });
  });

  it('restores search, filter, sort and context from a link', async () => {
    fillThree();
    engine.fill('hyperlinks', [
      { ...link('frete grátis', 4, true), contextId: branch.id },
      { ...link('afrete', 5, true), contextId: branch.id },
      { ...link('frete pago', 6), contextId: branch.id },
    ]);
    visitLinks(`?search=frete&caseSensitive=true&sort=word&contextId=${branch.id}`);
    await expectRows(['afrete', 'frete grátis']);
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('frete');
    expect(screen.getByText('Diferencia maiúsculas: sim')).toBeTruthy();
    expect(screen.getByRole('columnheader', { name: 'Palavra' }).getAttribute('aria-sort')).toBe('ascending');
  });

  it('stores a filter in the address, and the back button removes it', async () => {
    fillThree();
    const { user, address, back } = visitLinks();
    await expectRows(['pix', 'trocas', 'frete']);
    await chooseOption(user, 'Diferencia maiúsculas', 'Sim');
    await expectRows(['trocas']);
    await waitFor(() => expect(address()).toBe(`${PATH}?caseSensitive=true&contextId=${store.id}`));
    await act(() => back());
    await expectRows(['pix', 'trocas', 'frete']);
    await waitFor(() => expect(address()).toBe(PATH));
  });

  it('opens a filter with the keyboard', async () => {
    fillThree();
    const { user } = visitLinks();
    await expectRows(['pix', 'trocas', 'frete']);
    const filter = screen.getByRole('combobox', { name: 'Diferencia maiúsculas' });
    act(() => filter.focus());
    await user.keyboard('{Enter}');
    await waitFor(() => expect(filter.getAttribute('aria-expanded')).toBe('true'));
    // happy-dom sends no key codes, which antd's list needs for arrow keys; a browser test covers them.
    await user.click(await optionOf('Sim'));
    await expectRows(['trocas']);
    expect(document.activeElement).toBe(filter);
    expect(filter.getAttribute('aria-expanded')).toBe('false');
  });

  it('stores one search as one history entry, however it was typed', async () => {
    fillThree();
    const { user, address, back } = visitLinks();
    await expectRows(['pix', 'trocas', 'frete']);
    const box = screen.getByRole<HTMLInputElement>('searchbox');
    await user.type(box, 'tro');
    await expectRows(['trocas']);
    await user.type(box, 'cas');
    await waitFor(() => expect(address()).toContain('search=trocas'));
    await act(() => back());
    await waitFor(() => expect(address()).toBe(PATH));
    await expectRows(['pix', 'trocas', 'frete']);
    expect(box.value).toBe('');
  });

  it('keeps both a pending search and a filter chosen meanwhile', async () => {
    fillThree();
    const { user, address } = visitLinks();
    await expectRows(['pix', 'trocas', 'frete']);
    await user.click(screen.getByRole('combobox', { name: 'Diferencia maiúsculas' }));
    const yes = await optionOf('Sim');
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'tro' } });
    await user.click(yes);
    await waitFor(() => expect(address()).toBe(`${PATH}?search=tro&caseSensitive=true&contextId=${store.id}`));
  });

  it('sorts by a column, and reverses on the second click', async () => {
    fillThree();
    const { user, address } = visitLinks('?page=1');
    await expectRows(['pix', 'trocas', 'frete']);
    const head = () => screen.getByRole('columnheader', { name: 'Palavra' });
    await user.click(head());
    await expectRows(['frete', 'pix', 'trocas']);
    await waitFor(() => expect(address()).toContain('sort=word'));
    await user.click(head());
    await expectRows(['trocas', 'pix', 'frete']);
    expect(head().getAttribute('aria-sort')).toBe('descending');
  });

  it('links to pages as history entries, and a new filter starts at the first page', async () => {
    fillMany();
    const { user, address, back } = visitLinks();
    await screen.findByText('1–20 de 45');
    await user.click(screen.getByRole('link', { name: 'Próxima página' }));
    await screen.findByText('21–40 de 45');
    await waitFor(() => expect(address()).toContain('page=2'));
    const third = screen.getByRole('link', { name: 'Página 3' });
    expect(third.getAttribute('href')).toBe(`${PATH}?page=3&contextId=${store.id}`);
    await user.click(third);
    await screen.findByText('41–45 de 45');
    await act(() => back());
    await screen.findByText('21–40 de 45');
    await user.type(screen.getByRole('searchbox'), 'palavra 1');
    await waitFor(() => expect(lastQuery()).toMatchObject({ page: '1', search: 'palavra 1' }));
  });

  it('replaces a page past the end by the last page', async () => {
    fillMany();
    const { address } = visitLinks('?page=9');
    await screen.findByText('41–45 de 45');
    await waitFor(() => expect(address()).toContain('page=3'));
  });

  it('follows the context selector, and updates it on back', async () => {
    fillThree();
    engine.fill('hyperlinks', [{ ...link('curitiba', 4), contextId: branch.id }]);
    let header: ReturnType<typeof useCurrentContext> | undefined;
    const Header = () => {
      header = useCurrentContext();
      return null;
    };
    const [list, show] = routesOf(links);
    const withHeader = (
      <>
        <Header />
        {list?.element}
      </>
    );
    const { address, back } = visit(`${PATH}?sort=word&contextId=${store.id}`, [
      { ...list, element: withHeader },
      { ...show },
    ] as RouteObject[]);
    await expectRows(['frete', 'pix', 'trocas']);
    act(() => header?.select(branch.id));
    await expectRows(['curitiba']);
    await waitFor(() => expect(address()).toBe(`${PATH}?sort=word&contextId=${branch.id}`));
    act(() => header?.select(store.id));
    await expectRows(['frete', 'pix', 'trocas']);
    await act(() => back());
    await expectRows(['curitiba']);
    expect(header?.current?.id).toBe(branch.id);
  });

  it('keeps its context when polling returns one that sorts first', async () => {
    fillThree();
    const [, ...others] = CONTEXTS;
    const { client } = visitLinks();
    await expectRows(['pix', 'trocas', 'frete']);
    expect(localStorage.getItem('currentContext')).toBe(store.id);
    const earlier = { id: '018f0000-0000-7000-8000-000000000009', name: 'Atacado', parentId: null, inheritance: 'a' };
    engine.contexts = [earlier, store, ...others];
    await act(() => client.refetchQueries({ queryKey: ['session', 'contexts'] }));
    await act(() => client.refetchQueries());
    await expectRows(['pix', 'trocas', 'frete']);
    expect(lastQuery()).toMatchObject({ contextId: store.id });
  });

  it('selects the context of the address, and updates it on back', async () => {
    fillThree();
    engine.fill('hyperlinks', [{ ...link('curitiba', 4), contextId: branch.id }]);
    const { address, router, back } = visitLinks(`?sort=word&contextId=${store.id}`);
    await expectRows(['frete', 'pix', 'trocas']);
    await act(() => router.navigate(`${PATH}?sort=word&contextId=${branch.id}`));
    await expectRows(['curitiba']);
    expect(localStorage.getItem('currentContext')).toBe(branch.id);
    await act(() => back());
    await expectRows(['frete', 'pix', 'trocas']);
    expect(localStorage.getItem('currentContext')).toBe(store.id);
    await waitFor(() => expect(address()).toBe(`${PATH}?sort=word&contextId=${store.id}`));
  });
});

describe('an empty list', () => {
  it('shows skeleton rows first, and no rows of another context', async () => {
    const { until, open } = gate();
    fillThree();
    let isBlocked = true;
    engine.on(async ({ path }) => {
      if (path === '/hyperlinks' && isBlocked) await until;
      return undefined;
    });
    visitLinks();
    await waitFor(() => expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true'));
    expect(screen.queryAllByRole('rowheader')).toEqual([]);
    isBlocked = false;
    open();
    await expectRows(['pix', 'trocas', 'frete']);
    expect(screen.getByRole('table').getAttribute('aria-busy')).not.toBe('true');
  });

  it('starts with the rows that its route has already received, without a skeleton', async () => {
    fillThree();
    await prefetchList(callOf(links, readView(links, new URLSearchParams()), store.id));
    let wasBusy = false;
    const watcher = new MutationObserver(
      () => (wasBusy ||= document.querySelector('table[aria-busy="true"]') !== null),
    );
    watcher.observe(document.body, { childList: true, subtree: true });
    visitLinks();
    await expectRows(['pix', 'trocas', 'frete']);
    watcher.disconnect();
    expect(wasBusy).toBe(false);
    expect(engine.calls('GET', '/hyperlinks')).toHaveLength(1);
  });

  it('does not show the rows that its route has received for another view', async () => {
    fillThree();
    await prefetchList(callOf(links, readView(links, new URLSearchParams('search=frete')), store.id));
    visitLinks();
    await expectRows(['pix', 'trocas', 'frete']);
  });

  it('does not show the rows that its route has received in another session', async () => {
    fillThree();
    await prefetchList(callOf(links, readView(links, new URLSearchParams()), store.id));
    signInHere();
    visitLinks();
    await expectRows(['pix', 'trocas', 'frete']);
    expect(engine.calls('GET', '/hyperlinks')).toHaveLength(2);
  });

  it('describes the resource and offers to create one when there are no rows', async () => {
    visitLinks();
    await screen.findByText('Nenhuma palavra vira link ainda');
    expect(screen.getAllByRole('link', { name: 'Adicionar link' })).toHaveLength(1);
    expect(screen.queryByRole('searchbox')).toBeNull();
  });

  it('shows when nothing matches, and clears the filters', async () => {
    fillThree();
    const { user, address } = visitLinks('?search=nada&sort=word');
    await screen.findByText('Nada corresponde aos filtros');
    expect(screen.queryByText('Nenhuma palavra vira link ainda')).toBeNull();
    await user.click(screen.getAllByRole('button', { name: 'Limpar filtros' })[0]!);
    await expectRows(['frete', 'pix', 'trocas']);
    await waitFor(() => expect(address()).toBe(`${PATH}?sort=word&contextId=${store.id}`));
  });

  it('shows the message of the server on failure, and retries', async () => {
    fillThree();
    let isDown = true;
    engine.on(({ path }) =>
      path === '/hyperlinks' && isDown ? problem(503, 'unavailable', 'O serviço está indisponível.') : undefined,
    );
    const { user } = visitLinks();
    await screen.findByText('O serviço está indisponível.');
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    await expectRows(['pix', 'trocas', 'frete']);
  });

  it('offers to create the first context', async () => {
    engine.contexts = [];
    visitLinks();
    const action = await screen.findByRole('link', { name: 'Criar contexto' });
    expect(action.getAttribute('href')).toBe('/contexts/new');
    expect(engine.calls('GET', '/hyperlinks')).toEqual([]);
  });
});

describe('polling a list', () => {
  const polled = { ...links, list: { ...links.list, pollMs: 60 } };
  const callCount = () => engine.calls('GET', '/hyperlinks').length;
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
  afterEach(() => void vi.useRealTimers());

  it('polls at the declared interval and shows new rows', async () => {
    fillThree();
    visit(PATH, routesOf(polled));
    await expectRows(['pix', 'trocas', 'frete']);
    engine.fill('hyperlinks', [link('novo', 9)]);
    await pass(60);
    await expectRows(['novo', 'pix', 'trocas', 'frete']);
  });

  it('pauses while the page is not visible', async () => {
    fillThree();
    visit(PATH, routesOf(polled));
    await expectRows(['pix', 'trocas', 'frete']);
    act(() => focusManager.setFocused(false));
    const before = callCount();
    await pass(60_000);
    expect(callCount()).toBe(before);
    act(() => focusManager.setFocused(true));
    await pass(60);
    expect(callCount()).toBeGreaterThan(before);
    act(() => focusManager.setFocused(undefined));
  });

  it('loads once without an interval', async () => {
    fillThree();
    visitLinks();
    await expectRows(['pix', 'trocas', 'frete']);
    await pass(60_000);
    expect(callCount()).toBe(1);
  });

  it('keeps its rows with a warning but without toasts when polling fails', async () => {
    fillThree();
    visit(PATH, routesOf(polled));
    await expectRows(['pix', 'trocas', 'frete']);
    engine.on(({ path }) => (path === '/hyperlinks' ? problem(500, 'internal', 'Ocorreu um erro!') : undefined));
    await pass(60);
    await screen.findByText(/Não conseguimos atualizar/);
    await expectRows(['pix', 'trocas', 'frete']);
    expect(toasts()).toEqual([]);
  });
});

describe('permissions in a list', () => {
  it('shows readers the rows without actions', async () => {
    engine.role = 'READER';
    const [row] = fillThree();
    visitLinks();
    await expectRows(['pix', 'trocas', 'frete']);
    const frete = await rowOf('frete');
    await waitFor(() =>
      expect(frete.getByRole('link', { name: 'frete' }).getAttribute('href')).toBe(`${PATH}/${row?.id}`),
    );
    expect(screen.queryByRole('link', { name: 'Adicionar link' })).toBeNull();
    expect(screen.queryByRole('button', { name: /Ações/ })).toBeNull();
  });

  it('does not ask readers of an empty list to add the first row', async () => {
    engine.role = 'READER';
    visitLinks();
    await screen.findByText('Quando alguém com acesso adicionar, aparece aqui.');
    expect(screen.queryByRole('link', { name: 'Adicionar link' })).toBeNull();
  });

  it('shows writers the actions in a menu named after the row', async () => {
    engine.role = 'WRITER';
    const [frete] = fillThree();
    const { user, address } = visitLinks();
    const row = await rowOf('frete');
    const menu = await row.findByRole('button', { name: 'Ações de frete' });
    act(() => menu.focus());
    await user.keyboard('{Enter}');
    expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual([
      'Editar',
      'Histórico',
      'Excluir',
    ]);
    // Its class keeps an icon apart from the label.
    const icon = screen.getByRole('menuitem', { name: 'Editar' }).querySelector('svg');
    expect(icon?.getAttribute('class')).toContain('ant-dropdown-menu-item-icon');
    await user.click(screen.getByRole('menuitem', { name: 'Editar' }));
    await waitFor(() => expect(address()).toBe(`${PATH}/edit/${frete?.id}`));
    expect(screen.getByRole('link', { name: 'Adicionar link' })).toBeTruthy();
  });
});

describe('lists of existing declarations', () => {
  it('users: cannot be created without a form, and have statuses in words', async () => {
    const resource = users;
    const common = { contextIds: [], createdAt: at(1) };
    engine.fill('users', [
      { name: 'Ana', email: 'ana@loja.com.br', role: 'WRITER', status: 'PENDING', ...common },
      { name: null, email: 'bia@loja.com.br', role: 'READER', status: 'EXPIRED', ...common, createdAt: at(2) },
    ]);
    visit(resource.path, routesOf(resource));
    await expectRows(['Ana', 'Ainda não entrou']);
    expect(screen.getByText('Convite enviado')).toBeTruthy();
    expect(screen.getByText('Editor')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Convidar usuário' })).toBeNull();
  });

  it('conversations: show the context name and filter by dates', async () => {
    const resource = conversations;
    const conversationRow = (firstQuestion: string, startedAt: string) => ({
      firstQuestion,
      startedAt,
      context: store.id,
      interactions: 2,
      totalTokens: 1234,
      type: 'widget',
    });
    engine.fill('conversations', [
      conversationRow('Qual o prazo?', '2026-11-01T12:00:00.000Z'),
      conversationRow('E o frete?', '2026-11-05T12:00:00.000Z'),
    ]);
    visit(`${resource.path}?startedAt_gte=2026-11-05&startedAt_lte=2026-11-05`, routesOf(resource));
    await expectRows(['E o frete?']);
    const row = await rowOf('E o frete?');
    expect(row.getByText('Loja')).toBeTruthy();
    expect(row.getByText('1.234')).toBeTruthy();
    const ends = await screen.findAllByDisplayValue('05/11/2026');
    expect(ends.map((end) => end.getAttribute('placeholder'))).toEqual(['Período: de', 'até']);
  });
});
