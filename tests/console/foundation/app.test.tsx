// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { clearSession, replaceSession, storeTokens } from '../../../src/console/state/store.ts';
import { answerSession, here, signInHere, useConsole, visit } from './console.tsx';
import { tokenOf } from './loopback.ts';

const server = useConsole();
const FIRST = ['/users/me', '/sessions/me/contexts'];
const PLAN = '/sessions/me/plan';
const menu = () => screen.findByRole('navigation', { name: 'Principal' });
const loginPage = () => screen.findByRole('heading', { name: 'Entre na sua conta' });

test('sends no session request and fetches no private page for guests', async () => {
  visit('/admin/policy');
  await loginPage();
  expect(here()).toBe('/login?to=%2Fadmin%2Fpolicy');
  expect(server.requests.map(({ path }) => path).filter((path) => path !== '/auth/social')).toEqual([]);
});

test('requests the data of the first screen once, with the accepted languages', async () => {
  answerSession(server);
  signInHere();
  visit('/knowledge-base/links');
  await menu();
  await screen.findByRole('heading', { level: 1, name: 'Links' });
  for (const path of FIRST) expect(server.to(path), path).toHaveLength(1);
  expect(server.requests.length).toBeGreaterThan(FIRST.length);
  for (const { path, headers } of server.requests)
    expect(headers['accept-language'], path).toBe('pt-BR,en-US;q=0.9,es;q=0.8');
});

test('requests everything again after another sign-in', async () => {
  answerSession(server);
  signInHere();
  visit('/knowledge-base/links');
  await menu();
  act(() => clearSession('logout'));
  await loginPage();
  expect(here()).toBe('/login');
  act(signInHere);
  await menu();
  for (const path of FIRST) expect(server.to(path), path).toHaveLength(2);
});

test('requests the plan once after the first page, and again after another sign-in', async () => {
  answerSession(server);
  const { promise: after, resolve } = Promise.withResolvers<void>();
  server.on('GET /hyperlinks', { body: { data: [], total: 0, page: 1, limit: 20 }, after });
  signInHere();
  visit('/knowledge-base/links');
  await menu();
  await waitFor(() => expect(server.to('/hyperlinks')).toHaveLength(1));
  await new Promise((done) => setTimeout(done, 400));
  expect(server.to(PLAN)).toEqual([]);
  resolve();
  const card = () => screen.findByRole('region', { name: 'Seu plano' });
  await card();
  expect(server.to(PLAN)).toHaveLength(1);
  act(() => clearSession('logout'));
  await loginPage();
  act(signInHere);
  await card();
  expect(server.to(PLAN)).toHaveLength(2);
});

test('requests everything again when a session ends before its first screen is drawn', async () => {
  answerSession(server);
  const comeIn = () => storeTokens({ accessToken: tokenOf('the same'), refreshToken: 'first' });
  comeIn();
  visit('/knowledge-base/links');
  act(() => clearSession('logout'));
  await loginPage();
  const before = FIRST.map((path) => server.to(path).length);
  act(comeIn);
  await menu();
  await waitFor(() => expect(FIRST.map((path) => server.to(path).length)).toEqual(before.map((count) => count + 1)));
});

test('reloads at the start page when another tab replaces the session', async () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
  answerSession(server);
  signInHere();
  visit('/knowledge-base/links');
  await menu();
  act(() => replaceSession({ accessToken: tokenOf('a customer'), refreshToken: 'theirs' }, []));
  expect(reload).toHaveBeenCalled();
  expect(window.location.pathname).toBe('/');
  reload.mockRestore();
});

test('leads to the sign-in when another tab removes the tokens one by one', async () => {
  answerSession(server);
  signInHere();
  visit('/knowledge-base/links');
  await menu();
  const { promise: after, resolve } = Promise.withResolvers<void>();
  server.on('GET /users/me', { status: 401, body: {}, after });
  const removeItem = (key: string) =>
    act(() => {
      localStorage.removeItem(key);
      window.dispatchEvent(new StorageEvent('storage', { key }));
    });
  removeItem('accessToken');
  await waitFor(() => expect(server.to('/users/me')).toHaveLength(2));
  removeItem('refreshToken');
  resolve();
  await loginPage();
  expect(here()).toBe('/login');
});
