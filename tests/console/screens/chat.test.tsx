// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadMessages } from '../../../src/console/providers/i18n.ts';
import { setTheme } from '../../../src/console/theme/theme-store.ts';
import { palettes } from '../../../src/console/theme/tokens.ts';
import { initialAppearance } from '../../../src/shared/appearance.ts';
import { CONTEXTS, problem } from './engine-stand-in.ts';
import { optionOf, questionOf, screensAt, shadowTextOf, toasts, useStandIn, visit } from './render-screen.tsx';

const engine = useStandIn();
const contextId = String(CONTEXTS[0]?.id);
const routes = screensAt('/chat/preview', '/chat/setup', '/conversations/:conversationId');
const content = (more: object = {}) =>
  engine.fill('contents', [
    {
      title: 'Qual o prazo?',
      type: 'FAQ',
      status: 'done',
      enabled: true,
      updatedAt: '2026-01-01T00:00:00.000Z',
      ...more,
    },
  ]);
const SNIPPET = `<script src="https://prosa.example/w/${contextId}.js" async></script>`;
beforeAll(() => loadMessages('correction'));
let origins: string[] = [];
let refused: { origin: string; at: string } | null = null;
let offered: string[] = [];
beforeEach(() => {
  offered = [];
  origins = ['https://www.loja.com.br'];
  refused = null;
  engine.on(({ method, path, body }) => {
    if (path === `/widgets/${contextId}`)
      return { body: { contextId, appearance: { ...initialAppearance('Lia', 'Loja'), suggestions: offered } } };
    if (path !== `/contexts/${contextId}/origins`) return undefined;
    if (method === 'PUT') origins = (body as { origins: string[] }).origins;
    const shown = refused && origins.includes(refused.origin) ? null : refused;
    return { body: { origins, snippet: SNIPPET, lastSeenAt: null, refused: shown } };
  });
});

describe('preview and setup need content', () => {
  it.each(['/chat/preview', '/chat/setup'])('%s shows a dialog and a link to add content', async (path) => {
    const { user } = visit(path, routes);
    const dialog = within(await screen.findByRole('dialog', { name: 'Primeiro, ensine algo ao assistente' }));
    await dialog.findByRole('button', { name: 'Adicionar conteúdo' });
    await user.click(dialog.getByRole('button', { name: 'Cancelar' }));
    await screen.findByRole('heading', { level: 2, name: 'Primeiro, ensine algo ao assistente' });
    expect(screen.getByRole('link', { name: 'Adicionar conteúdo' }).getAttribute('href')).toBe(
      '/knowledge-base/content/upload?tab=link',
    );
    expect(engine.calls('GET', '/contents')[0]?.query.get('limit')).toBe('1');
  });

  it('shows the dialog without the button to users who cannot add content', async () => {
    engine.role = 'READER';
    visit('/chat/preview', routes);
    const dialog = within(await screen.findByRole('dialog', { name: 'Primeiro, ensine algo ao assistente' }));
    expect(dialog.queryByRole('button', { name: 'Adicionar conteúdo' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Adicionar conteúdo' })).toBeNull();
  });
});

/** A trial conversation whose answer stores its reasons. */
const explained = {
  contextId,
  firstQuestion: 'Qual o prazo?',
  type: 'preview',
  startedAt: '2026-11-21T12:00:00.000Z',
  exchanges: [
    {
      id: 'm1',
      model: 'embedded',
      outcome: 'answered',
      ...{ tokens: 0, cost: 0.2, searched: null },
      reasons: {
        confidence: 0.97,
        passages: [
          {
            contentId: 'c1',
            title: 'Qual o prazo?',
            heading: null,
            page: 3,
            excerpt: 'Cinco dias.',
            score: 9,
            used: true,
          },
        ],
        limits: [{ limit: 'daily', used: 12, of: 100 }],
        system: '',
      },
    },
  ],
};

describe('the preview', () => {
  const events = (question: string, conversationId: string) =>
    [
      ['conversation', { id: conversationId }],
      ['sources', [{ contentId: 'c1', title: 'Qual o prazo?', excerpt: 'Cinco dias.', page: 3 }]],
      ['delta', { text: `Sobre "${question}": ` }],
      ['delta', { text: 'cinco dias.' }],
      ['done', { messageId: 'm1', grounded: true, links: [] }],
    ]
      .map(([event, data]) => `event: ${String(event)}\ndata: ${JSON.stringify(data)}\n\n`)
      .join('');

  const requests: { body: unknown; authorization: string | undefined }[] = [];
  /** Answers message requests with an event stream, which the stand-in cannot do because it only sends JSON. */
  function answerIn(conversationId: string): void {
    const { fetch } = window;
    vi.stubGlobal('fetch', async (input: string | URL | Request, how?: RequestInit) => {
      if (!String(input).endsWith('/messages')) return fetch(input as string, how);
      const body = JSON.parse(String(how?.body)) as { question: string };
      requests.push({ body, authorization: new Headers(how?.headers).get('authorization') ?? undefined });
      return new Response(events(body.question, conversationId), {
        headers: { 'content-type': 'text/event-stream' },
      });
    });
  }
  beforeEach(() => {
    requests.length = 0;
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('offers the questions that the chat starts with where there are no questions and answers', async () => {
    offered = ['Vocês entregam no domingo?'];
    content({ type: 'TXT' });
    engine.on(({ path, query }) =>
      path === '/contents' && query.get('type') === 'FAQ' ? { body: { data: [], total: 0 } } : undefined,
    );
    visit('/chat/preview', routes);
    await screen.findByRole('button', { name: offered[0] });
  });

  it('shows the real widget panel, asks as the signed-in user and shows the sources of the answer', async () => {
    content();
    const [conversation] = engine.fill('conversations', [explained]);
    answerIn(String(conversation?.id));
    const { user, container } = visit('/chat/preview', routes);
    await user.click(await screen.findByRole('button', { name: 'Qual o prazo?' }));
    await waitFor(() => expect(requests).toHaveLength(1));
    expect(requests[0]?.body).toMatchObject({ question: 'Qual o prazo?' });
    expect(requests[0]?.authorization).toMatch(/^Bearer /);
    const passage = within(await screen.findByRole('list', { name: 'Trechos encontrados' })).getByRole('listitem');
    expect(passage.textContent).toMatch(/Qual o prazo\?.*Usado na resposta.*página 3/);
    expect(within(passage).getByRole('link').getAttribute('href')).toBe('/knowledge-base/content/edit/c1');
    const why = within(screen.getByRole('heading', { name: 'Por que esta resposta' }).parentElement as HTMLElement);
    expect(why.getByText('Alta (97%)')).toBeTruthy();
    expect(why.getByText('Prosa (trechos da sua base)')).toBeTruthy();
    expect(why.getByText('0,2')).toBeTruthy();
    expect(why.getByText('12 de 100')).toBeTruthy();
    await waitFor(() => expect(shadowTextOf(container)).toContain('cinco dias.'));
  });

  /** Asks the first suggested question; `more` changes its stored exchange. */
  async function askOne(more: object) {
    const rows = content({ title: 'Prazo de entrega' });
    const [exchange] = explained.exchanges;
    const exchanges = [{ ...exchange, question: 'E no sábado?', answer: 'Não sei.', searched: null, ...more }];
    const [conversation] = engine.fill('conversations', [{ ...explained, exchanges }]);
    answerIn(String(conversation?.id));
    const { user } = visit('/chat/preview', routes);
    await user.click(await screen.findByRole('button', { name: 'Prazo de entrega' }));
    await waitFor(() => expect(requests).toHaveLength(1));
    await screen.findByText('Alta (97%)');
    return { user, contentId: rows[0]!.id };
  }

  it.each(['answered', 'suggested', 'unknown'])(
    'corrects a wrong outcome (%s) with the right content and asks again',
    async (outcome) => {
      const { user, contentId } = await askOne({ outcome, searched: 'Entregam no sábado?' });
      const added = { id: contentId, proof: { answered: true, answer: 'Também aos sábados.' } };
      engine.on(({ method, path }) =>
        method === 'POST' && path === '/phrasings' ? { status: 201, body: added } : undefined,
      );
      await user.click(screen.getByRole('button', { name: 'Corrigir' }));
      const dialog = await questionOf('Qual conteúdo deveria ter respondido?');
      const action = dialog.getByRole<HTMLButtonElement>('button', { name: 'Usar este conteúdo' });
      expect(action.disabled).toBe(true);
      const question = dialog.getByLabelText<HTMLTextAreaElement>('Pergunta');
      expect(question.value).toBe('Entregam no sábado?');
      await user.clear(question);
      await user.type(question, 'Vocês entregam no sábado?');
      await user.click(dialog.getByLabelText('Conteúdo'));
      await user.click(await optionOf('Prazo de entrega'));
      await user.click(action);
      expect(await dialog.findByText('Perguntamos de novo: agora responde')).toBeTruthy();
      expect(dialog.getByText('Também aos sábados.')).toBeTruthy();
      const text = 'Vocês entregam no sábado?';
      expect(engine.calls('POST', '/phrasings').map(({ body }) => body)).toEqual([{ contextId, contentId, text }]);
    },
  );

  it.each([
    ['of a courtesy', 'OWNER', 'small_talk'],
    ['to users who may not edit the base', 'READER', 'answered'],
  ])('offers no correction %s', async (_, role, outcome) => {
    engine.role = role;
    await askOne({ outcome });
    expect(screen.queryByRole('button', { name: 'Corrigir' })).toBeNull();
  });

  it('stores nothing of the trial on the device', async () => {
    content();
    const { container } = visit('/chat/preview', routes);
    await waitFor(() => expect(shadowTextOf(container)).toContain('Lia'));
    expect(Object.keys(localStorage).filter((key) => key.startsWith('prosa:'))).toEqual([]);
  });
});

describe('the setup', () => {
  it('copies the snippet and reports success or failure', async () => {
    content();
    const { user } = visit('/chat/setup', routes);
    const copied: string[] = [];
    let works = true;
    const writeText = async (text: string) => {
      if (!works) throw new Error('denied');
      copied.push(text);
    };
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(writeText);
    document.execCommand = () => false;
    await screen.findByText(SNIPPET);
    await user.click(screen.getByRole('button', { name: 'Copiar código' }));
    await waitFor(() => expect(toasts()).toEqual(['Código copiado com sucesso.']));
    expect(copied).toEqual([SNIPPET]);
    works = false;
    await user.click(screen.getByRole('button', { name: 'Copiar código' }));
    await waitFor(() => expect(toasts()).toContain('Erro ao copiar o código.'));
  });

  it('allows a site once, by its origin', async () => {
    content();
    const { user } = visit('/chat/setup', routes);
    const field = await screen.findByLabelText('Endereço do site');
    await user.type(field, 'blog.loja.com.br/sobre{Enter}');
    await screen.findByText('https://blog.loja.com.br');
    expect(origins).toEqual(['https://www.loja.com.br', 'https://blog.loja.com.br']);
    await user.type(field, 'https://www.loja.com.br/{Enter}');
    await screen.findByText('Este site já está na lista');
    await user.clear(field);
    await user.type(field, 'não é{Enter}');
    await screen.findByText(/^Informe um endereço válido/);
    expect(engine.calls('PUT', /origins/)).toHaveLength(1);
  });

  it('allows a site once, even on a double click', async () => {
    content();
    const { user } = visit('/chat/setup', routes);
    await user.type(await screen.findByLabelText('Endereço do site'), 'blog.loja.com.br');
    await user.dblClick(screen.getByRole('button', { name: 'Autorizar' }));
    await screen.findByText('https://blog.loja.com.br');
    expect(engine.calls('PUT', /origins/)).toHaveLength(1);
  });

  it('shows which page was refused and allows it', async () => {
    refused = { origin: 'http://loja.test:8080', at: new Date().toISOString() };
    content();
    const { user } = visit('/chat/setup', routes);
    const alert = within(await screen.findByRole('alert'));
    alert.getByText('O chat não abriu em http://loja.test:8080');
    await user.click(alert.getByRole('button', { name: 'Autorizar' }));
    await screen.findByText('http://loja.test:8080');
    expect(origins).toContain('http://loja.test:8080');
  });

  it('removes a site after a confirmation that names it', async () => {
    content();
    const { user } = visit('/chat/setup', routes);
    await user.click(await screen.findByRole('button', { name: 'Remover www.loja.com.br' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('Remover “www.loja.com.br”?')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Remover site' }));
    await screen.findByText(/^Nenhum site autorizado: por enquanto/);
    expect(origins).toEqual([]);
  });

  it('shows the sites to users who cannot change them', async () => {
    engine.role = 'WRITER';
    content();
    visit('/chat/setup', routes);
    await screen.findByText('https://www.loja.com.br');
    expect(screen.queryByLabelText('Endereço do site')).toBeNull();
    expect(screen.queryByRole('button', { name: /Remover/ })).toBeNull();
  });
});

describe('the conversation detail', () => {
  /** Waits for the shadow roots of the two exchanges that the widget's renderer draws. */
  const drawnExchanges = () =>
    waitFor(() => {
      const inside = screen.getAllByRole('article').flatMap((one) => [...one.querySelectorAll('*')]);
      const drawn = inside.flatMap(({ shadowRoot }) => shadowRoot ?? []);
      expect(drawn).toHaveLength(2);
      return drawn;
    });
  const conversationWith = (more: object = {}) => ({
    id: '018f0000-0000-7000-8000-00000000f00d',
    contextId,
    firstQuestion: 'Qual o prazo?',
    startedAt: '2026-11-21T12:00:00.000Z',
    context: contextId,
    interactions: 2,
    totalTokens: 1500,
    type: 'widget',
    sentiment: 'positive',
    satisfied: null,
    goal: null,
    wantedHuman: null,
    talk: [],
    handover: null,
    canJoin: false,
    exchanges: [
      {
        id: 'e1',
        question: 'Qual o prazo?',
        answer: '**Cinco** dias.',
        grounded: true,
        outcome: 'answered',
        sources: [{ contentId: 'c', title: 'Entregas', excerpt: 'Cinco dias.' }],
        links: [],
        createdAt: '2026-11-21T12:00:00.000Z',
        model: 'embedded',
      },
      {
        id: 'e2',
        question: 'Vendem vinho?',
        answer: 'Não encontrei essa informação por aqui.',
        grounded: false,
        outcome: 'unknown',
        sources: [],
        links: [],
        createdAt: '2026-11-21T12:01:00.000Z',
        model: 'gpt-x',
      },
    ],
    ...more,
  });

  it('renders question, answer and sources with the widget’s renderer, next to the facts', async () => {
    const [row] = engine.fill('conversations', [conversationWith()]);
    visit(`/conversations/${row?.id}`, routes);
    await screen.findByRole('heading', { name: 'Qual o prazo?' });
    const drawn = await drawnExchanges();
    expect(within(drawn[0] as never).getByRole('strong').textContent).toBe('Cinco');
    expect(drawn[0]?.textContent).toContain('Entregas');
    expect(screen.getByText('Sem resposta nos conteúdos')).toBeTruthy();
    expect(await screen.findAllByRole('button', { name: /^Melhorar resposta/ })).toHaveLength(2);
    const facts = within(screen.getByRole('complementary'));
    expect(facts.getByText('Positivo')).toBeTruthy();
    expect(facts.getByText('1.500')).toBeTruthy();
    expect(facts.getByText('Prosa (trechos da sua base), gpt-x')).toBeTruthy();
    expect(screen.getByText(/21 de novembro de 2026/)).toBeTruthy();
  });

  it('shows the offered suggestions, the chosen one and the reasons', async () => {
    const offered = { contentId: 'c1', ordinal: 0, label: 'Formas de pagamento', excerpt: 'Pix.' };
    const exchange = {
      id: 'e1',
      question: 'aceita alelo?',
      answer: 'Talvez ajude:',
      grounded: false,
      outcome: 'suggested',
      sources: [],
      links: [],
      createdAt: '2026-11-21T12:00:00.000Z',
      model: 'embedded',
      suggestions: [offered, { ...offered, contentId: 'c2', label: 'Prazo de entrega' }],
      chosen: { contentId: 'c1', ordinal: 0, answer: 'Aceitamos Pix e cartão.', sources: [], links: [] },
      tokens: 0,
      cost: 0.2,
      searched: null,
      rating: null,
      improvement: null,
      reasons: { confidence: 0.3, passages: [], limits: [], system: '' },
    };
    const sentence = 'A entrega custa R$ 15,00.';
    const removedSentences = [{ sentence, claims: [{ kind: 'price', text: 'R$ 15,00' }] }];
    const untaken = {
      ...exchange,
      id: 'e2',
      chosen: null,
      reasons: { ...exchange.reasons, heldBack: removedSentences },
    };
    const [row] = engine.fill('conversations', [conversationWith({ exchanges: [exchange, untaken] })]);
    const { user } = visit(`/conversations/${row?.id}`, routes);
    const [taken, left] = await drawnExchanges();
    const reasons = screen.getAllByRole('button', { name: /Por que esta resposta/ });
    for (const one of reasons) await user.click(one);
    expect(taken!.textContent).toContain('Escolhida: Formas de pagamento');
    expect(taken!.textContent).toContain('Aceitamos Pix e cartão.');
    expect(taken!.querySelectorAll('.near button')).toHaveLength(0);
    expect(left!.textContent).not.toContain('Escolhida');
    expect(screen.getByText('Respondida pela sugestão escolhida')).toBeTruthy();
    expect(screen.getByText('Ofereceu sugestões, e nenhuma foi escolhida')).toBeTruthy();
    expect(screen.getByText(/deixou o visitante escolher\. Foi escolhida “Formas de pagamento”\./)).toBeTruthy();
    expect(screen.getByText(/deixou o visitante escolher\. Nenhuma foi escolhida\./)).toBeTruthy();
    expect(screen.getByText(/^1 frase do modelo foi retida/)).toBeTruthy();
    expect(screen.getByText('preço: R$ 15,00')).toBeTruthy();
    // No tokens are counted where no model was used.
    expect(screen.getAllByText('Baixa (30%)')).toHaveLength(2);
    expect(screen.queryByText(/peso|tokens|Texto lido/i)).toBeNull();
  });

  it('uses the default appearance when its context no longer exists', async () => {
    engine.on(({ path }) => (path.startsWith('/widgets/') ? problem(404, 'not_found', 'Não encontramos.') : undefined));
    const [row] = engine.fill('conversations', [conversationWith()]);
    visit(`/conversations/${row?.id}`, routes);
    await drawnExchanges();
  });

  it('follows the theme', async () => {
    const [row] = engine.fill('conversations', [conversationWith()]);
    visit(`/conversations/${row?.id}`, routes);
    const groundOf = async () => {
      const shadow = (await drawnExchanges())[0]!;
      const rules = shadow.adoptedStyleSheets.flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText));
      const styles = [...shadow.querySelectorAll('style')].map(({ textContent }) => textContent);
      return /--ground:\s*(#\w+)/.exec([...rules, ...styles].join())?.[1]?.toUpperCase();
    };
    for (const theme of ['light', 'dark'] as const) {
      act(() => setTheme(theme));
      await waitFor(async () => expect(await groundOf()).toBe(palettes[theme].surface));
    }
  });

  it('shows that a conversation does not exist', async () => {
    visit('/conversations/018f0000-0000-7000-8000-00000000dead', routes);
    await screen.findByText('Não encontramos o que você procura');
  });
});
