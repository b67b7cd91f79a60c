// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { accessToken } from '../../../src/console/state/store.ts';
import { answerSession, here, useConsole, visit } from '../foundation/console.tsx';
import { problem, tokenOf } from '../foundation/loopback.ts';

const server = useConsole();
const invited = {
  email: 'bruno@loja.com.br',
  account: 'Loja $& Filhos',
  inviter: 'Ana Braga',
  role: 'WRITER',
  expiresAt: '2026-12-01T12:00:00.000Z',
};

test('shows the inviter and the account, and signs in with a name and a password', async () => {
  answerSession(server);
  const pair = { accessToken: tokenOf('bruno'), refreshToken: 'first' };
  server.on('GET /invitations/a.b.c', { body: invited });
  server.on('POST /invitations/a.b.c', { body: pair });
  const user = visit('/invitation/a.b.c');
  await screen.findByRole('heading', { name: 'Entre em “Loja $& Filhos”' });
  screen.getByText(/Ana Braga convidou você.*Você entra como editor/);
  await user.type(screen.getByLabelText('Crie uma senha'), 'fraca{Enter}');
  await screen.findByText('Obrigatório');
  await screen.findByText('Use pelo menos 8 caracteres');
  await user.type(screen.getByLabelText('Seu nome'), ' Bruno Lima ');
  await user.clear(screen.getByLabelText('Crie uma senha'));
  await user.type(screen.getByLabelText('Crie uma senha'), 'Lua-de-papel7{Enter}');
  await waitFor(() => expect(here()).toBe('/'));
  expect(accessToken()).toBe(pair.accessToken);
  const sent = server
    .to('/invitations/a.b.c')
    .map(({ body }) => body)
    .filter(Boolean);
  expect(sent.map((body) => JSON.parse(body))).toEqual([{ name: 'Bruno Lima', password: 'Lua-de-papel7' }]);
});

test('shows that an invitation has expired', async () => {
  server.on('GET /invitations/old', { status: 410, body: problem('link_expired') });
  visit('/invitation/old');
  await screen.findByText(/Este link expirou\. Por favor, solicite um novo para continuar\./);
});
