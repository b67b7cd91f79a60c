import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let owner: Caller;
let admin: Caller;
beforeAll(async () => {
  server = await startServer();
  owner = await server.signUp();
  const { pool } = server.services.db;
  await pool.query(`update subscriptions set plan_id = 'business' where account_id = $1`, [owner.accountId]);
  admin = await server.as(owner, 'OWNER');
});
afterAll(() => server.close());

type Row = Record<string, unknown> & { id: string; version: string };

/** Per resource: creates a row, and two of its fields with the values that two people give them. */
const subjects: Record<string, { make: () => Promise<string>; fields: [string, unknown, unknown][] }> = {
  hyperlinks: {
    make: async () => {
      const body = { contextId: owner.contextId, word: `catálogo ${Math.random()}`, link: 'https://loja.com.br/a' };
      return `/hyperlinks/${(await owner.post('/hyperlinks', body)).body.id}`;
    },
    fields: [
      ['link', 'https://loja.com.br/b', 'https://loja.com.br/c'],
      ['caseSensitive', true, false],
    ],
  },
  contents: {
    make: async () => {
      const body = { contextId: owner.contextId, question: `Qual é o preço ${Math.random()}?`, answer: 'Dez reais.' };
      return `/contents/${(await owner.post('/contents/faq', body)).body.id}`;
    },
    fields: [
      ['answer', 'Onze reais.', 'Doze reais.'],
      ['enabled', false, true],
    ],
  },
  contexts: {
    make: async () => `/contexts/${owner.contextId}`,
    fields: [
      ['name', 'Loja do centro', 'Loja da praia'],
      ['companyName', 'Aurora', 'Bonança'],
    ],
  },
  users: {
    make: async () => {
      const body = { email: `p${Math.random()}@empresa.com.br`, role: 'READER', contextIds: [] };
      return `/users/${(await owner.post('/users', body)).body.id}`;
    },
    fields: [
      ['role', 'WRITER', 'ADMIN'],
      ['contextIds', ['own'], []],
    ],
  },
  'outgoing-webhooks': {
    make: async () => {
      const body = { name: `aviso ${Math.random()}`, url: 'https://empresa.com.br/a', events: ['gap.opened'] };
      return `/outgoing-webhooks/${(await owner.post('/outgoing-webhooks', body)).body.id}`;
    },
    fields: [
      ['url', 'https://empresa.com.br/b', 'https://empresa.com.br/c'],
      ['isActive', false, true],
    ],
  },
  limits: {
    make: async () => '/sessions/me/limits',
    fields: [
      ['daily', 10, 20],
      ['messages', { minute: 'Calma.' }, { minute: 'Espere.' }],
    ],
  },
  account: {
    make: async () => {
      const body = { type: 'CORPORATE', name: 'Helena Prado', cnpj: '11222333000181', companyName: 'Aurora' };
      await owner.put('/account', body);
      return '/account';
    },
    fields: [
      ['name', 'Maria Souza', 'Ana Lima'],
      ['companyName', 'Souza e Filhos', 'Lima Ltda.'],
    ],
  },
};

const valueOf = (value: unknown) => (Array.isArray(value) && value[0] === 'own' ? [owner.contextId] : value);

describe.each(Object.entries(subjects))('a save of %s', (_, { make, fields }) => {
  const [[field, first, second], [other, otherValue]] = fields as [[string, unknown, unknown], [string, unknown]];
  const theirs = { [field]: valueOf(first) };
  const mine = { [field]: valueOf(second) };

  it('is refused if somebody else has changed the same field, and names who, when and what', async () => {
    const url = await make();
    const { version } = (await owner.get(url)).body as Row;
    expect((await admin.put(url, { ...theirs, version })).status).toBe(200);
    const late = await owner.put(url, { ...mine, version });
    const { saved, ...current } = late.body.current;
    expect(late.body).toMatchObject({ status: 409, code: 'changed_meanwhile', message: expect.any(String) });
    expect(late.body.errors[0].field).toContain(field);
    expect(current).toMatchObject(theirs);
    expect(saved).toEqual({ userName: 'OWNER', createdAt: expect.any(String) });
    expect((await owner.get(url)).body).toMatchObject(theirs);
    const again = await owner.put(url, { ...mine, version: current.version });
    expect(again).toMatchObject({ status: 200, body: mine });
  });

  it('keeps what somebody else has changed in another field, even if it sends the old value', async () => {
    const url = await make();
    const read = (await owner.get(url)).body as Row;
    expect((await admin.put(url, { ...theirs, version: read.version })).status).toBe(200);
    const change = { [field]: read[field], [other]: valueOf(otherValue), version: read.version };
    const saved = await owner.put(url, change);
    expect(saved).toMatchObject({ status: 200, body: { ...theirs, [other]: valueOf(otherValue) } });
  });

  it('without a version overwrites', async () => {
    const url = await make();
    await admin.put(url, theirs);
    expect(await owner.put(url, mine)).toMatchObject({ status: 200, body: mine });
  });
});

it('of two saves at once with the same version, one is refused', async () => {
  const url = await subjects.hyperlinks!.make();
  const { version } = (await owner.get(url)).body as Row;
  const links = ['https://loja.com.br/1', 'https://loja.com.br/2'];
  const answers = await Promise.all(links.map((link) => owner.put(url, { link, version })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});
