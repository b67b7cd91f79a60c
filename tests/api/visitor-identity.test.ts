import { createHmac, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { columnsOf, EXPORTED } from '../../src/server/identity/account/export-tables.ts';
import { type Caller, eventsOf, type SharedServer, sharedServer } from '../support/server.ts';

let server: SharedServer;
beforeAll(async () => {
  server = await sharedServer();
});

const rowsOf = async (text: string, ...values: unknown[]) => (await server.services.db.pool.query(text, values)).rows;
const sign = (secret: string, email: string, name = '') =>
  createHmac('sha256', secret).update(`${email}\n${name}`).digest('hex');

interface Site {
  owner: Caller;
  secret: string;
}
async function openSite(): Promise<Site> {
  const owner = await server.signUp();
  const { secret } = (await owner.post(`/contexts/${owner.contextId}/identity-secret/rotate`)).body;
  return { owner, secret };
}

const ANA = { email: 'ana@cliente.com.br', name: 'Ana Souza' };
const signed = ({ secret }: Site, who = ANA) => ({ ...who, signature: sign(secret, who.email, who.name) });
const identify = ({ owner }: Site, identity: object, headers: Record<string, string> = {}) =>
  server.call({
    method: 'POST',
    url: `/api/widgets/${owner.contextId}/identify`,
    headers,
    payload: identity,
  });
const ask = async ({ owner }: Site, more: object) => {
  const payload = { question: 'Vocês entregam?', visitorToken: `visitante-${randomUUID()}`, ...more };
  const response = await server.call({ method: 'POST', url: `/api/widgets/${owner.contextId}/messages`, payload });
  return { asked: response, conversationId: eventsOf(response.text)[0]?.data.id as string };
};
const visitorOf = async ({ owner }: Site, id: string) => (await owner.get(`/conversations/${id}`)).body.visitor;

describe('an identity', () => {
  it('is accepted only with a signature of this context', async () => {
    const [site, other] = [await openSite(), await openSite()];
    expect((await identify(site, signed(site))).status).toBe(204);
    expect((await identify(site, { ...signed(site), signature: signed(site).signature.toUpperCase() })).status).toBe(
      204,
    );
    const codeOf = async (identity: object) => {
      const { status, body } = await identify(site, identity);
      return [status, body.code];
    };
    expect(await codeOf(ANA)).toEqual([403, 'identity_unsigned']);
    for (const identity of [
      // Replayed from another context.
      signed(other),
      // Signed for another visitor.
      { ...signed(site), email: 'bia@cliente.com.br' },
      { ...signed(site), name: 'Diretora' },
      { email: ANA.email, signature: signed(site).signature },
      { ...ANA, signature: '' },
      { ...ANA, signature: 'é'.repeat(64) },
      { ...ANA, signature: '0'.repeat(64) },
      // The line feed separates email and name: neither may move into the other.
      { email: 'ana@cliente.com.br', name: '', signature: sign(site.secret, 'ana@cliente.com.br', 'x') },
    ]) {
      expect(await codeOf(identity)).toEqual([403, 'identity_refused']);
    }
    expect(await codeOf({ email: 'ninguém', signature: 'x' })).toEqual([422, 'invalid_input']);
    const unknown = await identify(site, { ...signed(site), role: 'admin', isStaff: true });
    expect(unknown).toMatchObject({ status: 422, body: { errors: [{ field: 'role' }, { field: 'isStaff' }] } });
  });

  it('is refused without a secret, or with a signature from before the last rotation', async () => {
    const closed = { owner: await server.signUp(), secret: 'x' };
    expect((await identify(closed, signed(closed))).body.code).toBe('identity_refused');
    const site = await openSite();
    const before = signed(site);
    const { secret } = (await site.owner.post(`/contexts/${site.owner.contextId}/identity-secret/rotate`)).body;
    expect(secret).not.toBe(site.secret);
    expect((await identify(site, before)).body.code).toBe('identity_refused');
    expect((await identify(site, signed({ ...site, secret }))).status).toBe(204);
  });

  it('is refused from a site that is not allowed, also in questions', async () => {
    const site = await openSite();
    const origin = 'https://outra.example';
    expect((await identify(site, signed(site), { origin })).body.code).toBe('origin_not_allowed');
    const before = await rowsOf('select count(*)::int as n from conversations');
    const { asked: response } = await ask(site, { identity: { ...ANA, signature: '0'.repeat(64) } });
    expect([response.status, response.body.code]).toEqual([403, 'identity_refused']);
    expect((await ask(site, { identity: ANA })).asked.body.code).toBe('identity_unsigned');
    expect(await rowsOf('select count(*)::int as n from conversations')).toEqual(before);
  });

  it('is shown with the conversation and its export, and erased with the visitor', async () => {
    const site = await openSite();
    const { owner } = site;
    const data = { plano: 'Anual', carrinho: 3, 'é cliente': true };
    const visitorToken = `visitante-${randomUUID()}`;
    const { conversationId } = await ask(site, { visitorToken, data });
    expect(await visitorOf(site, conversationId)).toEqual({ name: null, email: null, data });
    await ask(site, { visitorToken, conversationId, identity: signed(site) });
    expect(await visitorOf(site, conversationId)).toEqual({ ...ANA, data });
    await ask(site, { visitorToken, conversationId, data: { plano: 'Mensal' } });
    expect(await visitorOf(site, conversationId)).toEqual({ ...ANA, data: { plano: 'Mensal' } });

    const csv = await owner.get(`/conversations/export?contextId=${owner.contextId}`);
    expect(csv.text).toContain('Ana Souza;ana@cliente.com.br;plano: Mensal');
    const lines = await owner.get(`/conversations/export?contextId=${owner.contextId}&format=jsonl`);
    expect(JSON.parse(lines.text.split('\n')[0]!).visitor).toEqual({ ...ANA, data: { plano: 'Mensal' } });
    const anonymous = (await ask(site, {})).conversationId;
    expect(await visitorOf(site, anonymous)).toBeNull();

    expect((await owner.post(`/conversations/${conversationId}/erase-visitor`)).status).toBe(204);
    expect(await rowsOf('select 1 from visitor_details where account_id = $1', owner.accountId)).toEqual([]);
  });

  it('is for those who answer: others get the conversation without it, at every door', async () => {
    const site = await openSite();
    const { owner } = site;
    const data = { telefone: '71 98888-7777' };
    const { conversationId: id } = await ask(site, { identity: signed(site), data });
    await rowsOf(
      `insert into handovers (account_id, id, context_id, conversation_id, state, reason, protocol)
       values ($1, gen_random_uuid(), $2, $3, 'waiting', 'asked', 'P-1')`,
      ...[owner.accountId, owner.contextId, id],
    );
    const doors = [
      `/conversations?contextId=${owner.contextId}`,
      `/conversations?contextId=${owner.contextId}&search=entregam`,
      `/conversations/${id}`,
      '/inbox',
      `/inbox/${id}`,
    ];
    const secrets = [ANA.name, ANA.email, data.telefone];
    const seenBy = async (get: (door: string) => Promise<{ status: number; text: string }>) =>
      Promise.all(
        doors.map(async (door) => {
          const { status, text } = await get(door);
          expect([status, text], door).toEqual([200, expect.stringContaining('Vocês entregam?')]);
          return secrets.some((secret) => text.includes(secret));
        }),
      );
    for (const [role, isSeen] of [
      ['READER', false],
      ['WRITER', true],
    ] as const) {
      const caller = await server.as(owner, role);
      expect(await seenBy(caller.get), role).toEqual(doors.map(() => isSeen));
      const key = (await owner.post('/api-keys', { name: role, role, contextIds: [], expiresAt: null })).body;
      const headers = { authorization: `Bearer ${key.secret}` };
      expect(await seenBy((door) => server.call({ url: `/api${door}`, headers })), role).toEqual(
        doors.map(() => isSeen),
      );
      const sorted = await caller.get(`/conversations?contextId=${owner.contextId}&sort=visitor`);
      expect(sorted.status).toBe(isSeen ? 200 : 422);
    }
    const listed = await owner.get(doors[0]!);
    expect(listed.body.data[0].visitor).toBe(ANA.name);
  });

  it('is not visible to another account', async () => {
    const [site, other] = [await openSite(), await openSite()];
    const { conversationId } = await ask(site, { identity: signed(site) });
    expect((await other.owner.get(`/conversations/${conversationId}`)).status).toBe(404);
    const exported = await other.owner.get(`/conversations/export?contextId=${site.owner.contextId}`);
    expect(exported.text).not.toContain(ANA.email);
  });
});

describe('the data that a site passes about a visit', () => {
  it('is limited and cannot change a prototype', async () => {
    const site = await openSite();
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`chave ${n}`, n]));
    for (const data of [
      many,
      { longa: 'x'.repeat(201) },
      { ['x'.repeat(41)]: 1 },
      { '<b>': 1 },
      { objeto: { a: 1 } },
      { lista: [1] },
      { nada: null },
      { constructor: 'x' },
      { prototype: 'x' },
    ]) {
      expect((await ask(site, { data })).asked.status, JSON.stringify(data).slice(0, 60)).toBe(422);
    }
    const poisoned = await server.call({
      method: 'POST',
      url: `/api/widgets/${site.owner.contextId}/messages`,
      headers: { 'content-type': 'application/json' },
      payload: `{"question":"Oi?","visitorToken":"${'v'.repeat(20)}","data":{"__proto__":{"hit":1}}}`,
    });
    expect(poisoned.status).toBe(400);
    expect(({} as { hit?: number }).hit).toBeUndefined();
    const text = '<img src=x onerror=alert(1)>';
    const { conversationId } = await ask(site, { data: { texto: text, formula: '=1+1' } });
    expect((await visitorOf(site, conversationId)).data).toEqual({ texto: text, formula: '=1+1' });
  });
});

describe('the secret', () => {
  const path = ({ owner }: Site) => `/contexts/${owner.contextId}/identity-secret`;

  it('is shown only to admins of the account who can see the context', async () => {
    const fresh = await server.signUp();
    expect((await fresh.get(`/contexts/${fresh.contextId}/identity-secret`)).body).toEqual({ secret: null });
    const [site, other] = [await openSite(), await openSite()];
    expect((await site.owner.get(path(site))).body).toEqual({ secret: site.secret });
    const writer = await server.as(site.owner, 'WRITER');
    for (const [caller, status] of [
      [writer, 403],
      [other.owner, 404],
    ] as const) {
      expect((await caller.get(path(site))).status).toBe(status);
      expect((await caller.post(`${path(site)}/rotate`)).status).toBe(status);
    }
    const own = (await site.owner.post('/contexts', { name: 'Outro' })).body.id;
    const colleague = await server.as(site.owner, 'ADMIN', [own]);
    expect((await colleague.get(path(site))).status).toBe(404);
    expect((await colleague.post(`${path(site)}/rotate`)).status).toBe(404);
    expect((await site.owner.get(path(site))).body.secret).toBe(site.secret);
  });

  it('is stored encrypted, and left out of the audit log, the widget and the export', async () => {
    const site = await openSite();
    const { owner, secret } = site;
    const [row] = await rowsOf('select sealed_identity_secret as sealed from contexts where id = $1', owner.contextId);
    expect(row.sealed).not.toContain(secret);
    const log = await rowsOf(`select * from audit_entries where account_id = $1`, owner.accountId);
    expect(log.filter(({ action }) => action === 'identity-secret_rotate')).toHaveLength(1);
    expect(JSON.stringify(log)).not.toContain(secret);
    const shown = await server.call({ method: 'GET', url: `/api/widgets/${owner.contextId}` });
    expect(shown.text).not.toMatch(/secret/i);
    const exported = EXPORTED.flatMap((table) => columnsOf(table).map(([name]) => name));
    expect(exported.filter((name) => /secret/i.test(name))).toEqual([]);
  });
});
