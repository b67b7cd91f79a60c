import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chooseSearchModel } from '../support/choose-model.ts';
import { embeddingModelInput } from '../support/model-input.ts';
import { type ModelProvider, startModelProvider } from '../support/model-provider.ts';
import { type Caller, eventsOf, startServer, type TestServer, textOf, until } from '../support/server.ts';

let provider: ModelProvider;
let server: TestServer;
let staff: Caller;
let first: string;
let second: string;

/** The fake model treats each key as a synonym of its value. Only the values occur in the knowledge base. */
const synonyms = { delonga: 'prazo', remanso: 'entrega' };

beforeAll(async () => {
  provider = await startModelProvider({ synonyms });
  server = await startServer({ env: { CRAWL_ALLOW: provider.host } });
  staff = await server.as(await server.signUp(), 'WM_ADMIN');
  first = (await staff.post('/admin/models', embeddingModelInput('busca-um', provider.baseUrl))).body.id;
  second = (await staff.post('/admin/models', embeddingModelInput('busca-dois', provider.baseUrl))).body.id;
});
beforeEach(async () => chooseSearchModel(staff, null));
afterEach(async () => {
  provider.reset();
  // A model that is chosen next embeds the shops of other tests, too.
  await rowsOf('delete from contents');
});
afterAll(async () => {
  await server.close();
  await provider.close();
});

const FAQS = [
  ['Prazo de entrega', 'São sete dias úteis.'],
  ['Formas de pagamento', 'Aceitamos cartão e boleto.'],
  ['Endereço da loja', 'Rua das Flores, 10.'],
  ['Horário de funcionamento', 'Das nove às dezoito horas.'],
  ['Garantia das bicicletas', 'Dois anos para o quadro.'],
  ['Troca de pneus', 'Fazemos na hora, sem agendar.'],
];
/** Shares no word with the knowledge base. */
const QUESTION = 'delonga o remanso?';

async function newShop(): Promise<Caller> {
  const caller = await server.signUp();
  for (const [question, answer] of FAQS) {
    await caller.post('/contents/faq', { contextId: caller.contextId, question, answer });
  }
  await untilTrained(caller);
  return caller;
}
const untilTrained = ({ get, contextId }: Caller) =>
  until(async () => {
    const { body } = await get(`/contents?contextId=${contextId}&limit=100`);
    return body.data.every(({ status }: any) => status === 'done');
  });
const rowsOf = async (sql: string, ...values: unknown[]) =>
  (await server.services.db.pool.query(sql, values)).rows as Record<string, any>[];
const vectorsOf = ({ accountId }: Caller, modelId: string) =>
  rowsOf('select 1 from chunk_embeddings where account_id = $1 and model_id = $2', accountId, modelId);
const answersBy = async ({ contextId }: Caller, modelId: string | null) =>
  (await rowsOf('select embedding_model_id as id from contexts where id = $1', contextId))[0]!.id === modelId;
const ask = ({ contextId }: Caller, question = QUESTION) =>
  server.call({ method: 'POST', url: `/api/widgets/${contextId}/messages`, payload: { question } });
const isGrounded = (text: string) => eventsOf(text).find(({ event }) => event === 'done')!.data.grounded as boolean;

describe('with an embedding model', () => {
  it('finds an answer by meaning, which keyword search does not find', async () => {
    const caller = await newShop();
    expect(isGrounded((await ask(caller)).text)).toBe(false);
    await chooseSearchModel(staff, first);
    await until(() => answersBy(caller, first));
    expect(await vectorsOf(caller, first)).toHaveLength(FAQS.length);
    const answer = await ask(caller);
    expect(textOf(answer)).toContain('sete dias úteis');
    expect(isGrounded(answer.text)).toBe(true);
    expect(isGrounded((await ask(caller, 'vocês alugam foguetes?')).text)).toBe(false);
    await chooseSearchModel(staff, null);
    expect(isGrounded((await ask(caller)).text)).toBe(false);
    expect(await vectorsOf(caller, first)).toHaveLength(0);
  });

  it('stores embeddings during training, and ignores those of disabled and deleted contents', async () => {
    await chooseSearchModel(staff, first);
    const caller = await newShop();
    await until(() => answersBy(caller, first));
    expect(textOf(await ask(caller))).toContain('sete dias úteis');
    const { body } = await caller.get(`/contents?contextId=${caller.contextId}&search=Prazo`);
    await caller.put(`/contents/${body.data[0].id}`, { enabled: false });
    expect(textOf(await ask(caller))).not.toContain('sete dias úteis');
    await caller.put(`/contents/${body.data[0].id}`, { enabled: true });
    expect(textOf(await ask(caller))).toContain('sete dias úteis');
    await caller.delete(`/contents/${body.data[0].id}`);
    expect(textOf(await ask(caller))).not.toContain('sete dias úteis');
    expect(await vectorsOf(caller, first)).toHaveLength(FAQS.length - 1);
  });

  it('trains without embeddings while the provider is down, and adds them later', async () => {
    await chooseSearchModel(staff, first);
    provider.next(...Array.from({ length: 40 }, () => ({ kind: 'status', status: 400 }) as const));
    const caller = await newShop();
    expect(textOf(await ask(caller, 'prazo de entrega'))).toContain('sete dias úteis');
    expect(await answersBy(caller, null)).toBe(true);
    provider.reset();
    await rowsOf(
      `update jobs set run_at = now(), state = 'waiting' where kind = 'embed' and account_id = $1`,
      caller.accountId,
    );
    await until(() => answersBy(caller, first), 20_000);
    expect(textOf(await ask(caller))).toContain('sete dias úteis');
  });

  it('switches to another model only when everything is embedded, and deletes the old embeddings', async () => {
    await chooseSearchModel(staff, first);
    const caller = await newShop();
    await until(() => answersBy(caller, first));
    provider.next({ kind: 'hang' });
    await chooseSearchModel(staff, second);
    // The new model hangs at its first request, so the old one still answers.
    const isAsked = () => provider.requests.some(({ body }) => (body as { model?: string }).model === 'busca-dois');
    await expect.poll(isAsked).toBe(true);
    expect(textOf(await ask(caller, 'e delonga o remanso?'))).toContain('sete dias úteis');
    expect(await answersBy(caller, first)).toBe(true);
    await chooseSearchModel(staff, null);
    await chooseSearchModel(staff, second);
    await until(() => answersBy(caller, second), 60_000);
    expect(await vectorsOf(caller, first)).toHaveLength(0);
    expect(await vectorsOf(caller, second)).toHaveLength(FAQS.length);
    expect((await staff.get('/admin/model-choice')).body).toMatchObject({ searchModelId: second });
  }, 90_000);

  it('falls back to keyword search when the provider fails to embed a question', async () => {
    await chooseSearchModel(staff, first);
    const caller = await newShop();
    await until(() => answersBy(caller, first));
    provider.next({ kind: 'status', status: 500 });
    expect(textOf(await ask(caller, 'qual o prazo de entrega?'))).toContain('sete dias úteis');
  });
});
