import { randomUUID } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import { getTableColumns } from 'drizzle-orm';
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromBuffer } from 'yauzl';
import { allTables as all } from '../../src/server/db/all-tables.ts';
import { accessDecisions } from '../../src/server/db/schema/platform.ts';
import { tenant, withPlatform } from '../../src/server/db/tenant.ts';
import { columnsOf, EXPORTED, LEFT_OUT } from '../../src/server/identity/account/export-tables.ts';
import { withoutPersonalData } from '../../src/server/identity/account/without-personal-data.ts';
import { createAccount } from '../../src/server/identity/accounts.ts';
import { eraseDueAccounts } from '../../src/server/identity/erase-account.ts';
import { fillMoreTables } from '../support/fill-more-tables.ts';
import { type Caller, eventsOf, PASSWORD, startServer, type TestServer, until } from '../support/server.ts';
import { digestOf, fillTenant, type FullTenant } from '../support/tenants.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const query = (text: string, values: unknown[] = []) => server.services.db.pool.query(text, values);
const codeOf = (answer: { status: number; body: any }) => [answer.status, answer.body?.code];
const DAY = 86_400_000;
const nameOf = (table: PgTable) => getTableConfig(table).name;

describe("a user's avatar", () => {
  const put = async (caller: Caller, type: string, bytes: Buffer) =>
    caller.patch('/users/me', { avatar: `data:image/${type};base64,${bytes.toString('base64')}` });
  const paint = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#0B7A5E' } });

  it.each(['png', 'jpeg', 'webp', 'gif'] as const)(
    'converts %s to a small square WebP without metadata',
    async (type) => {
      const caller = await server.signUp();
      const bytes = await paint(640, 400)
        .withExif({ IFD0: { Copyright: 'Rua das Flores 12' } })
        .toFormat(type)
        .toBuffer();
      const answer = await put(caller, type, bytes);
      expect(answer.status, answer.text).toBe(200);
      const stored = Buffer.from(String(answer.body.avatar).replace('data:image/webp;base64,', ''), 'base64');
      const { width, height, format, exif } = await sharp(stored).metadata();
      expect({ width, height, format, exif }).toEqual({ width: 160, height: 160, format: 'webp', exif: undefined });
      expect(stored.includes('Rua das Flores')).toBe(false);
      expect((await caller.patch('/users/me', { name: 'Outro Nome' })).body).toMatchObject({
        name: 'Outro Nome',
        avatar: answer.body.avatar,
      });
      expect((await caller.patch('/users/me', { avatar: null })).body.avatar).toBe(null);
    },
  );

  /** Returns a PNG that declares these dimensions and contains almost no data. */
  function bomb(side: number): Buffer {
    const chunk = (type: string, data: Buffer) => {
      const body = Buffer.concat([Buffer.from(type), data]);
      const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
      length.writeUInt32BE(data.length);
      check.writeUInt32BE(crc32(body));
      return Buffer.concat([length, body, check]);
    };
    const head = Buffer.alloc(13);
    head.writeUInt32BE(side, 0);
    head.writeUInt32BE(side, 4);
    head.set([1, 0, 0, 0, 0], 8);
    // Complete if small enough for a test, so that it can only be rejected for its dimensions.
    const rows = deflateSync(Buffer.alloc(Math.min(side * (1 + Math.ceil(side / 8)), 5_000_000)));
    const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
  }

  it('rejects invalid, truncated and mislabelled images and decompression bombs', async () => {
    const caller = await server.signUp();
    const png = await paint(300, 300).png().toBuffer();
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>');
    const hostile: [string, Buffer][] = [
      ['png', Buffer.from('isto não é uma imagem')],
      ['png', svg],
      ['jpeg', png],
      ['png', png.subarray(0, png.length / 2)],
      ['png', bomb(60_000)],
      ['png', bomb(5_100)],
      ['gif', Buffer.from('GIF89a')],
      ['webp', await paint(10, 10).tiff().toBuffer()],
    ];
    for (const [type, bytes] of hostile) {
      const answer = await put(caller, type, bytes);
      expect(codeOf(answer), bytes.subarray(0, 20).toString('latin1')).toEqual([422, 'invalid_input']);
      expect(answer.body.errors).toMatchObject([{ field: 'avatar' }]);
    }
    const others = ['data:image/svg+xml;base64,AAAA', 'https://x.com.br/a.png', 'data:image/png;base64,A"><script>'];
    for (const avatar of others) expect((await caller.patch('/users/me', { avatar })).status).toBe(422);
    expect((await caller.get('/users/me')).body.avatar).toBe(null);
  });
});

describe('a new password', () => {
  const NEW = 'Outra#Chave77';
  const login = (email: string, password: string) =>
    server.call({ method: 'POST', url: '/api/auth/login', payload: { email, password } });

  it('requires the current one, ends the other sessions and is recorded', async () => {
    const caller = await server.signUp();
    const other = (await login(caller.email, PASSWORD)).body;
    const wrong = await caller.put('/users/me/password', { current: 'Errada#123', password: NEW });
    expect([codeOf(wrong), wrong.body.errors[0].field]).toEqual([[422, 'invalid_input'], 'current']);
    const weak = await caller.put('/users/me/password', { current: PASSWORD, password: 'fraca' });
    expect(weak.body.errors[0].field).toBe('password');
    expect((await caller.put('/users/me/password', { current: PASSWORD, password: NEW })).status).toBe(204);
    expect((await caller.get('/users/me')).status).toBe(200);
    const stale = { authorization: `Bearer ${other.accessToken}` };
    expect((await server.call({ method: 'GET', url: '/api/users/me', headers: stale })).status).toBe(401);
    expect((await login(caller.email, PASSWORD)).status).toBe(401);
    expect((await login(caller.email, NEW)).status).toBe(200);
    const { rows } = await query(`select * from audit_entries where account_id = $1 and action = 'password_changed'`, [
      caller.accountId,
    ]);
    expect(rows).toMatchObject([{ user_id: caller.userId }]);
  });

  it('cannot be brute-forced from an open session', async () => {
    const caller = await server.signUp();
    const attempts = [];
    for (let at = 0; at < 12; at += 1) {
      attempts.push(await caller.put('/users/me/password', { current: `Errada#${at}`, password: NEW }));
    }
    expect(codeOf(attempts.at(-1)!)).toEqual([429, 'too_many_tries']);
    expect((await caller.put('/users/me/password', { current: PASSWORD, password: NEW })).status).toBe(429);
  });
});

describe("the account's profile", () => {
  it('requires a tax id and a legal name for a company and drops them for a person', async () => {
    const caller = await server.signUp();
    const company = { type: 'CORPORATE', name: 'Loja Azul', cnpj: '11222333000181', companyName: 'Loja Azul Ltda' };
    expect((await caller.put('/account', company)).body).toMatchObject(company);
    for (const [change, field] of [
      [{ cnpj: '11222333000182' }, 'cnpj'],
      [{ cnpj: '00000000000000' }, 'cnpj'],
      [{ cnpj: '' }, 'cnpj'],
      [{ cnpj: null }, 'cnpj'],
      [{ cnpj: '11.222.333/0001-81' }, 'cnpj'],
      [{ companyName: ' ' }, 'companyName'],
      [{ name: 'x' }, 'name'],
    ] as const) {
      const answer = await caller.put('/account', { ...company, ...change });
      expect([answer.status, answer.body.errors.map((error: any) => error.field)]).toEqual([422, [field]]);
    }
    const person = { ...company, type: 'PERSONAL' };
    expect((await caller.put('/account', person)).body).toMatchObject({
      cnpj: null,
      companyName: null,
      deletesAt: null,
    });
    const admin = await server.as(caller, 'ADMIN');
    expect((await admin.get('/account')).body.name).toBe('Loja Azul');
    expect((await admin.put('/account', company)).status).toBe(403);
  });
});

/** Sets the account's deletion date to the past. */
const makeDue = (accountId: string) =>
  query(`update accounts set deletes_at = now() - interval '1 second' where id = $1`, [accountId]);

describe('deleting the account', () => {
  const ask = (caller: Caller, body: object = { reason: 'Vou fechar a loja', password: PASSWORD }) =>
    server.call({
      method: 'DELETE',
      url: '/api/users/me',
      headers: { authorization: `Bearer ${caller.tokens.accessToken}` },
      payload: body,
    });

  it('takes effect when the paid period ends and can be undone until then', async () => {
    const caller = await server.signUp();
    const renewsAt = new Date(Date.now() + 20 * DAY);
    await query(`update subscriptions set plan_id = 'essential', renews_at = $2 where account_id = $1`, [
      caller.accountId,
      renewsAt,
    ]);
    const response = await ask(caller);
    expect([response.status, response.body.deletesAt]).toEqual([200, renewsAt.toISOString()]);
    expect((await caller.get('/account')).body.deletesAt).toBe(renewsAt.toISOString());
    expect((await caller.get('/users/me')).body.deletesAt).toBe(renewsAt.toISOString());
    expect((await caller.get('/contexts')).status).toBe(200);
    const { rows } = await query('select deletion_reason, deletion_requested_at from accounts where id = $1', [
      caller.accountId,
    ]);
    expect(rows[0].deletion_reason).toBe('Vou fechar a loja');
    const day = renewsAt.toLocaleDateString('pt-BR', { dateStyle: 'long', timeZone: 'America/Sao_Paulo' });
    const mail = await until(async () =>
      (await server.mailsTo(caller.email)).find(({ subject }) => subject?.includes('será encerrada')),
    );
    expect(mail.subject).toContain(day);
    expect(await eraseDueAccounts(server.services.db)).toBe(0);
    expect((await caller.post('/users/me/undo-deletion')).status).toBe(204);
    expect((await caller.post('/users/me/undo-deletion')).status).toBe(204);
    expect((await caller.get('/account')).body.deletesAt).toBe(null);
    expect((await caller.get('/users/me')).body.deletesAt).toBe(null);
    await until(async () =>
      (await server.mailsTo(caller.email)).find(({ subject }) => subject?.includes('não será mais')),
    );
    const audit = await query(`select action from audit_entries where account_id = $1 and action like 'account_%'`, [
      caller.accountId,
    ]);
    expect(audit.rows.map(({ action }) => action).sort()).toEqual([
      'account_deletion_requested',
      'account_deletion_undone',
    ]);
    // No trace of the request remains.
    await query(`update accounts set deletes_at = null where id = $1`, [caller.accountId]);
    expect(await eraseDueAccounts(server.services.db)).toBe(0);
  });

  it('takes effect after a week for a free account, and a second request does not postpone it', async () => {
    const caller = await server.signUp();
    const first = (await ask(caller)).body.deletesAt;
    expect(new Date(first).getTime() / DAY).toBeCloseTo(Date.now() / DAY + 7, 2);
    expect((await ask(caller, { reason: 'Outro motivo', password: PASSWORD })).body.deletesAt).toBe(first);
  });

  it('can only be requested by the owner, with a reason and the password', async () => {
    const caller = await server.signUp();
    for (const [body, field] of [
      [{ password: PASSWORD }, 'reason'],
      [{ reason: 'Não uso mais' }, 'password'],
      [{ reason: 'Não uso mais', password: 'Errada#123' }, 'password'],
    ] as const) {
      const answer = await ask(caller, body);
      expect([answer.status, answer.body.errors[0].field]).toEqual([422, field]);
    }
    expect((await ask(await server.as(caller, 'ADMIN'))).status).toBe(403);
    // Users who sign in with a provider have no password.
    await query('update users set password_hash = null where id = $1', [caller.userId]);
    expect((await ask(caller, { reason: 'Não uso mais' })).status).toBe(200);
  });
});

/** Inserts rows into the tables that tests do not fill through the API. */
async function fillOtherTables(victim: FullTenant): Promise<void> {
  const { caller, marker, ids } = victim;
  const { accountId, userId, email } = caller;
  const at = [accountId, userId];
  await query(`insert into identities values ('https://accounts.exemplo.com', $1, $2, $3)`, [marker, ...at]);
  await query(`insert into mailed_secrets values ($1, $2, 'reset', $3, now() + interval '1 day')`, [...at, marker]);
  await query(
    `insert into sign_ups (id, email, name, password_hash) select $1, email, name, 'x' from users where id = $2`,
    [randomUUID(), userId],
  );
  await query(`insert into sign_in_secrets values ($1, 'code', $2, now() + interval '1 day')`, [
    randomUUID(),
    { accountId, userId, email },
  ]);
  await query(`insert into sign_in_secrets values ($1, 'state', $2, now() + interval '1 day')`, [
    randomUUID(),
    { hint: email },
  ]);
  await query(`insert into context_limits values ($1, $2, 10, 100, 1000, 5000, $3, true, null)`, [
    accountId,
    ids.contexts,
    { minute: marker },
  ]);
  await query(
    `insert into usage_counters values ($1, $2, 'minute', $3, 1, now() + interval '1 day') on conflict do nothing`,
    [accountId, ids.contexts, marker],
  );
  await query(`insert into content_files values ($1, $2, $3) on conflict do nothing`, [
    accountId,
    ids.file,
    Buffer.from(`O original de ${marker}`),
  ]);
  await query(
    `insert into chunk_embeddings select account_id, context_id, content_id, version, ordinal, $2, '\\x00'
     from chunks where account_id = $1 limit 1`,
    [accountId, randomUUID()],
  );
  await query(
    `insert into jobs (account_id, id, kind, subject_id, payload, state) values ($1, $2, 'mail', $3, $4, 'parked')`,
    [accountId, randomUUID(), randomUUID(), { to: email, letter: 'reset', values: { url: marker } }],
  );
  await query(`insert into job_turns values ($1, now()) on conflict do nothing`, [accountId]);
  await fillMoreTables(query, victim);
  await query(`update accounts set company_name = $2, cnpj = '11222333000181', type = 'CORPORATE' where id = $1`, [
    accountId,
    `Razão ${marker}`,
  ]);
  await query(`update users set avatar = $2, phone = '11 98765-4321' where id = $1`, [userId, `data:${marker}`]);
}

/**
 * Counts the rows of each table that contain one of the words, also in bytea columns. Returns the counts by table
 * name.
 */
async function mentions(words: readonly string[]): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const table of all) {
    const columns = Object.values(getTableColumns(table));
    const texts = columns.map(({ name }) => `coalesce("${name}"::text, '')`).join(` || ' ' || `);
    const bytes = columns.filter((column) => column.getSQLType() === 'bytea');
    const inBytes = bytes.map(({ name }) => ` || encode("${name}", 'escape')`).join('');
    const { rows } = await query(
      `select count(*)::int as n from "${nameOf(table)}"
       where exists (select from unnest($1::text[]) as sought(phrase) where position(lower(sought.phrase) in lower(${texts}${inBytes})) > 0)`,
      [words],
    );
    if (rows[0].n > 0) found[nameOf(table)] = rows[0].n;
  }
  return found;
}

/** Tables without data of an account. */
const PLATFORM = [
  'models',
  'plans',
  'credit_packs',
  'platform_settings',
  'sign_in_failures',
  'rate_counters',
  'secret_keys',
];

describe('an erased account', () => {
  it(
    'leaves only an audit entry and its invoices in every table, and other accounts unchanged',
    { timeout: 120_000 },
    async () => {
      const bystander = await fillTenant(server);
      await fillOtherTables(bystander);
      const victim = await fillTenant(server);
      await fillOtherTables(victim);
      const { caller, marker, ids } = victim;
      const people = (await query('select id, email from users where account_id = $1', [caller.accountId])).rows;
      const words = [marker, caller.accountId, caller.email, ...people.flatMap(({ id, email }) => [id, email])];
      const before = await mentions(words);
      const unfilled = all
        .map(nameOf)
        .filter((name) => !before[name] && ![...PLATFORM, 'kept_invoices'].includes(name));
      // A new table needs a row here. Otherwise this test proves nothing about it.
      expect(unfilled).toEqual([]);
      const reason = `Sou Dona ${marker}, ${caller.email}, (11) 98765-4321, CNPJ 11.222.333/0001-81: ficou caro demais`;
      await query('update accounts set deletion_reason = $2 where id = $1', [caller.accountId, reason]);
      await query(`update accounts set deletes_at = now() + interval '1 hour' where id = $1`, [
        bystander.caller.accountId,
      ]);
      await makeDue(caller.accountId);
      const untouched = await digestOf(server, bystander.caller.accountId);

      expect(await eraseDueAccounts(server.services.db)).toBe(1);
      // After the last email is sent, only the invoices required by law and the audit entry remain.
      await until(async () =>
        (await server.mailsTo(caller.email)).find(({ subject }) => subject?.includes('foi encerrada')),
      );
      await until(async () => !(await mentions(words)).jobs);
      expect(await mentions(words)).toEqual({ kept_invoices: 1, audit_entries: 1 });
      const keptInvoices = (await query('select * from kept_invoices where account_id = $1', [caller.accountId])).rows;
      expect(keptInvoices).toMatchObject([
        {
          id: ids.invoices,
          holder: { name: `Razão ${marker}`, taxId: '11222333000181' },
          invoice: { amount: 9900, plan: 'Essencial', orderNumber: marker },
        },
      ]);
      expect(keptInvoices[0].kept_until.getTime()).toBeGreaterThan(Date.now() + 5 * 365 * DAY);
      const [entry] = (await query('select * from audit_entries where subject = $1', [caller.accountId])).rows;
      expect(entry).toMatchObject({
        action: 'account_erased',
        user_id: null,
        user_name: null,
        actor_id: null,
        ip: null,
      });
      expect(entry.detail.reason).toContain('ficou caro demais');
      expect(JSON.stringify(entry)).not.toMatch(/@|98765|11\.222/);
      const [holder] = (await query('select is_staff from accounts where id = $1', [entry.account_id])).rows;
      expect(holder.is_staff).toBe(true);
      expect(await digestOf(server, bystander.caller.accountId)).toBe(untouched);
      expect((await bystander.caller.get('/contents?contextId=' + bystander.ids.contexts)).body.total).toBe(3);
      expect((await caller.get('/users/me')).status).toBe(401);
      // The email address can be used again.
      expect((await server.signUp({ email: caller.email })).accountId).not.toBe(caller.accountId);
      expect(await eraseDueAccounts(server.services.db)).toBe(0);
      await query('update accounts set deletes_at = null where id = $1', [bystander.caller.accountId]);
    },
  );

  it('stays complete when the deletion fails at its last step', async () => {
    const { caller } = await fillTenant(server);
    await makeDue(caller.accountId);
    const before = await digestOf(server, caller.accountId);
    await query(`create function break_off() returns trigger language plpgsql as
      $$ begin raise exception 'cut off'; end $$`);
    await query(`create trigger break_off before insert on audit_entries for each row
      when (new.action = 'account_erased') execute function break_off()`);
    await expect(eraseDueAccounts(server.services.db)).rejects.toThrow('some accounts could not be erased');
    expect(await digestOf(server, caller.accountId)).toBe(before);
    expect((await caller.get('/users/me')).status).toBe(200);
    await query('drop trigger break_off on audit_entries');
    await query('drop function break_off');
    expect(await Promise.all([1, 2].map(() => eraseDueAccounts(server.services.db)))).toContain(1);
    expect((await query('select 1 from accounts where id = $1', [caller.accountId])).rowCount).toBe(0);
  });

  it('is never a staff account', async () => {
    const { accountId } = await withPlatform(server.services.db, (tx) =>
      createAccount(tx, {
        name: 'Equipe',
        email: `${randomUUID()}@prosa.local`,
        passwordHash: 'x',
        role: 'WM_ADMIN',
        planId: 'business',
        isStaff: true,
      }),
    );
    await makeDue(accountId);
    expect(await eraseDueAccounts(server.services.db)).toBe(0);
    expect((await query('select 1 from accounts where id = $1', [accountId])).rowCount).toBe(1);
  });

  it('loses its kept invoices when their retention ends, and an undeliverable farewell email', async () => {
    const id = randomUUID();
    await query(`insert into kept_invoices values ($1, $2, '{}', '{}', now() - interval '1 day')`, [id, randomUUID()]);
    await eraseDueAccounts(server.services.db);
    expect((await query('select 1 from kept_invoices where id = $1', [id])).rowCount).toBe(0);
    const { rows } = await query(`select id from accounts where is_staff limit 1`);
    const late = randomUUID();
    await query(
      `insert into jobs (account_id, id, kind, subject_id, payload, state, created_at)
       values ($1, $2, 'mail', $3, $4, 'parked', now() - interval '8 days')`,
      [rows[0].id, late, randomUUID(), { to: 'x@y.com.br', letter: 'accountErased', values: {} }],
    );
    await eraseDueAccounts(server.services.db);
    expect((await query('select 1 from jobs where id = $1', [late])).rowCount).toBe(0);
  });
});

it('removes personal data from the reason', () => {
  const holder = { name: 'Loja da Ana', companyName: 'Ana Comércio Ltda', website: 'https://www.loja-da-ana.com.br' };
  const text =
    'Ana Beatriz aqui (ana@x.com.br, +55 11 98765-4321, 123.456.789-09): em 2 meses a loja-da-ana.com.br, a LOJA DA ANA, vendeu 30% menos.';
  const redacted = withoutPersonalData(text, holder, [{ name: 'Ana Beatriz' }]);
  expect(redacted).toBe('… aqui (…, …, …): em 2 meses a …, a …, vendeu 30% menos.');
});

interface Entry {
  name: string;
  text: string;
}

const unzip = (bytes: Buffer): Promise<Entry[]> =>
  new Promise((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true }, (failure, zip) => {
      if (failure) return reject(failure);
      const entries: Entry[] = [];
      zip.on('entry', (entry) =>
        zip.openReadStream(entry, async (error, stream) => {
          if (error) return reject(error);
          const text = Buffer.concat((await stream.toArray()) as Buffer[]).toString('utf8');
          entries.push({ name: entry.fileName, text });
          zip.readEntry();
        }),
      );
      zip.on('end', () => resolve(entries)).on('error', reject);
      zip.readEntry();
    });
  });

describe('the export', () => {
  const take = async (caller: Caller) => {
    const headers = { authorization: `Bearer ${caller.tokens.accessToken}` };
    const {
      rawPayload,
      statusCode,
      headers: got,
    } = await server.app.inject({
      method: 'GET',
      url: '/api/account/export',
      headers,
    });
    return { status: statusCode, bytes: rawPayload, headers: got };
  };

  it('covers every table of the schema, as a file or a documented exclusion', () => {
    const known = new Set([...EXPORTED.map(({ table }) => nameOf(table)), ...Object.keys(LEFT_OUT), ...PLATFORM]);
    expect(all.map(nameOf).filter((name) => !known.has(name) && name !== 'sign_in_secrets')).toEqual([]);
    const secret = /hash|secret|sealed|analysis/i;
    for (const exported of EXPORTED) {
      for (const [name] of columnsOf(exported)) expect(`${exported.file}.${name}`).not.toMatch(secret);
    }
  });

  it('contains all data of the account, no other account and no secret', { timeout: 60_000 }, async () => {
    const other = await fillTenant(server);
    const victim = await fillTenant(server);
    await fillOtherTables(victim);
    const { caller, marker } = victim;
    const { status, bytes, headers } = await take(caller);
    expect([status, headers['content-type']]).toEqual([200, 'application/zip']);
    const entries = await unzip(bytes);
    const byName = Object.fromEntries(entries.map(({ name, text }) => [name, text]));
    for (const { table, file } of EXPORTED) {
      const key = nameOf(table) === 'accounts' ? 'id' : 'account_id';
      const { rows } = await query(`select count(*)::int as n from "${nameOf(table)}" where ${key} = $1`, [
        caller.accountId,
      ]);
      const lines = (byName[`${file}.jsonl`] ?? '').split('\n').filter(Boolean);
      // Decisions are logged beside the calls, so some may have come after the export.
      if (table === accessDecisions) expect(lines.length).toBeGreaterThan(0);
      else expect([file, lines.length]).toEqual([file, rows[0].n]);
      for (const line of lines) expect(Object.keys(JSON.parse(line)).length).toBeGreaterThan(1);
      expect(byName['LEIA-ME.txt']).toContain(`${file}.jsonl\n  `);
    }
    expect(byName['LEIA-ME.txt']).not.toContain('export.');
    expect(byName['mensagens.jsonl']).toContain(marker);
    expect(byName['trechos.jsonl']).toContain(marker);
    expect(entries.find(({ name }) => name.startsWith('arquivos/'))?.text).toContain(marker);
    const allText = entries.map(({ name, text }) => name + text).join('\n');
    expect(allText).not.toContain(other.marker);
    expect(allText).not.toContain(other.caller.accountId);
    const secrets = await query(
      `select password_hash as s from users where account_id = $1 union select token_hash from sessions where account_id = $1
       union select previous_hash from sessions where account_id = $1 union select hash from mailed_secrets where account_id = $1
       union select visitor_hash from conversations where account_id = $1`,
      [caller.accountId],
    );
    const values = secrets.rows.map(({ s }) => s).filter((s) => s && s !== 'x' && s !== marker);
    expect(values.length).toBeGreaterThan(3);
    for (const value of [...values, caller.tokens.refreshToken.split('.')[2], victim.invitationToken.split('.')[2]]) {
      expect(allText.includes(value)).toBe(false);
    }
    const { rows } = await query(`select 1 from audit_entries where account_id = $1 and action = 'account_export'`, [
      caller.accountId,
    ]);
    expect(rows.length).toBe(1);
    expect((await take(await server.as(caller, 'ADMIN'))).status).toBe(403);
  });

  it(
    'contains every row of a long table once, and reads only as fast as it is downloaded',
    { timeout: 60_000 },
    async () => {
      const caller = await server.signUp();
      await query(
        `insert into credit_entries (account_id, cause, amount) select $1, 'teste ' || n, -n from generate_series(1, 4321) n`,
        [caller.accountId],
      );
      const entries = await unzip((await take(caller)).bytes);
      const lines = entries
        .find(({ name }) => name === 'creditos.jsonl')!
        .text.trim()
        .split('\n');
      expect(new Set(lines.map((line) => JSON.parse(line).cause)).size).toBe(lines.length);
      expect(lines.length).toBeGreaterThanOrEqual(4321);
      // Random texts, which the archive cannot compress.
      await query(
        `insert into conversations (account_id, id, context_id, type, first_question)
       select $1, gen_random_uuid(), $2, 'widget', (select string_agg(md5(random()::text || n || m), '') from generate_series(1, 200) m)
       from generate_series(1, 3000) n`,
        [caller.accountId, caller.contextId],
      );
      const { exportAccount } = await import('../../src/server/identity/account/export-account.ts');
      const { db } = server.services;
      let readings = 0;
      const pool = new Proxy(db.pool, {
        get(target, name) {
          if (name === 'connect') readings += 1;
          const value = Reflect.get(target, name);
          return typeof value === 'function' ? value.bind(target) : value;
        },
      });
      const exporter = { ...caller, sessionId: '', role: 'OWNER' as const, tenant: tenant(caller.accountId, 'all') };
      const archive = await exportAccount({ ...db, pool }, exporter);
      await new Promise((resolve) => archive.once('readable', resolve));
      // The export pauses, and holds no connection meanwhile. The queue polls now and then.
      let readingsBefore = 0;
      await until(async () => {
        const hasPaused = readings === readingsBefore && db.pool.idleCount === db.pool.totalCount;
        readingsBefore = readings;
        return hasPaused;
      });
      let size = 0;
      for await (const piece of archive) size += (piece as Buffer).length;
      expect(size).toBeGreaterThan(5_000_000);
      expect(readingsBefore).toBeLessThan(readings / 2);
    },
  );
});

describe('erasing a visitor', () => {
  const ask = async (contextId: string, visitorToken?: string) => {
    const payload = { question: 'Meu nome é Rosa, qual é o horário?', visitorToken };
    const response = await server.call({ method: 'POST', url: `/api/widgets/${contextId}/messages`, payload });
    return eventsOf(response.text)[0]?.data.id as string;
  };

  it('deletes their conversations in every context and nothing else', async () => {
    const [owner, other] = [await server.signUp(), await server.signUp()];
    const sub = (await owner.post('/contexts', { name: 'Filial' })).body.id;
    const token = `visitante-${randomUUID()}`;
    const theirs = [await ask(owner.contextId, token), await ask(sub, token)];
    const stays = [await ask(owner.contextId, `outro-${randomUUID()}`), await ask(owner.contextId)];
    const otherConversation = await ask(other.contextId, token);
    const entries = await query('select count(*)::int as n from credit_entries where account_id = $1', [
      owner.accountId,
    ]);
    expect((await other.post(`/conversations/${theirs[0]}/erase-visitor`)).status).toBe(404);
    expect((await (await server.as(owner, 'WRITER')).post(`/conversations/${theirs[0]}/erase-visitor`)).status).toBe(
      403,
    );
    expect((await owner.post(`/conversations/${theirs[0]}/erase-visitor`)).status).toBe(204);
    for (const id of theirs) {
      expect((await owner.get(`/conversations/${id}`)).status).toBe(404);
      expect((await query('select 1 from messages where conversation_id = $1', [id])).rowCount).toBe(0);
    }
    for (const id of stays) expect((await owner.get(`/conversations/${id}`)).status).toBe(200);
    expect((await other.get(`/conversations/${otherConversation}`)).status).toBe(200);
    expect(
      (await query('select count(*)::int as n from credit_entries where account_id = $1', [owner.accountId])).rows,
    ).toEqual(entries.rows);
    const { rows } = await query(
      `select detail from audit_entries where account_id = $1 and action = 'visitor_erased'`,
      [owner.accountId],
    );
    expect(rows).toEqual([{ detail: { conversations: 2 } }]);
    expect((await owner.post(`/conversations/${theirs[0]}/erase-visitor`)).status).toBe(404);
  });

  it('without a visitor token deletes only that conversation', async () => {
    const owner = await server.signUp();
    const [one, another] = [await ask(owner.contextId), await ask(owner.contextId)];
    expect((await owner.post(`/conversations/${one}/erase-visitor`)).status).toBe(204);
    expect((await owner.get(`/conversations/${one}`)).status).toBe(404);
    expect((await owner.get(`/conversations/${another}`)).status).toBe(200);
  });
});
