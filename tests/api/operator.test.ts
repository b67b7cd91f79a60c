import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordSchema } from '../../resources/kit/schema.ts';
import { platformInvoices } from '../../resources/platform-invoices.ts';
import { billingFigures, usageFigures } from '../../src/shared/figures.ts';
import { copyTemplateDatabase } from '../support/copy-template-database.ts';
import { type Caller, PASSWORD, startServer, type TestServer, until } from '../support/server.ts';
import { createStaff, type Staff } from '../support/staff.ts';

let server: TestServer;
let chief: Staff;
let financial: Staff;
let reader: Staff;
beforeAll(async () => {
  server = await startServer();
  chief = await createStaff(server, { name: 'Ana Chefe' });
  financial = await createStaff(server, { role: 'WM_FINANCIAL' });
  reader = await createStaff(server, { role: 'WM_READER' });
});
afterAll(() => server.close());

const query = (text: string, ...values: unknown[]) => server.services.db.pool.query(text, values);

describe('the platform figures', () => {
  let customer: Caller;
  beforeAll(async () => {
    customer = await server.signUp({ name: 'Loja Pagante' });
    await query(
      `update subscriptions set plan_id = 'essential', period = 'YEARLY', price = 120000, status = 'FAILURE_PAYMENT'
       where account_id = $1`,
      customer.accountId,
    );
    const invoice = (status: string, amount: number, paidAt: string) =>
      query(
        `insert into invoices (account_id, id, issued_at, type, status, order_number, plan, amount, paid_at)
         values ($1, $2, now(), 'YEARLY', $3, $4, 'Essencial', $5, ${paidAt})`,
        ...[customer.accountId, randomUUID(), status, randomUUID().slice(0, 8), amount],
      );
    await invoice('paid', 120_000, 'now()');
    await invoice('paid', 5_000, `now() - interval '13 months'`);
    await invoice('open', 7_000, 'null');
    await invoice('draft', 1_000, 'null');
    await query(
      `insert into daily_figures (account_id, context_id, day, type, conversations, interactions, declined, credits)
       values ($1, $2, to_char(now() at time zone 'America/Sao_Paulo', 'YYYY-MM-DD'), 'widget', 1, 7, 2, 1400)`,
      ...[customer.accountId, customer.contextId],
    );
  });

  it('about billing show revenue, failed payments and invoices to WM_FINANCIAL', async () => {
    const { status, body } = await financial.get('/admin/billing-figures');
    expect(status).toBe(200);
    expect(billingFigures.parse(body)).toMatchObject({
      recurring: 10_000,
      open: { invoices: 1, amount: 7_000 },
      plans: [{ plan: 'Essencial', accounts: 1, recurring: 10_000 }],
      failed: [{ accountId: customer.accountId, account: 'Loja Pagante', plan: 'Essencial', amount: 120_000 }],
    });
    expect(body.months).toHaveLength(12);
    expect(body.months.at(-1)).toMatchObject({ paid: 120_000, invoices: 1 });
    const invoices = (await financial.get('/admin/invoices')).body;
    expect(invoices.total).toBe(3);
    for (const one of invoices.data) expect(recordSchema(platformInvoices).parse(one).account).toBe('Loja Pagante');
    expect((await financial.get('/admin/invoices?status=open')).body.data).toMatchObject([{ amount: 7_000 }]);
    expect((await financial.get('/admin/invoices?status=open&status=paid')).body.total).toBe(3);
    for (const path of ['/admin/billing-figures', '/admin/invoices']) {
      expect((await reader.get(path)).status).toBe(403);
      expect((await customer.get(path)).status).toBe(403);
    }
  });

  it('about usage count only customers, for WM_READER and WM_FINANCIAL', async () => {
    const { body } = await reader.get('/admin/usage-figures');
    const { rows } = await query('select count(*)::int as n from accounts where not is_staff');
    expect(usageFigures.parse(body)).toMatchObject({
      accounts: { all: rows[0].n, active: 1, new: rows[0].n },
      contexts: rows[0].n,
    });
    expect(body.days).toHaveLength(30);
    expect(body.days.at(-1)).toMatchObject({ interactions: 7, declined: 2, credits: 1.4 });
    expect((await financial.get('/admin/usage-figures')).status).toBe(200);
    expect((await customer.get('/admin/usage-figures')).status).toBe(403);
    expect(JSON.stringify(body)).not.toContain('Loja Pagante');
  });
});

describe('the staff team', () => {
  it('is invited by WM_ADMIN and signs in with the role of the invitation', async () => {
    const email = `nova-${randomUUID()}@prosa.com.br`;
    const invited = await chief.post('/admin/staff', { email, role: 'WM_FINANCIAL' });
    expect(invited).toMatchObject({ status: 201, body: { email, role: 'WM_FINANCIAL', status: 'PENDING' } });
    const mail = await until(async () => (await server.mailsTo(email))[0]);
    const token = /\/invitation\/(\S+)/.exec(mail.text ?? '')?.[1] ?? '';
    const shown = await server.call({ method: 'GET', url: `/api/invitations/${token}` });
    expect(shown.body).toMatchObject({ email, role: 'WM_FINANCIAL', inviter: 'Ana Chefe' });
    const payload = { name: 'Nara Nova', password: PASSWORD };
    const accepted = await server.call({ method: 'POST', url: `/api/invitations/${token}`, payload });
    expect(accepted.status).toBe(200);
    const headers = { authorization: `Bearer ${accepted.body.accessToken}` };
    const ask = (path: string) => server.call({ method: 'GET', url: `/api${path}`, headers });
    expect((await ask('/users/me')).body).toMatchObject({ role: 'WM_FINANCIAL', name: 'Nara Nova' });
    expect((await ask('/admin/billing-figures')).status).toBe(200);
    expect((await ask('/admin/models')).status).toBe(403);
    const { data } = (await chief.get('/admin/staff')).body;
    expect(data).toContainEqual(expect.objectContaining({ email, name: 'Nara Nova', status: 'ACTIVE' }));

    const change = { role: 'WM_READER', email: 'outra@prosa.com.br' };
    expect((await chief.put(`/admin/staff/${invited.body.id}`, change)).body).toMatchObject({
      role: 'WM_READER',
      email,
    });
    expect((await chief.get(`/admin/staff/${invited.body.id}`)).body).toMatchObject({ email, role: 'WM_READER' });
    expect((await chief.get(`/admin/staff/${(await server.signUp()).userId}`)).status).toBe(404);
    expect((await ask('/admin/billing-figures')).status).toBe(403);
    const authorization = `Bearer ${chief.tokens.accessToken}`;
    const url = `/api/admin/staff/${invited.body.id}`;
    expect((await server.call({ method: 'DELETE', url, headers: { authorization } })).status).toBe(204);
    expect((await ask('/users/me')).status).toBe(401);
    const { rows } = await query('select action from audit_entries where subject = $1 order by at, id', email);
    expect(rows.map(({ action }) => action)).toEqual([
      ...['user_invited', 'invitation_accepted', 'role_changed', 'user_removed'],
    ]);
  });

  it('is managed only by WM_ADMIN, has staff roles only, and nobody can change their own role', async () => {
    const body = { email: `x-${randomUUID()}@prosa.com.br`, role: 'WM_ADMIN' };
    const customer = await server.signUp();
    for (const other of [financial, reader, customer]) {
      expect((await other.post('/admin/staff', body)).status).toBe(403);
      expect((await other.get('/admin/staff')).status).toBe(403);
    }
    expect((await chief.post('/admin/staff', { ...body, role: 'OWNER' })).status).toBe(422);
    expect((await customer.post('/users', { ...body, contextIds: [] })).status).toBe(422);
    expect((await chief.put(`/admin/staff/${chief.userId}`, { role: 'WM_READER' })).body.code).toBe('own_role');
    expect((await chief.put(`/admin/staff/${customer.userId}`, { role: 'WM_READER' })).status).toBe(404);
  });
});

// It uses the embedded database, whichever the server has.
describe.skipIf(process.env.TEST_DATABASE === 'postgres')('npm run staff:create', () => {
  it('creates users with staff roles only', { timeout: 120_000 }, () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'prosa-staff-'));
    copyTemplateDatabase(dataDir);
    const create = (role: string, ...words: string[]) =>
      spawnSync(
        process.execPath,
        [
          ...['src/server/staff/create-staff.ts', '--name', 'Rui Contas', '--role', role],
          ...['--email', `${role.toLowerCase().replaceAll('_', '-')}@prosa.com.br`],
          ...words,
        ],
        {
          encoding: 'utf8',
          env: { PATH: process.env.PATH, DATA_DIR: dataDir, LOG_LEVEL: 'silent', STAFF_PASSWORD: PASSWORD },
        },
      );
    try {
      expect(create('WM_FINANCIAL')).toMatchObject({ status: 0, stdout: expect.stringContaining('WM_FINANCIAL') });
      const usage = { status: 64, stderr: expect.stringMatching(/^Uso: .*--role.*\n$/) };
      expect(create('OWNER')).toMatchObject(usage);
      expect(create('WM_READER', '--rule')).toMatchObject(usage);
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
});
