import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { STAFF_ROLES } from '../../src/shared/roles.ts';
import { readOperations } from '../support/operations.ts';
import { type Caller, type SharedServer, sharedServer } from '../support/server.ts';
import { createStaff, type Staff } from '../support/staff.ts';

let server: SharedServer;
let customer: Caller;
const staff = {} as Record<(typeof STAFF_ROLES)[number], Staff>;

/** The screens of a day's work, without entering an account: support and auditors, then those who bill, too. */
const SUPPORT = [
  '/admin/accounts',
  '/admin/accounts/{id}',
  '/admin/accounts/{id}/health',
  '/admin/accounts/{id}/sessions',
  '/admin/accounts/{id}/deliveries',
  '/admin/jobs',
  '/admin/audit-log',
  '/admin/usage-figures',
  '/admin/policy',
  '/admin/access-decisions',
];
const FINANCE = [
  '/admin/invoices',
  '/admin/billing-figures',
  '/admin/accounts/{id}/ledger',
  '/admin/accounts/{id}/billing-events',
];
/** They ask and compare, and change nothing. */
const QUESTIONS = ['/admin/policy/ask', '/admin/policy/compare', '/admin/policy/replay'];

beforeAll(async () => {
  server = await sharedServer();
  customer = await server.signUp();
  for (const role of STAFF_ROLES) staff[role] = await createStaff(server, { role });
});

const statusOf = async (who: Pick<Staff, 'get'>, path: string) =>
  (await who.get(path.replace('{id}', customer.accountId))).status;

it.each([
  ['WM_READER', SUPPORT, FINANCE],
  ['WM_FINANCIAL', [...SUPPORT, ...FINANCE], []],
  ['WM_ADMIN', [...SUPPORT, ...FINANCE], []],
] as const)('%s reads what the day needs, and no more', async (role, allowed, refused) => {
  for (const path of allowed) expect([path, await statusOf(staff[role], path)]).toEqual([path, 200]);
  for (const path of refused) expect([path, await statusOf(staff[role], path)]).toEqual([path, 403]);
  for (const path of [...SUPPORT, ...FINANCE]) expect([path, await statusOf(customer, path)]).toEqual([path, 403]);
});

it.each(['WM_READER', 'WM_FINANCIAL'] as const)('%s changes nothing on the staff’s screens', async (role) => {
  const writes = (await readOperations(server)).filter(
    ({ method, path, isPublic }) =>
      !isPublic && method !== 'GET' && path.startsWith('/admin/') && !QUESTIONS.includes(path),
  );
  expect(writes.length).toBeGreaterThan(20);
  for (const { id, method, path } of writes) {
    const url = `/api${path.replace('{id}', customer.accountId).replace(/\{\w+\}/g, () => randomUUID())}`;
    const headers = { authorization: `Bearer ${staff[role].tokens.accessToken}` };
    const payload = method === 'DELETE' ? undefined : {};
    const { status } = await server.call({ method: method as 'POST', url, headers, ...(payload && { payload }) });
    expect([id, status]).toEqual([id, 403]);
  }
});
