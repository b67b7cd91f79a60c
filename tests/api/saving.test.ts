import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hyperlinks } from '../../resources/hyperlinks.ts';
import { resources } from '../../resources/index.ts';
import { tenant, withTenant } from '../../src/server/db/tenant.ts';
import { derivedSource, rowsFor } from '../../src/server/resource/source.ts';
import { mergeRow } from '../../src/server/resource/write.ts';
import { embeddingModelInput, modelInput } from '../support/model-input.ts';
import { readOperations } from '../support/operations.ts';
import { type Caller, startServer, type TestServer, until } from '../support/server.ts';
import { createStaff, type Staff } from '../support/staff.ts';

let server: TestServer;
let owner: Caller;
let admin: Caller;
let ana: Staff;
let rui: Caller;
beforeAll(async () => {
  server = await startServer();
  owner = await server.signUp();
  const { pool } = server.services.db;
  await pool.query(`update subscriptions set plan_id = 'business' where account_id = $1`, [owner.accountId]);
  admin = await server.as(owner, 'OWNER');
  ana = await createStaff(server);
  rui = await server.as(ana, 'WM_ADMIN');
});

afterAll(() => server.close());

type Row = Record<string, unknown> & { id: string; version: string };

interface Subject {
  /** Creates a row. Returns its path. */
  make: () => Promise<string>;
  /** One or two fields with the values that two people give them. */
  fields: [string, unknown, unknown][];
  /** Returns the answer with the fields by name, if it has them otherwise. */
  rowIn?: (body: any) => Row;
  /** Returns the body of a change, if it is not the change itself. */
  bodyOf?: (change: Record<string, unknown>) => object;
  isOfStaff?: true;
}

let branch: string;
let vectors: string[] | undefined;
let chat: string;
const limitIn = (body: any, id: string) => body.data.find((one: { id: string }) => one.id === id).limit;

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
  'credit-limits': {
    make: async () => {
      branch ??= (await owner.post('/contexts', { name: 'Filial' })).body.id;
      return '/credit-limits';
    },
    rowIn: (body) => ({ ...body, matriz: limitIn(body, owner.contextId), filial: limitIn(body, branch) }),
    bodyOf: (change) => ({
      limits: Object.entries(change).map(([name, limit]) => ({
        ...{ contextId: name === 'matriz' ? owner.contextId : branch, limit },
      })),
    }),
    fields: [
      ['matriz', 11, 12],
      ['filial', 3, 4],
    ],
  },
  appearance: {
    make: async () => `/contexts/${owner.contextId}/appearance`,
    fields: [
      ['colors', { primary: '#112233' }, { primary: '#445566' }],
      ['messages', { welcome: 'Oi!' }, { welcome: 'Olá!' }],
    ],
  },
  handover: {
    make: async () => `/contexts/${owner.contextId}/handover`,
    fields: [
      ['hours', [{ days: [0], from: '08:00', to: '12:00' }], [{ days: [1], from: '09:00', to: '12:00' }]],
      ['isOn', true, false],
    ],
  },
  'widget-origins': {
    make: async () => `/contexts/${owner.contextId}/origins`,
    fields: [['origins', ['https://a.com.br'], ['https://b.com.br']]],
  },
  'general-settings': {
    make: async () => '/admin/general',
    fields: [
      ['announcement', 'Manutenção às 22h.', 'Manutenção às 23h.'],
      ['supportEmail', 'ajuda@prosa.com.br', ''],
    ],
    isOfStaff: true,
  },
  'model-choice': {
    make: async () => {
      if (!vectors) {
        const vector = (name: string) => embeddingModelInput(name, null, { provider: 'openai', keys: ['sk-teste'] });
        const made = ['Um', 'Outro'].map(async (name) => (await ana.post('/admin/models', vector(name))).body.id);
        vectors = await Promise.all(made);
        chat = (await ana.post('/admin/models', modelInput({ provider: 'openai' }))).body.id;
      }
      return '/admin/model-choice';
    },
    rowIn: (body) => ({ ...body, free: body.plans.find(({ id }: { id: string }) => id === 'free').modelId }),
    bodyOf: ({ free, ...change }) => ({ plans: free ? [{ id: 'free', modelId: free }] : [], ...change }),
    fields: [
      ['searchModelId', 'first', 'second'],
      ['free', 'chat', ''],
    ],
    isOfStaff: true,
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

const valueOf = (value: unknown) => {
  if (value === 'chat') return chat;
  if (value === 'first' || value === 'second') return vectors?.[value === 'first' ? 0 : 1];
  return Array.isArray(value) && value[0] === 'own' ? [owner.contextId] : value;
};

describe.each(Object.entries(subjects))('a save of %s', (_, subject) => {
  const { make, fields, rowIn = (body) => body, bodyOf = (change) => change, isOfStaff } = subject;
  const [[field, first, second], [other, otherValue] = []] = fields as [[string, unknown, unknown], [string, unknown]?];
  const theirs = () => ({ [field]: valueOf(first) });
  const mine = () => ({ [field]: valueOf(second) });
  const me = () => (isOfStaff ? ana : owner);
  const colleague = () => (isOfStaff ? rui : admin);
  const read = async (url: string): Promise<Row> => rowIn((await me().get(url)).body);
  it('is refused if somebody else has changed the same field, and names who, when and what', async () => {
    const url = await make();
    const { version } = await read(url);
    expect((await colleague().put(url, { ...bodyOf(theirs()), version })).status).toBe(200);
    const late = await me().put(url, { ...bodyOf(mine()), version });
    const named = await me().put(url, bodyOf(mine()), { 'if-match': `"${version}"` });
    expect(named).toMatchObject({ status: 409, body: { errors: late.body.errors } });
    const { saved, ...current } = late.body.current;
    expect(late.body).toMatchObject({ status: 409, code: 'changed_meanwhile', message: expect.any(String) });
    if (!subject.bodyOf) expect(late.body.errors[0].field).toContain(field);
    expect(rowIn(current)).toMatchObject(theirs());
    expect(saved).toEqual({ userName: isOfStaff ? 'WM_ADMIN' : 'OWNER', createdAt: expect.any(String) });
    expect(await read(url)).toMatchObject(theirs());
    const newer = (await me().get(url)).headers.etag;
    const again = await me().put(url, bodyOf(mine()), { 'if-match': String(newer ?? `"${current.version}"`) });
    expect(again.status).toBe(200);
    expect(await read(url)).toMatchObject(mine());
  });

  it.runIf(other)('keeps what somebody else has changed in another field, even if it sends the old value', async () => {
    const url = await make();
    const row = await read(url);
    expect((await colleague().put(url, { ...bodyOf(theirs()), version: row.version })).status).toBe(200);
    const change = bodyOf({ [field]: row[field], [other!]: valueOf(otherValue) });
    const saved = await me().put(url, { ...change, version: row.version });
    expect(saved.status).toBe(200);
    expect(await read(url)).toMatchObject({ ...theirs(), [other!]: valueOf(otherValue) });
  });

  it('without a version overwrites', async () => {
    const url = await make();
    await colleague().put(url, bodyOf(theirs()));
    expect((await me().put(url, bodyOf(mine()))).status).toBe(200);
    expect(await read(url)).toMatchObject(mine());
  });
});

/** What is saved otherwise, and why. */
const OTHERWISE: Record<string, string> = {
  editMe: 'a person’s own name and picture',
  changePassword: 'a person’s own secret, which is not read',
  goToTutorialStep: 'a person’s own progress',
  renamePasskey: 'a person’s own: one value',
  editWeeklyMail: 'a person’s own: one switch',
  requireSecondFactor: 'one switch',
  editPublicPage: 'one switch',
  setPhrasingLearning: 'one switch',
  setTestQuestionsHolding: 'one switch',
  chooseContentText: 'one choice about one text',
  replaceFile: 'a new file in the place of the old one',
  putContentByExternalId: 'the whole content of a program, which alone writes it',
  changeAccountPlan: 'a command of staff: one value, with a reason for the audit log',
};

describe('every PUT and PATCH', () => {
  it('takes the version that it started from and answers with the one to read', async () => {
    const operations = (await readOperations(server as never)).filter(({ method }) => /^(PUT|PATCH)$/.test(method));
    const follows = ({ body, responses }: (typeof operations)[number]) =>
      body?.schema.properties?.version && responses['200']?.properties?.version;
    const others = operations.filter((operation) => !follows(operation));
    expect(others.map(({ id }) => id).toSorted()).toEqual(Object.keys(OTHERWISE).toSorted());
    // What the engine does not save is tried above.
    const derived = resources.map(({ name, api = `/${name}` }) => `${api}/{id}`);
    const own = operations.filter((operation) => follows(operation) && !derived.includes(operation.path));
    expect(own.map(({ resource }) => resource).filter((resource) => !(resource in subjects))).toEqual([]);
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
      await mergeRow(tx, rowsFor(derivedSource(hyperlinks), tenant(owner.accountId, 'all')), id, { version });
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
