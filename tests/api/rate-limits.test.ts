import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../src/server/app.ts';
import { sweepRateCounters } from '../../src/server/db/rate-counters.ts';
import { DEMO_QUESTIONS } from '../../src/shared/constants.ts';
import { type Caller, PASSWORD, type SharedServer, sharedServer } from '../support/server.ts';

let server: SharedServer;
let second: FastifyInstance;
let owner: Caller;
beforeAll(async () => {
  server = await sharedServer();
  // A second app on the same database, like another process.
  second = await createApp({ services: server.services });
  owner = await server.signUp();
});
afterAll(async () => {
  await second.close();
});

const query = (text: string, values: unknown[]) => server.services.db.pool.query(text, values);
/** Leaves the given number of calls in the current windows, except in those of a minute. */
const useUp = (left: number, max: number) =>
  query(`update rate_counters set used = greatest(used, $1) where ends_at > now() + interval '5 minutes'`, [
    max - left,
  ]);

describe('the rate limit per minute', () => {
  it('is shared by all processes and returns a retry time', async () => {
    // With the cheap hash of these people, because a sign-in of nobody takes the time of a real one.
    const payload = { email: owner.email, password: PASSWORD };
    const call = (app: FastifyInstance, remoteAddress = '10.9.8.7') =>
      app.inject({ method: 'POST', url: '/api/auth/login', payload, remoteAddress });
    const answers = [];
    for (let n = 0; n < 31; n += 1) answers.push(await call(server.app), await call(second));
    const refused = answers.filter((answer) => answer.json<{ code: string }>().code === 'rate_limited');
    expect(refused).toHaveLength(2);
    expect(answers.slice(-2).map(({ statusCode }) => statusCode)).toEqual([429, 429]);
    expect(Number(answers.at(-1)!.headers['retry-after'])).toBeGreaterThan(0);
    // Another address is not affected.
    expect((await call(second, '10.9.8.5')).json<{ code: string }>().code).not.toBe('rate_limited');
  });

  it('starts again after its window, and expired counters are deleted', async () => {
    const payload = { email: 'ninguem@empresa.com.br' };
    const call = () =>
      server.app.inject({ method: 'POST', url: '/api/auth/forgot-password', payload, remoteAddress: '10.9.8.6' });
    await call();
    await query('update rate_counters set used = 60', []);
    await query(`update rate_counters set used = 60, ends_at = now() - interval '1 second'`, []);
    expect((await call()).statusCode).toBeLessThan(400);
    await query(`update rate_counters set ends_at = now() - interval '1 second'`, []);
    expect(await sweepRateCounters(server.services.db)).toBeGreaterThan(0);
    expect((await query('select 1 from rate_counters', [])).rowCount).toBe(0);
  });
});

describe('an account', () => {
  const invite = (caller: Caller) =>
    caller.post('/users', { email: `${randomUUID()}@empresa.com.br`, role: 'READER', contextIds: [caller.contextId] });
  const capture = (caller: Caller) =>
    caller.post('/contents/crawl-links', { contextId: caller.contextId, url: 'http://nada.invalid' });
  const exportAll = (caller: Caller) => caller.get(`/conversations/export?contextId=${caller.contextId}`);
  const exportAudit = (caller: Caller) => caller.get('/audit-log?format=csv');

  it.each([
    ['invitations', invite, 100, 'limit_invitations', /100 convites por dia/],
    ['searches of sites', capture, 60, 'limit_captures', /60 buscas de páginas por hora/],
    ['exports', exportAll, 30, 'limit_exports', /30 exportações por hora/],
    ['exports of the audit log', exportAudit, 30, 'limit_exports', /30 exportações por hora/],
  ] as const)('has a limit of %s for all of its users together', async (_what, call, max, code, message) => {
    const [caller, other] = [await server.signUp(), await server.signUp()];
    await query(`update subscriptions set plan_id = 'business'`, []);
    const colleague = await server.as(caller, 'OWNER');
    expect((await call(caller)).status).toBeLessThan(300);
    await useUp(1, max);
    expect((await call(colleague)).status).toBeLessThan(300);
    const refused = await call(caller);
    expect([refused.status, refused.body.code]).toEqual([429, code]);
    expect(refused.body.message).toMatch(message);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await call(other)).status).toBeLessThan(300);
  });

  it('can read its audit log without a limit', async () => {
    await exportAudit(owner);
    await useUp(0, 30);
    expect((await owner.get('/audit-log')).status).toBe(200);
  });
});

describe('a demo link', () => {
  const ask = (demo: string) =>
    server.call({
      method: 'POST',
      url: `/api/widgets/${owner.contextId}/messages`,
      headers: { origin: 'http://prosa.test' },
      payload: { question: 'Oi', visitorToken: 'um-visitante-da-demo', demo },
      remoteAddress: `10.2.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`,
    });
  const make = async () => (await owner.post('/demo-links', { contextId: owner.contextId })).body.id as string;
  const setLimits = async (change: object) => {
    const { use: _, ...limits } = (await owner.get('/sessions/me/limits')).body;
    expect((await owner.put('/sessions/me/limits', { ...limits, ...change })).status).toBe(200);
  };

  it('respects the limits and the pause of its context', async () => {
    const demo = await make();
    await setLimits({ daily: 1 });
    expect((await ask(demo)).status).toBe(200);
    expect((await ask(demo)).body.code).toBe('limit_daily');
    await setLimits({ daily: null, deactivatedUntil: new Date(Date.now() + 60_000).toISOString() });
    expect((await ask(demo)).body.code).toBe('chat_deactivated');
    await setLimits({ deactivatedUntil: null });
  });

  it('has its own limit, which other links do not share', async () => {
    const [demo, other] = [await make(), await make()];
    expect((await ask(demo)).status).toBe(200);
    await query(`update usage_counters set used = $1 where kind = 'demo' and bucket = $2`, [DEMO_QUESTIONS, demo]);
    const refused = await ask(demo);
    expect([refused.status, refused.body.code]).toEqual([429, 'limit_demo']);
    expect(refused.body.message).toMatch(/link de demonstração/);
    expect((await ask(other)).status).toBe(200);
  });
});
