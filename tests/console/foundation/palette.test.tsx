// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerSession, here, signInHere, useConsole, visit } from './console.tsx';

const server = useConsole();

/** Opens the palette over the list of links. */
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

test('offers what the policy lets one do, and nothing else', async () => {
  await openPalette('READER');
  await waitFor(() => expect(options()).toContain('Conversas'));
  expect(options().filter((name) => /Convidar|Usuários|Criar contexto|Enviar arquivos|Planos|Fila/.test(name))).toEqual(
    [],
  );
  // A screen that the plan alone shuts is there: going to it says what it costs.
  expect(options()).toContain('PersonalizarWidget de chat');
});

test('has the operator’s screens for staff', async () => {
  await openPalette('WM_ADMIN', '/admin/queue');
  await waitFor(() => expect(options()).toContain('Fila de tarefasOperação'));
  expect(options()).toContain('Gerenciar contas');
});

test('is led by the keys, goes on from the last to the first, and leaves by Escape', async () => {
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

test('asks the server once typing pauses, and keeps what was found before meanwhile', async () => {
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
