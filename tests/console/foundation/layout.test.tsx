// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { text } from '../../../resources/kit/field.ts';
import { defineResource } from '../../../resources/kit/resource.ts';
import { initialsOf } from '../../../src/console/components/avatar.tsx';
import { declaredScreens } from '../../../src/console/declared-screens.tsx';
import { entriesOf, isGroup } from '../../../src/console/layout/menu.ts';
import { resourcesOf } from '../../../src/console/refine-resources.ts';
import { screens } from '../../../src/console/screens.tsx';
import { indentOf, isFound } from '../../../src/console/session/context-list.ts';
import { permissionsOf } from '../../support/permissions.ts';
import { answerSession, contextsOf, here, setWidth, signInHere, useConsole, visit } from './console.tsx';

const server = useConsole();
const contextIds = contextsOf(['Loja', 'Trocas']).map(({ id }) => id);
/** The screens that these tests name; other declared resources find their position by themselves. */
const known = screens.filter(({ resource }) => resource?.storage !== 'derived' || resource.name === 'hyperlinks');
const menu = () => screen.findByRole('navigation', { name: 'Principal' });
const link = async (name: string) => within(await menu()).findByRole('link', { name });

const inMenu = (parent?: string) =>
  resourcesOf(known)
    .filter(({ meta }) => !meta?.hide && meta?.parent === parent)
    .map(({ name, list }) => (parent ? String(list) : name));

test('lists declared resources and screens in the menu in their order', () => {
  expect(inMenu()).toEqual([
    ...['settings', 'operation'],
    ...['dashboard', 'monitoring', 'inbox', 'conversations', 'visitor-messages', 'knowledge-gaps'],
    ...['contexts', 'knowledge-base', 'test-questions', 'chat', 'channels', 'usage'],
    ...['limits', 'users', 'integrations', 'audit-log'],
  ]);
  expect(inMenu('knowledge-base')).toEqual(['/knowledge-base/content', '/knowledge-base/links']);
  expect(inMenu('chat')).toEqual(['/chat/customize', '/chat/preview', '/chat/setup']);
  expect(inMenu('integrations')).toEqual(['/api-keys', '/settings/webhooks']);
  expect(inMenu('settings')).toEqual(['/admin/chatbot', '/admin/general', '/admin/plans']);
  expect(inMenu('operation')).toEqual([
    ...[
      '/admin/figures',
      '/admin/accounts',
      '/admin/invoices',
      '/admin/team',
      '/admin/queue',
      '/admin/audit',
      '/admin/policy',
    ],
  ]);
});

test('hides entries that the policy forbids, and groups without entries', () => {
  const leaf = (path: string, resource?: string) => ({
    ...{ key: path, name: path, label: path, route: path, children: [] },
    meta: resource ? { permission: [resource, 'list'] } : {},
  });
  const tree = [
    leaf('/'),
    {
      ...leaf(''),
      name: 'knowledge-base',
      children: [leaf('/knowledge-base/content', 'contents'), leaf('/knowledge-base/links', 'hyperlinks')],
    },
    { ...leaf(''), name: 'chat', children: [leaf('/chat/setup', 'widget-origins')] },
  ];
  const entries = entriesOf(tree, (resource) => resource === 'hyperlinks');
  expect(entries.map((entry) => [entry.name, isGroup(entry) && entry.children.map(({ path }) => path)])).toEqual([
    ['/', false],
    ['knowledge-base', ['/knowledge-base/links']],
  ]);
});

test('groups the entries under headings', async () => {
  answerSession(server);
  signInHere();
  visit('/knowledge-base/links');
  const heading = await within(await menu()).findByText('Conhecimento');
  const texts = ((await menu()).textContent ?? '').split(/(?<=\p{Ll})(?=\p{Lu})/u);
  expect(texts.slice(0, texts.indexOf('Contextos'))).toEqual([
    ...['Hoje', 'Início', 'Monitoramento', 'Atendimento', 'Conversas', 'Recados', 'Lacunas'],
    heading.textContent,
  ]);
});

test('adds a newly declared resource to the menu', () => {
  const terms = defineResource({
    name: 'terms',
    scope: 'context',
    title: 'term',
    path: '/knowledge-base/terms',
    menu: { under: 'knowledge-base', icon: 'book', order: 15 },
    fields: { term: text() },
    list: { columns: ['term'], sort: 'term' },
    actions: ['list'],
  });
  const group = resourcesOf([...known, ...declaredScreens([terms], [])]).filter(
    ({ meta }) => meta?.parent === 'knowledge-base',
  );
  expect(group.map(({ name, meta }) => [name, meta?.label])).toEqual([
    ['contents', 'contents.title'],
    ['terms', 'terms.title'],
    ['hyperlinks', 'hyperlinks.title'],
  ]);
});

test('shows how many visitor messages are open', async () => {
  answerSession(server);
  server.on('GET /visitor-messages', { body: { data: [{ id: 'm' }], total: 3, page: 1, limit: 1 } });
  signInHere();
  visit('/knowledge-base/links');
  const entry = await within(await menu()).findByRole('link', { name: /Recados/ });
  await within(entry).findByTitle('3 recados sem resposta');
  const { query } = server.to('/visitor-messages')[0] ?? {};
  expect([query?.get('status'), query?.get('contextId')]).toEqual(['open', contextIds[0]]);
});

test('links contents to the list while the context has none', async () => {
  answerSession(server, { contents: [] });
  signInHere();
  visit('/knowledge-base/links');
  const entry = await link('Conteúdos');
  await waitFor(() => expect(server.to('/contents').length).toBeGreaterThan(0));
  const { query } = server.to('/contents')[0] ?? {};
  expect([query?.get('contextId'), query?.get('limit')]).toEqual([contextIds[0], '1']);
  expect(entry.getAttribute('href')).toBe('/knowledge-base/content');
});

test('links contents to the link tab of the upload once the context has contents', async () => {
  answerSession(server, { contents: [{ id: 'c' }] });
  signInHere();
  visit('/knowledge-base/links');
  const entry = await link('Conteúdos');
  await waitFor(() => expect(entry.getAttribute('href')).toBe('/knowledge-base/content/upload?tab=link'));
});

test('links contents to the list for users who cannot add any', async () => {
  answerSession(server, { role: 'READER', contents: [{ id: 'c' }] });
  signInHere();
  visit('/knowledge-base/links');
  const entry = await link('Conteúdos');
  await screen.findByRole('heading', { level: 1, name: 'Links' });
  expect(entry.getAttribute('href')).toBe('/knowledge-base/content');
  expect(server.to('/contents')).toEqual([]);
});

test('hides a forbidden screen from the menu and leads its address to /404', async () => {
  answerSession(server, { role: 'READER' });
  signInHere();
  visit('/users');
  await screen.findByRole('heading', { name: 'Ops...' });
  expect(here()).toBe('/404');
  expect(server.to('/users')).toEqual([]);
});

test.each(['/settings/nada', '/knowledge-base/nada'])(
  'leads %s to /404 because it only starts like a known address',
  async (address) => {
    answerSession(server);
    signInHere();
    visit(address);
    await screen.findByRole('heading', { name: 'Ops...' });
    expect(here()).toBe('/404');
  },
);

test.each([
  ['/seo-evaluation/018f0000-0000-7000-8000-0000000000f1', /^Avaliação de SEO/],
  ['/knowledge-base/content/edit/x', /^Conteúdos/],
])('highlights the menu entry of contents at %s', async (address, title) => {
  answerSession(server, { contents: [] });
  signInHere();
  visit(address);
  expect((await link('Conteúdos')).getAttribute('aria-current')).toBe('page');
  const group = within(await menu()).getByRole('menuitem', { name: 'Base de conhecimento' });
  expect(group.getAttribute('aria-expanded')).toBe('true');
  expect(document.title).toMatch(title);
});

test('opens the menu group of the current address, and others on click', async () => {
  answerSession(server);
  signInHere();
  const user = visit('/knowledge-base/links');
  const groups = async () => {
    const found = within(await menu()).getAllByRole('menuitem', { name: /Base de|Widget/ });
    return found.map((group) => [group.textContent, group.getAttribute('aria-expanded')]);
  };
  await link('Links');
  expect(await groups()).toEqual([
    ['Base de conhecimento', 'true'],
    ['Widget de chat', 'false'],
  ]);
  await user.click(screen.getByRole('menuitem', { name: 'Widget de chat' }));
  await user.click(screen.getByRole('menuitem', { name: 'Base de conhecimento' }));
  expect(await groups()).toEqual([
    ['Base de conhecimento', 'false'],
    ['Widget de chat', 'true'],
  ]);
});

test('collapses the menu to icons on a wide screen and remembers it', async () => {
  answerSession(server);
  signInHere();
  const user = visit('/');
  await menu();
  await user.click(screen.getByRole('button', { name: 'Recolher menu' }));
  expect(localStorage.getItem('sideMenu')).toBe('false');
  expect(screen.getByRole('complementary').style.width).toBe('64px');
  await link('Contextos');
  await user.click(screen.getByRole('button', { name: 'Expandir menu' }));
  expect(localStorage.getItem('sideMenu')).toBe('true');
});

test('opens the menu as an overlay on a phone and closes it after a choice', async () => {
  answerSession(server);
  setWidth(390);
  signInHere();
  const user = visit('/');
  await screen.findByRole('heading', { name: 'Olá, Ana' });
  const isOpen = () => screen.queryByRole('button', { name: 'Fechar menu' }) !== null;
  const toggle = (name: string) => user.click(screen.getByRole('button', { name }));
  expect(isOpen()).toBe(false);
  await toggle('Abrir menu');
  expect(isOpen()).toBe(true);
  await user.click(await link('Contextos'));
  expect(isOpen()).toBe(false);
  await toggle('Abrir menu');
  // happy-dom does not move the focus into an element that appears.
  fireEvent.keyDown(document.getElementById('side') as HTMLElement, { key: 'Escape', keyCode: 27 });
  expect(isOpen()).toBe(false);
  expect(localStorage.getItem('sideMenu')).toBeNull();
});

test('switches the context and remembers it', async () => {
  answerSession(server);
  signInHere();
  const user = visit('/knowledge-base/links');
  await user.click(await screen.findByRole('combobox', { name: 'Contexto em uso: Loja. Trocar' }));
  const options = await screen.findAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual(['Loja', 'Trocas']);
  await user.click(options[1] as HTMLElement);
  await screen.findByRole('combobox', { name: 'Contexto em uso: Trocas. Trocar' });
  expect(localStorage.getItem('currentContext')).toBe(contextIds[1]);
  await waitFor(() => expect(server.to('/hyperlinks').at(-1)?.query.get('contextId')).toBe(contextIds[1]));
});

test('indents a context by its depth up to nine levels, and searches without accents', () => {
  const at = (depth: number) => ({ inheritance: Array.from({ length: depth + 1 }, (_, n) => n).join('.') });
  expect([0, 1, 8, 9, 10, 40].map((depth) => indentOf(at(depth)))).toEqual([0, 1, 8, 9, 9, 9]);
  expect(['São Paulo', 'Curitiba'].filter((name) => isFound(name, ' sao '))).toEqual(['São Paulo']);
});

test.each([
  ['Ana Maria Braga', 'AM'],
  ['ana', 'A'],
  ['  Élcio   da Silva ', 'ÉD'],
  ['', ''],
  ['Ana "Odd" Luz', 'AO'],
])('shows initials in the avatar: "%s" → "%s"', (name, initials) => expect(initialsOf(name)).toBe(initials));

test('shows a tooltip after 100 ms, or immediately within 300 ms of another', async () => {
  answerSession(server);
  signInHere();
  visit('/contexts');
  const search = await screen.findByRole('button', { name: 'Buscar ou ir a… (Ctrl K)' });
  const menuToggle = screen.getByRole('button', { name: 'Recolher menu' });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  try {
    const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
    // A closed tooltip fades out.
    const shown = () =>
      screen
        .queryAllByRole('tooltip')
        .filter((tooltip) => !tooltip.closest('[class*="leave"]'))
        .map(({ textContent }) => textContent);
    fireEvent.pointerEnter(search);
    pass(99);
    expect(shown()).toEqual([]);
    pass(1);
    expect(shown()).toEqual(['Buscar ou ir a… (Ctrl K)']);
    fireEvent.pointerLeave(search);
    pass(100);
    expect(shown()).toEqual([]);
    pass(299);
    fireEvent.pointerEnter(menuToggle);
    expect(shown()).toEqual(['Recolher menu']);
    fireEvent.keyDown(window, { key: 'Escape' });
    expect(shown()).toEqual([]);
    fireEvent.pointerLeave(menuToggle);
    pass(400);
    fireEvent.pointerEnter(search);
    pass(99);
    expect(shown()).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});

test('shows the user in the account menu, which changes the theme and signs out', async () => {
  answerSession(server);
  server.on('POST /auth/logout', { status: 204 });
  signInHere();
  const user = visit('/contexts');
  await screen.findByRole('button', { name: 'Sua conta: Ana Maria Braga, AM' });
  await user.click(screen.getByRole('button', { name: 'Sua conta: Ana Maria Braga, AM' }));
  expect(screen.getByText('ana@loja.com.br')).toBeTruthy();
  await user.click(screen.getByRole('menuitem', { name: 'Usar tema claro' }));
  expect([localStorage.getItem('theme'), document.documentElement.dataset.theme]).toEqual(['light', 'light']);
  const warned = vi.spyOn(console, 'error');
  await user.click(screen.getByRole('menuitem', { name: 'Sair' }));
  await screen.findByRole('heading', { name: 'Entre na sua conta' });
  expect(here()).toBe('/login');
  // Nothing goes there again and again while the page loads.
  expect(warned.mock.calls.flat().join()).not.toContain('Maximum update depth');
  warned.mockRestore();
  expect(localStorage.getItem('accessToken')).toBeNull();
});

test('leads to /login with a return address when the session cannot be refreshed', async () => {
  answerSession(server);
  server.on('GET /sessions/me/contexts', { status: 401, body: {} });
  server.on('GET /sessions/refresh', { status: 401, body: {} });
  signInHere();
  visit('/knowledge-base/links');
  await screen.findByRole('heading', { name: 'Entre na sua conta' });
  expect(here()).toBe('/login?to=%2Fknowledge-base%2Flinks');
  screen.getByText(/^Sua sessão terminou\./);
  expect(screen.queryByText('Entre na sua conta para continuar.')).toBeNull();
});

test('ends the session when another tab signs out', async () => {
  answerSession(server);
  signInHere();
  visit('/');
  await screen.findByRole('heading', { name: 'Olá, Ana' });
  act(() => {
    localStorage.clear();
    window.dispatchEvent(new StorageEvent('storage', { key: null }));
  });
  await screen.findByRole('heading', { name: 'Entre na sua conta' });
});

test('marks screens that the plan excludes and opens the upgrade dialog over the current page', async () => {
  answerSession(server);
  server.on('GET /plans', { body: { plans: [] } });
  signInHere();
  const user = visit('/knowledge-base/links');
  await screen.findByText('Nenhuma palavra vira link ainda');
  const heading = screen.getByRole('heading', { level: 1, name: 'Links' });
  await user.click(await link('Limites Exclusivo'));
  await screen.findByRole('dialog', { name: 'Recurso exclusivo' });
  expect(here()).toBe('/knowledge-base/links');
  expect(heading.isConnected).toBe(true);
  expect(within(await menu()).queryByRole('link', { name: 'Conversas Exclusivo' })).toBeNull();
});

test('leads a direct visit to a screen that the plan excludes to the start page with the dialog', async () => {
  answerSession(server);
  server.on('GET /plans', { body: { plans: [] } });
  signInHere();
  visit('/limits');
  await screen.findByRole('dialog', { name: 'Recurso exclusivo' });
  expect(here()).toBe('/');
});

test('shows in the header that the current context is paused, with a link to the limits', async () => {
  answerSession(server, { context: { pausedUntil: '2036-01-02T15:00:00Z' } });
  signInHere();
  visit('/knowledge-base/links');
  const tag = await screen.findByRole('link', { name: /^O chat de “Loja” está pausado até/ });
  expect([tag.textContent, tag.getAttribute('href')]).toEqual(['Pausado', '/settings/usage']);
});

test('shows in the header that the current context has stopped, also when the notice was dismissed', async () => {
  answerSession(server);
  const createdAt = new Date().toISOString();
  const stop = { id: 'x', contextId: null, contextName: null, limit: 'plan', level: 100, period: 'x', createdAt };
  server.on('GET /notices', { body: { data: [{ ...stop, visitors: 2, dismissed: true }], total: 1 } });
  signInHere();
  visit('/knowledge-base/links');
  const name = /^Os créditos da sua conta acabaram às \d\d:\d\d, 2 visitantes ficaram sem resposta\.$/;
  expect((await screen.findByRole('link', { name })).textContent).toBe('Sem créditos');
  expect(screen.queryByRole('complementary', { name: 'Aviso' })).toBeNull();
});

test.each([
  ['OWNER', '/preferences'],
  ['READER', undefined],
])('shows %s on every screen that the account will be deleted', async (role, way) => {
  const flags = ['self'];
  const me = { deletesAt: '2036-01-02T15:00:00Z', flags, permissions: permissionsOf({ role, flags }) };
  answerSession(server, { role, me });
  signInHere();
  visit('/knowledge-base/links');
  const banner = await screen.findByRole('complementary', { name: 'Conta em exclusão' });
  expect(banner.textContent).toContain('serão excluídos em 02/01/2036.');
  expect(within(banner).queryByRole('link', { name: 'Cancelar a exclusão' })?.getAttribute('href')).toBe(way);
});

test('shows plan, credits and warnings in the plan card, with a link to the plan', async () => {
  answerSession(server, { plan: { failedPayment: true, creditsUsed: 800.7 } });
  signInHere();
  visit('/');
  const card = await screen.findByRole('region', { name: 'Seu plano' });
  expect(card.textContent).toContain('Essencial');
  expect(card.textContent).toContain('Renova em 21/12/2026');
  expect(card.textContent).toContain('800 de 1.000 créditos');
  expect(card.textContent).toContain('Falha na cobrança da mensalidade');
  expect(card.textContent).toContain('Seus créditos estão acabando');
  expect((await within(card).findByRole('link', { name: 'Ver plano' })).getAttribute('href')).toBe('/plan');
  expect(JSON.parse(localStorage.getItem('plan') ?? '{}')).toMatchObject({ name: 'Essencial' });
});

test('shows no link in the plan card to users who do not manage the plan', async () => {
  answerSession(server, { role: 'ADMIN', plan: { failedPayment: true } });
  signInHere();
  visit('/');
  const card = await screen.findByRole('region', { name: 'Seu plano' });
  await link('Usuários');
  expect(within(card).queryByRole('link')).toBeNull();
});
