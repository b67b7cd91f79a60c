// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Dashboard, Figures, LabelCounts, Monitoring } from '../../../src/shared/insight.ts';
import type { ToDo } from '../../../src/shared/to-do.ts';
import { CONTEXTS, USER } from './engine-stand-in.ts';
import { chooseOption, screensAt, useStandIn, visit } from './render-screen.tsx';

const engine = useStandIn();
const routes = screensAt('/', '/interaction-monitoring', '/conversations');
const [shop, branch] = CONTEXTS as [(typeof CONTEXTS)[number], (typeof CONTEXTS)[number]];
const period = { from: '2026-11-20', to: '2026-11-21', days: 2, before: { from: '2026-11-18', to: '2026-11-19' } };
const sums = (interactions: number, declined = 0): Figures => ({
  conversations: interactions,
  interactions,
  helped: interactions - declined,
  shown: 0,
  declined,
  credits: 2.4,
});

const counted: Dashboard = {
  period,
  counts: {
    contexts: { active: 1, pending: 1 },
    invitations: { pending: 2, expired: 0, accepted: 3 },
    links: 4,
    contents: { done: 5, pending: 1, working: 0, error: 2, failed: 2 },
  },
  today: sums(124),
  yesterday: sums(100),
  figures: sums(224, 56),
  before: sums(224),
  byDay: [
    { day: '2026-11-20', ...sums(100, 6), before: 90 },
    { day: '2026-11-21', ...sums(124, 50), helped: 71, before: 134 },
  ],
  byContext: [
    { contextId: shop.id, name: shop.name, before: 0, ...sums(168) },
    { contextId: branch.id, name: branch.name, before: 0, ...sums(56) },
  ],
  byChannel: [
    { type: 'widget', before: 0, ...sums(24) },
    { type: 'whatsapp', before: 0, ...sums(200) },
  ],
  attendance: null,
  isEmpty: false,
};

const labels: LabelCounts = {
  goal: { praise: 1, information: 6, complaint: 3, other: 0 },
  sentiment: { positive: 2, neutral: 5, negative: 3 },
  wantedHuman: { yes: 2, no: 8 },
  satisfied: null,
  ratings: null,
  conversations: 12,
  helped: 30,
  shown: 0,
  unanswered: 10,
  labelled: 10,
  estimated: 10,
};
const monitored: Monitoring = {
  period,
  resolution: { resolved: 6, person: 1, down: 0, again: 2, unanswered: 3 },
  labels,
  before: labels,
  byDay: counted.byDay.map(({ day }) => ({ day, ...labels })),
  byContext: [
    { contextId: shop.id, name: shop.name, ...labels },
    { contextId: branch.id, name: branch.name, ...labels, goal: { ...labels.goal, complaint: 0 } },
  ],
  nextLabelsAt: '2026-11-20T13:03:00Z',
  refused: [{ limit: 'daily', visitors: 12 }],
  seo: { score: 65, pages: 2, worst: [{ contentId: shop.id, title: 'Contato', url: null, score: 40 }] },
};

const NOTHING: ToDo = {
  ...{ stops: [], conversations: null, messages: null, gaps: [], credits: null },
  ...{ failed: null, held: null, changed: null },
};

let board: Dashboard;
let toDo: ToDo;
let guide: Record<string, unknown> | null;
let monitor: Monitoring;
beforeEach(() => {
  board = counted;
  monitor = monitored;
  toDo = NOTHING;
  guide = null;
  engine.on(({ path }) => {
    if (path === '/dashboard') return { body: board };
    if (path === '/dashboard/to-do') return { body: toDo };
    if (path === '/users/me' && guide) return { body: guide };
    if (path === '/users/tutorial') return { body: { content: true, preview: false, setup: false } };
    if (path === '/interaction-monitoring') return { body: monitor };
    return undefined;
  });
});

describe('the dashboard', () => {
  it('compares today with yesterday in a sentence, and links figures to their conversations', async () => {
    visit('/', routes);
    expect(await screen.findByText('Hoje, 124 interações; 24% mais que ontem.')).toBeTruthy();
    expect(screen.getByText(/224 interações no período, 112 por dia; o mesmo que nos 2 dias anteriores/)).toBeTruthy();
    expect(screen.getByText('25% das perguntas')).toBeTruthy();
    expect(screen.getByRole('link', { name: /Resolvidas/ }).textContent).toContain('168');
    const column = screen.getByRole('link', {
      // Greetings are interactions, but no questions.
      name: '21 de nov.: 71 resolvidas, 0 mostradas, 50 sem resposta, 3 cumprimentos e outras, 2 dias anteriores: 134',
    });
    expect(column.getAttribute('href')).toBe(
      '/conversations?startedAt_gte=2026-11-21&startedAt_lte=2026-11-21&type=widget&type=whatsapp&everywhere=true',
    );
    const share = screen.getByRole('link', { name: /Loja de Curitiba/ });
    expect(share.getAttribute('href')).toContain(`contextId=${branch.id}`);
    expect(share.textContent).toContain('25%');
    expect(screen.getByText('“WhatsApp” recebeu 89% das interações.')).toBeTruthy();
    const ofSite = new URLSearchParams(screen.getByRole('link', { name: /^Site/ }).getAttribute('href')!.split('?')[1]);
    expect(ofSite.getAll('type')).toEqual(['widget']);
    expect(screen.getByText('2 com erro, 1 em preparo')).toBeTruthy();
    expect(screen.getByText('Período de 20/11/2026 a 21/11/2026.')).toBeTruthy();
  });

  it('keeps its filters in the address and sends them', async () => {
    const { user, address } = visit(`/?days=7&contextId=${branch.id}`, routes);
    await user.click(await screen.findByRole('switch', { name: /Incluir testes/ }));
    await waitFor(() => expect(address()).toBe(`/?days=7&contextId=${branch.id}&trials=true`));
    const last = () => engine.calls('GET', '/dashboard').at(-1)!.query;
    await waitFor(() => expect(last().getAll('types')).toEqual(['widget', 'preview', 'demo', 'whatsapp']));
    const query = last();
    expect(query.get('days')).toBe('7');
    expect(query.getAll('contextId')).toEqual([branch.id]);
    await user.click(screen.getByText('Hoje'));
    await waitFor(() => expect(address()).toContain('days=today'));
  });

  it('counts one channel, and links to its conversations', async () => {
    const { user, address } = visit('/?channel=whatsapp', routes);
    const helped = await screen.findByRole('link', { name: /Resolvidas/ });
    expect(engine.calls('GET', '/dashboard').at(-1)!.query.getAll('types')).toEqual(['whatsapp']);
    expect(new URLSearchParams(helped.getAttribute('href')!.split('?')[1]).getAll('type')).toEqual(['whatsapp']);
    expect(screen.queryByRole('switch', { name: /Incluir testes/ })).toBeNull();
    await chooseOption(user, 'Origem', 'Site');
    await waitFor(() => expect(address()).toBe('/?channel=widget'));
    expect(engine.calls('GET', '/dashboard').at(-1)!.query.getAll('types')).toEqual(['widget']);
  });

  it('says first what waits, each with where it is mended, and says so when nothing does', async () => {
    const createdAt = '2026-11-20T13:03:00Z';
    const stop = { contextId: shop.id, contextName: 'Loja', createdAt };
    const page = { contentId: shop.id, title: 'Contato' };
    toDo = {
      stops: [
        { ...stop, limit: 'deactivated', period: '2026-11-30T13:03:00Z', visitors: 1 },
        { ...stop, limit: 'daily', period: '2026-11-20', visitors: 12 },
      ],
      conversations: { count: 2, since: createdAt, contextId: shop.id },
      messages: { count: 1, since: createdAt, contextId: branch.id },
      gaps: [{ id: shop.id, question: 'Tem aula de violino?', visitors: 3 }],
      failed: { count: 7, data: [page] },
      held: { count: 1, data: [page] },
      changed: { count: 0, data: [] },
      credits: { endsOn: '2026-11-28T13:00:00Z', until: '2026-12-10' },
    };
    const { unmount } = visit('/', routes);
    const list = within(await screen.findByRole('region', { name: 'Para hoje' }));
    expect(list.getByText(/^O chat de “Loja” está pausado até .+, 1 visitante ficou sem resposta\.$/)).toBeTruthy();
    expect(
      list.getByText(/^O chat de “Loja” parou em 20 de novembro .+ 12 visitantes ficaram sem resposta/),
    ).toBeTruthy();
    expect(
      list.getByText('No ritmo atual, os créditos acabam em 28/11/2026, antes da renovação em 10/12/2026'),
    ).toBeTruthy();
    expect(list.getByText(/e mais 6/)).toBeTruthy();
    const edit = `/knowledge-base/content/edit/${shop.id}`;
    for (const [name, href] of [
      [/^Ver pausa: /, '/settings/usage'],
      [/^Ver limites: /, '/settings/usage'],
      ['Atender: 2 conversas esperam por uma pessoa', '/inbox'],
      ['Ver recados: 1 recado sem resposta', '/visitor-messages?status=open'],
      [/^Decidir: /, edit],
      ['Corrigir: 7 conteúdos com erro', edit],
      ['Responder: Tem aula de violino?', `/knowledge-gaps/${shop.id}`],
      [/^Ver plano: /, '/plan'],
    ] as const)
      expect(list.getByRole('link', { name }).getAttribute('href'), String(name)).toBe(href);
    unmount();
    toDo = NOTHING;
    visit('/', routes);
    expect(await screen.findByText('Nada espera por você agora.')).toBeTruthy();
  });

  it('shows credits with at most one decimal', async () => {
    board = { ...counted, figures: { ...counted.figures, credits: 44.237 } };
    visit('/', routes);
    const figure = await screen.findByRole('link', { name: /Créditos usados/ });
    expect(figure.textContent).toContain('44,2');
    expect(figure.textContent).not.toContain('44,23');
  });

  it('marks the latest conversations that are tests', async () => {
    engine.fill('conversations', [
      {
        id: '018f0000-0000-7000-8000-00000000dddd',
        firstQuestion: 'Vocês entregam?',
        interactions: 3,
        type: 'preview',
        startedAt: '2026-11-21T12:00:00.000Z',
      },
    ]);
    visit('/', routes);
    expect((await screen.findByRole('link', { name: /Vocês entregam/ })).textContent).toContain('3 perguntas · Teste');
  });

  it('shows the folded guide instead of zeros before the first question, with the next step', async () => {
    board = { ...counted, isEmpty: true };
    guide = { ...USER, role: 'OWNER', tutorial: 3, tutorialFolded: true };
    visit('/', routes);
    const steps = within(await screen.findByRole('region', { name: 'Primeiros passos' }));
    expect(steps.getByText('Ensinar o assistente').textContent).toBe('Ensinar o assistente: feito');
    expect(steps.getByRole('link', { name: 'Testar' }).getAttribute('href')).toBe('/chat/preview');
    expect(screen.queryByText(/Hoje, /)).toBeNull();
    expect(screen.queryByText('Interações por dia')).toBeNull();
  });
});

describe('interaction monitoring', () => {
  it('describes each label in a sentence, and links each part to its conversations', async () => {
    visit('/interaction-monitoring', routes);
    expect(await screen.findByText('O mais comum é informação: 60% das conversas.')).toBeTruthy();
    expect(screen.getByText(/^75% das perguntas foram resolvidas/)).toBeTruthy();
    expect(screen.getByText('12 pelo limite do dia')).toBeTruthy();
    expect(screen.getByText(/100% das avaliações são estimadas/)).toBeTruthy();
    const goal = within(screen.getByRole('list', { name: 'Objetivo' }));
    expect(goal.getByRole('link', { name: /Reclamação/ }).getAttribute('href')).toBe(
      '/conversations?goal=complaint&startedAt_gte=2026-11-20&startedAt_lte=2026-11-21&type=widget&type=whatsapp&everywhere=true',
    );
    expect(screen.getByText('“Loja” reúne 100% das reclamações.')).toBeTruthy();
    expect(screen.getByRole('link', { name: /Contato/ }).getAttribute('href')).toBe(`/seo-evaluation/${shop.id}`);
  });

  it('draws no conclusions from conversations without labels', async () => {
    const nobody = { yes: 0, no: 0 };
    const unlabelled: LabelCounts = {
      goal: { praise: 0, information: 0, complaint: 0, other: 0 },
      wantedHuman: nobody,
      sentiment: { positive: 0, neutral: 0, negative: 0 },
      satisfied: nobody,
      ratings: { up: 0, down: 0 },
      conversations: 12,
      helped: 0,
      shown: 0,
      unanswered: 0,
      labelled: 0,
      estimated: 0,
    };
    monitor = { ...monitored, labels: unlabelled, before: { ...unlabelled, conversations: 0 } };
    visit('/interaction-monitoring', routes);
    expect(
      await screen.findByText(/^12 conversas ainda não foram avaliadas: .+ A próxima avaliação é às 10:03\.$/),
    ).toBeTruthy();
    expect(screen.getByText(/12 conversas no período; nenhuma nos 2 dias anteriores\./)).toBeTruthy();
    expect(screen.queryByText(/Ninguém|Nenhuma conversa/)).toBeNull();
    expect(screen.queryByRole('list', { name: 'Objetivo' })).toBeNull();
    expect(screen.getByText('SEO das páginas')).toBeTruthy();
  });

  it('shows visitor ratings when the plan has them, and otherwise the upgrade', async () => {
    const { unmount } = visit('/interaction-monitoring', routes);
    expect(await screen.findByText('Disponível em um plano superior ao seu.')).toBeTruthy();
    unmount();
    monitor = { ...monitored, labels: { ...labels, satisfied: { yes: 3, no: 1 }, ratings: { up: 7, down: 2 } } };
    visit('/interaction-monitoring', routes);
    expect(
      await screen.findByText(/75% saíram satisfeitos\. Respostas bem avaliadas: 7; mal avaliadas: 2/),
    ).toBeTruthy();
  });
});

describe('the conversation list', () => {
  const row = {
    firstQuestion: 'Qual o prazo?',
    startedAt: '2026-11-21T12:00:00.000Z',
    context: shop.id,
    contextId: shop.id,
    interactions: 1,
    totalTokens: 0,
    type: 'widget',
    sentiment: 'negative',
    satisfied: null,
    goal: 'complaint',
    wantedHuman: true,
    labelledBy: 'classifier',
  };

  it('includes all contexts through a switch in the address', async () => {
    engine.fill('conversations', [row]);
    const { user, address } = visit('/conversations', routes);
    await screen.findByText('Qual o prazo?');
    expect(screen.getByRole('cell', { name: /Reclamação/ }).textContent).toContain('(estimado)');
    await user.click(screen.getByRole('checkbox', { name: 'Todos os contextos' }));
    await waitFor(() => expect(address()).toContain('everywhere=true'));
    expect(engine.calls('GET', '/conversations').at(-1)!.query.get('everywhere')).toBe('true');
  });

  it('filters by several contexts, which stay in the address', async () => {
    engine.fill('conversations', [row]);
    const { user, address } = visit('/conversations', routes);
    await screen.findByText('Qual o prazo?');
    for (const { name } of CONTEXTS) await chooseOption(user, 'Contexto', name);
    const ids = CONTEXTS.map(({ id }) => id);
    await waitFor(() =>
      expect(engine.calls('GET', '/conversations').at(-1)!.query.getAll('context').toSorted()).toEqual(ids),
    );
    expect(new URL(address(), 'http://x').searchParams.getAll('context').toSorted()).toEqual(ids);
  });

  it('exports the filtered conversations for administrators', async () => {
    engine.fill('conversations', [row]);
    engine.on(({ path }) => (path === '/conversations/export' ? { body: {} } : undefined));
    // Following the download link would leave the page of the test.
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const { user } = visit('/conversations?goal=complaint&search=prazo', routes);
    await user.click(await screen.findByRole('button', { name: /Exportar/ }));
    await user.click(await screen.findByText('JSON Lines'));
    await waitFor(() => expect(click).toHaveBeenCalled());
    click.mockRestore();
    const { query } = engine.calls('GET', '/conversations/export')[0]!;
    expect([query.get('format'), query.get('goal'), query.get('search')]).toEqual(['jsonl', 'complaint', 'prazo']);
  });

  it('offers no export to readers', async () => {
    engine.role = 'READER';
    engine.fill('conversations', [row]);
    visit('/conversations', routes);
    await screen.findByText('Qual o prazo?');
    expect(screen.queryByRole('button', { name: /Exportar/ })).toBeNull();
  });
});
