// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import words from '../../../locales/pt-BR/console.json';
import { permissionsOf } from '../../support/permissions.ts';
import { answerSession, here, signInHere, useConsole, visit } from './console.tsx';
import { problem } from './loopback.ts';

const server = useConsole();
const menu = async () => within(await screen.findByRole('navigation', { name: 'Principal' }));
const everything = permissionsOf({ role: 'OWNER', flags: [] });

/** Sets the permissions that the server reports for the owner who is signed in. */
function answerPermissions(read: () => unknown): void {
  const person = {
    id: 'u',
    accountId: 'a',
    avatar: null,
    name: 'Ana',
    email: 'ana@loja.com.br',
    role: 'OWNER',
    flags: [],
  };
  server.on('GET /users/me', () => ({ body: { ...person, permissions: read() } }));
}
function without(resource: string) {
  const { [resource]: _, ...allowed } = everything.allowed;
  return { ...everything, allowed };
}

test('shows in the menu what the server allows, whatever the role', async () => {
  answerSession(server);
  answerPermissions(() => without('users'));
  signInHere();
  visit('/');
  await (await menu()).findByRole('link', { name: 'Contextos' });
  expect((await menu()).queryByRole('link', { name: 'Usuários' })).toBeNull();
});

test('loads the permissions again after a request is forbidden', async () => {
  answerSession(server);
  let permissions = everything;
  answerPermissions(() => permissions);
  server.on('GET /hyperlinks', () => {
    permissions = without('hyperlinks');
    return { status: 403, body: problem('forbidden', 'Seu perfil não permite.') };
  });
  signInHere();
  visit('/knowledge-base/links');
  await waitFor(() => expect(here()).toBe('/404'));
  expect(server.to('/users/me')).toHaveLength(2);
});

test('shows an error when the current user cannot be loaded', async () => {
  answerSession(server);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  server.on('GET /users/me', { status: 500, body: problem('internal') });
  signInHere();
  visit('/');
  expect((await screen.findByRole('alert')).textContent).toContain(words.crash.title);
});
