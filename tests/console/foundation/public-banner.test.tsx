// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { KEYS, storeTokens } from '../../../src/console/state/store.ts';
import { answerSession, useConsole, visit } from './console.tsx';
import { tokenOf } from './loopback.ts';

const server = useConsole();
const banner = () => screen.findByRole('complementary', { name: 'Acesso a outra conta' });

beforeEach(() => {
  answerSession(server);
  storeTokens({ accessToken: tokenOf('otto'), refreshToken: 'inside' });
});

function workInside(): void {
  localStorage.setItem(KEYS.originalAccessToken, tokenOf('lea'));
  localStorage.setItem(KEYS.originalRefreshToken, 'own');
  localStorage.setItem(KEYS.impersonation, JSON.stringify({ type: 'PERSONAL', user: 'Otto Reis' }));
  localStorage.setItem(KEYS.impersonating, 'true');
}

test.each(['/terms', '/privacy', '/404', '/expired', '/reset-password', '/invitation/abc', '/preview/abc', '/no-such'])(
  'shows the name of the account at %s while staff impersonate',
  async (path) => {
    workInside();
    visit(path);
    expect((await banner()).textContent).toContain('Você está na conta de Otto Reis.');
  },
);

test('leaves the account from a public page', async () => {
  workInside();
  server.on('POST /admin/leave', { status: 204 });
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
  const user = visit('/terms');
  await banner();
  await user.click(screen.getByRole('button', { name: 'Conta original' }));
  await waitFor(() => expect(reload).toHaveBeenCalled());
  expect(server.to('/admin/leave')).toHaveLength(1);
  expect(localStorage.getItem(KEYS.impersonating)).toBeNull();
});

test('shows no banner any more once another tab has left the account', async () => {
  workInside();
  visit('/404');
  await banner();
  for (const key of [KEYS.impersonating, KEYS.impersonation]) localStorage.removeItem(key);
  storeTokens({ accessToken: tokenOf('lea'), refreshToken: 'own' });
  await waitFor(() => expect(screen.queryByRole('complementary', { name: 'Acesso a outra conta' })).toBeNull());
});

test('shows no banner to users who work in their own account', async () => {
  visit('/terms');
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByRole('complementary', { name: 'Acesso a outra conta' })).toBeNull();
});
