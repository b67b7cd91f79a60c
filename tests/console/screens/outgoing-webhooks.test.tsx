// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadMessages } from '../../../src/console/providers/i18n.ts';
import { problem } from './engine-stand-in.ts';
import {
  chooseAction,
  chooseOption,
  expectRows,
  optionOf,
  questionOf,
  rowOf,
  screensAt,
  toasts,
  useStandIn,
  visit,
} from './render-screen.tsx';

const engine = useStandIn();
const WEBHOOKS = '/settings/webhooks';
const DELIVERIES = '/settings/webhook-deliveries';
const routes = screensAt(WEBHOOKS, `${WEBHOOKS}/edit/:id`, `${WEBHOOKS}/:id`, DELIVERIES, `${DELIVERIES}/:id`);
const CRM = '018f0000-0000-7000-8000-0000000000c1';
const SLACK = '018f0000-0000-7000-8000-0000000000c2';
const at = '2026-11-01T12:00:00.000Z';
const webhook = (id: string, name: string, format: string) => ({
  ...{ id, name, format, url: 'https://crm.loja.com.br/prosa', events: ['conversation.ended'], contextIds: [] },
  ...{ hidesPersonalData: false, isActive: true, status: 'active', parked: 1, deliveredAt: null, createdAt: at },
});
const delivery = (webhookId: string, event: string, state: string, more: object = {}) => ({
  ...{ webhookId, event, state, webhook: webhookId === CRM ? 'CRM' : 'Equipe', attempts: 1, answerStatus: null },
  ...{ error: null, createdAt: at, nextAt: null, deliveredAt: null },
  ...more,
});
const attempt = { at, ms: 1234, status: 200, answer: '{"ok":true}', error: null };
const answerTo = (path: string, body: unknown, status = 200) =>
  engine.on((call) => (call.method === 'POST' && call.path === path ? { status, body } : undefined));

beforeAll(() => loadMessages('outgoing-webhooks', 'webhook-deliveries'));
beforeEach(() => {
  engine.fill('outgoing-webhooks', [webhook(CRM, 'CRM', 'json'), webhook(SLACK, 'Equipe', 'slack')]);
  engine.fill('webhook-deliveries', [
    delivery(CRM, 'conversation.ended', 'parked', { error: 'timeout' }),
    delivery(CRM, 'gap.opened', 'delivered', { answerStatus: 204, createdAt: '2026-10-01T12:00:00.000Z' }),
    delivery(SLACK, 'question.unanswered', 'parked', { answerStatus: 503 }),
  ]);
});

it('shows the declared fields of a webhook, which its name and its status do not repeat', async () => {
  visit(`${WEBHOOKS}/${CRM}`, routes);
  await screen.findByRole('heading', { name: 'CRM' });
  const [facts] = screen.getAllByRole('table');
  const labels = within(facts!)
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent);
  expect(labels).toEqual([
    ...[
      'Endereço',
      'Cabeçalhos',
      'Eventos',
      'Contextos',
      'Não enviar dados pessoais',
      'Formato',
      'Situação',
      'Não entregues',
    ],
    ...['Última entrega', 'Criado'],
  ]);
});

it('says that no context is left, and not that all receive, when the chosen ones were deleted', async () => {
  const left = '018f0000-0000-7000-8000-0000000000c3';
  const contextIds = ['00000000-0000-0000-0000-000000000000'];
  engine.fill('outgoing-webhooks', [{ ...webhook(left, 'Curitiba', 'json'), contextIds }]);
  visit(`${WEBHOOKS}/${left}`, routes);
  expect(await screen.findByText('Nenhum disponível')).toBeTruthy();
  visit(`${WEBHOOKS}/edit/${left}`, routes);
  const form = within(await screen.findByRole('dialog'));
  expect(await form.findByText('Nenhum disponível')).toBeTruthy();
  expect(form.queryByText('Todos os contextos')).toBeNull();
});

describe('the test of a webhook', () => {
  const path = `/outgoing-webhooks/${CRM}/test`;

  it('sends a sample and shows the status, the duration and the answer', async () => {
    answerTo(path, { ...attempt, event: 'conversation.ended' });
    const { user } = visit(WEBHOOKS, routes);
    await chooseAction(user, 'CRM', 'Enviar teste');
    const dialog = await questionOf('Teste de “CRM”');
    await dialog.findByText('Resposta 200');
    for (const text of ['1.234 ms', '{"ok":true}', /“Conversa encerrada”/]) dialog.getByText(text);
    expect(engine.calls('POST', path)).toHaveLength(1);
    await user.click(dialog.getByRole('button', { name: 'Enviar de novo' }));
    await waitFor(() => expect(engine.calls('POST', path)).toHaveLength(2));
  });

  it('explains why there was no answer', async () => {
    answerTo(path, { ...attempt, status: null, answer: '', error: 'unreachable', event: 'conversation.ended' });
    const { user } = visit(WEBHOOKS, routes);
    await chooseAction(user, 'CRM', 'Enviar teste');
    await (await questionOf('Teste de “CRM”')).findByText('Não deu para conectar');
  });

  it('shows the error of a refused test, and tries again', async () => {
    answerTo(path, problem(429, 'too_many_requests', 'Espere um minuto.').body, 429);
    const { user } = visit(WEBHOOKS, routes);
    await chooseAction(user, 'CRM', 'Enviar teste');
    const dialog = await questionOf('Teste de “CRM”');
    await dialog.findByText('Espere um minuto.');
    answerTo(path, { ...attempt, event: 'conversation.ended' });
    await user.click(dialog.getByRole('button', { name: 'Enviar de novo' }));
    await dialog.findByText('Resposta 200');
    expect(dialog.queryByText('Espere um minuto.')).toBeNull();
  });
});

describe('the secret of a webhook', () => {
  const reveal = `/outgoing-webhooks/${CRM}/reveal-secret`;
  const rotate = `/outgoing-webhooks/${CRM}/rotate-secret`;

  it('is shown and copied, and requested again after the dialog was closed', async () => {
    answerTo(reveal, { secret: 'whsec_um' });
    const { user } = visit(WEBHOOKS, routes);
    await chooseAction(user, 'CRM', 'Ver segredo');
    const dialog = await questionOf('Segredo de “CRM”');
    expect((await dialog.findByLabelText<HTMLInputElement>('Segredo')).value).toBe('whsec_um');
    await user.click(dialog.getByRole('button', { name: 'Copiar o segredo' }));
    await waitFor(() => expect(toasts()).toEqual(['Segredo copiado.']));
    expect(await navigator.clipboard.readText()).toBe('whsec_um');
    await user.click(screen.getByText('Fechar'));
    await waitFor(() => expect(screen.queryByLabelText('Segredo')).toBeNull());
    await chooseAction(user, 'CRM', 'Ver segredo');
    await screen.findByLabelText('Segredo');
    expect(engine.calls('POST', reveal)).toHaveLength(2);
  });

  it('is changed after a confirmation that shows how long the previous one stays valid', async () => {
    answerTo(rotate, { secret: 'whsec_dois' });
    const { user } = visit(WEBHOOKS, routes);
    await chooseAction(user, 'CRM', 'Trocar segredo');
    const question = await questionOf('Trocar o segredo de “CRM”?');
    question.getByText(/Por 24 horas o anterior assina junto/);
    expect(engine.calls('POST', rotate)).toEqual([]);
    await user.click(question.getByRole('button', { name: 'Trocar segredo' }));
    expect((await screen.findByLabelText<HTMLInputElement>('Segredo')).value).toBe('whsec_dois');
    screen.getByText(/o anterior assina junto/);
    expect(engine.calls('POST', reveal)).toEqual([]);
  });

  const create = async (format: string) => {
    engine.on(({ method, path }) =>
      method === 'POST' && path.endsWith('/reveal-secret') ? { body: { secret: 'whsec_novo' } } : undefined,
    );
    const { user, address } = visit([WEBHOOKS, `${WEBHOOKS}/new`], routes);
    const form = within(await screen.findByRole('dialog'));
    await user.type(await form.findByLabelText('Nome'), 'ERP');
    await user.type(form.getByLabelText('Endereço'), 'https://erp.loja.com.br/prosa');
    for (const [select, option] of Object.entries({ Formato: format, Eventos: 'Conversa encerrada' })) {
      // The list behind the dialog has a filter with the same name.
      await user.click(form.getByLabelText(select));
      await user.click(await optionOf(option));
    }
    await user.click(form.getByRole('button', { name: 'Adicionar webhook' }));
    return { user, address };
  };

  it('is shown after a creation', async () => {
    const { user, address } = await create('JSON');
    expect((await screen.findByLabelText<HTMLInputElement>('Segredo')).value).toBe('whsec_novo');
    await user.click(screen.getByText('Fechar'));
    await waitFor(() => expect(address()).toBe(WEBHOOKS));
  });

  it('is not shown for a chat format, because chat programs check no signature', async () => {
    const { address } = await create('Slack');
    await waitFor(() => expect(address()).toBe(WEBHOOKS));
    expect(engine.calls('POST', /reveal-secret$/)).toEqual([]);
  });

  it('cannot be shown or changed by staff on a customer’s behalf, who can only test', async () => {
    engine.flags = ['impersonated'];
    visit(WEBHOOKS, routes);
    const row = await rowOf('CRM');
    await row.findByRole('button', { name: 'Enviar teste a CRM' });
    expect(row.getAllByRole('button')).toHaveLength(1);
  });
});

describe('the deliveries', () => {
  it('are on the page of their webhook, which leads to the whole list, whose filter can be changed', async () => {
    const { user, address } = visit(WEBHOOKS, routes);
    expect((await screen.findByRole('link', { name: 'Ver envios' })).getAttribute('href')).toBe(DELIVERIES);
    await chooseAction(user, 'Equipe', 'Abrir');
    const related = within(await screen.findByRole('region', { name: 'Envios dos webhooks' }));
    await related.findByRole('rowheader', { name: 'Pergunta sem resposta' });
    await user.click(related.getByRole('link', { name: 'Ver tudo' }));
    await expectRows(['Pergunta sem resposta']);
    await waitFor(() => expect(address()).toBe(`${DELIVERIES}?webhookId=${SLACK}`));
    await chooseOption(user, 'Webhook', 'CRM');
    await expectRows(['Conversa encerrada', 'Lacuna aberta']);
    await waitFor(() => expect(address()).toBe(`${DELIVERIES}?webhookId=${CRM}`));
    (await rowOf('Conversa encerrada')).getByText('Sem resposta em 10 segundos');
    (await rowOf('Lacuna aberta')).getByText('204');
  });

  it('are not read for somebody who may not list them', async () => {
    engine.role = 'READER';
    visit(`${WEBHOOKS}/${CRM}`, routes);
    await screen.findByRole('heading', { name: 'CRM' });
    expect(screen.queryByRole('region')).toBeNull();
    expect(engine.calls('GET', '/webhook-deliveries')).toEqual([]);
  });

  it('are shown in pages', async () => {
    engine.fill(
      'webhook-deliveries',
      Array.from({ length: 12 }, () => delivery(CRM, 'gap.opened', 'delivered', { answerStatus: 200 })),
    );
    const { user } = visit(`${WEBHOOKS}/${CRM}`, routes);
    const related = within(await screen.findByRole('region', { name: 'Envios dos webhooks' }));
    await waitFor(() => expect(related.getAllByRole('rowheader')).toHaveLength(10));
    await user.click(related.getByText('2', { selector: 'a' }));
    await waitFor(() => expect(related.getAllByRole('rowheader')).toHaveLength(4));
  });

  it('are sent again one at a time', async () => {
    const [first] = engine.table('webhook-deliveries');
    answerTo(`/webhook-deliveries/${first?.id}/replay`, undefined, 204);
    const { user } = visit(DELIVERIES, routes);
    const name = 'Conversa encerrada · CRM';
    await user.click(await screen.findByRole('button', { name: `Reenviar ${name}` }));
    await waitFor(() => expect(toasts()).toEqual([`De volta na fila: ${name}.`]));
    expect(engine.calls('POST', `/webhook-deliveries/${first?.id}/replay`)).toHaveLength(1);
  });

  it.each([
    ['of all webhooks', '', null, 'Reenviar 2 envios não entregues?', 2, '2 envios voltaram para a fila.'],
    ['of one', `?webhookId=${CRM}`, CRM, 'Reenviar um envio não entregue?', 1, 'Um envio voltou para a fila.'],
    ['of inactive webhooks', '', null, 'Reenviar 2 envios não entregues?', 0, /^Nada foi reenviado/],
  ])('that failed are sent again after a confirmation: %s', async (_, query, webhookId, title, replayed, announced) => {
    answerTo('/webhook-deliveries/replay', { replayed });
    const { user } = visit(DELIVERIES + query, routes);
    await user.click(await screen.findByRole('button', { name: 'Reenviar os não entregues' }));
    const question = await questionOf(title);
    expect(engine.calls('POST', '/webhook-deliveries/replay')).toEqual([]);
    await user.click(question.getByRole('button', { name: 'Reenviar' }));
    await waitFor(() => expect(toasts()).toEqual([expect.stringMatching(announced)]));
    expect(engine.calls('POST', '/webhook-deliveries/replay').map(({ body }) => body)).toEqual([{ webhookId }]);
  });

  it('show each attempt, the newest first, and their event', async () => {
    const failed = { ...attempt, at: '2026-11-01T11:00:00.000Z', status: null, answer: '', error: 'timeout' };
    const shown = { payload: { type: 'gap.opened' }, log: [failed, { ...attempt, status: 500 }] };
    const [one] = engine.fill('webhook-deliveries', [delivery(CRM, 'gap.opened', 'parked', shown)]);
    answerTo(`/webhook-deliveries/${one?.id}/replay`, undefined, 204);
    const { user } = visit(`${DELIVERIES}/${one?.id}`, routes);
    await screen.findByRole('heading', { name: 'Lacuna aberta · CRM' });
    const attempts = within(screen.getByRole('region', { name: 'Tentativas' })).getAllByRole('listitem');
    expect(attempts.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Resposta 500.*\{"ok":true\}$/),
      expect.stringMatching(/^Sem resposta em 10 segundos/),
    ]);
    within(screen.getByRole('region', { name: 'Dados do evento' })).getByText(/"type": "gap.opened"/);
    await user.click(await screen.findByRole('button', { name: 'Reenviar' }));
    await waitFor(() => expect(toasts()).toEqual(['De volta na fila: Lacuna aberta · CRM.']));
  });
});
