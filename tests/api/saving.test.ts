import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { hyperlinks } from '../../resources/hyperlinks.ts';
import { tenant, withTenant } from '../../src/server/db/tenant.ts';
import { derivedSource } from '../../src/server/resource/source.ts';
import { mergeRow } from '../../src/server/resource/write.ts';
import { modelInput } from '../support/model-input.ts';
import { type Caller, type SharedServer, sharedServer, until } from '../support/server.ts';
import { createStaff, type Staff } from '../support/staff.ts';

let server: SharedServer;
let owner: Caller;
let admin: Caller;
let ana: Staff;
let rui: Caller;
beforeAll(async () => {
  server = await sharedServer();
  owner = await server.signUp();
  const { pool } = server.services.db;
  await pool.query(`update subscriptions set plan_id = 'business' where account_id = $1`, [owner.accountId]);
  admin = await server.as(owner, 'OWNER');
  ana = await createStaff(server);
  rui = await server.as(ana, 'WM_ADMIN');
});

type Row = Record<string, unknown> & { id: string; version: string };

interface Subject {
  /** Creates a row. Returns its path. */
  make: () => Promise<string>;
  /** One or two fields with the values that two people give them. */
  fields: [string, unknown, unknown][];
  /** Returns the row in the answer to a GET, if it is not the answer itself. */
  rowIn?: (body: any) => Row;
  isOfStaff?: true;
}

const subjects: Record<string, Subject> = {
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
  'test-questions': {
    make: async () => {
      const body = { contextId: owner.contextId, question: `Abre às ${Math.random()}?`, expected: '8h' };
      return `/test-questions/${(await owner.post('/test-questions', body)).body.id}`;
    },
    fields: [
      ['expected', '9h', '10h\nsábado'],
      ['question', 'Quando abre?', 'A que horas abre?'],
    ],
  },
  models: {
    make: async () => {
      const body = modelInput({ provider: 'openai', keys: ['sk-teste'] });
      return `/admin/models/${(await ana.post('/admin/models', body)).body.id}`;
    },
    fields: [
      ['answerPrompt', 'Seja breve.', 'Seja formal.'],
      ['temperature', 0.5, 0.6],
    ],
    isOfStaff: true,
  },
  staff: {
    make: async () => {
      const body = { email: `equipe${Math.random()}@prosa.com.br`, role: 'WM_READER' };
      return `/admin/staff/${(await ana.post('/admin/staff', body)).body.id}`;
    },
    fields: [['role', 'WM_FINANCIAL', 'WM_ADMIN']],
    isOfStaff: true,
  },
};

const valueOf = (value: unknown) => (Array.isArray(value) && value[0] === 'own' ? [owner.contextId] : value);

describe.each(Object.entries(subjects))('a save of %s', (_, { make, fields, rowIn = (body) => body, isOfStaff }) => {
  const [[field, first, second], [other, otherValue] = []] = fields as [[string, unknown, unknown], [string, unknown]?];
  const theirs = () => ({ [field]: valueOf(first) });
  const mine = () => ({ [field]: valueOf(second) });
  const me = () => (isOfStaff ? ana : owner);
  const colleague = () => (isOfStaff ? rui : admin);
  const read = async (url: string): Promise<Row> => rowIn((await me().get(url)).body);

  it('is refused if somebody else has changed the same field, and names who, when and what', async () => {
    const url = await make();
    const { version } = await read(url);
    expect((await colleague().put(url, { ...theirs(), version })).status).toBe(200);
    const late = await me().put(url, { ...mine(), version });
    const named = await me().put(url, mine(), { 'if-match': `"${version}"` });
    expect(named).toMatchObject({ status: 409, body: { errors: late.body.errors } });
    const { saved, ...current } = late.body.current;
    expect(late.body).toMatchObject({ status: 409, code: 'changed_meanwhile', message: expect.any(String) });
    expect(late.body.errors[0].field).toContain(field);
    expect(current).toMatchObject(theirs());
    expect(saved).toEqual({ userName: isOfStaff ? 'WM_ADMIN' : 'OWNER', createdAt: expect.any(String) });
    expect(await read(url)).toMatchObject(theirs());
    const newer = (await me().get(url)).headers.etag;
    const again = await me().put(url, mine(), { 'if-match': String(newer ?? `"${current.version}"`) });
    expect(again).toMatchObject({ status: 200, body: mine() });
  });

  it.runIf(other)('keeps what somebody else has changed in another field, even if it sends the old value', async () => {
    const url = await make();
    const row = await read(url);
    expect((await colleague().put(url, { ...theirs(), version: row.version })).status).toBe(200);
    const change = { [field]: row[field], [other!]: valueOf(otherValue), version: row.version };
    const saved = await me().put(url, change);
    expect(saved).toMatchObject({ status: 200, body: { ...theirs(), [other!]: valueOf(otherValue) } });
  });

  it('without a version overwrites', async () => {
    const url = await make();
    await colleague().put(url, theirs());
    expect(await me().put(url, mine())).toMatchObject({ status: 200, body: mine() });
  });
});

it('is refused with moments as the API writes them', async () => {
  const url = await subjects.hyperlinks!.make();
  const { version } = (await owner.get(url)).body as Row;
  const { updatedAt } = (await admin.put(url, { link: 'https://loja.com.br/b' })).body;
  const late = await owner.put(url, { link: 'https://loja.com.br/c', version });
  expect(late.body.current.updatedAt).toBe(updatedAt);
});

it('of two saves at once with the same version, one is refused', async () => {
  const url = await subjects.hyperlinks!.make();
  const { version } = (await owner.get(url)).body as Row;
  const links = ['https://loja.com.br/1', 'https://loja.com.br/2'];
  const answers = await Promise.all(links.map((link) => owner.put(url, { link, version })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

describe('a save that begins before another one of the same row is committed', () => {
  const theirs = 'https://loja.com.br/deles';
  const attempts: [string, object, object][] = [
    [
      'is refused for the same field',
      { link: 'https://loja.com.br/meu' },
      { status: 409, body: { code: 'changed_meanwhile' } },
    ],
    [
      'keeps both changes of different fields',
      { caseSensitive: true },
      { status: 200, body: { link: theirs, caseSensitive: true } },
    ],
  ];

  // The embedded database has one session, so no transaction waits for another.
  it.each(attempts)('%s', async (_, change, outcome) => {
    const { db } = server.services;
    if (db.kind === 'embedded') return;
    const url = await subjects.hyperlinks!.make();
    const { id, version } = (await owner.get(url)).body as Row;
    const saving = await withTenant(db, tenant(owner.accountId, 'all'), async (tx) => {
      await mergeRow(tx, hyperlinks, derivedSource(hyperlinks), tenant(owner.accountId, 'all'), id, { version });
      await tx.execute(sql`update hyperlinks set link = ${theirs} where id = ${id}`);
      const save = owner.put(url, { ...change, version });
      await until(async () => {
        const { rows } = await db.pool.query(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return rows.length === 1;
      });
      return { save };
    });
    expect(await saving.save).toMatchObject(outcome);
    expect((await owner.get(url)).body.link).toBe(theirs);
  });
});
