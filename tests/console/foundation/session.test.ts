// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { signOut } from '../../../src/console/session/sign-in.ts';
import {
  endedBy,
  hasSession,
  isSideMenuOpen,
  KEYS,
  storedTheme,
  storeSideMenu,
  storeTokens,
  watchSession,
} from '../../../src/console/state/store.ts';
import { readToken, sessionKeyOf } from '../../../src/console/state/token.ts';
import { tokenOf, useLoopback } from './loopback.ts';

const server = useLoopback();
beforeEach(() => storeTokens({ accessToken: tokenOf('ana'), refreshToken: 'first' }));

test('clears all session data on sign-out but keeps the device settings', async () => {
  server.on('POST /auth/logout', { status: 204 });
  for (const key of Object.values(KEYS)) localStorage.setItem(key, localStorage.getItem(key) ?? 'x');
  signOut();
  expect(Object.keys(localStorage).sort()).toEqual([
    ...['advancedAppearance', 'i18nextLng', 'inboxNotices', 'inboxSound', 'sideMenu', 'theme'],
  ]);
  expect(endedBy()).toBe('logout');
  await expect.poll(() => server.to('/auth/logout')).toHaveLength(1);
  expect(server.to('/auth/logout')[0]?.headers['refresh-token']).toBe('first');
});

test('signs out even when the server fails', () => {
  server.on('POST /auth/logout', { status: 500 });
  signOut();
  expect(hasSession()).toBe(false);
});

test('stores the tokens under their documented keys', () => {
  expect(localStorage.getItem('accessToken')).toBe(tokenOf('ana'));
  expect(localStorage.getItem('refreshToken')).toBe('first');
});

test('defaults to the dark theme and an open side menu', () => {
  expect([storedTheme(), isSideMenuOpen()]).toEqual(['dark', true]);
  localStorage.setItem('theme', 'light');
  storeSideMenu(false);
  expect([storedTheme(), isSideMenuOpen(), localStorage.getItem('sideMenu')]).toEqual(['light', false, 'false']);
  localStorage.setItem('theme', 'pink');
  storeSideMenu(true);
  expect([storedTheme(), isSideMenuOpen()]).toEqual(['dark', true]);
});

test('notices when another tab signs out or clears the storage', () => {
  const onChange = vi.fn();
  const stop = watchSession(onChange);
  const dispatchStorage = (key: string | null) => window.dispatchEvent(new StorageEvent('storage', { key }));
  dispatchStorage('theme');
  expect(onChange).not.toHaveBeenCalled();
  localStorage.removeItem('accessToken');
  localStorage.removeItem('refreshToken');
  dispatchStorage('accessToken');
  dispatchStorage(null);
  expect(onChange).toHaveBeenCalledTimes(2);
  expect(endedBy()).toBe('logout');
  stop();
});

test('decodes tokens with accents and returns null for broken ones', () => {
  const payload = new TextEncoder().encode(JSON.stringify({ sub: 'u', accountId: 'a', role: 'ADMIN', name: 'João' }));
  const written = btoa(String.fromCharCode(...payload))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=/g, '');
  expect(readToken(`h.${written}.s`)).toMatchObject({ role: 'ADMIN', name: 'João' });
  expect(readToken('nonsense')).toBeNull();
  expect(readToken(null)).toBeNull();
  expect(sessionKeyOf(tokenOf('ana', 1))).toBe(sessionKeyOf(tokenOf('ana', 2)));
  expect(sessionKeyOf(tokenOf('ana'))).not.toBe(sessionKeyOf(tokenOf('bia')));
});
