import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { embeddingModelInput, modelInput } from '../support/model-input.ts';
import { type Caller, PASSWORD, startServer, type TestServer, until } from '../support/server.ts';
import { createStaff, type Staff } from '../support/staff.ts';

let server: TestServer;
let ana: Staff;
beforeAll(async () => {
  server = await startServer();
  ana = await createStaff(server, { name: 'Ana da Prosa' });
});
afterAll(() => server.close());

const query = (text: string, ...values: unknown[]) => server.services.db.pool.query(text, values);
const list = async (search: string): Promise<any> => (await ana.get(`/admin/accounts?${search}`)).body;
const searched = async (text: string): Promise<string[]> =>
  (await list(`limit=100&search=${encodeURIComponent(text)}`)).data.map((row: any) => row.id);

async function corporate(change: { name: string; companyName: string; cnpj: string }): Promise<Caller> {
  const caller = await server.signUp({ name: change.name });
  await query(
    `update accounts set type = 'CORPORATE', company_name = $2, cnpj = $3 where id = $1`,
    caller.accountId,
    change.companyName,
    change.cnpj,
  );
  return caller;
}

describe('accounts', () => {
  it('show the details that staff need', async () => {
    const caller = await server.signUp({ name: 'Rosa Alves' });
    const { accountId, contextId } = caller;
    await caller.post('/contents/faq', { contextId, question: 'Abre cedo?', answer: 'Às oito.' });
    await server.as(caller, 'READER');
    await query(`update credit_balances set monthly = monthly - 1700 where account_id = $1`, accountId);
    const { body } = await ana.get(`/admin/accounts/${accountId}`);
    expect(body).toMatchObject({
      id: accountId,
      type: 'PERSONAL',
      user: 'Rosa Alves',
      email: caller.email,
      cnpj: null,
      companyName: null,
      planId: 'free',
      plan: 'Grátis',
      status: 'ACTIVE',
      creditsUsed: 1.7,
      credits: 40,
      people: 2,
      contents: 1,
      deletesAt: null,
    });
    expect(Date.now() - Date.parse(body.lastActivityAt)).toBeLessThan(60_000);
    // The same value as in the customer's own plan card.
    expect((await caller.get('/sessions/me/plan')).body.creditsUsed).toBe(1.7);
    const [row] = (await list(`search=${caller.email}`)).data;
    expect(row).toEqual(body);
  });

  it('show the last question as activity, but no staff visit', async () => {
    const caller = await server.signUp();
    const { accountId, contextId } = caller;
    await query(`update sessions set created_at = '2026-01-01' where account_id = $1`, accountId);
    const activity = async () => (await ana.get(`/admin/accounts/${accountId}`)).body.lastActivityAt;
    expect(await activity()).toMatch(/^2026-01-01/);
    await query(
      `insert into conversations (account_id, id, context_id, type, first_question, started_at, last_at)
       values ($1, $2, $3, 'widget', 'Oi?', '2026-02-01', '2026-02-02')`,
      ...[accountId, randomUUID(), contextId],
    );
    expect(await activity()).toMatch(/^2026-02-02/);
    const bia = await createStaff(server);
    expect((await bia.post('/admin/login', { accountId, reason: 'Ajuda' })).status).toBe(200);
    expect(await activity()).toMatch(/^2026-02-02/);
  });

  it('are found by name, email, company and tax id with or without punctuation', async () => {
    const mark = randomUUID().slice(0, 8);
    const shop = await corporate({ name: `Íris ${mark}`, companyName: `Pães ${mark} Ltda`, cnpj: '11222333000181' });
    const colleague = await server.as(shop, 'READER');
    for (const text of [`iris ${mark}`, `ÍRIS ${mark}`, shop.email, shop.email.toUpperCase(), `paes ${mark} ltda`]) {
      expect(await searched(text), text).toEqual([shop.accountId]);
    }
    expect(await searched(`READER-${colleague.userId}`)).toEqual([shop.accountId]);
    for (const text of ['11222333000181', '11.222.333/0001-81', '11.222.333', '000181']) {
      expect(await searched(text), text).toContain(shop.accountId);
    }
    for (const text of ['99.888.777', `${mark}%`, `_${mark}`, `11222333000181 ${mark}`, "' or true --"]) {
      expect(await searched(text), text).toEqual([]);
    }
  });

  it('are sorted by type (personal first), then by name', async () => {
    const mark = randomUUID().slice(0, 8);
    const made = [
      await corporate({ name: `Zeca ${mark}`, companyName: `Água ${mark}`, cnpj: '11444777000161' }),
      await server.signUp({ name: `Zilda ${mark}` }),
      await corporate({ name: `Abel ${mark}`, companyName: `Bolos ${mark}`, cnpj: '19131243000197' }),
      await server.signUp({ name: `Álvaro ${mark}` }),
    ];
    const { data, total } = await list(`sort=type&search=${mark}`);
    expect(total).toBe(4);
    expect(data.map((row: any) => row.id)).toEqual([made[3], made[1], made[0], made[2]].map((one) => one!.accountId));
    const second = await list(`sort=type&search=${mark}&limit=1&page=2`);
    expect(second).toMatchObject({ total: 4, page: 2, limit: 1, data: [{ id: made[1]!.accountId }] });
    expect(await list(`search=${mark}&limit=2&page=9`)).toMatchObject({ total: 4, data: [] });
    const companies = await list(`search=${mark}&type=CORPORATE&sort=-companyName`);
    expect(companies.data.map((row: any) => row.companyName)).toEqual([`Bolos ${mark}`, `Água ${mark}`]);
  });

  it('can be sorted by each field', async () => {
    for (const sort of 'type user email cnpj companyName plan status people contents createdAt lastActivityAt'.split(
      ' ',
    )) {
      for (const one of [sort, `-${sort}`])
        expect((await ana.get(`/admin/accounts?sort=${one}`)).status, one).toBe(200);
    }
    expect((await ana.get('/admin/accounts?sort=password')).status).toBe(422);
  });

  it('do not include staff accounts', async () => {
    expect((await ana.get(`/admin/accounts/${ana.accountId}`)).status).toBe(404);
    expect(await searched('Ana da Prosa')).toEqual([]);
  });
});

describe('an account on a bad day', () => {
  const healthOf = async ({ accountId }: Caller) => (await ana.get(`/admin/accounts/${accountId}/health`)).body;
  const findings = async (caller: Caller) => (await healthOf(caller)).bots[0].findings as string[];

  it('shows why its bot does not answer, without entering it', async () => {
    const caller = await server.signUp();
    const { accountId, contextId } = caller;
    await caller.put(`/contexts/${contextId}/origins`, { origins: [] });
    expect(await findings(caller)).toEqual(['no_content', 'no_sites', 'not_installed']);
    expect((await healthOf(caller)).bots[0]).toMatchObject({ questions: 0, lastQuestionAt: null, sites: [] });
    await caller.post('/contents/faq', { contextId, question: 'Abre cedo?', answer: 'Às oito.' });
    await caller.put(`/contexts/${contextId}/origins`, { origins: ['https://loja.com.br'] });
    await until(async () => !(await findings(caller)).includes('no_content'));
    const { use: _, version: __, ...limits } = (await caller.get('/sessions/me/limits')).body;
    await caller.put('/sessions/me/limits', { ...limits, daily: 1 });
    const question = { question: 'Abre cedo?', visitorToken: randomUUID() };
    const headers = { origin: 'https://loja.com.br' };
    const ask = () =>
      server.call({ method: 'POST', url: `/api/widgets/${contextId}/messages`, payload: question, headers });
    expect((await ask()).status).toBe(200);
    expect((await ask()).body.code).toBe('limit_daily');
    await until(async () => (await healthOf(caller)).bots[0].questions === 1);
    expect(await findings(caller)).toEqual(['daily']);
    expect((await healthOf(caller)).bots[0]).toMatchObject({
      daily: { used: 1, limit: 1 },
      contents: { done: 1, waiting: 0, failed: 0 },
    });
    const deactivatedUntil = new Date(Date.now() + 3_600_000).toISOString();
    await caller.put('/sessions/me/limits', { ...limits, daily: null, deactivatedUntil });
    await query(`update credit_balances set monthly = 0, lasting = 0 where account_id = $1`, accountId);
    await query(`update messages set outcome = 'failed' where account_id = $1`, accountId);
    await query(`update contexts set refused_origin = 'https://outra.com.br' where account_id = $1`, accountId);
    await query(`update contents set status = 'error' where account_id = $1`, accountId);
    expect(await findings(caller)).toEqual(['paused', 'no_credits', 'model_fails', 'site_refused', 'contents_failed']);
    expect(await healthOf(caller)).toMatchObject({
      model: null,
      creditsLeft: 0,
      bots: [{ pausedUntil: deactivatedUntil }],
    });
    expect((await caller.get(`/audit-log?action=impersonation_started`)).body.total).toBe(0);
  });

  it('lists its sessions with their sign-in, and ends all of them with a reason', async () => {
    const caller = await server.signUp();
    const login = { email: caller.email, password: PASSWORD };
    const own = (await server.call({ method: 'POST', url: '/api/auth/login', payload: login })).body;
    const writer = await server.as(caller, 'WRITER');
    const path = `/admin/accounts/${caller.accountId}/sessions`;
    const { data, devices } = (await ana.get(path)).body;
    expect(data).toHaveLength(3);
    expect(data.filter(({ userId }: any) => userId === caller.userId)).toMatchObject([
      { email: caller.email, way: 'password', ip: '127.0.0.1', isStaff: false },
      { email: caller.email, way: 'code', ip: '127.0.0.1', isStaff: false },
    ]);
    expect(devices.length).toBeGreaterThan(0);
    expect((await ana.post(`${path}/end`, { reason: '' })).status).toBe(422);
    expect((await writer.get('/users/me')).status).toBe(200);
    expect((await ana.post(`${path}/end`, { reason: 'Celular roubado' })).status).toBe(204);
    expect((await writer.get('/users/me')).status).toBe(401);
    const headers = { 'refresh-token': own.refreshToken };
    expect((await server.call({ method: 'GET', url: '/api/sessions/refresh', headers })).status).toBe(401);
    expect((await ana.get(path)).body.data).toEqual([]);
    expect((await ana.get('/users/me')).status).toBe(200);
    const [entry] = (await ana.get(`/admin/audit-log?accountId=${caller.accountId}&action=sessions_ended`)).body.data;
    expect(entry).toMatchObject({ actorName: 'Ana da Prosa', detail: { reason: 'Celular roubado' } });
  });

  it('shows its deliveries; staff read, only WM_ADMIN changes something', async () => {
    const caller = await server.signUp();
    const paths = ['health', 'sessions', 'deliveries'].map((part) => `/admin/accounts/${caller.accountId}/${part}`);
    const financial = await createStaff(server, { role: 'WM_FINANCIAL' });
    const reader = await createStaff(server, { role: 'WM_READER' });
    for (const who of [ana, financial, reader])
      for (const path of paths) expect((await who.get(path)).status, path).toBe(200);
    for (const path of paths) expect((await caller.get(path)).status, path).toBe(403);
    for (const money of ['ledger', 'billing-events']) {
      const path = `/admin/accounts/${caller.accountId}/${money}`;
      expect([(await financial.get(path)).status, (await reader.get(path)).status], path).toEqual([200, 403]);
    }
    expect((await reader.get('/admin/jobs')).status).toBe(200);
    expect((await reader.post('/admin/jobs/retry', {})).status).toBe(403);
    for (const part of ['health', 'sessions', 'deliveries'])
      expect((await ana.get(`/admin/accounts/${randomUUID()}/${part}`)).status).toBe(404);
    const end = { reason: 'Teste' };
    expect((await financial.post(`/admin/accounts/${caller.accountId}/sessions/end`, end)).status).toBe(403);
    expect((await ana.post(`/admin/accounts/${ana.accountId}/sessions/end`, end)).status).toBe(404);
  });
});

describe("an account's plan", () => {
  it('changes immediately and is recorded', async () => {
    const caller = await server.signUp();
    await query(`update subscriptions set status = 'FAILURE_PAYMENT' where account_id = $1`, caller.accountId);
    const change = { planId: 'professional', ignoreWebhook: true, reason: 'Cobrança em dobro' };
    const { status, body } = await ana.put(`/admin/accounts/${caller.accountId}/plan`, change);
    expect(status).toBe(200);
    expect(body).toMatchObject({ planId: 'professional', plan: 'Profissional', status: 'ACTIVE' });
    expect((await caller.get('/users/me')).body.flags).toContain('customizeWidget');
    const [entry] = (await caller.get('/audit-log?action=plan_changed')).body.data;
    expect(entry).toMatchObject({
      userId: null,
      actorName: 'Ana da Prosa',
      subject: 'Profissional',
      detail: {
        before: { planId: 'free', plan: 'Grátis', status: 'FAILURE_PAYMENT' },
        after: { planId: 'professional', plan: 'Profissional', status: 'ACTIVE' },
        ignoreWebhook: true,
        reason: 'Cobrança em dobro',
      },
    });
  });

  it('returns 422 for an unknown plan and 404 for an unknown account', async () => {
    const caller = await server.signUp();
    const change = { ignoreWebhook: false, reason: 'Cortesia' };
    const at = (id: string, planId: string) => ana.put(`/admin/accounts/${id}/plan`, { planId, ...change });
    expect((await at(caller.accountId, 'gold')).body).toMatchObject({ status: 422, errors: [{ field: 'planId' }] });
    expect((await at(randomUUID(), 'essential')).status).toBe(404);
    expect((await at(ana.accountId, 'free')).status).toBe(404);
    for (const reason of [undefined, '  ']) {
      const { body } = await ana.put(`/admin/accounts/${caller.accountId}/plan`, {
        ...change,
        planId: 'business',
        reason,
      });
      expect(body).toMatchObject({ status: 422, errors: [{ field: 'reason' }] });
    }
    expect((await ana.get(`/admin/accounts/${caller.accountId}`)).body.planId).toBe('free');
    const reader = await createStaff(server, { role: 'WM_FINANCIAL' });
    expect((await reader.put(`/admin/accounts/${caller.accountId}/plan`, {})).status).toBe(403);
  });
});

describe('general settings', () => {
  const settings = { signUpsOpen: true, initialPlanId: 'free', supportEmail: '', announcement: '' };
  const register = (email: string) =>
    server.call({
      method: 'POST',
      url: '/api/auth/register',
      payload: { name: 'Nova Pessoa', email, password: PASSWORD, website: 'https://nova.com.br' },
    });

  it('have defaults, can be changed, and changes are recorded', async () => {
    await query('delete from platform_settings');
    expect((await ana.get('/admin/general')).body).toMatchObject(settings);
    const change = { ...settings, initialPlanId: 'essential', announcement: 'Manutenção hoje às 22h.' };
    expect((await ana.put('/admin/general', change)).body).toMatchObject(change);
    expect((await ana.get('/admin/general')).body).toMatchObject(change);
    const log = (await ana.get('/admin/audit-log?action=settings_changed')).body.data;
    expect(log[0].detail).toEqual({
      initialPlanId: { before: 'free', after: 'essential' },
      announcement: { before: '', after: 'Manutenção hoje às 22h.' },
    });
    const caller = await server.signUp();
    expect((await caller.get('/users/me')).body.announcement).toBe('Manutenção hoje às 22h.');
    expect((await caller.get('/sessions/me/plan')).body.name).toBe('Essencial');
    await ana.put('/admin/general', settings);
    expect((await caller.get('/users/me')).body.announcement).toBe('');
  });

  it('close sign-ups and reject an unknown plan', async () => {
    await ana.put('/admin/general', { ...settings, signUpsOpen: false });
    const refused = await register(`${randomUUID()}@empresa.com.br`);
    expect(refused.body).toMatchObject({ status: 403, code: 'sign_ups_closed' });
    await ana.put('/admin/general', settings);
    expect((await register(`${randomUUID()}@empresa.com.br`)).status).toBe(202);
    const wrong = await ana.put('/admin/general', { ...settings, initialPlanId: 'gold' });
    expect(wrong.body).toMatchObject({ status: 422, errors: [{ field: 'initialPlanId' }] });
    expect((await ana.put('/admin/general', { ...settings, supportEmail: 'ajuda' })).status).toBe(422);
  });
});

describe('the queue', () => {
  const addJob = async (caller: Caller, change: Record<string, unknown>) => {
    const row = {
      account_id: caller.accountId,
      id: randomUUID(),
      kind: 'nothing',
      subject_id: randomUUID(),
      ...change,
    };
    const names = Object.keys(row);
    await query(
      `insert into jobs (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
      ...Object.values(row),
    );
    return row.id as string;
  };
  const later = new Date(Date.now() + 3_600_000);

  it('lists jobs by state', async () => {
    const caller = await server.signUp({ name: 'Dona da Fila' });
    const of = `accountId=${caller.accountId}`;
    await until(async () => (await ana.get(`/admin/jobs?${of}`)).body.total === 0);
    const made = {
      waiting: await addJob(caller, { run_at: later }),
      running: await addJob(caller, {
        lease_until: new Date(Date.now() + 20_000),
        lease_token: randomUUID(),
        attempts: 1,
      }),
      retrying: await addJob(caller, { run_at: later, attempts: 2, error: 'Error: o site não respondeu' }),
      parked: await addJob(caller, { state: 'parked', attempts: 4, error: 'Error: acabou' }),
    };
    const { body } = await ana.get(`/admin/jobs?${of}`);
    expect(body.total).toBe(4);
    expect(Object.fromEntries(body.data.map((job: any) => [job.state, job.id]))).toEqual(made);
    expect(body.data[0]).toMatchObject({ account: 'Dona da Fila', accountId: caller.accountId, kind: 'nothing' });
    for (const state of ['waiting', 'running', 'retrying', 'parked'] as const) {
      expect(body.counts[state]).toBeGreaterThanOrEqual(1);
      const one = (await ana.get(`/admin/jobs?${of}&state=${state}`)).body;
      expect(one.data.map((job: any) => job.id)).toEqual([made[state]]);
      expect(one.counts).toEqual(body.counts);
    }
    expect((await ana.get(`/admin/jobs?${of}&kind=train`)).body.total).toBe(0);
    expect((await ana.get(`/admin/jobs?${of}&limit=1&page=2`)).body).toMatchObject({ total: 4, data: [{}] });
    // The payload of a job is never shown, because emails contain secrets.
    expect(Object.keys(body.data[0])).not.toContain('payload');
  });

  it('retries a parked training', async () => {
    const caller = await server.signUp();
    const { contextId, accountId } = caller;
    const faq = { contextId, question: 'Entrega aos sábados?', answer: 'Sim, até o meio-dia.' };
    const content = (await caller.post('/contents/faq', faq)).body.id;
    const stateOf = async () => (await caller.get(`/contents/${content}`)).body;
    await until(async () => (await stateOf()).status === 'done');
    await query('delete from chunks where content_id = $1', content);
    await query(`update contents set status = 'error', reason = 'falhou' where id = $1`, content);
    const job = await addJob(caller, { kind: 'train', subject_id: content, version: 1, state: 'parked', attempts: 4 });
    await query(`update jobs set error = 'Error: caiu' where id = $1`, job);
    const answer = await ana.post(`/admin/jobs/${job}/retry`);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ id: job, kind: 'train', error: null });
    await until(async () => (await stateOf()).status === 'done');
    const [entry] = (await caller.get('/audit-log?action=job_retried')).body.data;
    expect(entry).toMatchObject({ actorName: 'Ana da Prosa', subject: 'train', accountId });
    expect((await ana.post(`/admin/jobs/${job}/retry`)).status).toBe(404);
  });

  it('retries all matching parked jobs once', async () => {
    const [caller, other] = [await server.signUp(), await server.signUp()];
    const parked = { state: 'parked', attempts: 4, error: 'Error: caiu', run_at: later };
    for (let made = 0; made < 27; made++) await addJob(caller, { ...parked, kind: 'one' });
    await addJob(caller, { ...parked, kind: 'two' });
    const foreign = await addJob(other, { ...parked, kind: 'one' });
    const { accountId } = caller;
    expect((await ana.post('/admin/jobs/retry', {})).status).toBe(422);
    expect((await ana.post('/admin/jobs/retry', { kind: 'one', accountId })).body).toEqual({ retried: 27 });
    const left = (await ana.get(`/admin/jobs?accountId=${accountId}&state=parked`)).body;
    expect(left.data.map(({ kind }: any) => kind)).toEqual(['two']);
    expect(left.kinds).toEqual(expect.arrayContaining(['two']));
    expect((await ana.get(`/admin/jobs?accountId=${other.accountId}`)).body.data).toMatchObject([
      { id: foreign, state: 'parked' },
    ]);
    expect((await caller.get('/audit-log?action=job_retried')).body.total).toBe(27);
    expect((await ana.post('/admin/jobs/retry', { kind: null, accountId })).body).toEqual({ retried: 1 });
  });

  it('does not retry jobs that are not parked', async () => {
    const caller = await server.signUp();
    const job = await addJob(caller, { run_at: later });
    expect((await ana.post(`/admin/jobs/${job}/retry`)).body).toMatchObject({ status: 409, code: 'job_not_parked' });
    expect((await ana.post(`/admin/jobs/${randomUUID()}/retry`)).status).toBe(404);
  });
});

describe('models', () => {
  it('record changes without their keys', async () => {
    const model = modelInput({
      name: 'Modelo X',
      provider: 'openai',
      modelName: 'x-1',
      keys: ['sk-muito-secreta-1234'],
      inputTokensPerCredit: 1_000,
      outputTokensPerCredit: 500,
      outputPrice: 2,
      temperature: 0.2,
      maxResponseTokens: 500,
    });
    const made = await ana.post('/admin/models', model);
    expect(made.status, made.text).toBe(201);
    const { keys: _, ...saved } = model;
    await ana.put(`/admin/models/${made.body.id}`, { keys: [{ key: 'sk-muito-secreta-5678' }] });
    await ana.put(`/admin/models/${made.body.id}`, { ...saved, temperature: 0.5 });
    const { body } = await ana.get(`/admin/audit-log?action=model_changed&action=keys_changed&userId=${ana.userId}`);
    expect(body.data.map((entry: any) => [entry.action, entry.detail.how])).toEqual([
      ['model_changed', 'edited'],
      ['keys_changed', undefined],
      ['model_changed', 'edited'],
      ['keys_changed', undefined],
      ['model_changed', 'created'],
    ]);
    expect(body.data[0].detail.changed).toEqual({ temperature: { before: 0.2, after: 0.5 } });
    expect(body.data.map((entry: any) => entry.detail.keys?.[0])).toMatchObject({ 1: '••••5678', 3: '••••1234' });
    expect(JSON.stringify(body)).not.toContain('muito-secreta');
    const choice = (await ana.get('/admin/model-choice')).body;
    await ana.put('/admin/model-choice', { plans: choice.plans, searchModelId: null });
    expect((await ana.get('/admin/audit-log?action=model_choice_changed')).body.total).toBe(1);
  });

  it('of a plan can be chosen without changing the choices of another person', async () => {
    const chat = (
      await ana.post('/admin/models', modelInput({ name: 'Conversa', provider: 'openai', keys: ['sk-conversa'] }))
    ).body.id;
    const vectors = await ana.post(
      '/admin/models',
      embeddingModelInput('Vetores', null, { provider: 'openai', keys: ['sk-vetores'] }),
    );
    expect(vectors.status, vectors.text).toBe(201);
    await ana.put('/admin/model-choice', { plans: [{ id: 'free', modelId: chat }], searchModelId: vectors.body.id });
    const { body } = await ana.put('/admin/model-choice', { plans: [{ id: 'business', modelId: chat }] });
    expect(body.searchModelId).toBe(vectors.body.id);
    const modelOf = (plan: string) => body.plans.find(({ id }: { id: string }) => id === plan).modelId;
    expect([modelOf('free'), modelOf('business')]).toEqual([chat, chat]);
    const [entry] = (await ana.get('/admin/audit-log?action=model_choice_changed')).body.data;
    expect(entry.detail.after).toEqual({ plans: [{ id: 'business', modelId: chat }], searchModelId: vectors.body.id });
  });
});
