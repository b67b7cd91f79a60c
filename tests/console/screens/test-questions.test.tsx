// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadMessages } from '../../../src/console/providers/i18n.ts';
import { chosenContextId } from '../../../src/console/session/current-context.tsx';
import type { HeldChange, TestState } from '../../../src/shared/test-questions.ts';
import { CONTEXTS } from './engine-stand-in.ts';
import { chooseAction, optionOf, questionOf, rowOf, screensAt, toasts, useStandIn, visit } from './render-screen.tsx';

const engine = useStandIn();
const routes = screensAt('/test-questions', '/test-questions/:id');
const [shop, branch] = CONTEXTS as [(typeof CONTEXTS)[number], (typeof CONTEXTS)[number]];
const idOf = (at: number) => `018f0000-0000-7000-8000-0000000000${String(at).padStart(2, '0')}`;

const at = '2026-11-21T12:00:00Z';
const right = { result: 'passed', outcome: 'answered', answer: 'Das 8h às 20h.', answerBefore: null, testedAt: at };
const wrong = { result: 'failed', outcome: 'suggested', answer: 'Às 9h.', answerBefore: null, testedAt: at };
const untested = { result: null, outcome: null, answer: null, answerBefore: null, testedAt: null };
const watched = (question: string, more: object = {}) => ({
  id: idOf(question.length),
  contextId: shop.id,
  question,
  expected: '8h\n20h' as string | null,
  declines: false,
  ...right,
  createdAt: at,
  version: 'v1',
  ...more,
});
const hours = watched('Qual é o horário?');
const rockets = watched('Vendem foguetes?', { expected: null, declines: true, ...untested });
const change: HeldChange = {
  contentId: idOf(40),
  title: 'Horários',
  state: 'held',
  isNew: false,
  faq: null,
  since: at,
  worse: [{ question: hours.question, answerBefore: 'Das 8h às 20h.', answer: 'Às 9h.' }],
};

let rows: (typeof hours)[];
let state: TestState;
beforeAll(() => loadMessages('test-questions', 'correction', 'knowledge-gaps'));
beforeEach(() => {
  rows = [hours, rockets];
  const figures = { questions: 2, tested: 1, passed: 1, shown: 0, worse: [], runs: [], held: [] };
  state = { ...figures, holds: false, isRunning: false, isPaid: false };
  engine.on(({ method, path }) => {
    if (!path.startsWith('/test-questions')) return undefined;
    if (method !== 'GET')
      return method === 'POST' && path === '/test-questions' ? { status: 201, body: hours } : { status: 204 };
    if (path === '/test-questions') return { body: { data: rows, total: rows.length, page: 1, limit: 20 } };
    if (path === '/test-questions/state') return { body: state };
    const results = [{ at, cause: 'changed', passed: false, shown: false, answer: 'Às 9h.' }];
    return { body: path.endsWith('/results') ? { data: results } : hours };
  });
});

const open = (address = '/test-questions') => visit(address, routes);
const sent = (method: string, path: string) => engine.calls(method, path).map(({ body }) => body);

describe('test questions', () => {
  it('show the expected words, the last result and the pass rate', async () => {
    open();
    const first = await rowOf(hours.question);
    expect(first.getByText('“8h”, “20h”')).toBeTruthy();
    expect(first.getByText('Acertou')).toBeTruthy();
    const second = await rowOf(rockets.question);
    expect(second.getByText('Dizer que não sabe')).toBeTruthy();
    expect(second.getByText('Ainda não testada')).toBeTruthy();
    expect(screen.getByText('1 de 1 certa')).toBeTruthy();
    expect(screen.getByText('Testar não usa créditos.')).toBeTruthy();
  });

  it('show that none was tested, that tests cost credits, and that the last run ran out of credits', async () => {
    const run = {
      id: idOf(50),
      cause: 'asked',
      state: 'unpaid',
      passed: 0,
      shown: 0,
      failed: 0,
      worse: 0,
      cost: 0,
      at,
    } as const;
    rows = [rockets];
    state = { ...state, tested: 0, passed: 0, isPaid: true, runs: [run] };
    open();
    expect(await screen.findByText('Nenhuma testada ainda')).toBeTruthy();
    expect(screen.getByText(/usa créditos: cada teste custa/)).toBeTruthy();
    expect(screen.getByText(/faltaram créditos/)).toBeTruthy();
  });

  it('are created with one expected phrase per line', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('link', { name: 'Adicionar pergunta' }));
    const dialog = await questionOf('Adicionar pergunta');
    await user.click(dialog.getByRole('button', { name: 'Adicionar pergunta' }));
    await waitFor(() => expect(dialog.getAllByText('Obrigatório')).toHaveLength(2));
    await user.type(dialog.getByLabelText('Pergunta'), 'Entregam no sábado?');
    await user.type(dialog.getByLabelText('A resposta deve conter'), 'sim{Enter}sábado ');
    await user.click(dialog.getByRole('button', { name: 'Adicionar pergunta' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent('POST', '/test-questions')).toEqual([
      { contextId: shop.id, question: 'Entregam no sábado?', declines: false, expected: 'sim\nsábado' },
    ]);
    await waitFor(() => expect(toasts()).toEqual(['Pergunta salva. Ela será testada em instantes.']));
  });

  it('can expect a declined answer, and can be edited and deleted', async () => {
    const { user } = open();
    await chooseAction(user, hours.question, 'Editar');
    const form = await questionOf('Editar pergunta de teste');
    const expected = await form.findByLabelText<HTMLTextAreaElement>('A resposta deve conter');
    expect(expected.value).toBe('8h\n20h');
    await user.click(form.getByLabelText('Deve dizer que não sabe'));
    await waitFor(() => expect(form.queryByLabelText('A resposta deve conter')).toBeNull());
    await user.click(form.getByRole('button', { name: 'Salvar pergunta' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const body = { declines: true, expected: null, version: hours.version };
    expect(sent('PUT', `/test-questions/${hours.id}`)).toEqual([body]);

    await chooseAction(user, hours.question, 'Excluir pergunta');
    const dialog = await questionOf('Excluir esta pergunta?');
    await user.click(dialog.getByRole('button', { name: 'Excluir pergunta' }));
    await waitFor(() => expect(engine.calls('DELETE', `/test-questions/${hours.id}`)).toHaveLength(1));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('show their history', async () => {
    const { user } = open();
    await chooseAction(user, hours.question, 'Histórico');
    expect(await screen.findByText('Errou')).toBeTruthy();
    expect(screen.getByText(/depois de uma mudança/)).toBeTruthy();
    expect(screen.getByText('Às 9h.')).toBeTruthy();
  });

  it('run on request and reload until the run ends', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Testar agora' }));
    await waitFor(() => expect(sent('POST', '/test-questions/run')).toEqual([{ contextId: shop.id }]));
    state = { ...state, isRunning: true };
    await screen.findByRole('button', { name: /Testando…/ });
    state = { ...state, isRunning: false };
    rows = [{ ...rockets, ...right }];
    expect(await (await rowOf(rockets.question)).findByText('Acertou')).toBeTruthy();
  });

  it('show what got worse with both answers', async () => {
    rows = [{ ...hours, ...wrong, result: 'worse' }, rockets];
    state = { ...state, worse: change.worse };
    open();
    const region = within(await screen.findByRole('region', { name: 'O que piorou' }));
    expect(region.getByText('Das 8h às 20h.')).toBeTruthy();
    expect(region.getByText('Às 9h.')).toBeTruthy();
    expect((await rowOf(hours.question)).getByText('Piorou')).toBeTruthy();
  });

  it('show an empty state with one action', async () => {
    rows = [];
    state = { ...state, questions: 0 };
    open();
    expect(await screen.findByText('Nenhuma pergunta de teste neste contexto')).toBeTruthy();
    expect(screen.getAllByRole('link', { name: 'Adicionar pergunta' })).toHaveLength(1);
  });

  it('open in the context of the address', async () => {
    open(`/test-questions?contextId=${branch.id}`);
    await waitFor(() => expect(engine.calls('GET', '/test-questions').at(-1)?.query.get('contextId')).toBe(branch.id));
    expect(chosenContextId()).toBe(branch.id);
  });
});

describe('a held change', () => {
  const card = async () => within(await screen.findByRole('region', { name: '“Horários” espera sua decisão' }));

  it('shows both answers until it is accepted or discarded', async () => {
    state = { ...state, holds: true, held: [change] };
    const { user } = open();
    const held = await card();
    expect(held.getByText('Das 8h às 20h.')).toBeTruthy();
    expect(held.getByText('Com a mudança')).toBeTruthy();
    expect(held.getByText('Às 9h.')).toBeTruthy();
    expect(held.getByRole('link', { name: /Horários/ }).getAttribute('href')).toMatch(new RegExp(`${idOf(40)}$`));
    await user.click(held.getByRole('button', { name: 'Descartar mudança' }));
    const path = `/test-questions/held/${idOf(40)}`;
    await waitFor(() => expect(sent('POST', path)).toEqual([{ decision: 'discard' }]));
    await waitFor(() => expect(toasts()).toEqual(['Mudança descartada. Valem as respostas de antes.']));
    const accept = held.getByRole<HTMLButtonElement>('button', { name: 'Aceitar mudança' });
    await waitFor(() => expect(accept.disabled).toBe(false));
    await user.click(accept);
    await waitFor(() => expect(sent('POST', path)).toContainEqual({ decision: 'accept' }));
  });

  it('shows that it is being tested, or that testing failed', async () => {
    state = { ...state, held: [{ ...change, state: 'testing' }] };
    open();
    await screen.findByText('“Horários” está sendo testado antes de entrar no ar');
    state = { ...state, held: [{ ...change, worse: [] }] };
    expect((await card()).getByText(/^Não conseguimos testar esta mudança\./)).toBeTruthy();
  });

  it('is switched on by the owner, while writers see it without decisions', async () => {
    const { user, unmount } = open();
    await user.click(await screen.findByRole('switch', { name: /^Segurar mudanças que pioram respostas/ }));
    await waitFor(() => expect(sent('PUT', '/test-questions/holding')).toEqual([{ contextId: shop.id, holds: true }]));
    unmount();
    engine.role = 'WRITER';
    state = { ...state, held: [change] };
    open();
    const held = await card();
    expect(held.getByText('Peça a quem administra a conta para decidir.')).toBeTruthy();
    expect(held.queryByRole('button')).toBeNull();
    expect((await screen.findByRole('switch')).getAttribute('disabled')).not.toBeNull();
  });
});

describe('a wrong outcome', () => {
  it('is shown and corrected with the right content', async () => {
    rows = [{ ...hours, ...wrong }];
    const added = { id: idOf(60), proof: { answered: true, answer: 'Das 8h às 20h.' } };
    engine.on(({ method, path }) => {
      if (method === 'POST' && path === '/phrasings') return { status: 201, body: added };
      const data = [{ id: idOf(61), title: 'Horários', type: 'FAQ' }];
      return path === '/contents' ? { body: { data, total: 1, page: 1, limit: 50 } } : undefined;
    });
    const { user } = open();
    const row = await rowOf(hours.question);
    expect(await row.findByText('Sugeriu')).toBeTruthy();
    await chooseAction(user, hours.question, 'Corrigir');
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByLabelText('Conteúdo'));
    await user.click(await optionOf('Horários'));
    await user.click(dialog.getByRole('button', { name: 'Usar este conteúdo' }));
    expect(await dialog.findByText('Perguntamos de novo: agora responde')).toBeTruthy();
    expect(sent('POST', '/phrasings')).toEqual([{ contextId: shop.id, contentId: idOf(61), text: hours.question }]);
  });
});
