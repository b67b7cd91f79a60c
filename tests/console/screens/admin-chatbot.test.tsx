// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { inputSchema } from '../../../resources/kit/schema.ts';
import { type ModelRecord, models as resource } from '../../../resources/models.ts';
import { creditPrice, marginOf, tokensAtCost } from '../../../src/console/features/staff/admin-chatbot/credit-price.ts';
import { loadMessages } from '../../../src/console/providers/i18n.ts';
import { EMBEDDED_MODEL_ID, type ModelChoice, type ModelTrial } from '../../../src/shared/models.ts';
import { problem } from './engine-stand-in.ts';
import { pass, questionOf, screensAt, toasts, useStandIn, visit } from './render-screen.tsx';

const engine = useStandIn();
afterEach(() => void vi.useRealTimers());
beforeAll(() => loadMessages('models'));

const MINI = '018f0000-0000-7000-8000-0000000000a1';
const LOCAL = '018f0000-0000-7000-8000-0000000000a2';
const VECTORS = '018f0000-0000-7000-8000-0000000000a3';
const record = (more: Partial<ModelRecord>): ModelRecord & { version: string } => ({
  id: MINI,
  name: 'GPT mini',
  kind: 'chat',
  provider: 'openai',
  modelName: 'gpt-5.4-mini',
  baseUrl: null,
  keys: [{ key: '••••a1b2' }],
  inputTokensPerCredit: 20_000,
  outputTokensPerCredit: 5_000,
  inputPrice: 5,
  outputPrice: 20,
  conversionAmount: 10_000,
  conversionCredits: 500,
  conversionFactor: 0.2,
  temperature: 0.3,
  tokenWindow: 16_000,
  maxResponseTokens: 800,
  firstTokenSeconds: null,
  answerPrompt: null,
  classifyPrompt: null,
  declinedMessage: null,
  errorMessage: null,
  fallsBack: true,
  plans: [],
  isSearchModel: false,
  createdAt: '2026-11-20T12:00:00.000Z',
  updatedAt: '2026-11-20T12:00:00.000Z',
  version: 'v1',
  ...more,
});
const TRIAL: ModelTrial = {
  ok: true,
  message: 'Abre, sim: das 9h às 13h.',
  firstTokenMs: 420,
  totalMs: 1_234,
  inputTokens: 1_312,
  outputTokens: 58,
  cost: 0.00213,
  credits: 0.077,
};

/** What only a model that writes has. */
const WITHOUT = {
  ...{ outputPrice: null, outputTokensPerCredit: null, temperature: null, tokenWindow: null },
  ...{ maxResponseTokens: null, fallsBack: null },
};

let models: ModelRecord[];
let choice: ModelChoice;
let trial: ModelTrial | 'refused';
beforeEach(() => {
  engine.role = 'WM_ADMIN';
  trial = TRIAL;
  models = [
    record({
      ...WITHOUT,
      ...{ id: EMBEDDED_MODEL_ID, name: 'Modelo embutido', provider: 'embedded', keys: null, modelName: null },
      ...{ inputPrice: null, inputTokensPerCredit: null, conversionAmount: null, conversionCredits: null },
      plans: [{ id: 'free', name: 'Grátis' }],
    }),
    record({ plans: [{ id: 'pro', name: 'Profissional' }] }),
    record({ id: LOCAL, name: 'Servidor próprio', provider: 'openai-compatible', baseUrl: 'https://llm.loja/v1' }),
    record({ ...WITHOUT, id: VECTORS, name: 'Vetores', kind: 'embedding', inputTokensPerCredit: 1_000_000 }),
  ];
  choice = {
    plans: [
      { id: 'free', name: 'Grátis', modelId: EMBEDDED_MODEL_ID },
      { id: 'pro', name: 'Profissional', modelId: MINI },
    ],
    searchModelId: null,
    embedded: { done: 0, total: 0 },
    version: 'v1',
  };
  engine.on(({ method, path, body }) => {
    if (path === '/admin/model-choice') {
      if (method === 'PUT') choice = { ...choice, searchModelId: (body as ModelChoice).searchModelId };
      return { body: choice };
    }
    if (!path.startsWith('/admin/models')) return undefined;
    const [, , , id, action] = path.split('/');
    if (action === 'test') {
      return trial === 'refused' ? problem(429, 'rate_limited', 'Muitos pedidos em pouco tempo.') : { body: trial };
    }
    if (method === 'GET' && id) {
      const found = models.find((one) => one.id === id);
      return found ? { body: found } : problem(404, 'not_found', 'Não existe.');
    }
    if (method === 'GET') return { body: { data: models, total: models.length } };
    if (method === 'DELETE') {
      models = models.filter((one) => one.id !== id);
      return { status: 204 };
    }
    const { keys, ...input } = body as Partial<ModelRecord>;
    const masked = keys?.map(({ key }) => ({ key: `••••${key.slice(-4)}` }));
    const before = models.find((one) => one.id === id) ?? record({ id: LOCAL });
    const saved = { ...before, ...input, keys: masked ?? before.keys };
    models = [...models.filter((one) => one.id !== saved.id), saved];
    return { status: method === 'POST' ? 201 : 200, body: saved };
  });
});

const routes = screensAt('/admin/chatbot');
const row = async (name: string) =>
  within((await screen.findByText(name, { selector: 'tr *' })).closest('tr') as HTMLElement);
/** Opens the menu of a model, and chooses an action. */
const act = async (user: ReturnType<typeof visit>['user'], name: string, action: string) => {
  await user.click(await screen.findByRole('button', { name: `Ações de ${name}` }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
};
const drawer = async () => within(await screen.findByRole('dialog'));

/** Pastes text into an input: typing each key is slow here. */
const write = async (user: ReturnType<typeof visit>['user'], input: HTMLElement, text: string) => {
  await user.click(input);
  await user.paste(text);
};

describe('the value of a credit', () => {
  it('matches the example of the specification', () => {
    const credit = creditPrice(100, 500);
    expect(credit).toBe(0.2);
    expect(tokensAtCost(credit, 10)).toBe(20_000);
    expect(marginOf(credit, 10, 15_000)).toBe(0.25);
    expect(marginOf(credit, 10, 30_000)).toBe(-0.5);
  });

  it('has no margin at cost, and is null while a value is missing', () => {
    const amounts = fc.record({
      amount: fc.integer({ min: 1, max: 10_000 }),
      credits: fc.integer({ min: 1, max: 9_999 }),
    });
    fc.assert(
      fc.property(amounts, fc.integer({ min: 1, max: 500 }), ({ amount, credits }, price) => {
        const credit = creditPrice(amount, credits);
        const tokens = tokensAtCost(credit, price)!;
        fc.pre(tokens > 0);
        expect(marginOf(credit, price, tokens)!).toBeGreaterThanOrEqual(0);
        expect(marginOf(credit, price, tokens + 1)!).toBeLessThan(1e-9);
      }),
    );
    expect(creditPrice(0, 500)).toBeNull();
    expect(tokensAtCost(0.2, 0)).toBeNull();
    expect(marginOf(0.2, null, 10)).toBeNull();
    expect(marginOf(0.2, 0, 10)).toBe(1);
  });
});

describe('the list', () => {
  it('shows the cost and the plans of each model; the embedded one cannot be deleted', async () => {
    const { user } = visit('/admin/chatbot', routes);
    const mini = await row('GPT mini');
    mini.getByText(/^1 crédito = 20\smil tokens de entrada ou 5\smil de saída$/);
    mini.getByText('Profissional');
    const embedded = await row('Modelo embutido');
    embedded.getByText('0,2 crédito por resposta');
    await user.click(await embedded.findByRole('button', { name: 'Ações de Modelo embutido' }));
    const actions = await screen.findAllByRole('menuitem');
    expect(actions.map(({ textContent }) => textContent)).toEqual(['Testar', 'Editar']);
    (await row('Vetores')).getByText(/^1 crédito = 1\smilhão de tokens$/);
    (await row('Servidor próprio')).getByText('Nenhum plano usa');
  });

  it('tests a model and shows its answer, speed and cost', async () => {
    const { user } = visit('/admin/chatbot', routes);
    await act(user, 'GPT mini', 'Testar');
    await screen.findByText('Funcionou');
    expect(engine.calls('POST', `/admin/models/${MINI}/test`)).toHaveLength(1);
    const status = screen.getByRole('status').textContent?.replace(/\s/g, ' ');
    for (const part of ['Abre, sim', '420 ms', '1,2 s', '1.312 + 58', 'R$ 0,0021', '0,077'])
      expect(status).toContain(part);
  });

  it.each<[string, ModelTrial | 'refused', string]>([
    [
      'a provider that refuses',
      { ...TRIAL, ok: false, message: 'O provedor recusou a chave.' },
      'O provedor recusou a chave.',
    ],
    ['a call that is refused', 'refused', 'Muitos pedidos em pouco tempo.'],
  ])('shows %s in the row of the model', async (_, answer, sentence) => {
    trial = answer;
    const { user } = visit('/admin/chatbot', routes);
    await act(user, 'GPT mini', 'Testar');
    await screen.findByText('Falhou');
    screen.getByText(sentence);
    expect(screen.queryByText('R$', { exact: false })).toBeNull();
  });

  it('keeps the results of several models below their rows, to be compared, until they are closed', async () => {
    const { user } = visit('/admin/chatbot', routes);
    await act(user, 'GPT mini', 'Testar');
    await act(user, 'Servidor próprio', 'Testar');
    await waitFor(() => expect(screen.getAllByText('Funcionou')).toHaveLength(2));
    const below = (await screen.findByText('GPT mini', { selector: 'tr *' })).closest('tr')!
      .nextElementSibling as HTMLElement;
    await user.click(within(below).getByRole('button', { name: 'Fechar resultado do teste' }));
    await waitFor(() => expect(screen.getAllByText('Funcionou')).toHaveLength(1));
    await act(user, 'Servidor próprio', 'Testar');
    await waitFor(() => expect(engine.calls('POST', `/admin/models/${LOCAL}/test`)).toHaveLength(2));
  });

  it('deletes an unused model, and names the plans that use the others', async () => {
    const { user } = visit('/admin/chatbot', routes);
    await act(user, 'GPT mini', 'Excluir');
    const question = await questionOf('“GPT mini” está em uso');
    question.getByText(/Profissional/);
    expect(question.queryByRole('button', { name: 'Excluir modelo' })).toBeNull();
    await user.click(question.getByRole('button', { name: 'Entendi' }));
    await act(user, 'Vetores', 'Excluir');
    await user.click(await screen.findByRole('button', { name: 'Excluir modelo' }));
    await waitFor(() => expect(screen.queryByText('Vetores')).toBeNull());
    expect(engine.calls('DELETE', /^\/admin\/models/).map(({ path }) => path)).toEqual([`/admin/models/${VECTORS}`]);
  });

  it('shows an error and loads again on request', async () => {
    let isDown = true;
    engine.on(({ path }) => (isDown && path === '/admin/models' ? problem(500, 'internal', 'Deu errado.') : undefined));
    const { user } = visit('/admin/chatbot', routes);
    await screen.findByText('Deu errado.');
    isDown = false;
    await user.click(await screen.findByRole('button', { name: 'Tentar de novo' }));
    await row('GPT mini');
  });
});

describe('the model of each plan', () => {
  const pick = async (user: ReturnType<typeof visit>['user'], label: string, option: string) => {
    await user.click(await screen.findByLabelText(new RegExp(label), { selector: '[role=combobox]' }));
    await user.click((await screen.findAllByText(option)).at(-1) as HTMLElement);
  };

  it('saves the changed choices together, and offers only models of the right kind', async () => {
    const { user } = visit('/admin/chatbot', routes);
    const save = await screen.findByRole('button', { name: 'Salvar escolhas' });
    expect(save).toHaveProperty('disabled', true);
    await pick(user, 'Grátis', 'Servidor próprio');
    await pick(user, 'Busca por significado', 'Vetores');
    await user.click(save);
    await waitFor(() => expect(toasts()).toEqual(['Salvamos as escolhas.']));
    expect(engine.calls('PUT', '/admin/model-choice').map(({ body }) => body)).toEqual([
      {
        plans: [{ id: 'free', modelId: LOCAL }],
        searchModelId: VECTORS,
        version: 'v1',
      },
    ]);
  });

  it('shows the progress of the embeddings and polls until they are complete', async () => {
    choice = { ...choice, searchModelId: VECTORS, embedded: { done: 1_240, total: 4_870 } };
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    visit('/admin/chatbot', routes);
    await screen.findByText('1.240 de 4.870 trechos preparados');
    screen.getByText('As respostas continuam com o anterior até terminar.');
    choice = { ...choice, embedded: { done: 4_870, total: 4_870 } };
    await pass(3_000);
    await screen.findByText('4.870 trechos preparados');
    const callsBefore = engine.calls('GET', '/admin/model-choice').length;
    await pass(60_000);
    expect(engine.calls('GET', '/admin/model-choice')).toHaveLength(callsBefore);
  });
});

describe('the form', () => {
  it('requires missing fields, computes the margins while typing and sends valid input', async () => {
    const { user, address } = visit('/admin/chatbot/new', routes);
    const form = await drawer();
    form.getByTitle('Resposta');
    form.getByTitle('OpenAI');
    await user.click(form.getByRole('button', { name: 'Adicionar modelo' }));
    // The name, the provider's model name, two prices and two token counts.
    await waitFor(() => expect(form.getAllByText('Obrigatório')).toHaveLength(6));
    expect(engine.calls('POST', '/admin/models')).toEqual([]);
    await write(user, form.getByLabelText('Nome'), ' Rápido ');
    await write(user, form.getByLabelText('Modelo no provedor'), 'gpt-9');
    await user.click(form.getByRole('button', { name: 'Adicionar chave' }));
    const key = form.getByLabelText('Chave');
    expect(key.getAttribute('type')).toBe('password');
    await write(user, key, 'sk-123456');
    await write(user, form.getByLabelText(/^Preço.*entrada$/), '10,5');
    await write(user, form.getByLabelText(/^Preço.*saída$/), '40');
    form.getByText(/R\$\s100,00 por 500 créditos = 0,2 real por crédito/);
    form.getByText('No preço de custo, 1 crédito compra 19.047 tokens de entrada.');
    await write(user, form.getByLabelText('Tokens de entrada por crédito'), '10000');
    await write(user, form.getByLabelText('Tokens de saída por crédito'), '10000');
    form.getByText(/^Com este valor, a margem é de 47,5%\.$/);
    form.getByText(/^Com este valor, o prejuízo é de 100%\.$/);
    await user.click(form.getByRole('button', { name: 'Adicionar modelo' }));
    await waitFor(() => expect(address()).toBe('/admin/chatbot'));
    const [sent] = engine.calls('POST', '/admin/models');
    expect(inputSchema(resource).parse(sent?.body)).toEqual(sent?.body);
    expect(sent?.body).toMatchObject({
      name: 'Rápido',
      modelName: 'gpt-9',
      keys: [{ key: 'sk-123456' }],
      inputPrice: 10.5,
      outputPrice: 40,
      inputTokensPerCredit: 10_000,
      ...{ conversionAmount: 10_000, conversionCredits: 500 },
    });
  }, 60_000);

  it('sends only what has changed, keeps keys that are not replaced and never shows them', async () => {
    const { user } = visit(`/admin/chatbot/edit/${MINI}`, routes);
    const form = await drawer();
    await form.findByDisplayValue('••••a1b2');
    await user.type(form.getByLabelText('Nome'), ' novo');
    await user.click(form.getByRole('button', { name: 'Salvar alterações' }));
    await waitFor(() => expect(engine.calls('PUT', `/admin/models/${MINI}`)).toHaveLength(1));
    const [sent] = engine.calls('PUT', `/admin/models/${MINI}`);
    expect(sent?.body).toEqual({ name: 'GPT mini novo', version: 'v1' });
  });

  it('replaces the keys, saves before it tests, and stays open', async () => {
    const { user, address } = visit(`/admin/chatbot/edit/${MINI}`, routes);
    const form = await drawer();
    const key = await form.findByLabelText('Chave');
    await user.clear(key);
    await user.type(key, 'sk-999zzzz');
    await user.click(form.getByRole('button', { name: 'Salvar e testar' }));
    await form.findByText('Funcionou');
    await form.findByDisplayValue('••••zzzz');
    expect(engine.calls('PUT', `/admin/models/${MINI}`)[0]?.body).toMatchObject({ keys: [{ key: 'sk-999zzzz' }] });
    expect(engine.calls('POST', `/admin/models/${MINI}/test`)).toHaveLength(1);
    await waitFor(() => expect(address()).toBe(`/admin/chatbot/edit/${MINI}`));
    form.getByRole('button', { name: 'Testar' });
  });

  it('requires the address of a compatible server and adds its scheme', async () => {
    const { user } = visit(`/admin/chatbot/edit/${LOCAL}`, routes);
    const form = await drawer();
    const input = await form.findByLabelText('Endereço da API');
    await user.clear(input);
    await user.click(form.getByRole('button', { name: 'Salvar alterações' }));
    await form.findByText('Obrigatório');
    await user.type(input, 'llm:8000/v1');
    await user.click(form.getByRole('button', { name: 'Salvar alterações' }));
    await waitFor(() => expect(engine.calls('PUT', `/admin/models/${LOCAL}`)).toHaveLength(1));
    expect(engine.calls('PUT', `/admin/models/${LOCAL}`)[0]?.body).toMatchObject({
      baseUrl: 'https://llm:8000/v1',
    });
  });

  it('allows only the name and the default messages of the embedded model to change', async () => {
    const { user } = visit(`/admin/chatbot/edit/${EMBEDDED_MODEL_ID}`, routes);
    const form = await drawer();
    await form.findByLabelText('Nome');
    expect(form.getAllByRole('textbox')).toHaveLength(1);
    expect(form.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Modelo', 'Textos']);
    await user.click(form.getByRole('tab', { name: 'Textos' }));
    expect(form.getAllByRole('textbox')).toHaveLength(2);
    await user.type(form.getByLabelText(/^Quando não sabe responder/), 'Isso eu não sei.');
    await user.click(form.getByRole('button', { name: 'Salvar alterações' }));
    await waitFor(() => expect(engine.calls('PUT', /models/)).toHaveLength(1));
    expect(engine.calls('PUT', /models/)[0]?.body).toEqual({
      declinedMessage: 'Isso eu não sei.',
      version: 'v1',
    });
  });

  it('shows errors of the API at their fields', async () => {
    engine.on(({ method }) =>
      method === 'PUT'
        ? problem(422, 'invalid_input', 'Confira os campos destacados.', {
            errors: [{ field: 'conversionCredits', code: 'x', message: 'Créditos demais' }],
          })
        : undefined,
    );
    const { user } = visit(`/admin/chatbot/edit/${MINI}`, routes);
    const form = await drawer();
    await user.type(await form.findByLabelText('Nome'), '!');
    await user.click(form.getByRole('button', { name: 'Salvar alterações' }));
    await form.findByText('Créditos demais');
  });

  it('asks before unsaved changes are lost', async () => {
    const { user, address } = visit(['/admin/chatbot', '/admin/chatbot/new'], routes);
    const form = await drawer();
    await user.type(form.getByLabelText('Nome'), 'Quase');
    await user.click(form.getByRole('button', { name: 'Cancelar' }));
    await user.click(await screen.findByRole('button', { name: 'Sair sem salvar' }));
    await waitFor(() => expect(address()).toBe('/admin/chatbot'));
  });
});
