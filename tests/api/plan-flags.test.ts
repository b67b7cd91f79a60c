import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, eventsOf, type SharedServer, sharedServer } from '../support/server.ts';

let server: SharedServer;
beforeAll(async () => {
  server = await sharedServer();
});

const put = (caller: Caller, plan: string) =>
  server.services.db.pool.query('update subscriptions set plan_id = $2 where account_id = $1', [
    caller.accountId,
    plan,
  ]);

describe('the credit limit of a context, without limitPerContext', () => {
  it('cannot be changed by any endpoint, and stays when other limits are saved', async () => {
    const owner = await server.signUp();
    const { contextId: _, use: __, version: ___, ...limits } = (await owner.get('/sessions/me/limits')).body;
    const upgrade = { status: 403, code: 'plan_upgrade_required', flag: 'limitPerContext' };
    expect((await owner.put('/sessions/me/limits', { ...limits, credits: 10 })).body).toMatchObject(upgrade);
    expect((await owner.put('/credit-limits', { version: 0, limits: [] })).body).toMatchObject(upgrade);
    expect((await owner.put('/sessions/me/limits', { ...limits, daily: 40 })).status).toBe(200);

    await put(owner, 'business');
    expect((await owner.put('/sessions/me/limits', { ...limits, credits: 10 })).status).toBe(200);
    await put(owner, 'free');
    expect((await owner.put('/sessions/me/limits', { ...limits, credits: null })).body).toMatchObject(upgrade);
    expect((await owner.put('/sessions/me/limits', { ...limits, credits: 10, daily: 30 })).status).toBe(200);
    expect((await owner.get('/sessions/me/limits')).body).toMatchObject({ credits: 10, daily: 30 });
  });
});

describe('visitor feedback, without interactionsFeedback', () => {
  /** Returns a conversation whose visitor was satisfied and rated the answer up. */
  async function praised(): Promise<{ owner: Caller; id: string }> {
    const owner = await server.signUp();
    await put(owner, 'business');
    const messageId = randomUUID();
    const visitorToken = `visitante-${randomUUID()}`;
    const headers = { 'visitor-token': visitorToken };
    const base = `/api/widgets/${owner.contextId}`;
    const payload = { question: 'Abrem domingo?', messageId, visitorToken };
    const response = await server.call({ method: 'POST', url: `${base}/messages`, payload });
    const id = eventsOf(response.text)[0]?.data.id as string;
    const rated = await server.call({
      method: 'POST',
      url: `${base}/conversations/${id}/messages/${messageId}/rating`,
      payload: { rating: 'up' },
      headers,
    });
    expect(rated.status).toBeLessThan(300);
    const url = `${base}/conversations/${id}/end`;
    const ended = await server.call({ method: 'POST', url, payload: { satisfied: true }, headers });
    expect(ended.status).toBeLessThan(300);
    return { owner, id };
  }

  it('cannot be listed, read, filtered, sorted or exported', async () => {
    const { owner, id } = await praised();
    const list = `/conversations?contextId=${owner.contextId}`;
    const file = (format: string, more = '') =>
      owner.get(`/conversations/export?contextId=${owner.contextId}&format=${format}${more}`);
    expect((await owner.get(list)).body.data).toMatchObject([{ id, satisfied: true }]);
    expect((await owner.get(`${list}&satisfied=true`)).body.total).toBe(1);
    expect((await owner.get(`/conversations/${id}`)).body).toMatchObject({
      satisfied: true,
      exchanges: [{ rating: 'up' }],
    });
    expect((await file('csv')).text).toMatch(/Satisf/);
    expect((await file('jsonl')).text).toMatch(/"satisfied":true.*"rating":"up"/);

    await put(owner, 'essential');
    const [listed] = (await owner.get(list)).body.data;
    expect(listed).toMatchObject({ id });
    expect(listed).not.toHaveProperty('satisfied');
    const shown = (await owner.get(`/conversations/${id}`)).body;
    expect(shown).toMatchObject({ exchanges: [{ rating: null }] });
    expect(shown).not.toHaveProperty('satisfied');
    const unknown = { status: 422, errors: [{ field: 'satisfied', code: 'unknown_name' }] };
    expect((await owner.get(`${list}&satisfied=true`)).body).toMatchObject(unknown);
    expect((await owner.get(`${list}&sort=satisfied`)).body).toMatchObject({
      status: 422,
      errors: [{ field: 'sort' }],
    });
    expect((await file('csv', '&satisfied=true')).body).toMatchObject(unknown);
    const csv = (await file('csv')).text.split('\r\n');
    expect(csv[0]).not.toMatch(/Satisf|Nota do visitante/);
    expect(new Set(csv.filter(Boolean).map((line) => line.split(';').length)).size).toBe(1);
    expect((await file('jsonl')).text).not.toMatch(/satisfied|rating/);
  });
});
