import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tenant, withTenant } from '../../src/server/db/tenant.ts';
import { gatherGaps } from '../../src/server/insight/gaps/gather.ts';
import { sweepDeliveries } from '../../src/server/outgoing-webhooks/deliveries.ts';
import { recordEvent } from '../../src/server/outgoing-webhooks/record-event.ts';
import { SAMPLES } from '../../src/server/outgoing-webhooks/samples.ts';
import { WEBHOOK_EVENTS } from '../../src/shared/webhook-events.ts';
import { advanceClock, createBillingStaff, subscribe } from '../support/billing.ts';
import { answering, type Receiver, startReceiver } from '../support/receiver.ts';
import { type Caller, eventsOf, startServer, type TestServer, until } from '../support/server.ts';
import { createStaff } from '../support/staff.ts';

let server: TestServer;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
  server = await startServer({ env: { CRAWL_ALLOW: receiver.host } });
});
afterAll(async () => {
  await server.close();
  receiver.close();
});
beforeEach(() => {
  receiver.requests.length = 0;
  receiver.answer = answering(200, 'ok');
});

const query = async (text: string, ...values: unknown[]) => (await server.services.db.pool.query(text, values)).rows;
const inputOf = (change: object = {}) => ({
  name: `CRM ${randomUUID()}`,
  url: receiver.url,
  format: 'json',
  events: [...WEBHOOK_EVENTS],
  contextIds: [] as string[],
  isActive: true,
  ...change,
});
const create = async (caller: Caller, change: object = {}): Promise<any> =>
  (await caller.post('/outgoing-webhooks', inputOf(change))).body;
const deliveriesOf = async (caller: Caller, filter = ''): Promise<any[]> =>
  (await caller.get(`/webhook-deliveries?limit=100${filter}`)).body.data;
/** The requests with events of an account. Events of other tests may still arrive. */
const received = ({ accountId }: Caller, type: string) =>
  receiver.requests.filter(({ body }) => body?.type === type && body.account.id === accountId);
/** Waits until an event of a type arrives, and returns it. */
const arrival = (caller: Caller, type: string) => until(async () => received(caller, type)[0]);

async function teach(caller: Caller): Promise<void> {
  const faq = { contextId: caller.contextId, question: 'Qual é o horário da piscina?', answer: 'Das 8h às 20h.' };
  const { body } = await caller.post('/contents/faq', faq);
  await until(async () => (await caller.get(`/contents/${body.id}`)).body.status === 'done');
}

async function ask(contextId: string, question: string, more: object = {}) {
  const messageId = randomUUID();
  const payload = { question, messageId, visitorToken: `visitante-${randomUUID()}`, ...more };
  const answer = await server.call({ method: 'POST', url: `/api/widgets/${contextId}/messages`, payload });
  return { ...payload, conversationId: eventsOf(answer.text)[0]?.data.id as string };
}

/** Lets the conversation's labelling run now instead of after its idle time. */
async function endNow(accountId: string): Promise<void> {
  await query(`update jobs set run_at = now() where account_id = $1 and kind = 'label'`, accountId);
}

/** Records an event of the account as a capability would. */
const record = (caller: Caller, cause: string, data = SAMPLES['payment.failed']) =>
  withTenant(server.services.db, tenant(caller.accountId, 'all'), (tx) =>
    recordEvent(tx, { accountId: caller.accountId, type: 'payment.failed', cause, data }),
  );

describe('a webhook', () => {
  it('is created, listed, changed and deleted with its deliveries', async () => {
    const owner = await server.signUp();
    const made = await create(owner, { name: 'CRM', events: ['gap.opened'] });
    expect(made).toMatchObject({ name: 'CRM', format: 'json', status: 'active', parked: 0, contextIds: [] });
    expect(JSON.stringify(made)).not.toContain('whsec_');
    const path = `/outgoing-webhooks/${made.id}`;
    const edited = (await owner.put(path, { isActive: false, contextIds: [owner.contextId] })).body;
    expect(edited).toMatchObject({ name: 'CRM', status: 'paused', contextIds: [owner.contextId] });
    expect((await owner.get('/outgoing-webhooks?status=paused')).body.data).toMatchObject([{ id: made.id }]);
    await owner.put(path, { isActive: true, contextIds: [], events: ['payment.failed'] });
    await record(owner, 'one');
    await until(async () => (await deliveriesOf(owner))[0]?.state === 'delivered');
    expect((await owner.get(path)).body.deliveredAt).not.toBeNull();
    expect((await owner.delete(path)).status).toBe(204);
    expect(await deliveriesOf(owner)).toEqual([]);
  });

  it('needs a unique name, at least one event and an allowed address', async () => {
    const owner = await server.signUp();
    await create(owner, { name: 'CRM' });
    const faultOf = async (change: object) => {
      const { status, body } = await owner.post('/outgoing-webhooks', inputOf(change));
      return [status, body.errors?.[0]?.field, body.errors?.[0]?.code];
    };
    expect(await faultOf({ name: 'CRM' })).toEqual([409, 'name', 'already_exists']);
    expect((await faultOf({ events: [] })).slice(0, 2)).toEqual([422, 'events']);
    expect((await faultOf({ events: ['user.created'] }))[0]).toBe(422);
    expect(await faultOf({ url: 'http://www.empresa.com.br/x' })).toEqual([422, 'url', 'https_required']);
    for (const url of ['https://127.0.0.1/x', 'https://10.0.0.7/', 'https://[::1]/', 'https://localhost/x'])
      expect(await faultOf({ url })).toEqual([422, 'url', 'address_refused']);
    const other = await create(owner);
    const { status, body } = await owner.put(`/outgoing-webhooks/${other.id}`, { url: 'https://169.254.169.254/' });
    expect([status, body.errors[0].code]).toEqual([422, 'address_refused']);
  });

  it('is limited to 20 per account, also for concurrent requests', async () => {
    const owner = await server.signUp();
    const answers = await Promise.all(
      Array.from({ length: 24 }, () => owner.post('/outgoing-webhooks', inputOf({ events: ['gap.opened'] }))),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(answers.find(({ status }) => status !== 201)?.body.code).toBe('too_many_webhooks');
  });
});

describe('events', () => {
  it('of a conversation arrive once each, with their data and a link', async () => {
    const owner = await server.signUp({ name: 'Loja da Ana' });
    await teach(owner);
    await create(owner);
    const { conversationId, messageId, visitorToken } = await ask(owner.contextId, 'Vocês alugam toalhas?');
    const unanswered = await arrival(owner, 'question.unanswered');
    const context = { id: owner.contextId, name: expect.any(String) };
    const account = { id: owner.accountId, name: expect.any(String) };
    const url = `http://prosa.test/conversations/${conversationId}`;
    expect(unanswered.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      type: 'question.unanswered',
      account,
      context,
      url,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      data: { conversation_id: conversationId, message_id: messageId, question: 'Vocês alugam toalhas?' },
    });
    expect(unanswered.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'prosa-event': 'question.unanswered',
      'prosa-delivery': expect.any(String),
    });
    await ask(owner.contextId, 'Quero falar com um atendente', { conversationId, visitorToken });
    expect((await arrival(owner, 'conversation.human_wanted')).body.data).toEqual({
      conversation_id: conversationId,
      question: 'Quero falar com um atendente',
    });
    await endNow(owner.accountId);
    expect((await arrival(owner, 'conversation.ended')).body.data).toMatchObject({
      conversation_id: conversationId,
      first_question: 'Vocês alugam toalhas?',
      interactions: 2,
      human_wanted: true,
      satisfied: expect.any(Boolean),
      goal: expect.any(String),
      sentiment: expect.any(String),
    });
    // The visitor's feedback labels the conversation again, but does not end it a second time.
    await query(`update subscriptions set plan_id = 'business' where account_id = $1`, owner.accountId);
    await server.call({
      method: 'POST',
      url: `/api/widgets/${owner.contextId}/conversations/${conversationId}/end`,
      headers: { 'visitor-token': visitorToken },
      payload: { satisfied: true },
    });
    await until(async () => {
      const jobs = await query(`select 1 from jobs where account_id = $1 and kind = 'label'`, owner.accountId);
      return jobs.length === 0;
    });
    const events = (await deliveriesOf(owner)).map(({ event }) => event).sort();
    // The base holds neither towels nor a contact, so neither question is answered.
    const unansweredTwice = ['question.unanswered', 'question.unanswered'];
    expect(events).toEqual(['conversation.ended', 'conversation.human_wanted', ...unansweredTwice]);
  });

  it('of previews are not sent', async () => {
    const owner = await server.signUp();
    await teach(owner);
    await create(owner);
    const payload = { question: 'Vocês alugam toalhas?', messageId: randomUUID() };
    await owner.post(`/widgets/${owner.contextId}/messages`, payload);
    await gatherGaps(server.services.db, owner.accountId);
    expect(await deliveriesOf(owner)).toEqual([]);
  });

  it('are sent for a new knowledge gap and for one that opens again', async () => {
    const owner = await server.signUp();
    await teach(owner);
    await create(owner, { events: ['gap.opened'] });
    await ask(owner.contextId, 'Vocês alugam toalhas?');
    await ask(owner.contextId, 'Dá para alugar toalha com vocês?');
    await gatherGaps(server.services.db, owner.accountId);
    const [gap] = (await owner.get('/knowledge-gaps')).body.data;
    const { body } = await arrival(owner, 'gap.opened');
    expect(body.data).toEqual({ gap_id: gap.id, question: 'Vocês alugam toalhas?', reopened: false });
    expect(body.url).toBe(`http://prosa.test/knowledge-gaps/${gap.id}`);
    expect(await deliveriesOf(owner)).toHaveLength(1);
    await query(
      `update knowledge_gaps set state = 'resolved', updated_at = now() where account_id = $1`,
      owner.accountId,
    );
    await ask(owner.contextId, 'Alugam toalhas aí?');
    await gatherGaps(server.services.db, owner.accountId);
    const again = await until(async () => received(owner, 'gap.opened').find((one) => one.body.data.reopened));
    expect(again.body.data).toMatchObject({ gap_id: gap.id, question: 'Alugam toalhas aí?' });
  });

  it('are sent for a content that failed', async () => {
    const owner = await server.signUp();
    await create(owner);
    const file = { name: 'vazio.pdf', bytes: Buffer.from('%PDF-1.4 nothing') };
    const { body: content } = await owner.upload('/contents/file', { contextId: owner.contextId }, file);
    const { body } = await arrival(owner, 'content.failed');
    expect(body.data).toMatchObject({ content_id: content.id, type: 'FILE', title: 'vazio.pdf' });
    expect(body.data.reason).toBe((await owner.get(`/contents/${content.id}`)).body.reason);
    expect(body.context.id).toBe(owner.contextId);
  });

  it('are sent when 90 % of the credits are used, once per period', async () => {
    const owner = await server.signUp();
    await teach(owner);
    await create(owner);
    await query(`update credit_balances set granted = 40000, monthly = 4100 where account_id = $1`, owner.accountId);
    for (let n = 0; n < 3; n += 1) await ask(owner.contextId, 'Qual é o horário da piscina?');
    const { body } = await arrival(owner, 'credits.low');
    expect(body).toMatchObject({ context: null, url: 'http://prosa.test/settings/usage' });
    expect(body.data).toMatchObject({ percent: 90, granted: 40 });
    expect(await deliveriesOf(owner, '&event=credits.low')).toHaveLength(1);
  });

  it('are sent for a failed payment', async () => {
    const staff = await createBillingStaff(server);
    const owner = await server.signUp();
    await create(owner);
    await subscribe(owner, 'essential', { card: 'fails-later' });
    await advanceClock(staff, 31);
    const { body } = await arrival(owner, 'payment.failed');
    expect(body).toMatchObject({ account: { id: owner.accountId }, data: { plan: 'Essencial' } });
    expect(await deliveriesOf(owner, '&event=payment.failed')).toHaveLength(1);
  });

  it('are recorded once, together with their cause, and only for active webhooks that selected them', async () => {
    const owner = await server.signUp();
    const wanted = await create(owner);
    await create(owner, { isActive: false });
    await create(owner, { events: ['gap.opened'] });
    const { db } = server.services;
    const failing = withTenant(db, tenant(owner.accountId, 'all'), async (tx) => {
      const data = SAMPLES['payment.failed'];
      await recordEvent(tx, { accountId: owner.accountId, type: 'payment.failed', cause: 'rolled back', data });
      throw new Error('the cause fails');
    });
    await expect(failing).rejects.toThrow('the cause fails');
    await Promise.all(Array.from({ length: 4 }, () => record(owner, 'the same')));
    expect(await deliveriesOf(owner)).toMatchObject([{ webhookId: wanted.id, event: 'payment.failed' }]);
  });

  it('of a context go only to webhooks that include it, those of the account only to webhooks for all', async () => {
    const owner = await server.signUp();
    const other = (await owner.post('/contexts', { name: 'Filial' })).body.id;
    const [all, own, others] = [
      await create(owner),
      await create(owner, { contextIds: [owner.contextId] }),
      await create(owner, { contextIds: [other] }),
    ];
    await record(owner, 'of the account');
    await withTenant(server.services.db, tenant(owner.accountId, 'all'), (tx) =>
      recordEvent(tx, {
        accountId: owner.accountId,
        contextId: owner.contextId,
        cause: 'of the context',
        type: 'content.failed',
        data: SAMPLES['content.failed'],
      }),
    );
    const queued = (await deliveriesOf(owner)).map(({ event, webhookId }) => [event, webhookId]);
    expect(queued).toHaveLength(3);
    expect(queued).toEqual(
      expect.arrayContaining([
        ['payment.failed', all.id],
        ['content.failed', all.id],
        ['content.failed', own.id],
      ]),
    );
    // If all contexts of a webhook are deleted, it receives nothing instead of everything.
    await owner.delete(`/contexts/${other}?contents=remove`);
    await record(owner, 'another one');
    expect(await deliveriesOf(owner, `&webhookId=${others.id}`)).toEqual([]);
    await owner.put(`/outgoing-webhooks/${others.id}`, (await owner.get(`/outgoing-webhooks/${others.id}`)).body);
    await record(owner, 'a third one');
    expect(await deliveriesOf(owner, `&webhookId=${others.id}`)).toEqual([]);
  });
});

describe('the signature', () => {
  const isSigned = ({ headers, text }: Receiver['requests'][number], secret: string) => {
    const header = String(headers['prosa-signature']);
    const seconds = /^t=(\d+),/.exec(header)?.[1];
    const hmac = createHmac('sha256', secret).update(`${seconds}.${text}`).digest('hex');
    return header.includes(`v1=${hmac}`) && Math.abs(Date.now() / 1_000 - Number(seconds)) < 60;
  };

  it('uses the secret, and for a day after a change also the previous one', async () => {
    const owner = await server.signUp();
    const { id } = await create(owner);
    const first = (await owner.post(`/outgoing-webhooks/${id}/reveal-secret`)).body.secret;
    expect(first).toMatch(/^whsec_[\w-]{43}$/);
    await record(owner, 'one');
    expect(isSigned(await arrival(owner, 'payment.failed'), first)).toBe(true);
    const second = (await owner.post(`/outgoing-webhooks/${id}/rotate-secret`)).body.secret;
    expect(second).not.toBe(first);
    expect((await owner.post(`/outgoing-webhooks/${id}/reveal-secret`)).body.secret).toBe(second);
    await record(owner, 'two');
    const both = await until(async () => received(owner, 'payment.failed')[1]);
    expect([isSigned(both, first), isSigned(both, second)]).toEqual([true, true]);
    await query(`update outgoing_webhooks set previous_until = now() where id = $1`, id);
    await record(owner, 'three');
    const alone = await until(async () => received(owner, 'payment.failed')[2]);
    expect([isSigned(alone, first), isSigned(alone, second)]).toEqual([false, true]);
    const stored = JSON.stringify(await query(`select * from outgoing_webhooks where id = $1`, id));
    for (const secret of [first, second]) expect(stored).not.toContain(secret.slice(6));
  });

  it('has a secret that only admins in their own session can see, which is recorded each time', async () => {
    const owner = await server.signUp();
    const { id, name } = await create(owner);
    const staff = (
      await (await createStaff(server)).post('/admin/login', { accountId: owner.accountId, reason: 'Ajuda' })
    ).body.session;
    const headers = { authorization: `Bearer ${staff.accessToken}` };
    const asStaff = (method: 'GET' | 'POST', path: string) =>
      server.call({ method, url: `/api/outgoing-webhooks/${id}${path}`, headers, ...(path ? { payload: {} } : {}) });
    expect((await asStaff('GET', '')).status).toBe(200);
    expect((await asStaff('POST', '/reveal-secret')).status).toBe(403);
    expect((await asStaff('POST', '/rotate-secret')).status).toBe(403);
    const writer = await server.as(owner, 'WRITER');
    expect((await writer.post(`/outgoing-webhooks/${id}/reveal-secret`)).status).toBe(403);
    const { secret } = (await owner.post(`/outgoing-webhooks/${id}/reveal-secret`)).body;
    const entries = await query(
      `select subject, detail from audit_entries where account_id = $1 and action = 'outgoing-webhooks_reveal'`,
      owner.accountId,
    );
    expect(entries).toMatchObject([{ subject: name, detail: { id } }]);
    expect(JSON.stringify(entries)).not.toContain(secret);
  });
});

describe('a chat program', () => {
  it.each(['slack', 'google-chat'])('gets one line of escaped text in the format of %s', async (format) => {
    const owner = await server.signUp();
    await create(owner, { format, events: ['payment.failed'] });
    const plan = 'Pro & <!channel> <users/all>\n*grátis* https://golpe.example/x';
    await record(owner, 'one', { plan });
    const { body } = await until(async () => receiver.requests.find(({ text }) => text.includes('Pro ')));
    expect(Object.keys(body)).toEqual(['text']);
    const ampersand = format === 'slack' ? '&amp;' : '&';
    expect(body.text).toContain(`Pro ${ampersand} ‹!channel› ‹users/all› grátis`);
    expect(body.text).toMatch(/ <http:\/\/prosa\.test\/plan\|Ver na Prosa>$/);
    expect(body.text).not.toMatch(/golpe|\n/);
  });

  it('gets a text for every event', async () => {
    const owner = await server.signUp();
    const { id } = await create(owner, { format: 'slack' });
    for (const event of WEBHOOK_EVENTS) {
      expect((await owner.post(`/outgoing-webhooks/${id}/test`, { event })).body.status).toBe(200);
      const { text } = receiver.requests.at(-1)!.body;
      expect(text).toMatch(/^\[Teste\] .+ <http:\/\/prosa\.test\/[^|]+\|Ver na Prosa>$/);
      expect(text).not.toMatch(/\{\{|outgoing-webhooks\./);
    }
  });
});

describe('the test button', () => {
  it('sends a marked sample at once, also when the webhook is off, and shows the result', async () => {
    const owner = await server.signUp();
    const { id } = await create(owner, { isActive: false, events: ['gap.opened', 'credits.low'] });
    const done = await owner.post(`/outgoing-webhooks/${id}/test`);
    expect(done.body).toMatchObject({ event: 'gap.opened', status: 200, answer: 'ok', error: null });
    const [sample] = received(owner, 'gap.opened');
    expect(sample?.body).toMatchObject({ test: true, data: SAMPLES['gap.opened'] });
    receiver.answer = answering(500, 'falhou <b>aqui</b>');
    const failed = await owner.post(`/outgoing-webhooks/${id}/test`, { event: 'credits.low' });
    expect(failed.body).toMatchObject({ event: 'credits.low', status: 500, answer: 'falhou <b>aqui</b>' });
    await owner.put(`/outgoing-webhooks/${id}`, { url: 'https://nao-existe.invalid/x' });
    expect((await owner.post(`/outgoing-webhooks/${id}/test`)).body).toMatchObject({
      status: null,
      error: 'unreachable',
    });
    expect(await deliveriesOf(owner)).toEqual([]);
  });
});

describe('erasing', () => {
  it('a visitor removes the events about them, sent or not', async () => {
    const owner = await server.signUp();
    await teach(owner);
    receiver.answer = answering(503, 'Visitante: toalhas');
    await create(owner);
    const theirs = await ask(owner.contextId, 'Vocês alugam toalhas?');
    await ask(owner.contextId, 'Tem aula de violino?');
    await until(async () => {
      const deliveries = await deliveriesOf(owner);
      return deliveries.length === 2 && deliveries.every(({ attempts }) => attempts > 0);
    });
    expect((await owner.post(`/conversations/${theirs.conversationId}/erase-visitor`)).status).toBe(204);
    const left = await until(async () => {
      const rows = await query(`select * from webhook_deliveries where account_id = $1`, owner.accountId);
      return rows.length === 1 && rows;
    });
    expect(JSON.stringify(left)).not.toContain(theirs.conversationId);
    receiver.requests.length = 0;
    await query(`update jobs set run_at = now() where account_id = $1 and kind = 'webhook'`, owner.accountId);
    await until(async () => {
      const jobs = await query(
        `select 1 from jobs where account_id = $1 and kind = 'webhook' and run_at <= now()`,
        owner.accountId,
      );
      return jobs.length === 0;
    });
    const questions = received(owner, 'question.unanswered').map(({ body }) => body.data.question);
    expect(questions).toEqual(['Tem aula de violino?']);
  });

  it('deliveries happens after 30 days', async () => {
    const owner = await server.signUp();
    await create(owner);
    for (const cause of ['old', 'new']) await record(owner, cause);
    await until(async () => (await deliveriesOf(owner)).every(({ state }) => state === 'delivered'));
    await query(
      `update webhook_deliveries set created_at = now() - interval '31 days'
       where account_id = $1 and cause = 'payment.failed:old'`,
      owner.accountId,
    );
    expect(await sweepDeliveries(server.services.db)).toBe(1);
    expect(await deliveriesOf(owner)).toHaveLength(1);
  });
});

describe('headers of the account', () => {
  const deliver = async (owner: Caller, { id }: { id: string }) => {
    receiver.requests.length = 0;
    expect((await owner.post(`/outgoing-webhooks/${id}/test`)).body.status).toBe(200);
    return receiver.requests[0]!.headers;
  };
  const fieldsOf = ({ body }: { body: any }) => body.errors.map(({ field, code }: any) => `${field} ${code}`);

  it('are sent with every event, but never shown, logged or stored in clear', async () => {
    const owner = await server.signUp();
    const headers = 'X-Token: segredo-do-crm\nAuthorization: Bearer outro-segredo';
    const webhook = await create(owner, { headers });
    expect(webhook.headers).toBe('X-Token: ••••••\nAuthorization: ••••••');
    expect(await deliver(owner, webhook)).toMatchObject({
      'x-token': 'segredo-do-crm',
      authorization: 'Bearer outro-segredo',
    });
    // Unchanged lines keep their values.
    const change = { headers: 'X-Token: ••••••\nX-Outro: novo' };
    expect((await owner.put(`/outgoing-webhooks/${webhook.id}`, change)).body.headers).toBe(
      'X-Token: ••••••\nX-Outro: ••••••',
    );
    const sent = await deliver(owner, webhook);
    expect(sent).toMatchObject({ 'x-token': 'segredo-do-crm', 'x-outro': 'novo' });
    expect(sent.authorization).toBeUndefined();
    const stored = await query(
      `select row_to_json(w)::text as text from outgoing_webhooks w where account_id = $1
       union all select row_to_json(a)::text from audit_entries a where account_id = $1`,
      owner.accountId,
    );
    const texts = stored.map(({ text }: any) => text).join();
    expect(texts).toContain('X-Token');
    expect(texts).not.toMatch(/segredo|novo/);
    expect((await owner.put(`/outgoing-webhooks/${webhook.id}`, { headers: '' })).body.headers).toBeNull();
    expect((await deliver(owner, webhook))['x-token']).toBeUndefined();
  });

  it('contain the user name and password of the address', async () => {
    const owner = await server.signUp();
    const url = receiver.url.replace('://', '://ana:s%40nha@');
    const webhook = await create(owner, { url, headers: 'X-Token: a' });
    expect(webhook).toMatchObject({ url: receiver.url, headers: 'X-Token: ••••••\nAuthorization: ••••••' });
    const sent = await deliver(owner, webhook);
    expect(sent.authorization).toBe(`Basic ${Buffer.from('ana:s@nha').toString('base64')}`);
    await owner.put(`/outgoing-webhooks/${webhook.id}`, { url: receiver.url.replace('://', '://ana:outra@') });
    expect((await deliver(owner, webhook)).authorization).toBe(`Basic ${Buffer.from('ana:outra').toString('base64')}`);
    const logged = await query('select detail::text as text from audit_entries where account_id = $1', owner.accountId);
    expect(logged.map(({ text }: any) => text).join()).not.toMatch(/s%40nha|outra/);
  });

  it('do not follow the address to another host', async () => {
    const owner = await server.signUp();
    const { id } = await create(owner, { headers: 'X-Token: segredo' });
    const move = (change: object) =>
      owner.put(`/outgoing-webhooks/${id}`, { url: 'https://golpe.exemplo.com.br/eventos', ...change });
    expect(fieldsOf(await move({}))).toEqual(['headers value_missing']);
    expect(fieldsOf(await move({ headers: 'X-Token: ••••••' }))).toEqual(['headers value_missing']);
    expect((await owner.get(`/outgoing-webhooks/${id}`)).body.url).toBe(receiver.url);
    expect((await move({ headers: 'X-Token: outro' })).status).toBe(200);
    expect((await owner.put(`/outgoing-webhooks/${id}`, { url: `${receiver.url}/novo`, headers: null })).status).toBe(
      200,
    );
  });

  it('are refused if they are malformed or ours', async () => {
    const owner = await server.signUp();
    const refused = async (headers: string) => fieldsOf(await owner.post('/outgoing-webhooks', inputOf({ headers })));
    for (const line of ['sem dois pontos', 'X Y: a', 'X-Token: á', 'X-Token:', 'X-A: 1\nx-a: 2'])
      expect(await refused(line), line).toEqual(['headers invalid']);
    for (const name of ['Host', 'content-length', 'Transfer-Encoding', 'Prosa-Signature', 'Content-Type'])
      expect(await refused(`${name}: a`), name).toEqual(['headers reserved']);
    for (const name of ['X-Token', 'constructor'])
      expect(await refused(`${name}: ••••••`)).toEqual(['headers value_missing']);
    expect(await refused(Array.from({ length: 11 }, (_, at) => `X-${at}: a`).join('\n'))).toEqual(['headers too_many']);
    expect(fieldsOf(await owner.post('/outgoing-webhooks', inputOf({ url: 'mailto:a@b.com.br' })))).toEqual([
      'url invalid_url',
    ]);
  });
});
