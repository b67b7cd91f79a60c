// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { CONTEXTS } from './engine-stand-in.ts';
import { screensAt, useStandIn, visit } from './render-screen.tsx';

const engine = useStandIn();
const routes = screensAt('/visitor-messages', '/visitor-messages/:id');

it.each([
  [false, 1],
  [true, 0],
])('offers to turn messages on only while they are off (on: %s)', async (takesMessages, offers) => {
  engine.on(({ path }) => {
    if (path === '/visitor-messages') return { body: { data: [], total: 0 } };
    return path === '/sessions/me/limits' ? { body: { takesMessages } } : undefined;
  });
  visit('/visitor-messages', routes);
  await screen.findByText('Nenhum recado ainda');
  await waitFor(() => expect(engine.calls('GET', '/sessions/me/limits')).toHaveLength(1));
  await waitFor(() => expect(screen.queryAllByRole('link', { name: 'Ligar recados' })).toHaveLength(offers));
});

const message = {
  id: '018f0000-0000-7000-8000-00000000e001',
  contextId: CONTEXTS[0]!.id,
  question: 'Fazem entrega?',
  name: 'Ana',
  email: 'ana@casa.com.br',
  whatsapp: null,
  status: 'open',
  createdAt: '2026-11-20T12:00:00.000Z',
  type: 'widget',
  answeredAt: null,
  answeredBy: null,
  conversationId: '018f0000-0000-7000-8000-00000000c001',
  consentText: '',
  consentedAt: '2026-11-20T12:00:00.000Z',
};

it.each([
  ['open', 'Marcar como respondido', 'Reabrir', 'answer', 'Recado de Ana marcado como respondido.'],
  ['answered', 'Reabrir', 'Marcar como respondido', 'reopen', 'Recado de Ana reaberto.'],
])('offers what a message that is %s can become', async (status, offered, withheld, action, said) => {
  engine.on(({ method, path }) => {
    if (method === 'POST') return { status: 204 };
    const row = { ...message, status };
    return path === '/visitor-messages' ? { body: { data: [row], total: 1, page: 1, limit: 20 } } : undefined;
  });
  const { user } = visit('/visitor-messages', routes);
  await user.click(await screen.findByRole('button', { name: 'Ações de Ana' }));
  const item = await screen.findByRole('menuitem', { name: offered });
  expect(screen.queryByRole('menuitem', { name: withheld })).toBeNull();
  await user.click(item);
  await screen.findByText(said);
  expect(engine.calls('POST', /visitor-messages/).map(({ path }) => path)).toEqual([
    `/visitor-messages/${message.id}/${action}`,
  ]);
});

it('leads with the next step on the page of a message', async () => {
  let row = message;
  engine.on(({ method, path }) => {
    if (path === `/visitor-messages/${message.id}`) return { body: row };
    if (method === 'POST') row = { ...message, status: 'answered' };
    return method === 'POST' ? { status: 204 } : undefined;
  });
  const { user } = visit(`/visitor-messages/${message.id}`, routes);
  const step = await screen.findByRole('button', { name: 'Marcar como respondido' });
  expect(step.classList).toContain('ant-btn-primary');
  await user.click(step);
  // Nothing is asked first.
  const reopen = await screen.findByRole('button', { name: 'Reabrir' });
  expect(reopen.classList).not.toContain('ant-btn-primary');
});

it('erases the visitor of a message after a confirmation', async () => {
  engine.on(({ method, path }) => {
    if (path === '/visitor-messages') return { body: { data: [message], total: 1, page: 1, limit: 20 } };
    return method === 'POST' && path.endsWith('/erase-visitor') ? { status: 204 } : undefined;
  });
  const { user } = visit('/visitor-messages', routes);
  await user.click(await screen.findByRole('button', { name: 'Ações de Ana' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Apagar visitante' }));
  await screen.findByText('Apagar tudo deste visitante?');
  expect(engine.calls('POST', /erase-visitor$/)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Apagar visitante' }));
  await waitFor(() =>
    expect(engine.calls('POST', /erase-visitor$/).map(({ path }) => path)).toEqual([
      `/conversations/${message.conversationId}/erase-visitor`,
    ]),
  );
});
