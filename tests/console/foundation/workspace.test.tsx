// @vitest-environment happy-dom
import { render, screen, waitFor } from '@testing-library/react';
import { act, Suspense, use } from 'react';
import { expect, test } from 'vitest';
import { clearSession, storeTokens } from '../../../src/console/session/store.ts';
import { openAhead, Workspace } from '../../../src/console/workspace.tsx';
import { answerSession, signInHere, useConsole } from './console.tsx';
import { tokenOf } from './loopback.ts';

const server = useConsole();
const FIRST = ['/users/me', '/sessions/me/contexts', '/sessions/me/plan'];

test('what the first screen needs is asked for once, though its drawing is thrown away and begun anew', async () => {
  answerSession(server);
  signInHere();
  const late = Promise.withResolvers<string>();
  const Late = () => use(late.promise);
  await act(async () => {
    render(
      <Suspense fallback="…">
        <Workspace onMove={() => undefined} />
        <Late />
      </Suspense>,
    );
  });
  await act(async () => late.resolve('cá estou'));
  await screen.findByRole('navigation', { name: 'Principal' });
  for (const path of FIRST) expect(server.to(path), path).toHaveLength(1);
});

test('every call of a first screen says which languages it takes', async () => {
  answerSession(server);
  signInHere();
  render(<Workspace onMove={() => undefined} />);
  await screen.findByRole('navigation', { name: 'Principal' });
  expect(server.asked.length).toBeGreaterThan(FIRST.length);
  for (const { path, headers } of server.asked)
    expect(headers['accept-language'], path).toBe('pt-BR,en-US;q=0.9,es;q=0.8');
});

test('who signs in after another is asked for anew', async () => {
  answerSession(server);
  signInHere();
  const first = render(<Workspace onMove={() => undefined} />);
  await screen.findByRole('navigation', { name: 'Principal' });
  first.unmount();
  signInHere();
  render(<Workspace onMove={() => undefined} />);
  await screen.findByRole('navigation', { name: 'Principal' });
  for (const path of FIRST) expect(server.to(path), path).toHaveLength(2);
});

test('begun ahead, the first drawing is the screen itself', async () => {
  answerSession(server);
  signInHere();
  await openAhead();
  render(<Workspace onMove={() => undefined} />);
  expect(screen.getByRole('navigation', { name: 'Principal' })).toBeTruthy();
  // The plan is asked for too, but not waited for.
  await waitFor(() => FIRST.forEach((path) => expect(server.to(path), path).toHaveLength(1)));
});

test('a session that ends before it is drawn is not waited for, and leaves nothing to the same person’s next', async () => {
  answerSession(server);
  const comeIn = () => storeTokens({ accessToken: tokenOf('the same'), refreshToken: 'first' });
  comeIn();
  const ahead = openAhead();
  clearSession('logout');
  await ahead;
  comeIn();
  render(<Workspace onMove={() => undefined} />);
  await screen.findByRole('navigation', { name: 'Principal' });
  // The first session's calls are aborted before they leave.
  for (const path of FIRST) expect(server.to(path), path).toHaveLength(1);
});
