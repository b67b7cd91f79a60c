// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { ChannelPart } from '../../../src/shared/channel-parts.ts';
import { CONTEXTS, problem } from './engine-stand-in.ts';
import { screensAt, toasts, useStandIn, visit } from './render-screen.tsx';

const engine = useStandIn();
const routes = screensAt('/conversations/:conversationId');

const exchange = {
  id: '018f0000-0000-7000-8000-00000000e001',
  ...{ question: 'Vocês entregam?', answer: 'Entregamos em toda a cidade.', createdAt: '2026-11-20T12:00:10Z' },
  ...{ outcome: 'answered', model: 'embedded', sources: [], suggestions: [], links: [], files: [] },
  ...{ rating: null, chosen: null, improvement: null, explanation: null, why: null },
};
const conversation = {
  ...{ context: CONTEXTS[0]!.id, startedAt: '2026-11-20T12:00:00Z', lastAt: '2026-11-20T12:05:00Z', type: 'whatsapp' },
  ...{ firstQuestion: 'Vocês entregam?', interactions: 1, totalTokens: 0, sentiment: null, satisfied: null },
  ...{ goal: null, wantedHuman: null, labelledBy: null, talk: [], handover: null, canJoin: false },
  ...{ visitor: { name: 'Bia Souza', email: null, data: {} }, appearance: null, exchanges: [exchange] },
};
const none = { fileName: null, reason: null, canResend: false };
const photo: ChannelPart = {
  ...{ ...none, id: '018f0000-0000-7000-8000-00000000f001', kind: 'file', text: 'Enviou uma foto.' },
  ...{ at: '2026-11-20T12:01:00Z', fileName: 'whatsapp-0000f001.jpeg' },
};
const echo: ChannelPart = {
  ...{ ...none, id: '018f0000-0000-7000-8000-00000000f002', kind: 'echo', text: 'Já separei a sua cesta.' },
  at: '2026-11-20T12:02:00Z',
};
const unsent: ChannelPart = {
  ...{ ...none, id: '018f0000-0000-7000-8000-00000000f003', kind: 'unsent', text: 'Pode retirar até as 18h.' },
  ...{ at: '2026-11-20T12:03:00Z', reason: 'Não enviada: a Meta não respondeu por muito tempo.', canResend: true },
};

let parts: ChannelPart[];
let id: string;

beforeEach(() => {
  parts = [];
  [{ id }] = engine.fill('conversations', [conversation]) as [{ id: string }];
  engine.on(({ path }) => (path.endsWith('/channel-parts') ? { body: { data: parts } } : undefined));
});

const open = () => visit(`/conversations/${id}`, routes);
const transcript = async () => within(await screen.findByRole('region', { name: 'Conversa' }));

it('shows files and what was written on the phone, in order, between the exchanges', async () => {
  parts = [photo, echo];
  open();
  const shown = await transcript();
  const [file, phone] = [await shown.findByText(photo.text), shown.getByText(echo.text)];
  expect(shown.getByText('Pelo celular da empresa', { exact: false })).toBeTruthy();
  expect(shown.getByText('Bia Souza', { exact: false })).toBeTruthy();
  const follows = Node.DOCUMENT_POSITION_FOLLOWING;
  expect(shown.getByRole('article').compareDocumentPosition(file) & follows).toBeTruthy();
  expect(file.compareDocumentPosition(phone) & follows).toBeTruthy();
});

it('downloads a file of the visitor', async () => {
  parts = [photo];
  engine.on(({ path }) => (path.includes('/channel-files/') ? { body: {} } : undefined));
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const { user } = open();
  await user.click(await (await transcript()).findByRole('button', { name: 'Baixar arquivo' }));
  await waitFor(() => expect(click).toHaveBeenCalled());
  click.mockRestore();
  expect(engine.calls('GET', `/conversations/${id}/channel-files/${photo.id}`)).toHaveLength(1);
});

it('sends a message again that was not delivered, and then shows it as such no longer', async () => {
  parts = [unsent];
  engine.on(({ path }) => {
    if (!path.endsWith('/resend')) return undefined;
    parts = [];
    return { status: 204 };
  });
  const { user } = open();
  const shown = await transcript();
  await shown.findByText(unsent.reason!, { exact: false });
  await user.click(shown.getByRole('button', { name: 'Enviar de novo' }));
  await waitFor(() => expect(shown.queryByText(unsent.text)).toBeNull());
  await waitFor(() => expect(toasts()).toEqual(['A mensagem está na fila de envio.']));
  expect(engine.calls('POST', `/conversations/${id}/resend`).map(({ body }) => body)).toEqual([{ sendId: unsent.id }]);
});

it('keeps a message that cannot be sent again after all, and says why', async () => {
  parts = [unsent];
  const sentence = 'Não enviada: faz mais de 24 horas que o visitante escreveu.';
  engine.on(({ path }) => (path.endsWith('/resend') ? problem(409, 'cannot_resend', sentence) : undefined));
  const { user } = open();
  await user.click(await (await transcript()).findByRole('button', { name: 'Enviar de novo' }));
  await screen.findByText(sentence);
  expect((await transcript()).getByText(unsent.text)).toBeTruthy();
});

it.each([
  ['where it would fail again', 'OWNER', false],
  ['for readers', 'READER', true],
] as const)('does not offer to send again %s', async (_, role, canResend) => {
  engine.role = role;
  parts = [{ ...unsent, canResend }];
  open();
  const shown = await transcript();
  await shown.findByText(unsent.text);
  expect(shown.queryByRole('button', { name: 'Enviar de novo' })).toBeNull();
});
