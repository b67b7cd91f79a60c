// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerSession, here, signInHere, useConsole, visit } from './console.tsx';

const server = useConsole();

/** Opens the palette, by default over the list of links. */
async function openPalette(role: string, address = '/knowledge-base/links') {
  answerSession(server, { role });
  signInHere();
  const user = visit(address);
  await screen.findByRole('button', { name: /^Sua conta/ });
  await user.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox', { name: 'Busca rápida' });
  await screen.findByRole('option', { name: /^Início/ });
  return { user, field };
}
const options = () => screen.queryAllByRole('option').map((option) => option.textContent ?? '');
const chosen = () => screen.queryAllByRole('option', { selected: true }).map((option) => option.textContent);

test('offers only what the policy allows', async () => {
  await openPalette('READER');
  await waitFor(() => expect(options()).toContain('Conversas'));
  expect(options().filter((name) => /Convidar|Usuários|Criar contexto|Enviar arquivos|Planos|Fila/.test(name))).toEqual(
    [],
  );
  // A screen that only the plan excludes is listed: choosing it opens the upgrade dialog.
  expect(options()).toContain('PersonalizarWidget de chat');
});

test('lists the admin screens for staff', async () => {
  await openPalette('WM_ADMIN', '/admin/queue');
  await waitFor(() => expect(options()).toContain('Fila de tarefasOperação'));
  expect(options()).toContain('Gerenciar contas');
});

test('follows the arrow keys from end to start, and closes on Enter', async () => {
  const { user, field } = await openPalette('OWNER');
  const first = chosen();
  await user.keyboard('{ArrowUp}');
  expect(chosen()).toEqual(['Sair']);
  await user.keyboard('{ArrowDown}');
  expect(chosen()).toEqual(first);
  const active = document.getElementById(field.getAttribute('aria-activedescendant') ?? '');
  expect(active?.getAttribute('aria-selected')).toBe('true');
  await user.type(field, 'trocas');
  await waitFor(() => expect(chosen()).toEqual(['Trocas']));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(localStorage.getItem('currentContext')).toMatch(/1$/));
  expect(screen.queryByRole('combobox', { name: 'Busca rápida' })).toBeNull();
  expect(here()).toBe('/knowledge-base/links');
});

test('searches on the server when typing pauses, and keeps the previous results meanwhile', async () => {
  const { user, field } = await openPalette('OWNER');
  server.on('GET /contents', {
    body: { data: [{ id: 'c1', title: 'Frete grátis' }], total: 1, page: 1, limit: 5 },
  });
  const searches = () => server.to('/contents').flatMap(({ query }) => query.get('search') ?? []);
  await user.type(field, 'frete');
  await waitFor(() => expect(options()).toContain('Frete grátis'));
  expect(searches().length).toBeLessThan(4);
  await user.type(field, ' g');
  expect(options()).toContain('Frete grátis');
  await waitFor(() => expect(searches()).toContain('frete g'));
  expect(options().at(-1)).toBe('Perguntar à ajuda: “frete g”');
  await user.click(screen.getByRole('option', { name: 'Frete grátis' }));
  await waitFor(() => expect(here()).toBe('/knowledge-base/content/edit/c1'));
});
