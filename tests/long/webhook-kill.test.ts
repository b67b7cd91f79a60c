import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { advanceClock, runDue } from '../../src/server/billing/gateways/sandbox/clock.ts';
import { confirmPayment } from '../../src/server/billing/gateways/sandbox/page.ts';
import { SANDBOX_SIGNATURE, sandboxSecret } from '../../src/server/billing/gateways/sandbox/sandbox.ts';
import { sign } from '../../src/server/billing/gateways/signature.ts';
import { type Db, openOrm, withPlatform } from '../../src/server/db/tenant.ts';
import { readSecretKey } from '../../src/server/runtime/secrets.ts';
import { copyTemplateDatabase } from '../support/copy-template-database.ts';
import { type Program, startProgram } from '../support/program.ts';

const KILLS = 15;
/** How many times each event is sent in parallel, and the maximum delay of the kill after that, in ms. */
const DELIVERIES = 8;
const LATEST_MS = 150;
const PACK = { packId: 'credits-500', method: 'pix', amountNow: 14_900 };

let dataDir: string;
let program: Program | undefined;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'prosa-hooks-'));
  copyTemplateDatabase(dataDir);
});
afterAll(async () => {
  await program?.stop('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

const start = async () => (program = await startProgram({ DATA_DIR: dataDir, LOG_LEVEL: 'error' }));

interface CallAnswer {
  status: number;
  body: any;
}
async function call(path: string, body: unknown, headers: Record<string, string> = {}): Promise<CallAnswer> {
  const answer = await fetch(`${program?.url}/api${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: answer.status, body: await answer.json().catch(() => null) };
}

async function signIn(email: string, password: string): Promise<Record<string, string>> {
  const { body } = await call('/auth/login', { email, password });
  return { authorization: `Bearer ${body.accessToken}` };
}

/** Opens the running process's database, to change the sandbox gateway without an API call. */
async function inDatabase<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({ host: dataDir, user: 'postgres', database: 'postgres', max: 2 });
  try {
    return await work(openOrm('embedded', pool));
  } finally {
    await pool.end();
  }
}

type Event = { id: string };
const undeliveredEvents = async ({ pool }: Db): Promise<Event[]> =>
  (await pool.query(`select data from sandbox_objects where kind = 'event' order by id`)).rows.map(({ data }) => data);

/** Sends an event once, like the gateway. Returns the status, or null when the server is down. */
async function deliver(event: Event): Promise<number | null> {
  const body = JSON.stringify(event);
  const signature = sign(sandboxSecret(readSecretKey({ DATA_DIR: dataDir })), Buffer.from(body));
  const headers = { [SANDBOX_SIGNATURE]: signature };
  return call('/webhooks/sandbox', body, headers).then(
    ({ status }) => status,
    () => null,
  );
}

/** Counts an account's paid invoices and credit grants, and the differences between ledger and balance. */
const BOOKS = `
  select
    (select count(*)::int from invoices where account_id = $1 and type = 'PREPAID' and status = 'paid') as packs,
    (select count(*)::int from invoices where account_id = $1 and type = 'MONTHLY' and status = 'paid') as months,
    (select count(*)::int from invoices where account_id = $1 and status not in ('paid')) as others,
    (select count(distinct gateway_invoice_id)::int from invoices where account_id = $1) as payments,
    (select coalesce(sum(lasting), 0)::int from credit_entries where account_id = $1 and lasting > 0) as lasting,
    (select count(*)::int from credit_entries where account_id = $1 and cause like 'invoice:%' and lasting = 0) as periods,
    (select abs(b.monthly - (select sum(e.amount - e.lasting) from credit_entries e where e.account_id = $1))::int
      + abs(b.lasting - (select sum(e.lasting) from credit_entries e where e.account_id = $1))::int
      from credit_balances b where b.account_id = $1) as off,
    (select max((data ->> 'charges')::int) from sandbox_objects o join subscriptions s on s.customer_id = o.customer_id
      where o.kind = 'payment' and s.account_id = $1) as most,
    (select count(*)::int from gateway_events where account_id = $1 and state <> 'applied') as stuck`;

/** Kills the process at a random moment: every other time before any response, otherwise after some of them. */
async function killDuring(deliveries: readonly Promise<unknown>[]): Promise<void> {
  const share = Math.max(0, Math.random() - 0.5);
  const wanted = Math.floor(share * deliveries.length);
  let delivered = 0;
  const enough = new Promise<void>((resolve) => {
    if (wanted === 0) resolve();
    for (const delivery of deliveries) void delivery.then(() => ++delivered === wanted && resolve());
  });
  await enough;
  await new Promise((resolve) => setTimeout(resolve, Math.random() * LATEST_MS));
  await program?.stop('SIGKILL');
}

it(
  'creates invoices, credits and ledger entries once per event when killed 15 times around webhooks of two kinds',
  { timeout: 1_800_000 },
  async () => {
    await start();
    const signInBoth = () =>
      Promise.all([signIn('demo@prosa.local', 'Prosa#2026'), signIn('equipe@prosa.local', 'Equipe#2026')]);
    let [owner, staff] = await signInBoth();
    const { accountId } = (await call('/users/me', undefined, owner)).body;
    const keyed = (key: string) => ({ ...owner, 'idempotency-key': key });

    // The customer pays monthly and buys packs by Pix.
    const setup = (await call('/subscription/payment-method/setup', {}, owner)).body;
    await call(`/sandbox/setups/${setup.setupId}/confirm`, { clientSecret: setup.clientSecret, card: 'approves' });
    const { version } = (await call('/subscription', undefined, owner)).body;
    const order = { planId: 'essential', period: 'MONTHLY', version, amountNow: 9_900, setupId: setup.setupId };
    const ordered = await call('/subscription/checkout', order, keyed(randomUUID()));
    expect(ordered.body).toMatchObject({ status: 'ACTIVE', plan: { id: 'essential' } });
    const rowsBefore = await inDatabase(async ({ pool }) => (await pool.query(BOOKS, [accountId])).rows[0]);

    let answered = 0;
    let cutOff = 0;
    for (let kill = 1; kill <= KILLS; kill++) {
      // Things happen at the gateway that the server does not know yet: a Pix payment and the end of a month.
      const bought = await call('/subscription/prepaid', PACK, keyed(randomUUID()));
      expect(bought.status, JSON.stringify(bought.body)).toBe(200);
      const payment = bought.body.payments.find(({ reason }: { reason: string }) => reason === 'prepaid');
      const events = await inDatabase(async (db) => {
        // The events of the purchase itself must be delivered first.
        await expect.poll(() => undeliveredEvents(db).then(({ length }) => length), { timeout: 30_000 }).toBe(0);
        await confirmPayment(db, payment.id, payment.clientSecret, 'pay');
        await withPlatform(db, (tx) => advanceClock(tx, 31));
        await runDue(db);
        return undeliveredEvents(db);
      });
      expect(events.length).toBeGreaterThan(1);

      // Each event is sent many times in parallel and replayed once by staff; the process is killed meanwhile.
      const replay = (event: Event) =>
        call(`/admin/gateway-events/sandbox/${event.id}/replay`, {}, staff).then(
          ({ status }) => status,
          () => null,
        );
      const deliveries = events.flatMap((event) => [
        ...Array.from({ length: DELIVERIES }, () => deliver(event)),
        replay(event),
      ]);
      await killDuring(deliveries);
      const outcomes = await Promise.all(deliveries);
      answered += outcomes.filter((status) => status === 200).length;
      cutOff += outcomes.filter((status) => status === null).length;

      // Like any gateway, it sends events again, both unanswered and answered ones.
      await start();
      // Access tokens expire during the test.
      [owner, staff] = await signInBoth();
      for (const event of events) for (let time = 0; time < 2; time++) expect(await deliver(event)).toBe(200);
      for (const event of events) expect(await replay(event)).toBe(200);
      await inDatabase(async ({ pool }) => {
        const { rows } = await pool.query(BOOKS, [accountId]);
        expect(rows[0], `after kill ${kill}`).toMatchObject({
          packs: rowsBefore.packs + kill,
          months: rowsBefore.months + kill,
          others: rowsBefore.others,
          payments: rowsBefore.payments + 2 * kill,
          lasting: rowsBefore.lasting + kill * 500_000,
          periods: rowsBefore.periods + kill,
          off: 0,
          most: 1,
          stuck: 0,
        });
      });
    }
    // The kills must have happened during delivery, not before or after all of it.
    expect(answered).toBeGreaterThan(0);
    expect(cutOff).toBeGreaterThan(0);
    console.info(`${KILLS} kills: ${answered} deliveries answered before, ${cutOff} cut off`);
  },
);
