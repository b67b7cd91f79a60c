// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadMessages } from '../../../src/console/providers/i18n.ts';
import { clearSession, storeTokens } from '../../../src/console/state/store.ts';
import type { Gap, GapDetail, GapDraft, GapQuestion, ListedGap } from '../../../src/shared/knowledge-gaps.ts';
import type { Phrasing, PhrasingLearning, PhrasingsAccepted } from '../../../src/shared/phrasings.ts';
import { CONTEXTS, problem } from './engine-stand-in.ts';
import { expectRows, questionOf, rowOf, screensAt, toasts, useStandIn, visit } from './render-screen.tsx';

const engine = useStandIn();
const routes = screensAt('/knowledge-gaps', '/knowledge-gaps/:gapId');
const branch = CONTEXTS[1]!;
const idOf = (at: number) => `018f0000-0000-7000-8000-0000000000${String(at).padStart(2, '0')}`;

const gap = (question: string, more: Partial<Gap> = {}): Gap => ({
  id: idOf(10),
  question,
  count: 2,
  badlyRated: 0,
  credits: 0.4,
  contextIds: [branch.id],
  again: null,
  firstAt: '2026-11-18T12:00:00Z',
  lastAt: '2026-11-21T12:00:00Z',
  ...more,
});
const umbrella = gap('Vocês alugam guarda-chuva?', { badlyRated: 1 });
const violin = gap('Tem aula de violino?', { id: idOf(11), count: 1, again: { waiting: 0, asked: 2, answered: 1 } });
const alone = (one: Gap): ListedGap => ({ ...one, subject: null });
const worded = (question: string, more: Partial<GapQuestion> = {}): GapQuestion => ({
  question,
  count: 1,
  lastAt: umbrella.lastAt,
  conversationId: idOf(20),
  messageId: idOf(question.length),
  isBadlyRated: false,
  answerBefore: 'Não sei.',
  again: null,
  ...more,
});

let gaps: { data: ListedGap[]; total: number; isGathering: boolean };
let detail: GapDetail;
let draft: GapDraft | null;
beforeAll(() => loadMessages('knowledge-gaps', 'insight'));
beforeEach(() => {
  gaps = { data: [alone(umbrella), alone(violin)], total: 2, isGathering: false };
  const questions = [worded(umbrella.question), worded('Dá para alugar um guarda-chuva?', { isBadlyRated: true })];
  detail = { ...umbrella, state: 'open', contentId: null, questions, proposed: null };
  draft = {
    question: umbrella.question,
    answer: 'Alugamos cestas.',
    phrasings: ['Dá para alugar um guarda-chuva?'],
    contextId: branch.id,
    by: 'embedded',
    said: null,
    sources: [{ contentId: idOf(30), title: 'Serviços', excerpt: 'Alugamos cestas.' }],
    nearest: [{ contentId: idOf(31), title: 'Serviços', label: 'Aluguel', excerpt: 'Alugamos cestas e guarda-sóis.' }],
    cost: 0,
    most: null,
  };
  engine.on(({ method, path, query }) => {
    if (path === '/knowledge-gaps') return { body: { ...gaps, page: Number(query.get('page')), limit: 20 } };
    if (method === 'GET' && path.startsWith('/knowledge-gaps/')) return { body: detail };
    if (path.endsWith('/draft')) return draft ? { body: draft } : problem(503, 'unavailable', 'Tente em instantes.');
    return method === 'POST' && path.startsWith('/knowledge-gaps/') ? { status: 204 } : undefined;
  });
});

const lastQuery = () => engine.calls('GET', '/knowledge-gaps').at(-1)?.query;

describe('the list of gaps', () => {
  it('has a heading with the counts of each subject, and one for the others', async () => {
    const subject = { word: 'Violino', gaps: 2, questions: 3 };
    gaps.data = [{ ...violin, subject }, { ...gap('Violino usado?', { id: idOf(12) }), subject }, alone(umbrella)];
    visit('/knowledge-gaps', routes);
    const headings = await screen.findAllByRole('heading', { level: 2 });
    expect(headings.map(({ textContent }) => textContent)).toEqual(['Violino · 2 lacunas, 3 vezes', 'Outros assuntos']);
    const section = screen.getByRole('region', { name: 'Violino · 2 lacunas, 3 vezes' });
    expect(within(section).getByText('Violino usado?')).toBeTruthy();
    expect(within(section).queryByText(umbrella.question)).toBeNull();
  });

  it('dismisses the chosen gaps together', async () => {
    const { user } = visit('/knowledge-gaps', routes);
    await user.click(await screen.findByRole('checkbox', { name: 'Selecionar todos desta página' }));
    await user.click(await screen.findByRole('button', { name: 'Não são lacunas' }));
    await waitFor(() =>
      expect(engine.calls('POST', '/knowledge-gaps/judge')[0]?.body).toEqual({
        ids: [umbrella.id, violin.id],
        state: 'dismissed',
      }),
    );
  });

  it('shows the contexts, count and result of each gap', async () => {
    visit('/knowledge-gaps', routes);
    const first = await rowOf(umbrella.question);
    expect(await first.findByText('Loja de Curitiba · 1 resposta mal avaliada')).toBeTruthy();
    expect(first.getByText('Sem resposta')).toBeTruthy();
    expect(first.getByText('0,4')).toBeTruthy();
    expect((await first.findByRole('link')).getAttribute('href')).toBe(`/knowledge-gaps/${umbrella.id}`);
    expect((await rowOf(violin.question)).getByText('1 de 2 respondidas')).toBeTruthy();
    expect(Object.fromEntries(lastQuery() ?? [])).toMatchObject({ page: '1', limit: '20' });
  });

  it('keeps state, period and page in the address, and resets the page with the filters', async () => {
    gaps = { ...gaps, total: 10_000 };
    const { user, address } = visit('/knowledge-gaps?page=3', routes);
    expect(await screen.findByText('41–60 de 10.000')).toBeTruthy();
    await user.click(screen.getByRole('link', { name: 'Próxima página' }));
    await waitFor(() => expect(lastQuery()?.get('page')).toBe('4'));
    await user.click(screen.getByText('Dispensadas'));
    await waitFor(() => expect(address()).toBe('/knowledge-gaps?state=dismissed'));
    await user.click(screen.getByText('7 dias'));
    await waitFor(() => expect(address()).toBe('/knowledge-gaps?state=dismissed&days=7'));
    await waitFor(() => expect(Object.fromEntries(lastQuery() ?? [])).toMatchObject({ state: 'dismissed', days: '7' }));
  });

  it('shows an empty state for each filter', async () => {
    gaps = { data: [], total: 0, isGathering: false };
    visit('/knowledge-gaps?state=resolved', routes);
    expect(await screen.findByText('Nada resolvido neste período')).toBeTruthy();
  });

  it('reloads while questions are still being grouped', async () => {
    gaps = { data: [], total: 0, isGathering: true };
    visit('/knowledge-gaps', routes);
    await screen.findByText('Ainda juntando perguntas parecidas…');
    gaps = { data: [alone(umbrella)], total: 1, isGathering: false };
    await expectRows([`${umbrella.question}Loja de Curitiba · 1 resposta mal avaliada`]);
  });

  it('shows an error and loads again on request', async () => {
    let isDown = true;
    engine.on(({ path }) =>
      isDown && path === '/knowledge-gaps'
        ? problem(500, 'internal', 'Ocorreu um erro! Tente novamente mais tarde.')
        : undefined,
    );
    const { user } = visit('/knowledge-gaps', routes);
    await screen.findByText('Não conseguimos carregar');
    screen.getByText('O servidor não respondeu como devia. Tente de novo em instantes.');
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    await rowOf(umbrella.question);
  });
});

describe('the detail of a gap', () => {
  const open = () => visit(`/knowledge-gaps/${umbrella.id}`, routes);

  it('shows that a gap does not exist and offers no retry', async () => {
    engine.on(({ path }) =>
      path === `/knowledge-gaps/${idOf(99)}` ? problem(404, 'not_found', 'Não encontramos.') : undefined,
    );
    visit(`/knowledge-gaps/${idOf(99)}`, routes);
    expect(await screen.findByText('Não encontramos o que você procura')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Tentar de novo' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Voltar à lista' }).getAttribute('href')).toBe('/knowledge-gaps');
  });

  it('lists every wording with a link to its conversation', async () => {
    open();
    expect(await screen.findByRole('heading', { level: 1, name: umbrella.question })).toBeTruthy();
    expect(screen.getByText(/^2 vezes · desde 18 de novembro de 2026.* · 0,4 crédito gasto$/)).toBeTruthy();
    const link = screen.getByRole('link', { name: 'Dá para alugar um guarda-chuva?' });
    expect(link.getAttribute('href')).toBe(
      `/conversations/${idOf(20)}#${idOf('Dá para alugar um guarda-chuva?'.length)}`,
    );
    expect(screen.getByText(/resposta mal avaliada/)).toBeTruthy();
  });

  it('drafts an answer from the contents and saves it in the chosen context', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Escrever resposta' }));
    const dialog = await questionOf('Escrever resposta');
    expect(await dialog.findByText(/Rascunho com trechos da sua base.*“Serviços”/)).toBeTruthy();
    const [turn] = dialog.getAllByRole('link', { name: 'Ver na conversa' });
    expect(turn!.getAttribute('href')).toBe(`/conversations/${idOf(20)}#${idOf(umbrella.question.length)}`);
    const near = within(dialog.getByRole('region', { name: 'O que sua base diz de mais próximo' }));
    expect(near.getByRole('link', { name: 'Serviços' }).getAttribute('href')).toBe(
      `/knowledge-base/content/edit/${idOf(31)}`,
    );
    expect(near.getByText('Alugamos cestas e guarda-sóis.')).toBeTruthy();
    const answer = dialog.getByLabelText<HTMLTextAreaElement>('Resposta');
    expect(answer.value).toBe('Alugamos cestas.');
    await user.clear(answer);
    await user.type(answer, 'Sim!');
    await user.click(dialog.getByRole('button', { name: 'Salvar resposta' }));
    await waitFor(() => expect(engine.calls('POST', /\/answer$/)).toHaveLength(1));
    const phrasings = ['Dá para alugar um guarda-chuva?'];
    const body = { question: umbrella.question, answer: 'Sim!', contextId: branch.id, phrasings };
    expect(engine.calls('POST', /\/answer$/)[0]?.body).toEqual(body);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(toasts()).toEqual([expect.stringMatching(/^Resposta salva\./)]));
  });

  it('has what was typed again after the session has expired and the user has signed in', async () => {
    const view = open();
    await view.user.click(await screen.findByRole('button', { name: 'Escrever resposta' }));
    const first = await questionOf('Escrever resposta');
    await view.user.type(await first.findByLabelText('Resposta'), ' E guarda-chuvas.');
    const token = localStorage.getItem('accessToken')!;
    clearSession('expired');
    view.unmount();
    storeTokens({ accessToken: token, refreshToken: 'next' });
    const { user } = open();
    const dialog = await questionOf('Escrever resposta');
    await dialog.findByText(/^Recuperamos o que você tinha escrito/);
    expect(dialog.getByLabelText<HTMLTextAreaElement>('Resposta').value).toBe('Alugamos cestas. E guarda-chuvas.');
    await user.click(dialog.getByRole('button', { name: 'Descartar' }));
    expect(dialog.getByLabelText<HTMLTextAreaElement>('Resposta').value).toBe('Alugamos cestas.');
  });

  it('shows the cost of a model draft before requesting it', async () => {
    draft = { ...draft!, most: 0.8 };
    const { user } = visit(`/knowledge-gaps/${umbrella.id}`, routes);
    await user.click(await screen.findByRole('button', { name: 'Escrever resposta' }));
    expect(await screen.findByText('Gasta até 0,8 crédito.')).toBeTruthy();
    expect(engine.calls('POST', /draft$/).map(({ body }) => body)).toEqual([{ by: 'base' }]);
    draft = { ...draft!, by: 'model', answer: 'O modelo escreveu.', cost: 0.3 };
    await user.click(screen.getByRole('button', { name: 'Pedir rascunho ao modelo' }));
    await waitFor(() =>
      expect(screen.getByLabelText<HTMLTextAreaElement>('Resposta').value).toBe('O modelo escreveu.'),
    );
    expect(screen.getByText(/0,3 crédito gasto/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Pedir rascunho ao modelo' })).toBeNull();
    expect(engine.calls('POST', /draft$/).at(-1)?.body).toEqual({ by: 'model' });
  });

  it('opens an empty form when no draft could be made', async () => {
    draft = null;
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Escrever resposta' }));
    const dialog = await questionOf('Escrever resposta');
    expect((await dialog.findByLabelText<HTMLTextAreaElement>('Resposta')).value).toBe('');
    expect(dialog.getByLabelText<HTMLTextAreaElement>('Pergunta').value).toBe(umbrella.question);
    expect(dialog.queryByText(/Rascunho/)).toBeNull();
  });

  it('compares the answers before and after the questions were asked again', async () => {
    const again = { state: 'asked', answered: true, answer: 'Sim, por R$ 10.' } as const;
    const questions = [
      worded(umbrella.question, { again }),
      worded('Tem guarda-chuva?', { again: { ...again, state: 'waiting' } }),
    ];
    detail = { ...detail, again: { waiting: 1, asked: 1, answered: 1 }, contentId: idOf(30), questions };
    open();
    const itemOf = async (name: string) => {
      const link = await screen.findByRole('link', { name });
      return within(link.closest('li') as HTMLElement);
    };
    const [answered, waiting] = [await itemOf(umbrella.question), await itemOf('Tem guarda-chuva?')];
    expect(answered.getByText('Respondida')).toBeTruthy();
    expect(answered.getByText('Não sei.')).toBeTruthy();
    expect(answered.getByText('Sim, por R$ 10.')).toBeTruthy();
    expect(waiting.getByText('Perguntando de novo…')).toBeTruthy();
    const link = screen.getByRole('link', { name: 'Ver a resposta na base' });
    expect(link.getAttribute('href')).toBe(`/knowledge-base/content/edit/${idOf(30)}`);
  });

  it('can be dismissed and reopened', async () => {
    // Like the server, because the page reloads after the response.
    engine.on(({ path }) => {
      if (path.endsWith('/dismiss')) detail = { ...detail, state: 'dismissed' };
      return undefined;
    });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Não é lacuna' }));
    await waitFor(() => expect(engine.calls('POST', `/knowledge-gaps/${umbrella.id}/dismiss`)).toHaveLength(1));
    await user.click(await screen.findByRole('button', { name: 'Reabrir' }));
    await waitFor(() => expect(engine.calls('POST', `/knowledge-gaps/${umbrella.id}/reopen`)).toHaveLength(1));
  });

  it('is read-only for readers', async () => {
    engine.role = 'READER';
    open();
    await screen.findByRole('heading', { level: 1, name: umbrella.question });
    await screen.findByRole('link', { name: umbrella.question });
    expect(screen.queryByRole('button', { name: 'Escrever resposta' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Não é lacuna' })).toBeNull();
  });
});

describe('phrasings', () => {
  const phrasing = (text: string, more: Partial<Phrasing> = {}): Phrasing => ({
    id: idOf(40),
    text,
    state: 'proposed',
    contextId: branch.id,
    contentId: idOf(50),
    people: 3,
    proof: null,
    contentTitle: 'Formas de pagamento',
    lastAt: '2026-11-21T12:00:00Z',
    ...more,
  });
  let proposed: Phrasing[];
  let accepted: Phrasing[];
  let learning: PhrasingLearning;
  beforeEach(() => {
    proposed = [phrasing('aceita alelo?'), phrasing('passa vr?', { id: idOf(41), people: 1 })];
    accepted = [];
    learning = { contextId: branch.id, after: null };
    engine.on(({ method, path, query, body }) => {
      if (method === 'GET' && path === '/phrasings/learning') return { body: learning };
      if (path === '/phrasings/learning') {
        learning = body as PhrasingLearning;
        return { status: 204 };
      }
      if (method === 'GET' && path === '/phrasings') {
        const states: Record<string, Phrasing[]> = { proposed, accepted };
        const data = states[query.get('state') ?? ''] ?? [];
        return { body: { data, total: data.length, page: 1, limit: 20 } };
      }
      if (path === '/phrasings/reject') {
        proposed = [];
        return { body: { rejected: 1 } };
      }
      if (path !== '/phrasings/accept') return undefined;
      const ids = (body as { ids?: string[] }).ids;
      const taken = proposed.filter(({ id }) => ids?.includes(id) ?? true);
      proposed = proposed.filter((one) => !taken.includes(one));
      const proof = { answered: true, answer: 'Aceitamos Alelo.' };
      accepted = taken.map((one) => ({ ...one, state: 'accepted', proof }));
      const acceptedPhrasings: PhrasingsAccepted = {
        data: taken.map(({ id, text }) => ({ id, text, proof })),
        left: 0,
      };
      return { body: acceptedPhrasings };
    });
  });
  const rowWith = async (text: string) => (await screen.findByText(`“${text}”`)).closest('li')!;

  it('show the question, the content and the number of people, in a tab with its own address', async () => {
    const { user, address } = visit('/knowledge-gaps', routes);
    await user.click(await screen.findByRole('tab', { name: 'Formas de perguntar' }));
    await waitFor(() => expect(address()).toBe('/knowledge-gaps?tab=phrasings'));
    const row = await rowWith('aceita alelo?');
    expect(row.textContent).toContain('“aceita alelo?” → Formas de pagamento');
    expect(row.textContent).toContain('3 pessoas');
    expect(within(row).getByRole('link').getAttribute('href')).toBe(`/knowledge-base/content/edit/${idOf(50)}`);
    expect((await rowWith('passa vr?')).textContent).toContain('1 pessoa ·');
  });

  it('are accepted one by one or together, and show their new answer', async () => {
    const { user } = visit('/knowledge-gaps?tab=phrasings', routes);
    await user.click(await screen.findByRole('button', { name: 'Aceitar “aceita alelo?”' }));
    const proofs = await screen.findByText('Perguntamos de novo: 1 de 1 já é respondida');
    expect(within(proofs.parentElement!).getByText('Aceitamos Alelo.')).toBeTruthy();
    expect(engine.calls('POST', '/phrasings/accept')[0]?.body).toEqual({ ids: [idOf(40)] });
    await user.click(await screen.findByRole('button', { name: 'Aceitar a única' }));
    expect(await screen.findByText('Nenhuma proposta por enquanto')).toBeTruthy();
    expect(engine.calls('POST', '/phrasings/accept')[1]?.body).toHaveProperty('contextId');
    await user.click(screen.getByText('Aceitas'));
    expect((await rowWith('passa vr?')).textContent).toContain('Perguntada de novo: já é respondida');
  });

  it('are rejected', async () => {
    const { user } = visit('/knowledge-gaps?tab=phrasings', routes);
    await user.click(await screen.findByRole('button', { name: 'Recusar “passa vr?”' }));
    expect(await screen.findByText('Nenhuma proposta por enquanto')).toBeTruthy();
    expect(engine.calls('POST', '/phrasings/reject')[0]?.body).toEqual({ ids: [idOf(41)] });
  });

  it('are learned automatically from a configured number of people', async () => {
    const { user } = visit('/knowledge-gaps?tab=phrasings', routes);
    await user.click(await screen.findByRole('switch', { name: /Aprender sem perguntar/ }));
    const after = await screen.findByRole('spinbutton', { name: /pessoas diferentes/ });
    expect(learning.after).toBe(3);
    await user.clear(after);
    await user.type(after, '5{Enter}');
    await waitFor(() => expect(learning.after).toBe(5));
    const automatic = screen.getByRole<HTMLButtonElement>('switch', { name: /Aprender sem perguntar/ });
    await waitFor(() => expect(automatic.disabled).toBe(false));
    await user.click(automatic);
    await waitFor(() => expect(learning.after).toBeNull());
  });

  it('cannot be decided by readers', async () => {
    engine.role = 'READER';
    visit('/knowledge-gaps?tab=phrasings', routes);
    const row = await rowWith('aceita alelo?');
    expect(within(row).queryByRole('button')).toBeNull();
    expect(screen.queryByRole('button', { name: /Aceitar/ })).toBeNull();
    expect((await screen.findByRole<HTMLButtonElement>('switch')).disabled).toBe(true);
  });
});
