import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { addLastingCredits, readBalance, startPeriod } from '../../src/server/billing/balance.ts';
import { type Db, tenant, withPlatform } from '../../src/server/db/tenant.ts';
import type { Notice } from '../../src/shared/limits.ts';
import { type Caller, eventsOf, type SharedServer, sharedServer, textOf, until } from '../support/server.ts';
import { createStaff } from '../support/staff.ts';

let server: SharedServer;
let db: Db;
beforeAll(async () => {
  server = await sharedServer();
  db = server.services.db;
});

const owner = ({ accountId }: Caller) => tenant(accountId, 'all');
const balanceOf = async (caller: Caller) => {
  const { monthly, lasting } = await readBalance(db, owner(caller));
  return { monthly, lasting };
};
async function ledgerSum({ accountId }: Caller): Promise<number> {
  const { rows } = await db.pool.query(
    `select coalesce(sum(amount), 0)::int as sum from credit_entries where account_id = $1`,
    [accountId],
  );
  return rows[0].sum;
}
const leave = (caller: Caller, monthly: number, lasting = 0) =>
  withPlatform(db, async (tx) => {
    await startPeriod(tx, caller.accountId, { credits: monthly, periodStart: new Date(), cause: randomUUID() });
    if (lasting > 0) await addLastingCredits(tx, caller.accountId, { credits: lasting, cause: randomUUID() });
  });

const FAQ = { question: 'Vocês entregam no sábado?', answer: 'Entregamos aos sábados, das 9h às 13h.' };
const TEXT = `A loja fica na Rua das Laranjeiras, número 40, perto da praça. O estacionamento é gratuito para clientes.`;

/** Returns an account with an FAQ and a text document. */
async function shop(): Promise<Caller> {
  const caller = await server.signUp();
  const { contextId } = caller;
  await caller.post('/contents/faq', { contextId, ...FAQ });
  await caller.upload('/contents/file', { contextId }, { name: 'loja.txt', bytes: Buffer.from(TEXT) });
  await until(async () => {
    const { body } = await caller.get(`/contents?contextId=${contextId}`);
    return body.data.length === 2 && body.data.every((one: { status: string }) => one.status === 'done');
  });
  return caller;
}
const ask = ({ contextId }: Caller, question: string, from = `10.0.${Math.floor(Math.random() * 250)}.1`) =>
  server.call({
    method: 'POST',
    url: `/api/widgets/${contextId}/messages`,
    payload: { question, messageId: randomUUID(), visitorToken: `visitante-${randomUUID()}` },
    remoteAddress: from,
  });
const question = 'Onde fica a loja?';
const outcomeOf = ({ text }: { text: string }) => eventsOf(text).find(({ event }) => event === 'done')?.data;
const setLimits = async (caller: Caller, change: object) => {
  const {
    contextId: _,
    use: __,
    ...limits
  } = (await caller.get(`/sessions/me/limits?contextId=${caller.contextId}`)).body;
  const saved = await caller.put('/sessions/me/limits', { ...limits, ...change, contextId: caller.contextId });
  expect(saved.status).toBe(200);
};

describe('200 concurrent visitors with credits for 10 answers', () => {
  it('get 10 answers, and the balance is 0 and matches the ledger', { timeout: 240_000 }, async () => {
    const caller = await shop();
    await setLimits(caller, { withoutCredits: 'person' });
    await leave(caller, 1_500, 500);
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, at) => ask(caller, question, `10.1.${at % 250}.${Math.floor(at / 250) + 1}`)),
    );
    const served = answers.filter(({ status, text }) => status === 200 && outcomeOf({ text })?.grounded);
    const odd = answers.filter((one) => one.status !== 429 && !served.includes(one));
    expect(odd.map(({ status, text }) => [status, text])).toEqual([]);
    expect(served).toHaveLength(10);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(190);
    expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(['limit_credits']));
    expect(await balanceOf(caller)).toEqual({ monthly: 0, lasting: 0 });
    expect(await ledgerSum(caller)).toBe(0);
    const { rows } = await db.pool.query(
      `select count(*)::int as held from credit_entries where account_id = $1 and settled_at is null`,
      [caller.accountId],
    );
    expect(rows[0].held).toBe(0);
  });
});

describe('the chat without credits', () => {
  const person = { email: 'ajuda@empresa.com.br', whatsapp: '' };

  it('answers from the knowledge base for free and offers a contact for unknown questions', async () => {
    const caller = await shop();
    await setLimits(caller, { person, withoutCredits: 'faq' });
    await leave(caller, 0);
    const ready = await ask(caller, 'entregam no sabado?');
    expect(textOf(ready)).toBe(FAQ.answer);
    expect(outcomeOf(ready)).toMatchObject({ grounded: true });
    const other = await ask(caller, question);
    expect(textOf(other)).toContain('Rua das Laranjeiras');
    expect(outcomeOf(other)).toMatchObject({ outcome: 'answered', grounded: true });
    const unknown = await ask(caller, 'vocês vendem passagens aéreas para Marte?');
    expect(outcomeOf(unknown)).toMatchObject({ outcome: 'unknown', person: { email: person.email } });
    expect(await balanceOf(caller)).toEqual({ monthly: 0, lasting: 0 });
    expect(await ledgerSum(caller)).toBe(0);
    const { rows } = await db.pool.query(
      `select outcome, cost from messages where account_id = $1 order by created_at`,
      [caller.accountId],
    );
    expect(rows).toEqual([
      { outcome: 'answered', cost: 0 },
      { outcome: 'answered', cost: 0 },
      { outcome: 'unknown', cost: 0 },
    ]);
  });

  it('only offers a contact if the owner prefers, or refuses when there is none', async () => {
    const caller = await shop();
    const messages = { minute: '', daily: '', monthly: '', credits: 'Fale com a gente!', deactivated: '' };
    await setLimits(caller, { person, messages, withoutCredits: 'person' });
    await leave(caller, 0);
    const answer = await ask(caller, FAQ.question);
    expect(textOf(answer)).toBe('Fale com a gente!');
    expect(outcomeOf(answer)).toMatchObject({ outcome: 'unknown', grounded: false, person: { email: person.email } });
    await setLimits(caller, { person: { email: '', whatsapp: '' } });
    expect(await ask(caller, FAQ.question)).toMatchObject({ status: 429, body: { code: 'limit_credits' } });
    await leave(caller, 200);
    expect(textOf(await ask(caller, FAQ.question))).toBe(FAQ.answer);
    expect(await balanceOf(caller)).toEqual({ monthly: 0, lasting: 0 });
  });

  it('is one notice with an email, until there are credits again', async () => {
    const caller = await shop();
    const stops = async () =>
      (await caller.get('/notices')).body.data.map(({ limit, level, visitors }: Notice) => [limit, level, visitors]);
    const mails = async () => (await server.mailsTo(caller.email)).map(({ subject }) => subject ?? '');
    await setLimits(caller, { person: { email: '', whatsapp: '' }, withoutCredits: 'person' });
    await leave(caller, 100);
    for (let at = 0; at < 3; at++) expect((await ask(caller, FAQ.question)).status).toBe(429);
    expect(await stops()).toEqual([['plan', 100, 3]]);
    await withPlatform(db, (tx) => addLastingCredits(tx, caller.accountId, { credits: 100, cause: randomUUID() }));
    expect(await stops()).toEqual([]);
    expect(textOf(await ask(caller, FAQ.question))).toBe(FAQ.answer);
    expect((await ask(caller, FAQ.question)).status).toBe(429);
    expect(await stops()).toEqual([['plan', 100, 1]]);
    await until(
      async () =>
        (await mails()).filter((one) => /^O chat de .+ parou às .+, 1 visitante ficou/.test(one)).length === 2,
    );
    expect((await mails()).some((one) => one.includes('90%'))).toBe(false);
  });
});

describe('the credits of the plan', () => {
  it('show what was used in the period and what does not expire', async () => {
    const caller = await shop();
    expect((await caller.get('/sessions/me/plan')).body).toMatchObject({ credits: 40, creditsUsed: 0 });
    await leave(caller, 1_000, 300);
    await ask(caller, FAQ.question);
    const plan = (await caller.get('/sessions/me/plan')).body;
    expect(plan).toMatchObject({ credits: 1, creditsUsed: 0.2, creditsLasting: 0.3 });
  });

  it('trigger a notice and an email once at 60 % and once at 90 %', async () => {
    const caller = await shop();
    await leave(caller, 2_000, 5_000);
    const noticeLevels = async () =>
      (await caller.get('/notices')).body.data.map((one: { limit: string; level: number }) => [one.limit, one.level]);
    for (let at = 0; at < 5; at += 1) await ask(caller, FAQ.question);
    expect(await noticeLevels()).toEqual([]);
    for (let at = 0; at < 2; at += 1) await ask(caller, FAQ.question);
    expect(await noticeLevels()).toEqual([['plan', 60]]);
    for (let at = 0; at < 4; at += 1) await ask(caller, FAQ.question);
    expect(await noticeLevels()).toEqual([['plan', 90]]);
    const mails = await until(async () => {
      const mails = (await server.mailsTo(caller.email)).filter(({ subject }) =>
        subject?.includes('créditos do plano'),
      );
      return mails.length >= 2 && mails;
    });
    expect(mails.map(({ subject }) => /\d+%/.exec(subject ?? '')?.[0])).toEqual(['60%', '90%']);
    await leave(caller, 2_000);
    expect(await noticeLevels()).toEqual([]);
  });
});

describe('credit limits per context', () => {
  async function tree() {
    const caller = await server.signUp();
    await db.pool.query(`update subscriptions set plan_id = 'business' where account_id = $1`, [caller.accountId]);
    await leave(caller, 100_000);
    const make = async (name: string, parentId: string) => (await caller.post('/contexts', { name, parentId })).body.id;
    const [root, one] = [caller.contextId, await make('Sul', caller.contextId)];
    const two = await make('Norte', root);
    return { caller, root, one, two, deep: await make('Manaus', two) };
  }
  const read = async (caller: Caller) => (await caller.get('/credit-limits')).body;
  const set = (caller: Caller, version: string, limits: Record<string, number | null>) =>
    caller.put('/credit-limits', {
      version,
      limits: Object.entries(limits).map(([contextId, limit]) => ({ contextId, limit })),
    });

  it('can be set, and none exceeds the limit above it', async () => {
    const { caller, root, one, two, deep } = await tree();
    const { version, credits, data } = await read(caller);
    expect(credits).toEqual({ granted: 100, used: 0, lasting: 0 });
    expect(data.map(({ limit }: { limit: number | null }) => limit)).toEqual([null, null, null, null]);
    const saved = await set(caller, version, { [root]: 60, [one]: 40, [two]: 20, [deep]: 20 });
    expect(saved.status).toBe(200);
    expect(await read(caller)).toEqual(saved.body);
    const over = await set(caller, saved.body.version, { [two]: 20.001 });
    expect(over).toMatchObject({ status: 422, body: { code: 'invalid_input' } });
    expect(over.body.errors.map(({ field }: { field: string }) => field).sort()).toEqual(
      [`limits.${one}`, `limits.${two}`].sort(),
    );
    // A context without its own limit passes on the limit above it.
    expect(await set(caller, saved.body.version, { [two]: null, [deep]: 21 })).toMatchObject({ status: 422 });
    expect(await set(caller, saved.body.version, { [root]: 101 })).toMatchObject({ status: 422 });
    expect(await read(caller)).toEqual(saved.body);
    // The limits page of a single context enforces this, too.
    const { contextId: _, use: __, ...limits } = (await caller.get(`/sessions/me/limits?contextId=${one}`)).body;
    const alone = await caller.put('/sessions/me/limits', { ...limits, contextId: one, credits: 41 });
    expect(alone).toMatchObject({ status: 422, body: { errors: [{ field: 'credits' }] } });
    expect(await caller.put('/sessions/me/limits', { ...limits, contextId: one, credits: 39 })).toMatchObject({
      status: 200,
    });
  });

  it('must still fit when a context is moved', async () => {
    const { caller, root, one, two, deep } = await tree();
    const { version } = await read(caller);
    expect((await set(caller, version, { [root]: 60, [one]: 10, [two]: 30, [deep]: 20 })).status).toBe(200);
    const move = (id: string, name: string, parentId: string | null) =>
      caller.put(`/contexts/${id}`, { name, parentId });
    const refused = await move(two, 'Norte', one);
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ field: 'parentId' }] } });
    expect(refused.body.errors[0].message).toContain('“Sul”');
    expect((await move(deep, 'Manaus', one)).status).toBe(422);
    const parents = async () => (await read(caller)).data.map(({ parentId }: { parentId: string | null }) => parentId);
    expect((await parents()).filter((id: string | null) => id === one)).toEqual([]);
    // Moves to a parent with enough credits left, and to the top level, succeed.
    expect((await move(deep, 'Manaus', root)).status).toBe(200);
    expect((await move(deep, 'Manaus', null)).status).toBe(200);
    // A branch that already exceeds its limit does not stop another from leaving.
    await db.pool.query(`update context_limits set credits = 90000 where account_id = $1 and context_id = $2`, [
      ...[caller.accountId, two],
    ]);
    expect((await move(one, 'Sul', null)).status).toBe(200);
    expect((await move(one, 'Sul', root)).status).toBe(422);
  });

  it('of different contexts are merged by two concurrent changes, and return 409 for the same one', async () => {
    const { caller, one, two } = await tree();
    const { version } = await read(caller);
    const answers = await Promise.all([set(caller, version, { [one]: 10 }), set(caller, version, { [two]: 20 })]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const limits = Object.fromEntries((await read(caller)).data.map((row: any) => [row.id, row.limit]));
    expect(limits).toMatchObject({ [one]: 10, [two]: 20 });
    const refused = await set(caller, version, { [one]: 30 });
    const saved = { userName: 'Helena Prado', createdAt: expect.any(String) };
    expect(refused.body).toMatchObject({
      ...{ status: 409, code: 'changed_meanwhile', errors: [{ field: `limits.${one}` }] },
      current: { ...(await read(caller)), saved },
    });
  });

  it('of one context name who divided the credits meanwhile', async () => {
    const { caller, one } = await tree();
    const admin = await server.as(caller, 'ADMIN');
    const url = `/sessions/me/limits?contextId=${one}`;
    const alone = (version: string, credits: number) =>
      caller.put('/sessions/me/limits', { contextId: one, version, credits });
    const first = (await caller.get(url)).body;
    expect((await alone(first.version, 5)).status).toBe(200);
    const { version } = (await caller.get(url)).body;
    expect((await set(admin, (await read(admin)).version, { [one]: 40 })).status).toBe(200);
    const refused = await alone(version, 30);
    expect(refused.body).toMatchObject({
      ...{ status: 409, code: 'changed_meanwhile', errors: [{ field: 'credits' }] },
      current: { credits: 40, saved: { userName: 'ADMIN', createdAt: expect.any(String) } },
    });
  });

  it('count the use of subcontexts for their parents, also with concurrent questions', async () => {
    const caller = await shop();
    await db.pool.query(`update subscriptions set plan_id = 'business' where account_id = $1`, [caller.accountId]);
    const make = async (name: string) =>
      (await caller.post('/contexts', { name, parentId: caller.contextId })).body.id as string;
    const [one, two] = [await make('Sul'), await make('Norte')];
    const { version } = await read(caller);
    expect((await set(caller, version, { [caller.contextId]: 1 })).status).toBe(200);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        ask({ ...caller, contextId: [one, two][at % 2]! }, FAQ.question, `10.2.0.${at}`),
      ),
    );
    expect(answers.filter(({ text, status }) => status === 200 && outcomeOf({ text })?.grounded)).toHaveLength(12);
    const { data } = await read(caller);
    expect(data.find(({ id }: { id: string }) => id === caller.contextId)).toMatchObject({ used: 1, limit: 1 });
    expect(await balanceOf(caller)).toEqual({ monthly: 39_000, lasting: 0 });
  });

  it('require a plan and a role that allow them', async () => {
    const caller = await server.signUp();
    expect(await caller.get('/credit-limits')).toMatchObject({
      status: 403,
      body: { code: 'plan_upgrade_required', flag: 'limitPerContext' },
    });
    const { caller: big, one } = await tree();
    const writer = await server.as(big, 'WRITER');
    const { version } = await read(writer);
    expect(await set(writer, version, { [one]: 1 })).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    const foreign = await set(big, version, { [caller.contextId]: 1 });
    expect(foreign.status).toBe(404);
  });
});

describe('staff', () => {
  it('grant non-expiring credits once per idempotency key, with a reason, and read the ledger', async () => {
    const staff = await createStaff(server);
    const caller = await shop();
    const gift = { credits: 12.5, reason: 'Compensação pela parada de ontem' };
    const key = { 'idempotency-key': randomUUID() };
    const path = `/admin/accounts/${caller.accountId}`;
    const given = await Promise.all([1, 2, 3].map(() => staff.post(`${path}/credits`, gift, key)));
    for (const { status, body } of given) expect([status, body.lasting]).toEqual([200, 12.5]);
    for (const other of [{ credits: 13 }, { reason: 'Outro motivo' }]) {
      const { body } = await staff.post(`${path}/credits`, { ...gift, ...other }, key);
      expect(body).toMatchObject({ status: 409, code: 'idempotency_key_reused' });
    }
    expect((await staff.post(`${path}/credits`, gift)).status).toBe(422);
    await ask(caller, FAQ.question);
    const { body } = await staff.get(`${path}/ledger?limit=2`);
    expect(body.balance).toMatchObject({ granted: 40, monthly: 39.8, lasting: 12.5 });
    expect(body).toMatchObject({ total: 3, page: 1, limit: 2 });
    expect(body.data).toMatchObject([
      { amount: -0.2, lasting: 0, isHeld: false, contextId: caller.contextId },
      { amount: 12.5, lasting: 12.5, reason: gift.reason },
    ]);
    const [entry] = (await caller.get('/audit-log?action=credits_given')).body.data;
    expect(entry).toMatchObject({ subject: gift.reason });
    expect(await staff.post(`/admin/accounts/${randomUUID()}/credits`, gift, key)).toMatchObject({ status: 404 });
    expect(await caller.post(`${path}/credits`, gift, key)).toMatchObject({ status: 403 });
  });
});

describe('the limits of a plan', () => {
  const bounded = async (limits: object) => {
    const caller = await server.signUp();
    const id = `p-${randomUUID()}`;
    await db.pool.query(
      `insert into plans (id, name, rank, monthly_price, yearly_price, credits, item_limit, context_limit, user_limit)
       values ($1, 'Pequeno', 0, 0, 0, 1000, $2, $3, $4)`,
      [id, ...Object.values({ items: 50, contexts: 50, users: 50, ...limits })],
    );
    await db.pool.query(`update subscriptions set plan_id = $2 where account_id = $1`, [caller.accountId, id]);
    return caller;
  };
  const oneSucceeds = async (calls: (() => Promise<{ status: number; body: any }>)[]) => {
    const answers = await Promise.all(calls.map((call) => call()));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    return answers.find(({ status }) => status === 409)!.body;
  };

  it('apply to contexts, users and contents, also for concurrent requests', async () => {
    const caller = await bounded({ items: 1, contexts: 2, users: 2 });
    const { contextId } = caller;
    const contexts = await oneSucceeds([1, 2, 3].map((at) => () => caller.post('/contexts', { name: `Loja ${at}` })));
    expect(contexts).toMatchObject({
      code: 'plan_limit_reached',
      message: 'O plano Pequeno vai até 2 contextos. O plano Grátis vai até 3.',
      limit: { of: 'contexts', most: 2, up: { plan: 'Grátis', most: 3 } },
    });
    const invite = (at: number) => () =>
      caller.post('/users', { email: `p${at}-${randomUUID()}@empresa.com.br`, role: 'READER', contextIds: [] });
    expect(await oneSucceeds([1, 2, 3].map(invite))).toMatchObject({ limit: { of: 'users', most: 2 } });
    const faq = (at: number) => () =>
      caller.post('/contents/faq', { contextId, question: `Pode ${at}?`, answer: 'Sim.' });
    expect(await oneSucceeds([1, 2, 3].map(faq))).toMatchObject({ limit: { of: 'items', most: 1 } });
    const links = await caller.post('/contents/links', { contextId, urls: ['https://www.empresa.com.br/a'] });
    expect(links).toMatchObject({ status: 409, body: { code: 'plan_limit_reached' } });
  });

  it('prevent reactivating a user without a free seat', async () => {
    const caller = await bounded({ items: 5, contexts: 5, users: 2 });
    const one = await server.as(caller, 'READER');
    expect((await caller.put(`/users/${one.userId}`, { status: 'INACTIVE' })).status).toBe(200);
    await server.as(caller, 'READER');
    expect(await caller.put(`/users/${one.userId}`, { status: 'ACTIVE' })).toMatchObject({
      status: 409,
      body: { code: 'plan_limit_reached' },
    });
  });
});
