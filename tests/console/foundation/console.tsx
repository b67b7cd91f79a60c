import { act, cleanup, configure, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { App, openConsole } from '../../../src/console/app.tsx';
import { screens } from '../../../src/console/screens.tsx';
import { clearSession, storeTokens } from '../../../src/console/state/store.ts';
import { permissionsOf } from '../../support/permissions.ts';
import { setUpUser } from '../../support/set-up-user.ts';
import { type Loopback, setAddress, tokenOf, useLoopback } from './loopback.ts';
import { Unstyled } from './unstyled.tsx';

// The workspace is a chunk of its own, which loads slowly while another test file loads it too.
configure({ asyncUtilTimeout: 30_000 });

type Browser = { happyDOM: { setViewport: (size: { width: number; height: number }) => void } };
export const setWidth = (width: number) => (window as unknown as Browser).happyDOM.setViewport({ width, height: 800 });

export const contextsOf = (names: readonly string[]) =>
  names.map((name, index) => ({
    id: `00000000-0000-4000-8000-00000000000${index}`,
    name,
    parentId: null,
    inheritance: names.slice(0, index + 1).join('.'),
  }));

/** Answers the requests that the workspace sends when it opens. */
export function answerSession(
  server: Loopback,
  more: { role?: string; contents?: unknown[]; plan?: object; me?: object; context?: object } = {},
): void {
  const { role = 'OWNER', contents = [], plan = {}, me = {}, context = {} } = more;
  server.on('GET /users/me', {
    body: {
      id: 'u',
      accountId: 'a',
      avatar: null,
      name: 'Ana Maria Braga',
      email: 'ana@loja.com.br',
      role,
      flags: [],
      permissions: permissionsOf({ role, flags: [] }),
      ...me,
    },
  });
  const contexts = contextsOf(['Loja', 'Trocas']).map((one) => ({ ...one, ...context }));
  server.on('GET /sessions/me/contexts', { body: contexts });
  server.on('GET /sessions/me/plan', {
    body: {
      name: 'Essencial',
      status: 'ACTIVE',
      price: 9900,
      period: 'MONTHLY',
      credits: 1000,
      creditsUsed: 12.9,
      renewsIn: '2026-12-21T12:00:00Z',
      failedPayment: false,
      hasHigherPlan: true,
      hasModel: false,
      flags: [],
      ...plan,
    },
  });
  server.on('GET /contents', { body: { data: contents, total: contents.length, page: 1, limit: 1 } });
  for (const path of ['/conversations', '/hyperlinks', '/visitor-messages']) {
    server.on(`GET ${path}`, { body: { data: [], total: 0, page: 1, limit: 20 } });
  }
  server.on('GET /notices', { body: { data: [], total: 0 } });
  for (const { id } of contextsOf(['Loja', 'Trocas'])) {
    server.on(`GET /contexts/${id}/origins`, { body: { origins: [], snippet: '', lastSeenAt: null } });
  }
}

let people = 0;
export const signInHere = () => storeTokens({ accessToken: tokenOf(`person ${++people}`), refreshToken: 'first' });

/** Starts a loopback server; each test begins with a wide screen and no session, and its page is removed afterwards. */
export function useConsole() {
  const server = useLoopback();
  beforeEach(() => {
    setWidth(1280);
    vi.stubGlobal('scrollTo', () => undefined);
  });
  afterEach(() => {
    cleanup();
    act(() => clearSession('expired'));
  });
  return server;
}

/** Renders the whole console at an address. */
export function visit(address: string) {
  setAddress(new URL(address, window.location.origin).href);
  render(
    <Unstyled>
      <App {...openConsole(screens)} />
    </Unstyled>,
  );
  return setUpUser();
}

export const here = () => window.location.pathname + window.location.search;
export const toastOf = async (role: 'alert' | 'status') => (await screen.findByRole(role)).textContent;
