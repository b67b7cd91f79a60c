import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { EMBEDDED_MODEL_ID } from '../../src/shared/models.ts';
import { chooseModel } from '../support/choose-model.ts';
import { modelInput } from '../support/model-input.ts';
import { type ModelProvider, startModelProvider } from '../support/model-provider.ts';
import { type Caller, eventsOf, startServer, type TestServer, textOf, until } from '../support/server.ts';

/*
 * The search decides when to suggest contents, and its decision can change. So a scripted model makes the suggestions
 * here.
 */
let provider: ModelProvider;
let server: TestServer;
let staff: Caller;
let owner: Caller;
let modelId: string;

const PAYMENT = 'Pix, boleto, cartão de crédito e vale-refeição Alelo, VR e Sodexo.';
const PARKING = 'Temos dez vagas cobertas ao lado da loja, grátis por duas horas.';

beforeAll(async () => {
  provider = await startModelProvider();
  server = await startServer({ env: { CRAWL_ALLOW: provider.host } });
  staff = await server.as(await server.signUp(), 'WM_ADMIN');
  const created = await staff.post('/admin/models', modelInput({ baseUrl: provider.baseUrl, fallsBack: true }));
  expect(created.status, created.text).toBe(201);
  modelId = created.body.id;
  owner = await open();
});
afterEach(async () => {
  provider.reset();
  await chooseModel(staff, EMBEDDED_MODEL_ID);
});
afterAll(async () => {
  await server.close();
  await provider.close();
});

const query = async (sql: string, ...values: unknown[]) =>
  (await server.services.db.pool.query(sql, values)).rows as Record<string, any>[];

async function open(): Promise<Caller> {
  const caller = await server.signUp();
  await query(`update subscriptions set plan_id = 'business' where account_id = $1`, caller.accountId);
  const { use: _, ...limits } = (await caller.get('/sessions/me/limits')).body;
  await caller.put('/sessions/me/limits', { ...limits, perMinute: 600 });
  return caller;
}

async function trained(caller: Caller, id: string): Promise<void> {
  await until(async () => (await caller.get(`/contents/${id}`)).body.status === 'done');
}

async function faq(caller: Caller, question: string, answer: string, phrasings?: string[]): Promise<string> {
  const { contextId } = caller;
  const made = await caller.post('/contents/faq', { contextId, question, answer, phrasings });
  expect(made.status, made.text).toBe(201);
  await trained(caller, made.body.id);
  return made.body.id;
}

const send = (body: Record<string, unknown>, contextId = owner.contextId) =>
  server.call({
    method: 'POST',
    url: `/api/widgets/${contextId}/messages`,
    payload: { messageId: randomUUID(), ...body },
  });
const ask = async (question: string, more: Record<string, unknown> = {}, contextId = owner.contextId) => {
  const answer = await send({ question, ...more }, contextId);
  expect(answer.status, answer.text).toBe(200);
  const done = eventsOf(answer.text).find(({ event }) => event === 'done')?.data;
  return { text: textOf(answer), outcome: done?.outcome, events: eventsOf(answer.text) };
};

describe('phrasings of a content', () => {
  it('are saved without duplicates and answered like its question', async () => {
    const id = await faq(owner, 'Quais são as formas de pagamento?', PAYMENT, [
      'aceita alelo?',
      ' Aceita ALELO ',
      'vr',
    ]);
    expect((await owner.get(`/contents/${id}`)).body.phrasings).toEqual(['aceita alelo?', 'vr']);
    const answer = await ask('vcs aceitam alelo');
    expect(answer).toMatchObject({ outcome: 'answered', text: PAYMENT });
    expect(answer.events.find(({ event }) => event === 'sources')?.data).toMatchObject([
      { contentId: id, title: 'Quais são as formas de pagamento?' },
    ]);
  });

  it('apply from the next question on and stop applying when removed', async () => {
    const id = await faq(owner, 'Há vagas para carros?', PARKING);
    const strange = 'onde deixo minha nave espacial?';
    expect((await ask(strange)).text).not.toBe(PARKING);
    const put = await owner.put(`/contents/${id}`, { phrasings: [strange] });
    expect(put).toMatchObject({ status: 200, body: { phrasings: [strange], status: 'done' } });
    expect(await ask(strange)).toMatchObject({ outcome: 'answered', text: PARKING });
    await owner.put(`/contents/${id}`, { enabled: true });
    expect((await owner.get(`/contents/${id}`)).body.phrasings).toEqual([strange]);
    await owner.put(`/contents/${id}`, { phrasings: [] });
    expect((await ask(strange)).text).not.toBe(PARKING);
  });

  it('return 409 when the list changed since it was read', async () => {
    const id = await faq(owner, 'Vocês têm estacionamento coberto?', PARKING);
    const { version } = (await owner.get(`/contents/${id}`)).body;
    await owner.put(`/contents/${id}`, { phrasings: ['tem garagem fechada?'] });
    const edit = { phrasings: ['a garagem tem teto?'], version };
    expect(await owner.put(`/contents/${id}`, edit)).toMatchObject({
      status: 409,
      body: {
        code: 'changed_meanwhile',
        errors: [{ field: 'phrasings' }],
        current: { phrasings: ['tem garagem fechada?'] },
      },
    });
    expect((await owner.get(`/contents/${id}`)).body.phrasings).toEqual(['tem garagem fechada?']);
    const newer = (await owner.get(`/contents/${id}`)).body;
    const again = await owner.put(`/contents/${id}`, { ...edit, version: newer.version });
    expect(again).toMatchObject({ status: 200, body: { phrasings: edit.phrasings } });
  });

  it('can belong to a file and are answered with its best passage', async () => {
    const bytes = Buffer.from(
      `Trocas\n\nAceitamos trocas em até trinta dias com a nota fiscal.\n\nEntregas\n\nEntregamos em Olinda às terças e quintas, sempre pela manhã.`,
    );
    const made = await owner.upload('/contents/file', { contextId: owner.contextId }, { name: 'loja.txt', bytes });
    expect(made.body.phrasings).toEqual([]);
    await trained(owner, made.body.id);
    await owner.put(`/contents/${made.body.id}`, { phrasings: ['o motoboy vem na minha casa?'] });
    const answer = await ask('o motoboy vem na minha casa');
    expect(answer).toMatchObject({ outcome: 'answered' });
    expect(answer.text).toContain('Entregamos em Olinda às terças e quintas');
  });

  it('return 422 when there are too many, or they are too long or empty', async () => {
    const id = await faq(owner, 'Vocês têm loja física?', 'Sim, em Recife.');
    const many = Array.from({ length: 51 }, (_, at) => `forma ${at}`);
    for (const phrasings of [many, ['x'.repeat(201)], ['???'], [''], 'texto', [1]]) {
      const refused = await owner.put(`/contents/${id}`, { phrasings });
      expect(refused.status, refused.text).toBe(422);
      expect(refused.body.errors[0].field).toMatch(/^phrasings/);
      const { contextId } = owner;
      const question = `Nova? ${JSON.stringify(phrasings).length}`;
      expect((await owner.post('/contents/faq', { contextId, question, answer: 'Sim.', phrasings })).status).toBe(422);
    }
    expect((await owner.get(`/contents/${id}`)).body.phrasings).toEqual([]);
  });

  it('can be imported from a CSV column', async () => {
    const table =
      'Pergunta;Resposta;Outras formas\nTem wi-fi?;Sim, a senha está no balcão.;tem internet?|qual a rede|tem internet\nTem café?;Sim.;\n';
    const file = { name: 'p.csv', bytes: Buffer.from(table) };
    const { contextId } = owner;
    const checked = await owner.upload('/contents/faqs/check', { contextId }, file);
    expect(checked.body.lines.map((line: any) => [line.phrasings, line.fault])).toEqual([
      [['tem internet?', 'qual a rede', 'tem internet'], null],
      [[], null],
    ]);
    expect((await owner.upload('/contents/faqs', { contextId }, file)).body).toMatchObject({ added: 2 });
    const listed = (await owner.get(`/contents?contextId=${contextId}&search=wi-fi`)).body.data[0];
    await trained(owner, listed.id);
    expect((await owner.get(`/contents/${listed.id}`)).body.phrasings).toEqual(['tem internet?', 'qual a rede']);
    expect((await ask('qual a rede?')).text).toBe('Sim, a senha está no balcão.');
    const more = {
      name: 'p.csv',
      bytes: Buffer.from('Pergunta;Resposta;Outras formas\nTem wi-fi?;Sim, a senha está no balcão.;pega celular'),
    };
    await owner.upload('/contents/faqs', { contextId }, more);
    expect((await owner.get(`/contents/${listed.id}`)).body.phrasings).toHaveLength(2);
    await owner.upload('/contents/faqs', { contextId, known: 'replace' }, more);
    expect((await owner.get(`/contents/${listed.id}`)).body.phrasings).toHaveLength(3);
    expect((await ask('pega celular?')).text).toBe('Sim, a senha está no balcão.');
    const bad = `Pergunta;Resposta;Outras formas\nA?;Sim.;${'x'.repeat(201)}\nB?;Sim.;${'a|'.repeat(51)}\nC?;Sim.;!!!`;
    const refused = await owner.upload(
      '/contents/faqs/check',
      { contextId },
      { name: 'p.csv', bytes: Buffer.from(bad) },
    );
    expect(refused.body.lines.map((line: any) => line.fault.code)).toEqual([
      ...['bad_phrasing', 'too_many_phrasings', 'bad_phrasing'],
    ]);
  });

  it('take precedence over another content that states the requested fact', async () => {
    await faq(owner, 'Onde fica o ateliê?', 'O ateliê fica na Rua do Sol, 12, em Olinda.');
    const id = await faq(owner, 'Como visito o ateliê?', 'Marque uma visita conosco.', ['qual o endereço do ateliê?']);
    expect((await ask('qual o endereço do ateliê?')).events[1]?.data).toMatchObject([{ contentId: id }]);
  });

  it('do not take precedence over a content with exactly that question', async () => {
    await faq(owner, 'Qual é o telefone da loja?', 'O telefone é (81) 90000-0000.', ['horário da loja']);
    const hours = await faq(owner, 'Qual é o horário da loja?', 'Das 9h às 18h.');
    expect((await ask('Qual é o horário da loja?')).events[1]?.data).toMatchObject([{ contentId: hours }]);
  });
});

/** Returns an account with contents about payment and parking, and a function that acts as a visitor. */
async function openShop() {
  const shop = await open();
  const payment = await faq(shop, 'Quais são as formas de pagamento?', PAYMENT);
  const parking = await faq(shop, 'Há vagas para carros?', PARKING);
  // Contains words that visitors use but the other two contents do not.
  await faq(shop, 'Há brindes?', 'Zumba é a dança dos brindes: patinete, moeda lunar, conchas e figurinhas.');
  /** Asks a question, gets both contents as suggestions and chooses one, like a visitor. */
  const take = async (question: string, contentId: string, visitor?: string, isOwner = false) => {
    await chooseModel(staff, modelId);
    provider.next({ kind: 'text', deltas: ['[[SUGESTOES: 1, 2, 3]]'] });
    const messageId = randomUUID();
    const headers = isOwner ? { authorization: `Bearer ${shop.tokens.accessToken}` } : undefined;
    const post = (payload: Record<string, unknown>) =>
      server.call({
        method: 'POST',
        url: `/api/widgets/${shop.contextId}/messages`,
        headers,
        remoteAddress: networkOf(visitor),
        payload: { visitorToken: visitor, ...payload },
      });
    const events = eventsOf((await post({ question, messageId })).text);
    const offered = events.find(({ event }) => event === 'suggestions')?.data as {
      contentId: string;
      ordinal: number;
    }[];
    const conversationId = events[0]?.data.id as string;
    const { ordinal } = offered.find((one) => one.contentId === contentId)!;
    const taken = await post({ conversationId, messageId, chosen: { contentId, ordinal } });
    expect(taken.status, taken.text).toBe(200);
    await chooseModel(staff, EMBEDDED_MODEL_ID);
    return { conversationId, messageId };
  };
  const listed = async (state = 'proposed') =>
    (await shop.get(`/phrasings?contextId=${shop.contextId}&state=${state}`)).body.data as Record<string, any>[];
  return { shop, payment, parking, take, listed };
}

/** Each visitor has a network of their own, unless it is given after an @. */
const networks: string[] = [];
function networkOf(visitor = ''): string {
  const name = visitor.split('@')[1] ?? visitor;
  if (!networks.includes(name)) networks.push(name);
  return `198.51.${networks.indexOf(name)}.1`;
}

/** Makes the proposals of a content look as if one had come each day. */
const spreadOverDays = (contentId: string) =>
  query(
    `update phrasing_proposals pp set created_at = now() - make_interval(days => o.day::int)
     from (select message_id, row_number() over (order by created_at desc) as day from phrasing_proposals) o
     where o.message_id = pp.message_id
       and pp.phrasing_id in (select id from phrasings where content_id = $1)`,
    contentId,
  );

describe('a suggestion chosen by visitors', () => {
  it('proposes their question as a phrasing, counting each visitor once', async () => {
    const { payment, take, listed } = await openShop();
    for (let click = 0; click < 5; click++)
      await take('passam o cartão zumba?', payment, 'o-mesmo-visitante-de-sempre');
    await take('Passam o cartão ZUMBA', payment, 'um-segundo-visitante');
    await take('passam o cartao zumba', payment);
    await take('passam o cartao zumba!', payment);
    expect(await listed()).toMatchObject([
      {
        text: 'passam o cartão zumba?',
        contentId: payment,
        contentTitle: 'Quais são as formas de pagamento?',
        people: 3,
      },
    ]);
  });

  it('proposes nothing in previews or for questions with personal data', async () => {
    const { payment, take, listed } = await openShop();
    await take('passam o cartão zumba?', payment, undefined, true);
    for (const question of [
      ...['meu nome é Xisto, passam zumba?', 'meu cpf 123.456.789-09 serve no zumba?', 'zumba da maria passa?'],
      ...['zumba, responde em fulano@exemplo.com', 'o zumba é cobrado no (81) 98888-7777?'],
    ])
      await take(question, payment, randomUUID());
    expect(await listed()).toEqual([]);
    await take('o pedido 7654321 foi pago no zumba?', payment, randomUUID());
    expect(await listed()).toMatchObject([{ text: 'o pedido foi pago no zumba?' }]);
    expect(JSON.stringify(await query('select * from phrasings where content_id = $1', payment))).not.toMatch(
      /7654321/,
    );
  });

  it('proposes the question for the content chosen last', async () => {
    const { shop, payment, parking, take, listed } = await openShop();
    const ids = await take('zumba serve?', parking, 'um-visitante-indeciso');
    expect(await listed()).toMatchObject([{ contentId: parking, people: 1 }]);
    const chosen = { contentId: payment, ordinal: 0 };
    await send({ ...ids, chosen, visitorToken: 'um-visitante-indeciso' }, shop.contextId);
    expect(await listed()).toMatchObject([{ contentId: payment, people: 1 }]);
  });
});

describe('proposed phrasings', () => {
  it('are tested and used when accepted, and never proposed again when rejected', async () => {
    const { shop, payment, parking, take, listed } = await openShop();
    await take('passam o zumba?', payment, randomUUID());
    await take('guardam o patinete voador?', parking, randomUUID());
    expect((await ask('passam o zumba', {}, shop.contextId)).text).not.toBe(PAYMENT);
    const [zumba, scooter] = ['passam o zumba?', 'guardam o patinete voador?'].map(
      (text) => async () => (await listed()).find((one) => one.text === text)!,
    );
    const accepted = await shop.post('/phrasings/accept', { ids: [(await zumba!()).id] });
    const proof = { answered: true, answer: PAYMENT };
    expect(accepted).toMatchObject({ status: 200, body: { data: [{ text: 'passam o zumba?', proof }], left: 0 } });
    expect(await ask('passam o zumba', {}, shop.contextId)).toMatchObject({ outcome: 'answered', text: PAYMENT });
    expect(await listed('accepted')).toMatchObject([{ text: 'passam o zumba?', people: 1, proof }]);
    expect((await shop.get(`/contents/${payment}`)).body.phrasings).toEqual(['passam o zumba?']);
    expect((await shop.post('/phrasings/reject', { ids: [(await scooter!()).id] })).body).toEqual({ rejected: 1 });
    await take('guardam o patinete voador', parking, randomUUID());
    expect(await listed()).toEqual([]);
    expect(await listed('rejected')).toMatchObject([{ text: 'guardam o patinete voador?' }]);
    expect((await ask('guardam o patinete voador?', {}, shop.contextId)).text).not.toBe(PARKING);
  });

  it('show when the test is not answered by their content', async () => {
    const { shop, payment, take, listed } = await openShop();
    await take('passam o zumba?', payment, randomUUID());
    await shop.put(`/contents/${payment}`, { enabled: false });
    const { body } = await shop.post('/phrasings/accept', { contextId: shop.contextId });
    expect(body.data).toMatchObject([{ proof: { answered: false } }]);
    expect(await listed('accepted')).toMatchObject([{ proof: { answered: false } }]);
  });

  it('can be accepted all at once per context', async () => {
    const { shop, payment, parking, take, listed } = await openShop();
    await take('passam o zumba?', payment, randomUUID());
    await take('guardam o patinete voador?', parking, randomUUID());
    const other = (await shop.post('/contexts', { name: 'Filial' })).body.id as string;
    expect((await shop.post('/phrasings/accept', { contextId: other })).body).toEqual({ data: [], left: 0 });
    expect((await shop.post('/phrasings/accept', { contextId: shop.contextId })).body.data).toHaveLength(2);
    expect(await listed()).toEqual([]);
  });

  it('are accepted until their content is full', async () => {
    const { shop, payment, parking, take, listed } = await openShop();
    const { contextId } = shop;
    await take('passam o zumba?', payment, 'um-visitante-qualquer');
    await take('passam o zumba?', payment, 'um-outro-visitante');
    await take('guardam o patinete voador?', parking, randomUUID());
    await shop.put(`/contents/${payment}`, { phrasings: Array.from({ length: 50 }, (_, at) => `forma ${at}`) });
    const [full] = (await listed()).filter(({ contentId }) => contentId === payment) as [{ id: string }];
    const refused = await shop.post('/phrasings/accept', { ids: [full.id] });
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ code: 'too_big' }] } });
    expect((await shop.put('/phrasings/learning', { contextId, after: 2 })).status).toBe(204);
    const { body } = await shop.post('/phrasings/accept', { contextId });
    expect(body).toMatchObject({ data: [{ text: 'guardam o patinete voador?' }], left: 1 });
    expect(await listed()).toMatchObject([{ id: full.id }]);
  });

  it('are accepted automatically after enough different visitors, if the owner enables it', async () => {
    const { shop, payment, take, listed } = await openShop();
    const { contextId } = shop;
    const learning = `/phrasings/learning?contextId=${contextId}`;
    expect((await shop.get(learning)).body).toEqual({ contextId, after: null });
    for (const after of [0, 1, 51, 2.5, '3']) {
      expect((await shop.put('/phrasings/learning', { contextId, after })).status).toBe(422);
    }
    await shop.put('/phrasings/learning', { contextId, after: 3 });
    expect((await shop.get(learning)).body.after).toBe(3);
    for (let click = 0; click < 4; click++) await take('passam o zumba?', payment, 'um-visitante-malicioso');
    for (let click = 0; click < 4; click++) await take('passam o zumba?', payment);
    expect(await listed()).toMatchObject([{ people: 2 }]);
    for (const invented of 'abcdef') await take('passam o zumba?', payment, `um-token-inventado-${invented}@robo`);
    expect(await listed()).toMatchObject([{ people: 3 }]);
    await take('passam o zumba?', payment, 'um-visitante-apressado');
    // Enough people, but on one day.
    expect(await listed()).toMatchObject([{ people: 4 }]);
    await spreadOverDays(payment);
    await take('passam o zumba?', payment, 'um-visitante-apressado');
    expect(await listed('accepted')).toMatchObject([{ people: 4, proof: { answered: true, answer: PAYMENT } }]);
    expect((await ask('passam o zumba', {}, contextId)).text).toBe(PAYMENT);
    await shop.put('/phrasings/learning', { contextId, after: null });
    for (const visitor of ['a', 'b', 'c', 'd']) await take('o zumba passa aí?', payment, `visitante-numero-${visitor}`);
    expect(await listed()).toMatchObject([{ people: 4 }]);
    await shop.put('/phrasings/learning', { contextId, after: 4 });
    expect(await listed('accepted')).toHaveLength(1);
    await spreadOverDays(payment);
    await shop.put('/phrasings/learning', { contextId, after: 4 });
    expect(await listed('accepted')).toHaveLength(2);
  });

  it("are deleted with their visitor's data unless another visitor asked the same", async () => {
    const { shop, payment, take, listed } = await openShop();
    const erase = ({ conversationId }: { conversationId: string }) =>
      shop.post(`/conversations/${conversationId}/erase-visitor`);
    const alone = await take('passam o zumba?', payment, 'quem-pediu-para-ser-esquecido');
    await take('aceitam moeda lunar?', payment, 'quem-pediu-para-ser-esquecido');
    await take('posso pagar com conchas?', payment, 'quem-pediu-para-ser-esquecido');
    await take('posso pagar com conchas?', payment, 'uma-outra-pessoa-qualquer');
    await take('e com figurinhas?', payment, 'quem-pediu-para-ser-esquecido');
    const idOf = async (text: string) => (await listed()).find((one) => one.text === text)!.id as string;
    await shop.post('/phrasings/accept', { ids: [await idOf('passam o zumba?')] });
    await shop.post('/phrasings/reject', { ids: [await idOf('e com figurinhas?')] });
    expect((await ask('passam o zumba?', {}, shop.contextId)).text).toBe(PAYMENT);
    expect((await erase(alone)).status).toBe(204);
    await until(async () => (await query('select 1 from phrasings where content_id = $1', payment)).length === 1);
    expect(await listed()).toMatchObject([{ text: 'posso pagar com conchas?', people: 1 }]);
    expect((await ask('passam o zumba?', {}, shop.contextId)).text).not.toBe(PAYMENT);
  });

  it('are visible and editable only with access to their context', async () => {
    const { shop, payment, take, listed } = await openShop();
    await take('passam o zumba?', payment, randomUUID());
    const [{ id }] = (await listed()) as [{ id: string }];
    const { contextId } = shop;
    const other = (await shop.post('/contexts', { name: 'Outra filial' })).body.id as string;
    const writer = await server.as(shop, 'WRITER', [other]);
    for (const caller of [owner, writer]) {
      expect((await caller.get('/phrasings')).body).toMatchObject({ data: [], total: 0 });
      expect((await caller.get(`/phrasings?contextId=${contextId}`)).body.data).toEqual([]);
      for (const chosen of [{ ids: [id] }, { contextId }]) {
        expect((await caller.post('/phrasings/accept', chosen)).status).toBe(404);
        expect((await caller.post('/phrasings/reject', chosen)).status).toBe(404);
      }
      expect((await caller.get(`/phrasings/learning?contextId=${contextId}`)).status).toBe(404);
      for (const [context, content] of [
        [contextId, payment],
        [caller === owner ? owner.contextId : other, payment],
      ])
        expect(
          (await caller.post('/phrasings', { contextId: context, contentId: content, text: 'zumba?' })).status,
        ).toBe(404);
    }
    expect((await owner.put('/phrasings/learning', { contextId, after: 2 })).status).toBe(404);
    expect((await writer.put('/phrasings/learning', { contextId: other, after: 2 })).status).toBe(403);
    expect(await listed()).toMatchObject([{ id, state: 'proposed' }]);
  });
});

describe('a wrong answer', () => {
  it('is corrected by assigning the question to a content, and tested immediately', async () => {
    const { shop, payment, listed } = await openShop();
    const { contextId } = shop;
    const added = await shop.post('/phrasings', {
      contextId,
      contentId: payment,
      text: 'o zumba passa na maquininha?',
    });
    expect(added).toMatchObject({ status: 201, body: { proof: { answered: true, answer: PAYMENT } } });
    expect((await ask('o zumba passa na maquininha', {}, contextId)).text).toBe(PAYMENT);
    const again = await shop.post('/phrasings', { contextId, contentId: payment, text: 'O zumba passa na maquininha' });
    expect(again.body.id).toBe(added.body.id);
    expect(await listed('accepted')).toEqual([]);
    const personal = await shop.post('/phrasings', {
      contextId,
      contentId: payment,
      text: 'o pix 98765432100 é de vocês?',
    });
    expect(personal).toMatchObject({ status: 422, body: { errors: [{ field: 'text' }] } });
    const contentId = randomUUID();
    expect((await shop.post('/phrasings', { contextId, contentId, text: 'zumba?' })).status).toBe(404);
  });

  it('can be corrected in a subcontext with an inherited content', async () => {
    const { shop, payment } = await openShop();
    const child = (await shop.post('/contexts', { name: 'Loja do centro', parentId: shop.contextId })).body
      .id as string;
    const body = { contextId: child, contentId: payment, text: 'zumba na loja do centro?' };
    expect((await shop.post('/phrasings', body)).body.proof.answered).toBe(true);
    expect((await ask('zumba na loja do centro', {}, child)).text).toBe(PAYMENT);
    const own = (await shop.post('/contents/faq', { contextId: child, question: 'Abre?', answer: 'Sim.' })).body.id;
    expect((await shop.post('/phrasings', { ...body, contextId: shop.contextId, contentId: own })).status).toBe(404);
  });
});
