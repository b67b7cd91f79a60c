import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from '../../src/server/app.ts';
import { LOST_KEY, type SecretKey } from '../../src/server/runtime/secrets.ts';
import { adoptSecretKey } from '../../src/server/secret-key.ts';
import { modelInput } from '../support/model-input.ts';
import { type Caller, startServer, type TestServer, until } from '../support/server.ts';
import { createStaff } from '../support/staff.ts';
import { type Emulator, startEmulator } from '../support/whatsapp/emulator.ts';

let server: TestServer;
let meta: Emulator;
let owner: Caller;
let channelId: string;
beforeAll(async () => {
  meta = await startEmulator(async ({ body, headers }) => {
    const url = `/api/webhooks/whatsapp/${channelId}`;
    return (await server.call({ method: 'POST', url, headers, payload: body })).status;
  });
  server = await startServer({ env: { WHATSAPP_API_URL: meta.url, CRAWL_ALLOW: meta.host } });
});
afterAll(async () => {
  await server.close();
  meta.close();
});

const newKey = () => crypto.getRandomValues(new Uint8Array(48));
const adopt = (key: SecretKey, SECRET_KEY_PREVIOUS?: string) =>
  adoptSecretKey(server.services.db, { SECRET_KEY_PREVIOUS }, key, { info: () => undefined });

/** Returns a function that calls a process with this key on the same database. */
async function processWith(key: SecretKey) {
  const app = await createApp({ services: { ...server.services, key } });
  return (url: string, headers: Record<string, string>) => app.inject({ url: `/api${url}`, headers });
}

/** Returns the encrypted values of all columns of the database, by table and column. */
async function sealedValues(): Promise<Record<string, string[]>> {
  const { pool } = server.services.db;
  const { rows } = await pool.query<{ table: string; column: string; type: string }>(
    `select table_name as "table", column_name as "column", data_type as type from information_schema.columns
     where table_schema = 'public' and data_type in ('text', 'ARRAY')`,
  );
  const found: Record<string, string[]> = {};
  for (const { table, column, type } of rows) {
    const one = type === 'text' ? `"${column}"` : `unnest("${column}")::text`;
    const values = await pool.query(
      `select value from (select ${one} as value from "${table}") s where value like 'v1.%'`,
    );
    const isSealed = column.startsWith('sealed');
    if (isSealed || values.rows.length > 0) found[`${table}.${column}`] = values.rows.map(({ value }) => value);
  }
  return found;
}

it('is changed with everything that it has encrypted, and visitors keep their conversations', async () => {
  owner = await server.signUp();
  const { contextId } = owner;
  await owner.post('/contents/faq', { contextId, question: 'Quanto custa a escova?', answer: 'Custa R$ 50,00.' });
  const { secret } = (await owner.post(`/contexts/${contextId}/identity-secret/rotate`)).body;
  const events = ['gap.opened'];
  const hook = { name: 'CRM', url: 'https://crm.empresa.com.br/x', events, format: 'json', headers: 'X-Token: abc' };
  const webhook = await owner.post('/outgoing-webhooks', hook);
  expect(webhook.status, webhook.text).toBe(201);
  await owner.post(`/outgoing-webhooks/${webhook.body.id}/rotate-secret`);
  expect((await owner.post('/users/me/second-factor/totp')).status).toBe(200);
  const staff = await createStaff(server);
  const model = await staff.post('/admin/models', modelInput({ baseUrl: meta.url, keys: ['sk-um', 'sk-dois'] }));
  expect(model.status, model.text).toBe(201);
  const { phoneNumberId, wabaId, token: accessToken, appSecret } = meta.numbers;
  const channel = {
    contextId,
    name: 'Loja',
    phoneNumberId,
    wabaId,
    accessToken,
    appSecret,
    silentHours: 4,
    isOn: true,
  };
  channelId = (await owner.post('/channels', channel)).body.id;
  const phone = meta.phone('5511911112222', 'Bia');
  await phone.says('Quanto custa a escova?');
  await until(async () => phone.inbox().length === 2);

  const old = server.services.key;
  await adopt(old);
  const before = await sealedValues();
  for (const [column, values] of Object.entries(before)) expect(values, column).not.toEqual([]);
  const other = newKey();
  await expect(adopt({ current: other, previous: null })).rejects.toMatchObject({ code: 'secret_key_other' });
  await expect(adopt({ current: other, previous: newKey() })).rejects.toMatchObject({ code: 'secret_key_other' });
  expect(await sealedValues()).toEqual(before);

  await adopt({ current: other, previous: old.current });
  await adopt({ current: other, previous: null });
  const after = await sealedValues();
  delete before['idempotency_keys.answer'];
  for (const [column, values] of Object.entries(before)) {
    expect(after[column], column).toHaveLength(values.length);
    for (const value of values) expect(after[column], column).not.toContain(value);
  }

  // A token that was signed with the previous key is accepted as long as this is given.
  const authorization = `Bearer ${owner.tokens.accessToken}`;
  const both = await processWith({ current: other, previous: old.current });
  expect((await both('/contexts', { authorization })).statusCode).toBe(200);
  const only = await processWith({ current: other, previous: null });
  expect((await only('/contexts', { authorization })).json().code).toBe('unauthenticated');
  const refreshed = await only('/sessions/refresh', { 'refresh-token': owner.tokens.refreshToken });
  const renewed = { authorization: `Bearer ${refreshed.json().accessToken}` };
  expect((await only(`/contexts/${contextId}/identity-secret`, renewed)).json()).toEqual({ secret });

  // The server of the other tests goes on with the new key.
  Object.assign(server.services, { key: { current: other, previous: null } });
  expect((await owner.get('/contexts')).status).toBe(401);
  await phone.says('Quanto custa a escova?');
  await until(async () => phone.inbox().length === 3);
  expect(phone.inbox()[2]!.text).toContain('R$ 50,00');
  const { rows } = await server.services.db.pool.query(
    `select count(*)::int as conversations, sum(interactions)::int as turns from conversations where account_id = $1`,
    [owner.accountId],
  );
  expect(rows).toEqual([{ conversations: 1, turns: 2 }]);
});

it('may be replaced by another one if there is no copy of it', async () => {
  const shop = await server.signUp();
  await shop.post(`/contexts/${shop.contextId}/identity-secret/rotate`);
  await adopt(server.services.key);
  const other = newKey();
  await expect(adopt({ current: other, previous: null })).rejects.toMatchObject({ code: 'secret_key_other' });
  await adopt({ current: other, previous: null }, LOST_KEY);
  await adopt({ current: other, previous: null });
  Object.assign(server.services, { key: { current: other, previous: null } });
  const again = await server.signUp();
  const rotated = await again.post(`/contexts/${again.contextId}/identity-secret/rotate`);
  expect((await again.get(`/contexts/${again.contextId}/identity-secret`)).body).toEqual(rotated.body);
});
