import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Entry, fromBuffer } from 'yauzl';
import * as kit from '../../resources/kit/field.ts';
import { defineResource, type Resource } from '../../resources/kit/resource.ts';
import type { Role } from '../../src/shared/roles.ts';
import { closeStreams, listenTo } from '../support/changes-stream.ts';
import { type Answer, type Caller, startServer, type TestServer, until } from '../support/server.ts';

const suppliers = defineResource({
  name: 'fixture-suppliers',
  scope: 'account',
  storage: 'derived',
  title: 'name',
  fields: {
    name: kit.text(),
    /** READER may not read it, and only ADMIN may write it. */
    score: kit.count({ initial: 0, guarded: true }),
    bank: kit.text({ optional: true, guarded: true }),
    paper: kit.file({ types: ['pdf'], optional: true, guarded: true }),
    /** Written by those who never read it. */
    word: kit.text({ optional: true, guarded: true }),
    updatedAt: kit.moment({ readOnly: true }),
  },
  list: {
    columns: ['name', 'score'],
    search: ['name', 'bank'],
    filters: ['score'],
    sort: 'name',
    bulk: ['score', 'bank', 'word'],
    export: true,
    import: true,
    live: true,
    pollMs: 60_000,
  },
  history: true,
  actions: [
    ...(['list', 'show', 'create', 'edit', 'delete', 'export', 'import', 'history'] as const),
    { name: 'note', icon: 'edit', on: 'rows', input: { bank: kit.text() }, set: { name: 'Anotado' } },
  ],
});
const object = (field: string) => `fixture-suppliers.${field}`;
const policyRows = [
  'p, READER, any, fixture-suppliers, export',
  'p, READER, any, fixture-suppliers, history',
  'p, WRITER, any, fixture-suppliers, import',
  `p, WRITER, any, ${object('score')}, read`,
  ...['score', 'bank', 'paper'].map((field) => `p, ADMIN, any, ${object(field)}, write`),
  ...['bank', 'paper'].map((field) => `p, ADMIN, any, ${object(field)}, read`),
  `p, WRITER, any, ${object('word')}, write`,
];
const GUARDED = ['score', 'bank', 'paper', 'word'] as const;
type GuardedField = (typeof GUARDED)[number];
const READABLE: Partial<Record<Role, readonly GuardedField[]>> = {
  READER: [],
  WRITER: ['score'],
  ADMIN: ['score', 'bank', 'paper'],
  OWNER: ['score', 'bank', 'paper'],
};
const WRITABLE: Partial<Record<Role, readonly GuardedField[]>> = {
  WRITER: ['word'],
  ADMIN: ['score', 'bank', 'paper', 'word'],
  OWNER: ['score', 'bank', 'paper', 'word'],
};
const ROLES = Object.keys(READABLE) as Role[];
const WRITERS = Object.keys(WRITABLE) as Role[];
const PATH = '/fixture-suppliers';
const SECRETS = { bank: 'Banco-7731', word: 'senha-4429' };
const PAPER = 'contrato-secreto.pdf';
const LABELS: Record<GuardedField, string> = { score: 'score', bank: 'bank', paper: 'paper', word: 'word' };

let server: TestServer;
let owner: Caller;
const callers = {} as Record<Role, Caller>;
let id = '';
let fileId = '';

beforeAll(async () => {
  server = await startServer({ resources: [suppliers] as unknown as Resource[], policyRows });
  owner = await server.signUp();
  callers.OWNER = owner;
  for (const role of ['READER', 'WRITER', 'ADMIN'] as const) callers[role] = await server.as(owner, role);
  const sent = { name: PAPER, bytes: Buffer.from('%PDF-1.4\n%%EOF') };
  const paper = (await owner.upload(`${PATH}/files`, { field: 'paper' }, sent)).body;
  fileId = paper.id;
  const made = await owner.post(PATH, { name: 'Moinho', score: 7, ...SECRETS, paper: { id: fileId } });
  expect(made.status).toBe(201);
  id = made.body.id;
  expect((await owner.post(PATH, { name: 'Padaria', score: 3 })).status).toBe(201);
  // An entry of the audit log with the values before and after.
  const changed = await owner.put(`${PATH}/${id}`, {
    name: 'Moinho Azul',
    score: 8,
    bank: 'Banco-7732',
    word: 'senha-4430',
  });
  expect(changed.status).toBe(200);
});
afterAll(() => server.close());

const guardedIn = (row: object) => GUARDED.filter((field) => field in row);
const unreadable = (role: Role) => GUARDED.filter((field) => !READABLE[role]?.includes(field));
/** What an answer must not contain for a role, wherever it is. */
const secretsFor = (role: Role) => [
  ...(unreadable(role).includes('bank') ? ['Banco-77'] : []),
  ...(unreadable(role).includes('paper') ? [PAPER] : []),
  'senha-44',
];
const expectNoSecret = (role: Role, text: string) => {
  for (const secret of secretsFor(role)) expect(text, `${role}: ${secret}`).not.toContain(secret);
};

/** Returns the text of the first file of an archive whose path ends like this. */
const textIn = (bytes: Buffer, path: string): Promise<string> =>
  new Promise((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true }, (failure, zip) => {
      if (failure) return reject(failure);
      zip.on('entry', (entry: Entry) => {
        if (!entry.fileName.endsWith(path)) return zip.readEntry();
        zip.openReadStream(entry, async (error, stream) => {
          if (error) return reject(error);
          resolve(Buffer.concat((await stream.toArray()) as Buffer[]).toString('utf8'));
        });
      });
      zip.readEntry();
    });
  });

describe.each(ROLES)('%s reads only what the policy gives', (role) => {
  it('in the list and in one row', async () => {
    const list = await callers[role].get(PATH);
    expect(list.body.data.map(guardedIn)).toEqual([READABLE[role], READABLE[role]]);
    expectNoSecret(role, list.text);
    const some = await callers[role].get(`${PATH}?id=${id}`);
    expect(some.body.data.map(guardedIn)).toEqual([READABLE[role]]);
    expectNoSecret(role, some.text);
    const row = await callers[role].get(`${PATH}/${id}`);
    expect(guardedIn(row.body)).toEqual(READABLE[role]);
    expectNoSecret(role, row.text);
    // The name and what may be read; each is 12 characters.
    expect(row.body.version).toHaveLength(12 * (1 + (READABLE[role]?.length ?? 0)));
  });

  it('in searches, filters and orders, which refuse other fields as unknown', async () => {
    const { get } = callers[role];
    const found = (await get(`${PATH}?search=banco-77`)).body.total;
    expect(found).toBe(READABLE[role]?.includes('bank') ? 1 : 0);
    expect((await get(`${PATH}?search=moinho`)).body.total).toBe(1);
    for (const end of ['gte', 'lte']) {
      const filtered = await get(`${PATH}?score_${end}=5`);
      const unknown = await get(`${PATH}?nothing_${end}=5`);
      if (READABLE[role]?.includes('score')) expect(filtered.body.total).toBe(1);
      else
        expect({ ...filtered.body, requestId: '' }).toEqual({
          ...JSON.parse(JSON.stringify(unknown.body).replaceAll('nothing', 'score')),
          requestId: '',
        });
    }
    for (const field of ['score', 'bank', 'word'] as const) {
      for (const order of [field, `-${field}`]) {
        const [sorted, unknown] = [await get(`${PATH}?sort=${order}`), await get(`${PATH}?sort=nothing`)];
        if (READABLE[role]?.includes(field)) expect(sorted.status).toBe(200);
        else expect({ ...sorted.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
      }
    }
  });

  it('in exports', async () => {
    for (const query of ['sort=word', ...(READABLE[role]?.includes('score') ? [] : ['score_gte=1'])])
      expect((await callers[role].get(`${PATH}/export?${query}`)).status).toBe(422);
    const csv = (await callers[role].get(`${PATH}/export`)).text;
    const [heading = '', ...lines] = csv.replace('\uFEFF', '').trim().split('\r\n');
    expect(heading.split(';')).toEqual(['name', ...(READABLE[role] ?? []), 'updatedAt']);
    expect(lines).toHaveLength(2);
    expectNoSecret(role, csv);
    const { rawPayload } = await server.app.inject({
      url: `/api${PATH}/export?format=xlsx`,
      headers: { authorization: `Bearer ${callers[role].tokens.accessToken}` },
    });
    const sheet = await textIn(rawPayload, 'sheet1.xml');
    expect(sheet).toContain('Moinho Azul');
    expect(sheet.includes('<v>8</v>')).toBe(READABLE[role]?.includes('score'));
    expectNoSecret(role, sheet);
  });

  it('in the stream of changes', async () => {
    const stream = await listenTo(server, callers[role]);
    await owner.put(`${PATH}/${id}`, { bank: `Banco-77${ROLES.indexOf(role)}` });
    await owner.put(`${PATH}/${id}`, { bank: 'Banco-7732' });
    await until(async () => stream.heard().length > 0);
    expect(stream.heard()[0]).toEqual({ resource: suppliers.name, type: 'updated', ids: [id] });
    expectNoSecret(role, stream.text());
    closeStreams();
  });

  it('in the history of a row and its files', async () => {
    const history = await callers[role].get(`${PATH}/${id}/history`);
    const named = history.body.data.find(({ detail }: any) => detail.after?.name === 'Moinho Azul');
    expect(named).toMatchObject({
      detail: { before: { name: 'Moinho' }, after: { name: 'Moinho Azul' } },
    });
    expect(guardedIn(named.detail.after)).toEqual(READABLE[role]?.filter((field) => field !== 'paper'));
    expectNoSecret(role, history.text);
    const file = await callers[role].get(`${PATH}/files/${fileId}`);
    expect(file.status).toBe(READABLE[role]?.includes('paper') ? 200 : 404);
  });
});

describe.each(WRITERS)('%s writes only what the policy gives', (role) => {
  const VALUES: Record<GuardedField, unknown> = { score: 8, bank: 'Banco-7732', paper: null, word: 'senha-4430' };

  const DOORS: Record<string, (change: object, on: string) => Promise<Answer>> = {
    create: (change) => callers[role].post(PATH, { name: role, ...change }),
    edit: (change, on) => callers[role].put(`${PATH}/${on}`, change),
    'create several': (change) => callers[role].post(`${PATH}/bulk-create`, { rows: [{ name: role, ...change }] }),
    'edit several': (change, on) => callers[role].post(`${PATH}/bulk-edit`, { ids: [on], ...change }),
    import: (change) => callers[role].post(`${PATH}/bulk-import`, { rows: [{ name: role, ...change }] }),
    action: (change, on) => callers[role].post(`${PATH}/${on}/note`, { bank: VALUES.bank, ...change }),
    'action on several': (change, on) => callers[role].post(`${PATH}/bulk-note`, { ids: [on], ...change }),
  };
  const rows = async (field: string): Promise<unknown[]> => {
    const column = field === 'paper' ? 'id' : field;
    const { rows: found } = await server.services.db.pool.query(`select ${column}, name from fixture_suppliers`);
    return found;
  };

  it.each(Object.keys(DOORS).flatMap((door) => GUARDED.map((field) => [door, field] as const)))(
    'at the door %s: %s',
    async (door, field) => {
      const isOfAction = door.startsWith('action');
      if ((isOfAction && field !== 'bank') || (door === 'edit several' && field === 'paper')) return;
      const on = (await owner.post(PATH, { name: `De ${role}` })).body.id;
      const before = await rows(field);
      const answer = await DOORS[door]!({ [field]: VALUES[field] }, on);
      expectNoSecret(role, answer.text);
      if (WRITABLE[role]?.includes(field)) expect(answer.status, answer.text).toBeLessThan(300);
      else {
        const message = `Seu perfil não permite mudar o campo “${LABELS[field]}”.`;
        const errors = [{ field, code: 'forbidden', message }];
        expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden', message, errors } });
        expect(await rows(field)).toEqual(before);
      }
      const own = `select id from fixture_suppliers where name in ('Anotado', 'De ${role}', '${role}')`;
      await server.services.db.pool.query(`delete from fixture_suppliers where id in (${own})`);
    },
  );

  it('a file', async () => {
    const sent = { name: 'outro.pdf', bytes: Buffer.from('%PDF-1.4\n%%EOF') };
    const { status } = await callers[role].upload(`${PATH}/files`, { field: 'paper' }, sent);
    expect(status).toBe(WRITABLE[role]?.includes('paper') ? 201 : 403);
  });
});

describe('saving a row with fields that one may not read', () => {
  it('tells nothing of them in a conflict, and never compares them', async () => {
    const { body: row } = await owner.post(PATH, { name: 'Sítio', score: 1, ...SECRETS });
    const writer = callers.WRITER;
    const { version } = (await writer.get(`${PATH}/${row.id}`)).body;
    await owner.put(`${PATH}/${row.id}`, { name: 'Sítio Novo', bank: 'Banco-7799', word: 'senha-4499' });
    const refused = await writer.put(`${PATH}/${row.id}`, { name: 'Sítio Velho', word: 'senha-4400', version });
    expect(refused.body).toMatchObject({ code: 'changed_meanwhile', errors: [{ field: 'name' }] });
    expect(guardedIn(refused.body.current)).toEqual(['score']);
    expectNoSecret('WRITER', refused.text);
    const saved = await writer.put(`${PATH}/${row.id}`, { word: 'senha-4400', version });
    expect(saved.status).toBe(200);
    const { rows } = await server.services.db.pool.query('select bank, word from fixture_suppliers where id = $1', [
      row.id,
    ]);
    expect(rows).toEqual([{ bank: 'Banco-7799', word: 'senha-4400' }]);
    await owner.delete(`${PATH}/${row.id}`);
  });
});

describe('the audit log', () => {
  it('says who was refused, and has no value that its reader may not read', async () => {
    const pages = [];
    for (const page of [1, 2, 3, 4]) pages.push(await owner.get(`/audit-log?limit=100&page=${page}`));
    const [text, data] = [pages.map((page) => page.text).join(''), pages.flatMap(({ body }) => body.data)];
    expect(data).toContainEqual(
      expect.objectContaining({
        action: 'call_refused',
        userName: 'WRITER',
        detail: expect.objectContaining({ resource: object('bank'), action: 'write', neededRole: 'ADMIN' }),
      }),
    );
    expect(text).toContain('Banco-7732');
    expectNoSecret('OWNER', text);
    const edits = data.filter(({ action }: { action: string }) => action === 'fixture-suppliers_edit');
    expect(edits.length).toBeGreaterThan(0);
    expectNoSecret('OWNER', (await owner.get('/audit-log?format=csv')).text);
  });
});

describe('the API’s description', () => {
  it('says that a guarded field may be missing, and who may read it', async () => {
    const { body } = await server.call({ url: '/api/openapi.json' });
    const row = body.components.schemas.FixtureSupplier;
    expect(row.required).not.toContain('bank');
    expect(row.properties.bank.description).toContain('fixture-suppliers.bank');
  });
});

describe('the tax id of an account', () => {
  it('is for those of the staff who bill, in lists, searches, orders and the audit log', async () => {
    const shop = await server.signUp();
    const profile = { type: 'CORPORATE', name: 'Loja', companyName: 'Loja Guardada Ltda', cnpj: '11222333000181' };
    expect((await shop.put('/account', profile)).status).toBe(200);
    const seen = async (role: Role) => {
      const { get } = await server.as(shop, role);
      const [row, list, found, sorted, log] = [
        await get(`/admin/accounts/${shop.accountId}`),
        await get('/admin/accounts?search=guardada'),
        await get('/admin/accounts?search=11.222.333'),
        await get('/admin/accounts?sort=cnpj'),
        await get(`/admin/audit-log?accountId=${shop.accountId}`),
      ];
      expect([row.status, list.body.total, log.status]).toEqual([200, 1, 200]);
      expect(log.text).toContain('Loja Guardada');
      const has = [row, list, log].map(({ text }) => text.includes('11222333000181'));
      return { has, found: found.body.total, sorted: sorted.status };
    };
    expect(await seen('WM_READER')).toEqual({ has: [false, false, false], found: 0, sorted: 422 });
    for (const role of ['WM_FINANCIAL', 'WM_ADMIN'] as const)
      expect(await seen(role)).toEqual({ has: [true, true, true], found: 1, sorted: 200 });
    // The account's own log is its own.
    expect((await shop.get('/audit-log')).text).toContain('11222333000181');
  });
});

describe('how to reach a visitor', () => {
  it('is for those who answer messages', async () => {
    await server.services.db.pool.query(
      `insert into visitor_messages (account_id, id, context_id, visitor_hash, type, name, question, email, whatsapp, consent_text, consent_version)
       values ($1, gen_random_uuid(), $2, 'h', 'widget', 'Rosa', 'Abrem hoje?', 'rosa@visitante.com.br', '5511912345678', 'Sim', 'v')`,
      [owner.accountId, owner.contextId],
    );
    const list = `/visitor-messages?contextId=${owner.contextId}`;
    const total = async (role: Role, search: string) =>
      (await callers[role].get(`${list}&search=${search}`)).body.total;
    for (const [role, isShown] of [
      ['READER', false],
      ['WRITER', true],
    ] as const) {
      const { body, text } = await callers[role].get(list);
      expect(text).toContain('Abrem hoje?');
      expect([text.includes('rosa@'), text.includes('55119')]).toEqual([isShown, isShown]);
      const shown = await callers[role].get(`/visitor-messages/${body.data[0].id}`);
      expect('email' in shown.body).toBe(isShown);
      expect([await total(role, 'rosa@'), await total(role, '55119'), await total(role, 'Rosa')]).toEqual(
        isShown ? [1, 1, 1] : [0, 0, 1],
      );
      expect((await callers[role].get(`${list}&sort=email`)).status).toBe(isShown ? 200 : 422);
    }
    for (const [role, isShown] of [
      ['READER', false],
      ['WRITER', true],
    ] as const) {
      const { body: key } = await owner.post('/api-keys', { name: role, role, contextIds: [], expiresAt: null });
      const { text } = await server.call({ url: `/api${list}`, headers: { authorization: `Bearer ${key.secret}` } });
      expect([text.includes('Abrem hoje?'), text.includes('rosa@')]).toEqual([true, isShown]);
    }
    expect((await callers.ADMIN.get(list.replace('?', '/export?'))).text).toContain('rosa@visitante.com.br');
  });
});

describe('what visitors thought of a conversation', () => {
  it('is not even in the export of an account whose plan has no feedback', async () => {
    const exported = async (plan: string) => {
      const caller = await server.signUp();
      const { pool } = server.services.db;
      await pool.query('update subscriptions set plan_id = $2 where account_id = $1', [caller.accountId, plan]);
      await pool.query(
        `insert into conversations (account_id, id, context_id, type, first_question, satisfied)
         values ($1, gen_random_uuid(), $2, 'widget', 'Abrem hoje?', true)`,
        [caller.accountId, caller.contextId],
      );
      const { rawPayload } = await server.app.inject({
        url: '/api/account/export',
        headers: { authorization: `Bearer ${caller.tokens.accessToken}` },
      });
      return textIn(rawPayload, 'conversas.jsonl');
    };
    expect(await exported('business')).toContain('"satisfied":true');
    const line = await exported('essential');
    expect(line).toContain('Abrem hoje?');
    expect(line).not.toContain('satisfied');
  });
});
