// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import type { InboxRow } from '../../../src/shared/handover.ts';
import { CONTEXTS, problem, USER } from './engine-stand-in.ts';
import { screensAt, useStandIn, visit } from './render-screen.tsx';

const engine = useStandIn();
const routes = screensAt('/inbox');

const ROW: InboxRow = {
  ...{ id: '018f0000-0000-7000-8000-00000000d001', contextId: CONTEXTS[0]!.id, contextName: CONTEXTS[0]!.name },
  ...{ type: 'whatsapp', state: 'taken', reason: 'asked', protocol: '20261127-0001', firstQuestion: 'Vocês entregam?' },
  ...{ visitorName: 'Bia Souza', personId: '018f0000-0000-7000-8000-00000000d002', person: 'Ana', isPersonGone: false },
  ...{ requestedAt: '2026-11-27T12:00:00Z', takenAt: '2026-11-27T12:01:00Z', endedAt: null, closeReason: null },
  ...{ lastText: 'Alguém aí?', lastAuthor: 'visitor', lastSeq: 4, visitorReadTo: 2, personReadTo: 2, unread: 1 },
  ...{ isVisitorTyping: false, changedAt: '2026-11-27T12:02:00Z' },
};
const brief = {
  ...{ wants: 'Vocês entregam?', tried: [], lacks: [], earlier: [] },
  visitor: { name: 'Bia Souza', email: null, whatsapp: null, data: null },
};

let row: InboxRow;
beforeEach(() => {
  row = ROW;
  engine.on(({ path, method }) => {
    if (path.endsWith('/handover')) return { body: { isOn: true, hours: [] } };
    if (path.endsWith('/channel-parts')) return { body: { data: [] } };
    if (path.endsWith('/inbox')) return { body: { data: [row] } };
    if (path.endsWith(`/inbox/${ROW.id}`)) return { body: { row, exchanges: [], messages: [], brief } };
    return method === 'POST' && path.endsWith('/take') ? { body: row } : undefined;
  });
});

const open = async () => {
  const { user } = visit(`/inbox?conversation=${ROW.id}`, routes);
  await user.click(await screen.findByText('Todas'));
  return { user, list: within(await screen.findByRole('list', { name: 'Conversas' })) };
};

it('shows the channel of a conversation, which belongs to a colleague who is there', async () => {
  const { list } = await open();
  expect(list.getByText(/^WhatsApp · /)).toBeTruthy();
  expect(list.getByText('Com Ana')).toBeTruthy();
  await screen.findByRole('complementary', { name: 'Resumo' });
  expect(screen.queryByRole('button', { name: 'Assumir' })).toBeNull();
});

it('offers the conversation of a colleague who has gone', async () => {
  row = { ...ROW, isPersonGone: true };
  const { user, list } = await open();
  expect(list.getByText('Com Ana (ausente)')).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Assumir' }));
  await waitFor(() => expect(engine.calls('POST', `/inbox/${ROW.id}/take`)).toHaveLength(1));
});

it('is turned on where it is off, with one save', async () => {
  const settings = { isOn: false, hours: [], version: 'v1' };
  engine.on(({ path, method }) => {
    if (path.endsWith('/handover')) return { body: method === 'PUT' ? { ...settings, isOn: true } : settings };
    return path.endsWith('/inbox') ? { body: { data: [] } } : undefined;
  });
  const { user } = visit('/inbox', routes);
  await user.click(await screen.findByRole('button', { name: 'Ligar atendimento' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Salvar' }));
  await waitFor(() =>
    expect(engine.calls('PUT', /handover$/).map(({ body }) => body)).toEqual([{ version: 'v1', isOn: true }]),
  );
});

it('warns before a reply that was not sent is lost, and keeps it', async () => {
  row = { ...ROW, personId: USER.id };
  engine.on(({ path, method }) =>
    method === 'POST' && path.endsWith('/messages') ? problem(503, 'unavailable', 'Volte logo.') : undefined,
  );
  const { user, list } = await open();
  const unsent = 'O que você escreveu e ainda não foi enviado se perde.';
  const asked = async (button: string, title: string) => {
    await user.click(await screen.findByRole('button', { name: button }));
    const dialog = within(await screen.findByRole('dialog', { name: title }));
    const isWarned = dialog.queryByText(unsent) !== null;
    await user.click(dialog.getByRole('button', { name: 'Cancelar' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    return isWarned;
  };
  expect(await asked('Encerrar', 'Encerrar a conversa?')).toBe(false);
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Escreva ao visitante/ });
  await user.type(field, 'Entregamos amanhã.{Enter}');
  await screen.findByText(/^Não foi enviada/);
  for (const [button, title] of [
    ['Encerrar', 'Encerrar a conversa?'],
    ['Transferir', 'Transferir a conversa'],
    ['Devolver ao assistente', 'Devolver ao assistente?'],
  ] as const)
    expect([button, await asked(button, title)]).toEqual([button, true]);
  expect(list.getByText('Com Ana')).toBeTruthy();
  expect(engine.calls('POST', /(close|return|transfer)$/)).toEqual([]);
  screen.getByText('Entregamos amanhã.');
});
