import { createHmac, randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { chooseModel } from '../support/choose-model.ts';
import { embeddingModelInput, modelInput } from '../support/model-input.ts';
import { type ModelProvider, startModelProvider } from '../support/model-provider.ts';
import { type Caller, eventsOf, startServer, type TestServer, textOf, until } from '../support/server.ts';
import { type Emulator, startEmulator } from '../support/whatsapp/emulator.ts';

let provider: ModelProvider;
let embedder: ModelProvider;
let meta: Emulator;
let server: TestServer;
let owner: Caller;
let secret: string;
let channelId: string;
const logged: string[] = [];
const log = new Writable({
  write(chunk, _encoding, done) {
    logged.push(String(chunk));
    done();
  },
});

const CPF = '529.982.247-25';
const PHONE = '(84) 99911-2233';
const EMAIL = 'ana.souza@gmail.com';
const ANA = { email: EMAIL, name: 'Ana Souza Lima' };
const SECRETS = /529|98224|99911|2233|souza|gmail|\bana\b/i;
const SHOP_PHONE = '(84) 3222-1100';

beforeAll(async () => {
  [provider, embedder] = await Promise.all([startModelProvider(), startModelProvider()]);
  meta = await startEmulator(async ({ body, headers }) => {
    const url = `/api/webhooks/whatsapp/${channelId}`;
    return (await server.call({ method: 'POST', url, headers, payload: body })).status;
  });
  server = await startServer({
    env: { WHATSAPP_API_URL: meta.url, CRAWL_ALLOW: [provider, embedder, meta].map(({ host }) => host).join() },
    app: { logger: pino({ level: 'debug' }, log) },
  });
  owner = await server.signUp();
  const { contextId } = owner;
  const staff = await server.as(await server.signUp(), 'WM_ADMIN');
  const ids = await Promise.all(
    [modelInput({ baseUrl: provider.baseUrl }), embeddingModelInput('busca', embedder.baseUrl)].map(async (input) => {
      const { status, text, body } = await staff.post('/admin/models', input);
      expect(status, text).toBe(201);
      return body.id as string;
    }),
  );
  await chooseModel(staff, ids[0]!, ids[1]!);
  const faq = { question: 'Como peço a segunda via?', answer: `Peça a segunda via pelo telefone ${SHOP_PHONE}.` };
  const { id } = (await owner.post('/contents/faq', { contextId, ...faq })).body;
  await until(async () => (await owner.get(`/contents/${id}`)).body.status === 'done');
  secret = (await owner.post(`/contexts/${contextId}/identity-secret/rotate`)).body.secret;
});
afterEach(() => [provider, embedder].forEach((one) => one.reset()));
afterAll(async () => {
  await server.close();
  await Promise.all([provider.close(), embedder.close()]);
  meta.close();
});

const signed = () => ({
  ...ANA,
  signature: createHmac('sha256', secret).update(`${ANA.email}\n${ANA.name}`).digest('hex'),
});
const ask = (question: string, more: object = {}) =>
  server.call({
    method: 'POST',
    url: `/api/widgets/${owner.contextId}/messages`,
    payload: { question, messageId: randomUUID(), visitorToken: 'a-visitante-de-sempre', ...more },
  });
const chats = () => provider.requests.map(({ body }) => JSON.stringify(body.messages));
const embedded = () => embedder.requests.map(({ body }) => JSON.stringify(body.input));
const QUESTION = `oi, aqui é a Ana. quero a segunda via, cpf ${CPF}, fone ${PHONE}, email ${EMAIL}`;
const switchTo = (hidesPersonalData: boolean) => owner.put(`/contexts/${owner.contextId}`, { hidesPersonalData });

describe('personal data in a question', () => {
  it('leaves as marks, and is in the answer again, also when a mark arrives in pieces', async () => {
    const deltas = ['Certo, [no', 'me 1]. ', 'Peça a segunda via pelo telefone ', SHOP_PHONE];
    const more = [' com o CPF [', 'CP', 'F 1', ']. Seu número é [ Telefone 1 ] e o e-mail é [e-', 'mail 1].'];
    provider.next({ kind: 'text', deltas: [...deltas, ...more] });
    const answer = await ask(QUESTION, { identity: signed() });
    const [prompt] = chats();
    expect(prompt).toContain(
      'aqui é a [nome 1]. quero a segunda via, cpf [CPF 1], fone [telefone 1], email [e-mail 1]',
    );
    expect(prompt).toContain('repita a marca');
    expect(prompt).toContain(SHOP_PHONE);
    expect(prompt).not.toMatch(SECRETS);
    expect(embedded().length).toBeGreaterThan(0);
    expect(embedded().join()).toContain('[CPF 1]');
    expect(embedded().join()).not.toMatch(SECRETS);
    expect(textOf(answer)).toBe(
      `Certo, Ana. Peça a segunda via pelo telefone ${SHOP_PHONE} com o CPF ${CPF}. Seu número é ${PHONE} e o e-mail é ${EMAIL}.`,
    );
  });

  it('is hidden in the earlier questions and answers of a conversation, too, with the same marks', async () => {
    provider.next({ kind: 'text', deltas: ['A segunda via do CPF [CPF 1] sai hoje, [nome 1].'] });
    const first = await ask(QUESTION, { identity: signed() });
    const conversationId = eventsOf(first.text)[0]?.data.id as string;
    provider.reset();
    provider.next({ kind: 'text', deltas: ['É o CPF [CPF 1], [nome 2].'] });
    const second = await ask('é o cpf 529 982 247 25 mesmo? quem pergunta é ana souza', { conversationId });
    const [prompt] = chats();
    expect(prompt).toContain('A segunda via do CPF [CPF 1] sai hoje, [nome 1].');
    expect(prompt).toContain('é o cpf [CPF 1] mesmo? quem pergunta é [nome 2]');
    expect(prompt).not.toMatch(SECRETS);
    expect(textOf(second)).toContain(`É o CPF ${CPF}`);
    expect(textOf(second)).toContain('ana souza');
  });

  it('leaves as it was typed where the owner turned this off', async () => {
    expect((await owner.get(`/contexts/${owner.contextId}`)).body.hidesPersonalData).toBe(true);
    expect((await switchTo(false)).body.hidesPersonalData).toBe(false);
    await ask(QUESTION, { identity: signed() });
    expect(chats()[0]).toContain(`cpf ${CPF}, fone ${PHONE}, email ${EMAIL}`);
    expect(chats()[0]).not.toContain('repita a marca');
    expect(embedded().join()).toContain(CPF);
    await switchTo(true);
  });

  it('may be what the business publishes, which stays', async () => {
    await ask(`peço a segunda via no telefone 84 3222 1100?`);
    expect(chats()[0]).toContain('no telefone 84 3222 1100?');
    expect(chats()[0]).not.toContain('repita a marca');
  });

  it('is hidden from the model that labels the conversation', async () => {
    const first = await ask(QUESTION, { identity: signed() });
    const id = eventsOf(first.text)[0]?.data.id as string;
    provider.reset();
    await server.services.db.pool.query(`update jobs set run_at = now() where kind = 'label' and subject_id = $1`, [
      id,
    ]);
    const [prompt] = await until(async () => chats().length > 0 && chats());
    expect(prompt).toContain('aqui é a [nome 1]. quero a segunda via, cpf [CPF 1]');
    expect(prompt).not.toMatch(SECRETS);
  });

  it('includes the name of a profile on WhatsApp', async () => {
    const { phoneNumberId, wabaId, token: accessToken, appSecret } = meta.numbers;
    const numbers = { phoneNumberId, wabaId, accessToken, appSecret };
    const channel = { contextId: owner.contextId, name: 'WhatsApp', silentHours: 4, isOn: true, ...numbers };
    channelId = (await owner.post('/channels', channel)).body.id;
    provider.next({ kind: 'text', deltas: ['Peça a segunda via, [nome 1].'] });
    const phone = meta.phone('5511900000077', 'Bia Prado');
    await phone.says('sou a bia prado, como peço a segunda via?');
    const [, answer] = await until(async () => phone.inbox().length > 1 && phone.inbox());
    expect(chats()[0]).toContain('sou a [nome 1], como peço a segunda via?');
    expect(answer?.text).toContain('Peça a segunda via, bia prado.');
  });

  it('is in no line of the log, not even when the model fails', async () => {
    provider.next({ kind: 'status', status: 500 }, { kind: 'status', status: 500 }, { kind: 'status', status: 500 });
    await ask(`${QUESTION} por gentileza`, { identity: signed() });
    expect(logged.length).toBeGreaterThan(10);
    const lines = logged.join('');
    for (const words of [CPF, '52998224725', PHONE, '999112233', EMAIL, 'Ana', 'segunda via', 'por gentileza'])
      expect(lines).not.toContain(words);
  });
});
