import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { MESSAGES_PER_CONTEXT } from '../../src/shared/constants.ts';
import {
  type Answer,
  type Caller,
  eventsOf,
  type SharedServer,
  sharedServer,
  textOf,
  until,
} from '../support/server.ts';

let server: SharedServer;
beforeAll(async () => {
  server = await sharedServer();
});

const rowsOf = async (text: string, ...values: unknown[]) => (await server.services.db.pool.query(text, values)).rows;

/** Returns an account with a context in which visitors can leave messages. */
async function openShop(): Promise<Caller> {
  const owner = await server.signUp();
  const limits = (await owner.get(`/sessions/me/limits?contextId=${owner.contextId}`)).body;
  const { use: _, ...input } = limits;
  expect((await owner.put('/sessions/me/limits', { ...input, takesMessages: true })).status).toBe(200);
  return owner;
}

const termsIn = async ({ contextId }: Caller) =>
  (await server.call({ method: 'GET', url: `/api/widgets/${contextId}` })).body.message;
const newToken = () => `visitante-${randomUUID()}`;

/** Each message comes from a different address, so that only the tests of limits reach a limit. */
let addresses = 0;
const leave = async (
  owner: Caller,
  change: Record<string, unknown> = {},
  headers: Record<string, string> = {},
  remoteAddress = `10.0.${Math.floor(++addresses / 250)}.${addresses % 250}`,
): Promise<Answer> =>
  server.call({
    method: 'POST',
    url: `/api/widgets/${owner.contextId}/visitor-messages`,
    headers,
    remoteAddress,
    payload: {
      messageId: randomUUID(),
      name: 'Ana Souza',
      email: 'ana@visitante.com.br',
      question: 'Vocês consertam freio a disco?',
      consentVersion: (await termsIn(owner))?.version ?? '',
      visitorToken: newToken(),
      ...change,
    },
  });
const ask = async (owner: Caller, question: string, visitorToken: string) => {
  const response = await server.call({
    method: 'POST',
    url: `/api/widgets/${owner.contextId}/messages`,
    payload: { question, visitorToken },
  });
  return { asked: response, conversationId: eventsOf(response.text)[0]?.data.id as string };
};
const list = async (owner: Caller, query = '') =>
  (await owner.get(`/visitor-messages?contextId=${owner.contextId}${query}`)).body;

describe('leaving a message', () => {
  it('is off until the owner turns it on', async () => {
    const owner = await server.signUp();
    expect(await termsIn(owner)).toBeNull();
    const refused = await leave(owner);
    expect([refused.status, refused.body.code]).toEqual([403, 'messages_off']);
    expect((await list(owner)).total).toBe(0);
  });

  it('stores the contact, the question and the consent, and shows them to the owner', async () => {
    const owner = await openShop();
    await server.services.db.pool.query(`update contexts set appearance = appearance || $2::jsonb where id = $1`, [
      owner.contextId,
      JSON.stringify({ consent: { text: 'Guardamos por um ano.', url: 'https://loja.example/lgpd' } }),
    ]);
    const visitorToken = newToken();
    const { conversationId } = await ask(owner, 'Vocês consertam freio a disco?', visitorToken);
    const terms = await termsIn(owner);
    const messageId = randomUUID();
    const message = { messageId, conversationId, visitorToken, whatsapp: '(11) 91234-5678', email: undefined };
    expect((await leave(owner, message)).status).toBe(204);
    // A retry is the same message.
    expect((await leave(owner, { ...message, name: 'Outra' })).status).toBe(204);

    const { data, total } = await list(owner);
    expect(total).toBe(1);
    expect(data[0]).toMatchObject({
      id: messageId,
      contextId: owner.contextId,
      conversationId,
      name: 'Ana Souza',
      email: null,
      whatsapp: '5511912345678',
      status: 'open',
      type: 'widget',
      answeredAt: null,
      answeredBy: null,
      consentText: `${terms.text} ${terms.url}`,
    });
    expect(terms.text).toContain('Guardamos por um ano.');
    expect(Date.parse(data[0].consentedAt)).toBeGreaterThan(Date.now() - 60_000);
    expect((await owner.get(`/visitor-messages/${messageId}`)).body).toEqual(data[0]);
    const [stored] = await rowsOf(
      'select consent_version, visitor_hash from visitor_messages where id = $1',
      messageId,
    );
    expect(stored.consent_version).toBe(terms.version);
    expect(stored.visitor_hash).not.toContain(visitorToken);
  });

  it('is offered to visitors who ask for it, who get no quote that shares a word with their request', async () => {
    const owner = await openShop();
    const { contextId } = owner;
    const faq = { question: 'Posso deixar um recado na cesta?', answer: 'Sim, com até 200 letras no cartão.' };
    await owner.post('/contents/faq', { contextId, ...faq });
    const isTrained = async () => (await owner.get(`/contents?contextId=${contextId}`)).body.data[0].status === 'done';
    await until(isTrained);
    const { asked } = await ask(owner, 'quero deixar um recado', newToken());
    expect(textOf(asked)).not.toContain('200 letras');
    expect(eventsOf(asked.text).at(-1)!.data).toMatchObject({ person: {} });
    const aboutCard = (await ask(owner, faq.question, newToken())).asked;
    expect(textOf(aboutCard)).toContain('200 letras');
  });

  it('reports each invalid field', async () => {
    const owner = await openShop();
    const refused = await leave(owner, { name: ' ', email: 'ana@', whatsapp: '12', question: '' });
    expect(refused.status).toBe(422);
    expect(refused.body.errors.map((error: any) => [error.field, error.code])).toEqual([
      ['name', 'required'],
      ['email', 'invalid_email'],
      ['whatsapp', 'invalid_whatsapp'],
      ['question', 'required'],
    ]);
    const unreachable = await leave(owner, { email: undefined });
    expect(unreachable.body.errors).toMatchObject([{ field: 'email', code: 'contact_required' }]);
    for (const extra of [{ status: 'answered' }, { createdAt: '2020-01-01' }, { contextId: randomUUID() }]) {
      expect((await leave(owner, extra)).status).toBe(422);
    }
    expect((await list(owner)).total).toBe(0);
  });

  it('refuses consent to an outdated text and returns the current one', async () => {
    const owner = await openShop();
    const before = await termsIn(owner);
    await server.services.db.pool.query(
      `update contexts set appearance = jsonb_set(appearance, '{companyName}', '"Oficina Nova"') where id = $1`,
      [owner.contextId],
    );
    const refused = await leave(owner, { consentVersion: before.version });
    expect([refused.status, refused.body.code]).toEqual([409, 'consent_changed']);
    expect(refused.body.current).toEqual(await termsIn(owner));
    expect(refused.body.current.text).toContain('Oficina Nova');
    expect((await leave(owner, { consentVersion: '' })).status).toBe(409);
    expect((await list(owner)).total).toBe(0);
  });

  it('discards messages with the honeypot field filled in', async () => {
    const owner = await openShop();
    expect((await leave(owner, { website: 'https://spam.example' })).status).toBe(204);
    expect((await list(owner)).total).toBe(0);
  });

  it('is limited per visitor and per IP address', async () => {
    const owner = await openShop();
    const visitorToken = newToken();
    const statuses = [];
    for (let n = 0; n < 6; n++) statuses.push((await leave(owner, { visitorToken })).status);
    expect(statuses).toEqual([204, 204, 204, 204, 204, 429]);
    const addressesOf = { 'one address': () => '10.9.9.9', 'one /64': (n: number) => `2001:db8:7:7::${n + 1}` };
    for (const [who, addressOf] of Object.entries(addressesOf)) {
      const fromOne = [];
      for (let n = 0; n < 21; n++) fromOne.push((await leave(owner, {}, {}, addressOf(n))).status);
      expect(
        fromOne.filter((status) => status === 204),
        who,
      ).toHaveLength(20);
      expect(fromOne.at(-1), who).toBe(429);
    }
  });

  it('stays open to visitors with a conversation when others fill the form, and the owner is told once', async () => {
    const owner = await openShop();
    const visitorToken = newToken();
    const { conversationId } = await ask(owner, 'Que horas abrem?', visitorToken);
    expect((await leave(owner)).status).toBe(204);
    // As if the other messages of this hour had come from other addresses.
    await server.services.db.pool.query('update rate_counters set used = $1 where used < $1', [MESSAGES_PER_CONTEXT]);
    expect((await leave(owner)).status).toBe(429);
    expect((await leave(owner)).status).toBe(429);
    expect((await leave(owner, { conversationId, visitorToken })).status).toBe(204);
    expect((await leave(owner, { conversationId, visitorToken: newToken() })).status).toBe(404);
    await server.services.db.pool.query('delete from rate_counters');
    const notices = (await owner.get('/notices')).body.data;
    expect(notices).toMatchObject([{ limit: 'messages', contextId: owner.contextId }]);
    const told = async () =>
      (await server.mailsTo(owner.email)).filter(({ subject }) => subject?.startsWith('Chegaram recados demais'));
    await until(async () => (await told()).length > 0);
    expect(await told()).toHaveLength(1);
  });

  it('is allowed only from allowed sites, and never in another visitor’s conversation', async () => {
    const owner = await openShop();
    const origin = 'https://outra.example';
    expect((await leave(owner, {}, { origin })).body.code).toBe('origin_not_allowed');
    await owner.put(`/contexts/${owner.contextId}/origins`, { origins: [origin] });
    const allowed = await leave(owner, {}, { origin });
    expect([allowed.status, allowed.headers['access-control-allow-origin']]).toEqual([204, origin]);
    const { conversationId } = await ask(owner, 'Que horas abrem?', newToken());
    expect((await leave(owner, { conversationId })).status).toBe(404);
    // The right token, but another context.
    const other = await openShop();
    const visitorToken = newToken();
    const theirs = (await ask(other, 'Que horas abrem?', visitorToken)).conversationId;
    expect((await leave(owner, { conversationId: theirs, visitorToken })).status).toBe(404);
    expect((await list(owner)).total).toBe(1);
  });

  it('works with a demo link and in the preview, and these messages are marked', async () => {
    const owner = await openShop();
    const demo = (await owner.post('/demo-links', { contextId: owner.contextId })).body.id;
    expect((await leave(owner, { demo })).status).toBe(204);
    expect((await leave(owner, { demo: randomUUID() })).body.code).toBe('link_expired');
    const authorization = `Bearer ${owner.tokens.accessToken}`;
    expect((await leave(owner, {}, { authorization })).status).toBe(204);
    const stranger = await server.signUp();
    expect((await leave(owner, {}, { authorization: `Bearer ${stranger.tokens.accessToken}` })).status).toBe(404);
    expect((await list(owner)).data.map((row: any) => row.type)).toEqual(['preview', 'demo']);
  });

  it('is offered to a visitor who asks for a person, although there is no contact', async () => {
    const owner = await openShop();
    const { asked: response } = await ask(owner, 'Quero falar com um atendente humano', newToken());
    const done = eventsOf(response.text).at(-1)?.data;
    expect(done.person).toEqual({});
    expect(textOf(response)).not.toContain('não tenho um contato');
    const closed = await server.signUp();
    const without = await ask(closed, 'Quero falar com um atendente humano', newToken());
    expect(eventsOf(without.asked.text).at(-1)?.data.person).toBeUndefined();
  });
});

describe('the owner of a message', () => {
  it('marks it as answered, opens it again, finds it and exports it', async () => {
    const owner = await openShop();
    const [first, second] = [randomUUID(), randomUUID()];
    await leave(owner, { messageId: first, name: 'Célia Prado' });
    await leave(owner, { messageId: second, question: '=1+1 é fórmula?' });
    const writer = await server.as(owner, 'WRITER');
    expect((await writer.post(`/visitor-messages/${first}/answer`)).status).toBe(204);
    expect((await writer.post(`/visitor-messages/${first}/answer`)).status).toBe(204);
    const answered = (await owner.get(`/visitor-messages/${first}`)).body;
    expect([answered.status, answered.answeredBy]).toEqual(['answered', 'WRITER']);
    expect((await list(owner, '&status=open')).data.map(({ id }: any) => id)).toEqual([second]);
    expect((await list(owner, '&search=celia')).data.map(({ id }: any) => id)).toEqual([first]);
    expect((await list(owner, '&search=100%25')).total).toBe(0);

    const csv = await owner.get(`/visitor-messages/export?contextId=${owner.contextId}&status=open`);
    expect(csv.headers['content-disposition']).toContain('Recados.csv');
    expect(csv.text).toContain("'=1+1 é fórmula?");
    expect(csv.text).not.toContain('Célia');
    expect((await writer.get(`/visitor-messages/export?contextId=${owner.contextId}`)).status).toBe(403);

    expect((await writer.post(`/visitor-messages/${first}/reopen`)).status).toBe(204);
    expect((await owner.get(`/visitor-messages/${first}`)).body).toMatchObject({ status: 'open', answeredBy: null });
    expect((await (await server.as(owner, 'READER')).post(`/visitor-messages/${first}/answer`)).status).toBe(403);
    const log = await rowsOf(
      `select action, count(*)::int as n from audit_entries where account_id = $1 and action like 'visitor-messages%'
       group by action order by action`,
      owner.accountId,
    );
    expect(log).toEqual([
      { action: 'visitor-messages_answer', n: 1 },
      { action: 'visitor-messages_export', n: 1 },
      { action: 'visitor-messages_reopen', n: 1 },
    ]);
  });

  it('deletes it without naming the visitor in the log', async () => {
    const owner = await openShop();
    const id = randomUUID();
    await leave(owner, { messageId: id, name: 'Zuleica Única' });
    expect((await (await server.as(owner, 'WRITER')).delete(`/visitor-messages/${id}`)).status).toBe(403);
    expect((await owner.delete(`/visitor-messages/${id}`)).status).toBe(204);
    expect((await owner.get(`/visitor-messages/${id}`)).status).toBe(404);
    const log = await rowsOf(
      `select subject, detail from audit_entries where account_id = $1 and action = 'visitor-messages_delete'`,
      owner.accountId,
    );
    expect(log).toEqual([{ subject: null, detail: { id } }]);
  });

  it('cannot see messages of another account or of a hidden context', async () => {
    const [owner, other] = [await openShop(), await openShop()];
    const id = randomUUID();
    await leave(owner, { messageId: id });
    for (const call of [
      () => other.get(`/visitor-messages/${id}`),
      () => other.post(`/visitor-messages/${id}/answer`),
      () => other.post(`/visitor-messages/${id}/reopen`),
      () => other.delete(`/visitor-messages/${id}`),
    ]) {
      expect((await call()).status).toBe(404);
    }
    expect((await other.get(`/visitor-messages?contextId=${owner.contextId}`)).body.total).toBe(0);
    const csv = await other.get(`/visitor-messages/export?contextId=${owner.contextId}`);
    expect(csv.text).not.toContain('Ana Souza');

    const hidden = (await owner.post('/contexts', { name: 'Outro' })).body.id;
    const colleague = await server.as(owner, 'ADMIN', [hidden]);
    expect((await colleague.get(`/visitor-messages/${id}`)).status).toBe(404);
    expect((await colleague.post(`/visitor-messages/${id}/answer`)).status).toBe(404);
    expect((await colleague.delete(`/visitor-messages/${id}`)).status).toBe(404);
    expect((await list(owner)).data[0].status).toBe('open');
  });

  it('gets one email at once, and the following messages together', async () => {
    const owner = await openShop();
    const subjects = async () =>
      (await server.mailsTo(owner.email)).flatMap(({ subject = '' }) => (/recado/i.test(subject) ? [subject] : []));
    await leave(owner, { name: 'Visite www.golpe.example', question: 'Tem *desconto*?' });
    await until(async () => (await subjects()).length === 1);
    const [mail] = (await server.mailsTo(owner.email)).filter(({ subject = '' }) => /recado/i.test(subject));
    expect(mail?.text).toContain('Tem *desconto*?');
    expect(mail?.text).not.toContain('golpe.example');
    expect(mail?.text).not.toContain('ana@visitante.com.br');

    for (let n = 0; n < 3; n++) await leave(owner);
    const [job] = await rowsOf(
      `select run_at > now() + interval '5 minutes' as waits from jobs where account_id = $1 and kind = 'message-mail'`,
      owner.accountId,
    );
    expect(job).toEqual({ waits: true });
    await rowsOf(`update jobs set run_at = now() where account_id = $1 and kind = 'message-mail'`, owner.accountId);
    await until(async () => (await subjects()).length === 2);
    expect((await subjects()).filter((subject) => subject.startsWith('3 novos recados'))).toHaveLength(1);
    expect(
      await rowsOf('select 1 from visitor_messages where account_id = $1 and notified_at is null', owner.accountId),
    ).toEqual([]);
  });
});

describe('erasing a visitor', () => {
  it('deletes only their messages, with and without a conversation', async () => {
    const owner = await openShop();
    const visitorToken = newToken();
    const { conversationId } = await ask(owner, 'Vocês consertam freio?', visitorToken);
    await leave(owner, { visitorToken, conversationId });
    await leave(owner, { visitorToken });
    const other = randomUUID();
    await leave(owner, { messageId: other });
    expect((await owner.post(`/conversations/${conversationId}/erase-visitor`)).status).toBe(204);
    expect((await list(owner)).data.map(({ id }: any) => id)).toEqual([other]);
  });
});

describe('the event of a message', () => {
  const eventsFor = ({ accountId }: Caller) =>
    rowsOf(`select data from webhook_deliveries where account_id = $1 order by created_at`, accountId);
  const openShopWithWebhook = async (): Promise<Caller> => {
    const owner = await openShop();
    const webhook = { name: 'CRM', url: 'https://crm.example/prosa', format: 'json', events: ['message.left'] };
    expect((await owner.post('/outgoing-webhooks', { ...webhook, contextIds: [], isActive: true })).status).toBe(201);
    return owner;
  };

  it('is recorded once, and not for previews', async () => {
    const owner = await openShopWithWebhook();
    const message = { messageId: randomUUID(), whatsapp: '(81) 99999-0000' };
    expect((await leave(owner, message)).status).toBe(204);
    expect((await leave(owner, message)).status).toBe(204);
    const authorization = `Bearer ${owner.tokens.accessToken}`;
    expect((await leave(owner, {}, { authorization })).status).toBe(204);
    expect((await eventsFor(owner)).map(({ data }) => data)).toEqual([
      {
        message_id: message.messageId,
        conversation_id: null,
        name: 'Ana Souza',
        email: 'ana@visitante.com.br',
        whatsapp: '5581999990000',
        message: 'Vocês consertam freio a disco?',
      },
    ]);
  });

  it('is erased with its visitor and with its message', async () => {
    const owner = await openShopWithWebhook();
    const visitorToken = newToken();
    const { conversationId } = await ask(owner, 'Vocês consertam freio a disco?', visitorToken);
    const [inside, outside, other] = [randomUUID(), randomUUID(), randomUUID()];
    await leave(owner, { messageId: inside, visitorToken, conversationId });
    await leave(owner, { messageId: outside, visitorToken });
    await leave(owner, { messageId: other });
    expect(await eventsFor(owner)).toHaveLength(3);
    expect((await owner.post(`/conversations/${conversationId}/erase-visitor`)).status).toBe(204);
    await until(async () => (await eventsFor(owner)).length === 1);
    expect((await eventsFor(owner))[0].data.message_id).toBe(other);
    expect((await owner.delete(`/visitor-messages/${other}`)).status).toBe(204);
    expect(await eventsFor(owner)).toEqual([]);
  });
});

it('deletes many messages at once, or none if the caller may not see one of them', async () => {
  const [owner, stranger] = [await openShop(), await openShop()];
  for (let n = 0; n < 3; n++) await leave(owner);
  await leave(stranger);
  const idsOf = async (caller: Caller) => (await list(caller)).data.map(({ id }: { id: string }) => id) as string[];
  const [kept, ...ids] = await idsOf(owner);
  const remove = async (caller: Caller, some: readonly string[]) =>
    caller.post('/visitor-messages/bulk-delete', { ids: some });
  expect((await remove(await server.as(owner, 'WRITER'), ids)).status).toBe(403);
  for (const foreign of [...(await idsOf(stranger)), randomUUID()])
    expect((await remove(owner, [...ids, foreign])).status).toBe(404);
  expect(await idsOf(owner)).toHaveLength(3);
  expect((await remove(owner, ids)).body).toEqual({ deleted: 2 });
  expect(await idsOf(owner)).toEqual([kept]);
  expect(await idsOf(stranger)).toHaveLength(1);
  const recorded = await rowsOf(
    `select detail->>'id' as id from audit_entries where account_id = $1 and action = 'visitor-messages_delete'`,
    owner.accountId,
  );
  expect(recorded.map(({ id }) => id).sort()).toEqual(ids.sort());
});
