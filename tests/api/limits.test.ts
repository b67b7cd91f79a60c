import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../src/server/app.ts';
import { reserveInteraction } from '../../src/server/chat/limits/admit.ts';
import { findWidgetContext } from '../../src/server/db/platform.ts';
import { type LimitsChange, limitsRecord } from '../../src/shared/limits.ts';
import { type Caller, eventsOf, type SharedServer, sharedServer, textOf, until } from '../support/server.ts';

let server: SharedServer;
let owner: Caller;
beforeAll(async () => {
  server = await sharedServer();
  owner = await server.signUp({ website: 'https://loja-azul.com.br' });
});

const initial: LimitsChange = {
  perMinute: 20,
  daily: null,
  monthly: null,
  credits: null,
  defaultMessage: '',
  messages: { minute: '', daily: '', monthly: '', credits: '', deactivated: '' },
  notify: true,
  withoutCredits: 'faq',
  deactivatedUntil: null,
};
/** Signs up on the plan that includes credit limits per context. */
async function signUpOnBusiness(): Promise<Caller> {
  const caller = await server.signUp();
  const { pool } = server.services.db;
  await pool.query(`update subscriptions set plan_id = 'business' where account_id = $1`, [caller.accountId]);
  return caller;
}
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const noUse = { daily: { used: 0, limit: null }, monthly: { used: 0, limit: null }, credits: { used: 0, limit: null } };

const count = async (contextId: string, times: number, ip = '203.0.113.7') => {
  for (let n = 0; n < times; n += 1) {
    const context = await findWidgetContext(server.services.db, contextId);
    await reserveInteraction(server.services, context!, { ip });
  }
};

describe('the limits of a context', () => {
  it("start with the platform's defaults", async () => {
    const { status, body } = await owner.get('/sessions/me/limits');
    expect(status).toBe(200);
    expect(body).toEqual({
      ...initial,
      person: { email: '', whatsapp: '' },
      takesMessages: false,
      offersFoundContact: true,
      contextId: owner.contextId,
      version: expect.any(String),
      use: noUse,
    });
  });

  it('are saved completely and returned with the current usage', async () => {
    const caller = await signUpOnBusiness();
    const wanted: LimitsChange = {
      perMinute: 7,
      daily: 40,
      monthly: 900,
      credits: 12.345,
      notify: false,
      deactivatedUntil: inDays(3),
      defaultMessage: 'Não sei dizer. Ligue para a loja.',
      person: { email: 'loja@empresa.com.br', whatsapp: '5511912345678' },
      takesMessages: true,
      messages: {
        minute: 'Calma!',
        daily: 'Amanhã.',
        monthly: 'Mês que vem.',
        credits: 'Depois.',
        deactivated: 'Férias.',
      },
    };
    const saved = await caller.put('/sessions/me/limits', wanted);
    expect(saved.status).toBe(200);
    expect(limitsRecord.parse(saved.body)).toMatchObject({ ...wanted, contextId: caller.contextId });
    expect((await caller.get('/sessions/me/limits')).body).toEqual(saved.body);
    const context = await findWidgetContext(server.services.db, caller.contextId);
    expect(context?.limits).toMatchObject({ credits: 12_345, perMinute: 7, messages: wanted.messages });
    expect(context?.defaultMessage).toBe(wanted.defaultMessage);

    await caller.put('/sessions/me/limits', { ...wanted, deactivatedUntil: null, defaultMessage: '' });
    await count(caller.contextId, 3);
    expect((await caller.get('/sessions/me/limits')).body).toMatchObject({
      deactivatedUntil: null,
      use: { daily: { used: 3, limit: 40 }, monthly: { used: 3, limit: 900 }, credits: { used: 0, limit: 12.345 } },
    });
    expect((await findWidgetContext(server.services.db, caller.contextId))?.defaultMessage).toBeNull();
  });

  it('belong to one context each', async () => {
    const caller = await server.signUp();
    const { contextId: first } = caller;
    const second = (await caller.post('/contexts', { name: 'Atacado', parentId: first })).body.id;
    await caller.put('/sessions/me/limits', { ...initial, daily: 5, contextId: second });
    const dailyOf = async (query: string) => (await caller.get(`/sessions/me/limits${query}`)).body.daily;
    expect(await dailyOf(`?contextId=${second}`)).toBe(5);
    expect(await dailyOf(`?contextId=${first}`)).toBeNull();
    expect(await dailyOf('')).toBeNull();
    const colleague = await server.as(caller, 'ADMIN', [second]);
    expect((await colleague.get('/sessions/me/limits')).body).toMatchObject({ contextId: second, daily: 5 });
    expect((await colleague.get(`/sessions/me/limits?contextId=${first}`)).status).toBe(404);
    expect((await colleague.put('/sessions/me/limits', { ...initial, contextId: first })).status).toBe(404);
    expect((await colleague.put('/sessions/me/limits', { ...initial, daily: 6 })).body.contextId).toBe(second);
    expect(await dailyOf('')).toBeNull();
  });

  it('are hidden from other accounts and read-only for writers', async () => {
    const stranger = await server.signUp();
    const { contextId } = owner;
    expect((await stranger.get(`/sessions/me/limits?contextId=${contextId}`)).status).toBe(404);
    expect((await stranger.put('/sessions/me/limits', { ...initial, daily: 1, contextId })).status).toBe(404);
    expect((await owner.get('/sessions/me/limits')).body.daily).toBeNull();
    const writer = await server.as(owner, 'WRITER');
    expect((await writer.get('/sessions/me/limits')).status).toBe(200);
    expect((await writer.put('/sessions/me/limits', initial)).body.code).toBe('forbidden');
    expect((await server.call({ method: 'GET', url: '/api/sessions/me/limits' })).status).toBe(401);
  });

  it.each([
    ['perMinute', 0],
    ['perMinute', 601],
    ['daily', 0],
    ['monthly', 1.5],
    ['credits', 0],
    ['credits', 99_000_000],
    ['deactivatedUntil', 'amanhã'],
    ['deactivatedUntil', inDays(367)],
    ['messages.daily', 'x'.repeat(501)],
  ])('return 422 with the invalid field: %s %s', async (field, value) => {
    const [name = '', part] = field.split('.');
    const body = { ...initial, [name]: part ? { ...initial.messages, [part]: value } : value };
    const { status, body: problem } = await owner.put('/sessions/me/limits', body);
    expect([status, problem.code, problem.errors?.[0]?.field]).toEqual([422, 'invalid_input', field]);
    expect(problem.errors[0].message).not.toMatch(/[{}]|limits\./);
  });

  it('accept a pause of up to a year and drop one in the past', async () => {
    const caller = await server.signUp();
    const { body } = await caller.put('/sessions/me/limits', { ...initial, deactivatedUntil: inDays(366 - 0.01) });
    expect(Date.parse(body.deactivatedUntil)).toBeGreaterThan(Date.now());
    const over = await caller.put('/sessions/me/limits', { ...initial, deactivatedUntil: inDays(-1) });
    expect(over.body.deactivatedUntil).toBeNull();
  });
});

describe('notices', () => {
  it('are listed, and dismissed by administrators', async () => {
    const caller = await server.signUp({ website: 'https://loja-verde.com.br' });
    expect((await caller.get('/notices')).body).toEqual({ data: [], total: 0 });
    const id = '019b0000-0000-7000-8000-000000000001';
    await server.services.db.pool.query(
      `insert into limit_notices (account_id, id, context_id, "limit", level, period)
       values ($1, $2, $3, 'monthly', 60, to_char(now() at time zone 'America/Sao_Paulo', 'YYYY-MM'))`,
      [caller.accountId, id, caller.contextId],
    );
    const listed = (await caller.get('/notices')).body;
    expect(listed.total).toBe(1);
    expect(listed.data[0]).toMatchObject({ id, contextName: 'Loja Verde', limit: 'monthly', level: 60 });
    const reader = await server.as(caller, 'READER');
    expect((await reader.get('/notices')).body).toEqual(listed);
    expect((await reader.post(`/notices/${id}/dismiss`)).status).toBe(403);
    expect((await owner.post(`/notices/${id}/dismiss`)).status).toBe(404);
    expect((await caller.post(`/notices/${id}/dismiss`)).status).toBe(204);
    expect((await caller.get('/notices')).body.total).toBe(0);
    expect((await owner.post('/notices/nada/dismiss')).status).toBe(404);
  });
});

describe('the IP address of a client', () => {
  type Visitor = [address: string, forwarded?: string];
  const minuteNow = () => Math.floor(Date.now() / 60_000);

  /**
   * What visitors of a new assistant get, who ask one after the other behind the given proxies, each from the socket's
   * address and with one in the header. Asks anew if a minute has begun meanwhile.
   */
  async function answersTo(visitors: Visitor[], proxies: string[], perMinute: number): Promise<string[]> {
    const minute = minuteNow();
    const { contextId, put } = await server.signUp();
    await put('/sessions/me/limits', { ...initial, perMinute });
    const env = { ...server.services.env, TRUST_PROXY: proxies };
    const app = await createApp({ services: { ...server.services, env } });
    const url = `/api/widgets/${contextId}/messages`;
    const answers: string[] = [];
    for (const [remoteAddress, forwarded] of visitors) {
      const headers = forwarded ? { 'x-forwarded-for': forwarded } : {};
      const payload = { question: 'Bom dia!' };
      const answer = await app.inject({ method: 'POST', url, payload, remoteAddress, headers });
      answers.push(answer.statusCode === 200 ? 'ok' : answer.json().code);
    }
    await app.close();
    return minuteNow() === minute ? answers : answersTo(visitors, proxies, perMinute);
  }

  it('is that of the socket, and headers are ignored', async () => {
    const visitors: Visitor[] = [
      ['10.0.0.1', '203.0.113.1'],
      ['10.0.0.1', '203.0.113.2'],
      ['10.0.0.1', '203.0.113.3'],
      ['10.0.0.2'],
    ];
    expect(await answersTo(visitors, [], 2)).toEqual(['ok', 'ok', 'limit_minute', 'ok']);
  });

  it('is read from the header only when it comes from a trusted proxy', async () => {
    const visitors: Visitor[] = [
      ['10.0.0.1', '203.0.113.1'],
      ['10.0.0.1', '203.0.113.2'],
      ['10.0.0.2', '203.0.113.1'],
      // The proxy appends the real address to the one that the client made up.
      ['10.0.0.1', '198.51.100.9, 203.0.113.1'],
      ['::ffff:10.0.0.1', '203.0.113.2'],
      ['192.0.2.1', '203.0.113.77'],
      ['192.0.2.1', '203.0.113.78'],
    ];
    const limited = 'limit_minute';
    expect(await answersTo(visitors, ['10.0.0.0/8'], 1)).toEqual([
      ...['ok', 'ok', limited, limited, limited, 'ok', limited],
    ]);
  });

  it('is its /64 in IPv6', async () => {
    const visitors: Visitor[] = [
      ['2001:db8:1:2::1'],
      ['2001:db8:1:2::2'],
      ['2001:db8:1:2:aaaa:bbbb:cccc:dddd'],
      ['10.0.0.1', '2001:db8:1:2::9'],
      ['2001:db8:1:3::1'],
    ];
    expect(await answersTo(visitors, ['10.0.0.0/8'], 2)).toEqual(['ok', 'ok', 'limit_minute', 'limit_minute', 'ok']);
  });
});

const subjectsTo = async ({ email }: Caller) => (await server.mailsTo(email)).map(({ subject }) => subject ?? '');
const stopMails = async (caller: Caller) => (await subjectsTo(caller)).filter((one) => one.startsWith('O chat de'));

describe("a visitor's question", () => {
  const faq = { question: 'Qual é o prazo de troca?', answer: 'Você tem 30 dias para trocar, com a nota fiscal.' };
  async function asking(limits: Partial<LimitsChange>) {
    const caller = await signUpOnBusiness();
    const { contextId } = caller;
    const { id } = (await caller.post('/contents/faq', { contextId, ...faq })).body;
    await until(async () => (await caller.get(`/contents/${id}`)).body.status === 'done');
    expect((await caller.put('/sessions/me/limits', { ...initial, perMinute: 600, ...limits })).status).toBe(200);
    const ask = (question = faq.question, more = {}) =>
      server.call({ method: 'POST', url: `/api/widgets/${contextId}/messages`, payload: { question, ...more } });
    const useOf = async () => (await caller.get('/sessions/me/limits')).body.use;
    return { caller, ask, useOf };
  }

  it("is refused with the owner's message and a retry time", async () => {
    const messages = { ...initial.messages, daily: 'Volte amanhã, estamos dormindo.' };
    const { ask, useOf } = await asking({ daily: 1, messages });
    expect(textOf(await ask())).toBe(faq.answer);
    const refused = await ask();
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({
      code: 'limit_daily',
      title: 'Atingi o limite de conversas de hoje. Volte amanhã, por favor.',
      message: messages.daily,
    });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(86_400);
    expect((await useOf()).daily).toEqual({ used: 1, limit: 1 });
  });

  it('is refused while the chat is paused', async () => {
    const messages = { ...initial.messages, deactivated: 'Estamos de férias.' };
    const { caller, ask } = await asking({ deactivatedUntil: inDays(2), messages });
    const refused = await ask();
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      ...[403, 'chat_deactivated', 'Estamos de férias.'],
    ]);
    await caller.put('/sessions/me/limits', initial);
    expect(textOf(await ask())).toBe(faq.answer);
  });

  it('is answered while the context has credits, each answer counted at its cost', async () => {
    const messages = { ...initial.messages, credits: 'Acabaram os créditos.' };
    const { ask, useOf } = await asking({ credits: 0.5, messages, withoutCredits: 'person' });
    for (let n = 0; n < 2; n += 1) expect(textOf(await ask())).toBe(faq.answer);
    const refused = await ask();
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      ...[429, 'limit_credits', 'Acabaram os créditos.'],
    ]);
    expect(await useOf()).toMatchObject({ credits: { used: 0.4, limit: 0.5 }, daily: { used: 2, limit: null } });
  });

  it('is counted once, however often it is sent, and not at all in a conversation of somebody else', async () => {
    const { ask, useOf } = await asking({ daily: 2 });
    const identifiers = { messageId: randomUUID(), visitorToken: 'um-visitante-qualquer' };
    const first = await ask(faq.question, identifiers);
    const { id: conversationId } = eventsOf(first.text)[0]!.data;
    expect(textOf(await ask(faq.question, { ...identifiers, conversationId }))).toBe(textOf(first));
    const foreign = { conversationId, visitorToken: 'um-outro-visitante' };
    expect((await ask(faq.question, foreign)).status).toBe(404);
    expect((await ask(faq.question, { conversationId: randomUUID() })).status).toBe(404);
    expect((await useOf()).daily).toEqual({ used: 1, limit: 2 });
    // At the limit, both get the same answers as before.
    await ask();
    expect(textOf(await ask(faq.question, identifiers))).toBe(textOf(first));
    expect((await ask(faq.question, foreign)).status).toBe(404);
    expect((await ask()).body.code).toBe('limit_daily');
    expect((await useOf()).daily).toEqual({ used: 2, limit: 2 });
  });

  it('is neither answered nor counted in a conversation of another assistant', async () => {
    const { caller, ask, useOf } = await asking({ daily: 2 });
    const conversationId = eventsOf((await ask()).text)[0]!.data.id;
    const other = (await caller.post('/contexts', { name: 'Loja do centro' })).body.id as string;
    const payload = { question: faq.question, conversationId };
    const url = `/api/widgets/${other}/messages`;
    expect((await server.call({ method: 'POST', url, payload })).status).toBe(404);
    expect((await useOf()).daily.used).toBe(1);
  });

  it('is answered up to the limit for concurrent requests', { timeout: 60_000 }, async () => {
    const { ask, useOf } = await asking({ daily: 10 });
    const answers = await Promise.all(Array.from({ length: 30 }, () => ask()));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(answers.filter(({ body }) => body?.code === 'limit_daily')).toHaveLength(20);
    expect((await useOf()).daily).toEqual({ used: 10, limit: 10 });
  });

  it('near a limit notifies the owner in the console and by email', async () => {
    const { caller, ask } = await asking({ daily: 3 });
    await ask();
    expect((await caller.get('/notices')).body.total).toBe(0);
    await ask();
    expect((await caller.get('/notices')).body.data).toMatchObject([{ limit: 'daily', level: 60 }]);
    await until(async () => (await subjectsTo(caller)).some((subject) => subject.includes('60% do limite diário')));
  });

  it('finds a stopped chat with a contact, and the owner learns at once how many got no answer', async () => {
    const person = { email: 'oi@empresa.com.br', whatsapp: '' };
    const { caller, ask } = await asking({ daily: 1, person });
    const stops = async () => (await caller.get('/notices')).body.data;
    await ask();
    expect(await stops()).toMatchObject([{ limit: 'daily', level: 100, visitors: 0, dismissed: false }]);
    const name = (await caller.get('/sessions/me/contexts')).body[0].name as string;
    await until(async () => (await stopMails(caller)).length === 1);
    expect((await stopMails(caller))[0]).toMatch(new RegExp(`^O chat de “${name}” parou às \\d\\d:\\d\\d$`));
    const visitor = (at: number) => ask(faq.question, { visitorToken: `visitante-numero-${at}` });
    expect((await visitor(0)).body).toMatchObject({ code: 'limit_daily', person: { email: person.email } });
    for (let at = 0; at < 10; at++) await visitor(at);
    const [notice] = await stops();
    expect(notice).toMatchObject({ level: 100, visitors: 10 });
    await until(async () => (await stopMails(caller)).length === 2);
    expect((await stopMails(caller))[1]).toMatch(/, 10 visitantes ficaram sem resposta$/);
    // The chat has still stopped.
    await caller.post(`/notices/${notice.id}/dismiss`);
    expect(await stops()).toMatchObject([{ id: notice.id, dismissed: true }]);
    await caller.put('/sessions/me/limits', { ...initial, daily: 100 });
    expect(await stops()).toEqual([]);
  });

  it('is counted for the owner while the chat is paused', async () => {
    const { caller, ask } = await asking({ deactivatedUntil: inDays(2) });
    for (const visitorToken of ['um-visitante-qualquer', 'um-visitante-qualquer', 'um-outro-visitante'])
      await ask(faq.question, { visitorToken });
    expect((await caller.get('/notices')).body.data).toMatchObject([{ limit: 'deactivated', level: 100, visitors: 2 }]);
    expect(await stopMails(caller)).toEqual([]);
    await caller.put('/sessions/me/limits', initial);
    expect((await caller.get('/notices')).body.data).toEqual([]);
  });
});
