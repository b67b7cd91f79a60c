import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { streamAudit } from '../../src/server/audit/read-audit.ts';
import { writeAudit } from '../../src/server/audit/write-audit.ts';
import { tenant, withPlatform, withTenant } from '../../src/server/db/tenant.ts';
import { toCsv } from '../../src/server/runtime/csv.ts';
import { t } from '../../src/server/runtime/translate.ts';
import { AUDIT_ACTIONS, groupOf } from '../../src/shared/audit.ts';
import { AUDIT_GROUPS } from '../../src/shared/audit-groups.ts';
import { type Caller, type SharedServer, sharedServer } from '../support/server.ts';
import { createStaff, type Staff } from '../support/staff.ts';

let server: SharedServer;
let ana: Staff;
let owner: Caller;
beforeAll(async () => {
  server = await sharedServer();
  ana = await createStaff(server);
  owner = await server.signUp({ name: 'Rita Dona' });
});

const query = (text: string, ...values: unknown[]) => server.services.db.pool.query(text, values);
const put = (accountId: string, at: string, action: string, subject: string | null = null) =>
  query(
    `insert into audit_entries (account_id, id, at, action, subject) values ($1, $2, $3, $4, $5)`,
    ...[accountId, randomUUID(), at, action, subject],
  );

describe("an account's audit log", () => {
  it('shows who did what, when and from where, only to its owner', async () => {
    const { status, body } = await owner.get('/audit-log');
    expect(status).toBe(200);
    expect(body.data.at(-1)).toMatchObject({
      action: 'sign_in',
      accountId: owner.accountId,
      account: 'Rita Dona',
      userId: owner.userId,
      userName: 'Rita Dona',
      userRole: 'OWNER',
      actorName: null,
      ip: '127.0.0.1',
      detail: { way: 'code' },
    });
    for (const role of ['ADMIN', 'WRITER', 'READER'] as const) {
      expect((await (await server.as(owner, role)).get('/audit-log')).status).toBe(403);
    }
  });

  it('contains only entries of that account, whatever the filters', async () => {
    const other = await server.signUp();
    expect((await owner.get(`/audit-log?accountId=${other.accountId}`)).status).toBe(422);
    for (const filter of [`userId=${other.userId}`, 'limit=100']) {
      const { body } = await owner.get(`/audit-log?${filter}`);
      expect(
        body.data.filter((entry: any) => entry.accountId !== owner.accountId),
        filter,
      ).toEqual([]);
    }
    expect((await owner.get(`/audit-log?userId=${other.userId}`)).body.total).toBe(0);
    expect((await owner.get('/audit-log?format=csv')).text).not.toContain(other.email);
  });

  it('is filtered by action, person and day in Brazilian time', async () => {
    const { accountId } = await server.signUp();
    const caller = await ownerOf(accountId);
    // 2 a.m. UTC is the evening before in São Paulo.
    await put(accountId, '2026-03-10T02:00:00Z', 'role_changed', 'véspera');
    await put(accountId, '2026-03-10T12:00:00Z', 'role_changed', 'no dia');
    await put(accountId, '2026-03-11T02:59:59Z', 'keys_changed', 'fim do dia');
    await put(accountId, '2026-03-11T03:00:00Z', 'keys_changed', 'seguinte');
    const subjects = async (filter: string) =>
      (await caller.get(`/audit-log?${filter}`)).body.data.map((entry: any) => entry.subject);
    expect(await subjects('at_gte=2026-03-10&at_lte=2026-03-10')).toEqual(['fim do dia', 'no dia']);
    expect(await subjects('at_lte=2026-03-09')).toEqual(['véspera']);
    expect(await subjects('at_gte=2026-03-10T12:00:00Z&at_lte=2026-03-11T02:59:59Z')).toEqual(['fim do dia', 'no dia']);
    expect(await subjects('action=keys_changed')).toEqual(['seguinte', 'fim do dia']);
    expect(await subjects('action=keys_changed&action=role_changed&limit=1&page=2')).toEqual(['fim do dia']);
    expect(await subjects('group=people&at_lte=2026-03-11')).toEqual(['no dia', 'véspera']);
    expect(await subjects('group=people&group=staff&at_lte=2026-03-10')).toEqual(['fim do dia', 'no dia', 'véspera']);
    for (const wrong of [
      'action=everything',
      'group=all',
      'userId=eu',
      'at_gte=ontem',
      'limit=1000',
      'page=0',
      'format=pdf',
    ]) {
      expect((await caller.get(`/audit-log?${wrong}`)).status, wrong).toBe(422);
    }
  });
});

async function ownerOf(accountId: string): Promise<Caller> {
  return server.as({ accountId } as Caller, 'OWNER');
}

describe('the audit log of all accounts', () => {
  it('is read by all staff, exported only by WM_ADMIN, and can be filtered by account', async () => {
    const { body } = await ana.get(`/admin/audit-log?accountId=${owner.accountId}&limit=100`);
    expect(body.total).toBeGreaterThan(0);
    expect(new Set(body.data.map((entry: any) => entry.accountId))).toEqual(new Set([owner.accountId]));
    const all = (await ana.get('/admin/audit-log?limit=100')).body;
    expect(new Set(all.data.map((entry: any) => entry.accountId)).size).toBeGreaterThan(1);
    for (const role of ['WM_FINANCIAL', 'WM_READER'] as const) {
      const reader = await createStaff(server, { role });
      expect((await reader.get('/admin/audit-log')).status).toBe(200);
      expect((await reader.get('/admin/audit-log?format=csv')).status).toBe(403);
    }
    expect((await owner.get('/admin/audit-log')).status).toBe(403);
  });

  it('includes deleted accounts and finds a staff user by actions on behalf of others', async () => {
    const erasedId = randomUUID();
    await put(erasedId, '2026-01-01T00:00:00Z', 'account_erased', 'x');
    const [entry] = (await ana.get(`/admin/audit-log?accountId=${erasedId}`)).body.data;
    expect(entry).toMatchObject({ accountId: erasedId, account: null });
    const bia = await createStaff(server);
    await bia.post('/admin/login', { accountId: owner.accountId, reason: 'Ajuda' });
    const { data } = (await ana.get(`/admin/audit-log?userId=${bia.userId}&action=impersonation_started`)).body;
    expect(data.map((one: any) => one.accountId).sort()).toEqual([bia.accountId, owner.accountId].sort());
  });
});

describe('the CSV export', () => {
  it('opens in a Brazilian Excel, with labels, and no cell runs as a formula', async () => {
    const { accountId } = await server.signUp();
    const caller = await ownerOf(accountId);
    for (const subject of ['=1+1', '+55 11', '-2', '@sum', '\tx', 'a;b', 'diz "oi"', 'duas\nlinhas', 'normal']) {
      await put(accountId, '2026-03-10T12:00:00Z', 'user_invited', subject);
    }
    const answer = await caller.get('/audit-log?format=csv&action=user_invited');
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toContain('.csv');
    expect(answer.text.startsWith('\uFEFFQuando;O que aconteceu;')).toBe(true);
    for (const cell of [
      `'=1+1`,
      `'+55 11`,
      `'-2`,
      `'@sum`,
      `'\tx`,
      '"a;b"',
      '"diz ""oi"""',
      '"duas\nlinhas"',
      'normal',
    ]) {
      expect(answer.text).toContain(`;${cell};`);
    }
    expect(answer.text).toContain('10/03/2026 09:00:00;Convidou uma pessoa;');
    expect(answer.text.endsWith('\r\n')).toBe(true);
  });

  it('names roles as the screen does', async () => {
    const caller = await server.signUp();
    await caller.post('/users', { email: 'nova@loja.com.br', role: 'READER', contextIds: [] });
    const { text } = await caller.get('/audit-log?format=csv&action=user_invited');
    expect(text).toMatch(/;Proprietário;;nova@loja.com.br;/);
  });

  it('contains every entry once and in order', async () => {
    const { accountId } = await server.signUp();
    await query(
      `insert into audit_entries (account_id, id, at, action)
       select $1, gen_random_uuid(), '2026-01-01'::timestamptz + (n / 7) * interval '1 ms', 'sign_in'
       from generate_series(1, 2500) n`,
      accountId,
    );
    const seen: string[] = [];
    const sizes: number[] = [];
    const filter = { to: '2026-01-31' };
    for await (const batch of streamAudit(
      server.services.db,
      tenant(accountId, 'all'),
      { ...filter, hidden: new Set() },
      100,
    )) {
      sizes.push(batch.length);
      seen.push(...batch.map((entry) => `${entry.at} ${entry.id}`));
    }
    expect(Math.max(...sizes)).toBe(100);
    expect(new Set(seen).size).toBe(2_500);
    expect([...seen].sort().reverse()).toEqual(seen);
    const caller = await ownerOf(accountId);
    const { text } = await caller.get('/audit-log?format=csv&at_lte=2026-01-31');
    expect(text.trimEnd().split('\r\n')).toHaveLength(2_501);
  });

  it('quotes special characters and escapes formulas', async () => {
    const cells = ['=1+1', '-1', '\tx', 'a;b', 'a"b', 'a\nb', 'a\rb', 'a\r\nb', null, 'ação'];
    let text = '';
    for await (const piece of toCsv(['x', 'y'], [[cells]])) text += piece;
    const line = ["'=1+1", "'-1", "'\tx", '"a;b"', '"a""b"', '"a\nb"', '"a\rb"', '"a\r\nb"', '', 'ação'].join(';');
    expect(text).toBe(`\uFEFFx;y\r\n${line}\r\n`);
  });

  it('is streamed piece by piece', async () => {
    let given = 0;
    async function* batches() {
      for (; given < 100; given += 1) yield [[`linha ${given}`]];
    }
    const pieces = toCsv(['linha'], batches());
    await pieces.next();
    await pieces.next();
    expect(given).toBeLessThan(3);
    await pieces.return(undefined);
  });

  it('assigns each action to one group, as the database does', async () => {
    const { accountId } = await server.signUp();
    const actions = [...AUDIT_ACTIONS, 'contents_edit', 'widget-origins_edit', 'glossary-terms_create'] as const;
    for (const action of actions) await put(accountId, '2026-03-10T12:00:00Z', action);
    const caller = await ownerOf(accountId);
    for (const group of AUDIT_GROUPS) {
      const { data } = (await caller.get(`/audit-log?group=${group}&at_lte=2026-03-10&limit=100`)).body;
      const found = data.map((entry: any) => entry.action).sort();
      expect(found, group).toEqual(actions.filter((action) => groupOf(action) === group).sort());
    }
  });

  it('has a label for every action', () => {
    for (const action of AUDIT_ACTIONS) expect(t(`audit.actions.${action}`)).not.toContain('audit.');
  });
});

describe('append only', () => {
  const roles = [
    ['tenant', <T>(work: any) => withTenant<T>(server.services.db, tenant(owner.accountId, 'all'), work)],
    ['platform', <T>(work: any) => withPlatform<T>(server.services.db, work)],
  ] as const;
  const denied = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: any) => (error.cause ?? error).code,
    );

  it.each(roles)('the %s role may write and read entries but not change or delete them', async (_, run) => {
    await run((tx: any) => writeAudit(tx, { accountId: owner.accountId }, 'sign_in', { subject: 'acrescentado' }));
    const before = await query('select count(*)::int as n, md5(string_agg(e::text, $1)) from audit_entries e', ',');
    for (const statement of [
      sql`update audit_entries set subject = 'outro'`,
      sql`update audit_entries set at = now() where account_id = ${owner.accountId}`,
      sql`delete from audit_entries`,
      sql`truncate audit_entries`,
      sql`drop table audit_entries`,
      sql`alter table audit_entries disable row level security`,
    ]) {
      expect(await denied(run((tx: any) => tx.execute(statement)))).toBe('42501');
    }
    const erase = sql`select erase_audit_entries(${owner.accountId}::uuid)`;
    expect(await denied(run((tx: any) => tx.execute(erase)))).toBe('P0001');
    const after = await query('select count(*)::int as n, md5(string_agg(e::text, $1)) from audit_entries e', ',');
    expect(after.rows).toEqual(before.rows);
  });

  it('an account cannot write into the log of another', async () => {
    const other = await server.signUp();
    const forged = withTenant(server.services.db, tenant(owner.accountId, 'all'), (tx) =>
      writeAudit(tx, { accountId: other.accountId }, 'sign_in'),
    );
    expect(await denied(forged)).toBe('42501');
  });
});
