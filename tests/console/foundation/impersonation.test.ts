// @vitest-environment happy-dom
import { renderHook, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { request } from '../../../src/console/http/client.ts';
import { runExclusively } from '../../../src/console/http/refresh.ts';
import {
  enterAccount,
  impersonation,
  isImpersonating,
  leaveAccount,
} from '../../../src/console/session/impersonation.ts';
import { signOut } from '../../../src/console/session/sign-in.ts';
import { useStepUp } from '../../../src/console/state/step-up.ts';
import { clearSession, hasSession, KEYS, storeTokens, watchSession } from '../../../src/console/state/store.ts';
import { problem, tokenOf, useLoopback } from './loopback.ts';

const server = useLoopback();
const COMPANY = {
  id: 'c',
  type: 'CORPORATE' as const,
  user: 'Otto',
  cnpj: '11222333000181',
  companyName: 'Loja Azul Ltda.',
};
const INSIDE = { accessToken: tokenOf('otto'), refreshToken: 'inside' };
const PLAN = { name: 'Essencial' };
const storedItems = () => ({ ...localStorage }) as Record<string, string>;

beforeEach(() => {
  localStorage.clear();
  storeTokens({ accessToken: tokenOf('lea'), refreshToken: 'own' });
  localStorage.setItem(KEYS.plan, '{"name":"Empresarial"}');
  localStorage.setItem(KEYS.currentContext, 'mine');
  server.on('POST /admin/login', { body: { session: INSIDE, plan: PLAN } });
  server.on('POST /admin/leave', { status: 204 });
  server.on('POST /auth/logout', { status: 204 });
});

test('stores the original session and plan before it notifies the watchers', async () => {
  const changes: Record<string, string>[] = [];
  const stop = watchSession(() => changes.push(storedItems()));
  await enterAccount(COMPANY, 'Ajuda');
  stop();
  expect(storedItems()).toEqual({
    accessToken: INSIDE.accessToken,
    refreshToken: 'inside',
    plan: JSON.stringify(PLAN),
    originalAccessToken: tokenOf('lea'),
    originalRefreshToken: 'own',
    originalPlan: '{"name":"Empresarial"}',
    impersonating: 'true',
    impersonation: JSON.stringify({ type: 'CORPORATE', cnpj: '11222333000181', companyName: 'Loja Azul Ltda.' }),
  });
  expect(changes).toEqual([storedItems()]);
  expect(JSON.parse(server.to('/admin/login')[0]?.body ?? '')).toEqual({ accountId: 'c', reason: 'Ajuda' });
  expect(impersonation()).toMatchObject({ type: 'CORPORATE' });
});

test('remembers a personal account by the name of its user', async () => {
  await enterAccount({ id: 'p', type: 'PERSONAL', user: 'Ana Lima', cnpj: null, companyName: null }, 'Ajuda');
  expect(impersonation()).toEqual({ type: 'PERSONAL', user: 'Ana Lima' });
});

test('changes nothing when the server refuses to enter the account', async () => {
  const before = storedItems();
  server.on('POST /admin/login', { status: 404, body: problem('not_found') });
  await expect(enterAccount(COMPANY, 'Ajuda')).rejects.toMatchObject({ status: 404 });
  expect(storedItems()).toEqual(before);
});

test('refreshes an expired access token before it enters, and stores the new one as the original', async () => {
  const renewed = tokenOf('lea', 2);
  server.on('POST /admin/login', ({ headers }) =>
    headers.authorization === `Bearer ${renewed}`
      ? { body: { session: INSIDE, plan: PLAN } }
      : { status: 401, body: problem('session_expired') },
  );
  server.on('GET /sessions/refresh', { body: { accessToken: renewed, refreshToken: 'own 2' } });
  await enterAccount(COMPANY, 'Ajuda');
  expect(storedItems()).toMatchObject({
    originalAccessToken: renewed,
    originalRefreshToken: 'own 2',
    refreshToken: 'inside',
  });
});

test('asks for a proof before it enters, with the access token that is new by then', async () => {
  const renewed = tokenOf('lea', 2);
  let isFresh = false;
  server.on('POST /admin/login', ({ headers }) => {
    if (headers.authorization !== `Bearer ${renewed}`) return { status: 401, body: problem('session_expired') };
    return isFresh
      ? { body: { session: INSIDE, plan: PLAN } }
      : { status: 403, body: problem('fresh_sign_in_required') };
  });
  server.on('GET /sessions/refresh', { body: { accessToken: renewed, refreshToken: 'own 2' } });
  const entering = enterAccount(COMPANY, 'Ajuda');
  const { result: asked } = renderHook(useStepUp);
  await waitFor(() => expect(asked.current).not.toBeNull());
  // Nobody waits for the dialog: other calls can renew the session meanwhile.
  await runExclusively(async () => undefined);
  isFresh = true;
  asked.current?.settle(true);
  await entering;
  expect(storedItems()).toMatchObject({ originalRefreshToken: 'own 2', refreshToken: 'inside' });
});

test('neither refreshes nor ends the session on a 401 while the account is being entered', async () => {
  let isParked = false;
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((done) => (answer = done));
  server.on('POST /admin/login', () => {
    isParked = true;
    return { body: { session: INSIDE, plan: PLAN }, after: answered };
  });
  server.on('GET /contexts', ({ headers }) =>
    isParked && headers.authorization === `Bearer ${tokenOf('lea')}` ? { status: 401 } : { body: [] },
  );
  server.on('GET /sessions/refresh', { status: 401, body: problem('session_expired') });
  const entering = enterAccount(COMPANY, 'Ajuda');
  await expect.poll(() => isParked).toBe(true);
  const late = request('/contexts').catch((failure: unknown) => failure);
  await expect.poll(() => server.to('/contexts')).toHaveLength(1);
  answer();
  await entering;
  expect(await late).toMatchObject({ status: 401 });
  expect(server.to('/sessions/refresh')).toEqual([]);
  expect(storedItems()).toMatchObject({
    accessToken: INSIDE.accessToken,
    refreshToken: 'inside',
    originalRefreshToken: 'own',
  });
});

test('ends the new session when the user signs out while entering', async () => {
  server.on('POST /admin/login', () => {
    clearSession('logout');
    return { body: { session: INSIDE, plan: PLAN } };
  });
  await expect(enterAccount(COMPANY, 'Ajuda')).rejects.toThrow();
  expect(hasSession()).toBe(false);
  expect(isImpersonating()).toBe(false);
  expect(server.to('/auth/logout').map(({ headers }) => headers['refresh-token'])).toEqual(['inside']);
});

test('leaves with the original refresh token and restores the original session', async () => {
  const before = { ...storedItems() };
  delete before.currentContext;
  await enterAccount(COMPANY, 'Ajuda');
  localStorage.setItem(KEYS.accountDeletionDate, '2026-12-01');
  await leaveAccount();
  expect(storedItems()).toEqual(before);
  expect(server.to('/admin/leave').map(({ headers }) => headers['refresh-token'])).toEqual(['own']);
});

test('leaves once when two tabs leave at the same time', async () => {
  await enterAccount(COMPANY, 'Ajuda');
  await Promise.all([leaveAccount(), leaveAccount()]);
  expect(server.to('/admin/leave')).toHaveLength(1);
  expect(storedItems()).toMatchObject({ accessToken: tokenOf('lea'), refreshToken: 'own' });
});

test('keeps the session when leaving fails, and signs out when the original token has expired', async () => {
  await enterAccount(COMPANY, 'Ajuda');
  const inside = storedItems();
  server.on('POST /admin/leave', { status: 500, body: problem('internal') });
  await expect(leaveAccount()).rejects.toMatchObject({ status: 500 });
  expect(storedItems()).toEqual(inside);
  server.on('POST /admin/leave', { status: 401, body: problem('session_expired') });
  await leaveAccount();
  expect(storedItems()).toEqual({});
  expect(server.to('/sessions/refresh')).toEqual([]);
  await expect.poll(() => server.to('/auth/logout').at(-1)?.headers['refresh-token']).toBe('inside');
});

test('signs out of both sessions while impersonating', async () => {
  await enterAccount(COMPANY, 'Ajuda');
  signOut();
  expect(storedItems()).toEqual({});
  await expect.poll(() => server.to('/auth/logout').at(-1)?.headers['refresh-token']).toBe('inside');
});
