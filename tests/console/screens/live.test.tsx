// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { hyperlinks } from '../../../resources/hyperlinks.ts';
import { preparedAnswers } from '../../../resources/prepared-answers.ts';
import { loadMessages } from '../../../src/console/providers/i18n.ts';
import { expectRows, routesOf, useStandIn, visit } from './render-screen.tsx';

const engine = useStandIn();
const PATH = preparedAnswers.path;
const fill = (...words: string[]) =>
  engine.fill(
    'prepared-answers',
    words.map((shortcut) => ({ shortcut, text: 'Abrimos às 9h.', updatedAt: '2026-11-28T12:00:00Z' })),
  );

async function open(address: string, resource = preparedAnswers as Parameters<typeof routesOf>[0]) {
  await loadMessages('prepared-answers');
  return visit(address, routesOf(resource));
}

it('shows on a list what others change, keeping its view', async () => {
  fill('horários', 'trocas');
  await open(`${PATH}?search=ho`);
  await expectRows(['horários']);
  await waitFor(() => expect(engine.listeners).toBe(1));
  const [added] = fill('hoje', 'frete');
  engine.tell('prepared-answers', 'created', [added!.id]);
  await expectRows(['hoje', 'horários']);
});

it('reads nothing again for rows of other resources', async () => {
  fill('horários');
  await open(PATH);
  await expectRows(['horários']);
  await waitFor(() => expect(engine.listeners).toBe(1));
  const [added] = fill('trocas');
  const before = engine.calls('GET', '/prepared-answers').length;
  engine.tell('visitor-messages', 'created', [added!.id]);
  engine.tell('prepared-answers', 'created', [added!.id]);
  await expectRows(['horários', 'trocas']);
  expect(engine.calls('GET', '/prepared-answers')).toHaveLength(before + 1);
});

it('shows on the page of a row what others change in it', async () => {
  const [row, other] = fill('horários', 'trocas');
  await open(`${PATH}/${row!.id}`);
  await screen.findByRole('heading', { name: 'horários' });
  await waitFor(() => expect(engine.listeners).toBe(1));
  row!.shortcut = 'horário';
  engine.tell('prepared-answers', 'updated', [other!.id]);
  engine.tell('prepared-answers', 'updated', [row!.id]);
  await screen.findByRole('heading', { name: 'horário' });
  expect(engine.calls('GET', `/prepared-answers/${row!.id}`)).toHaveLength(2);
});

it('listens only for live resources and while the tab is visible, and then reads what it missed', async () => {
  const links = await open(hyperlinks.path, hyperlinks);
  await screen.findByRole('heading', { level: 1 });
  links.unmount();
  fill('horários');
  await open(PATH);
  await expectRows(['horários']);
  await waitFor(() => expect(engine.listeners).toBe(1));
  const setTab = (state: string) => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state as DocumentVisibilityState);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
  };
  setTab('hidden');
  await waitFor(() => expect(engine.listeners).toBe(0));
  fill('trocas');
  setTab('visible');
  await expectRows(['horários', 'trocas']);
});
