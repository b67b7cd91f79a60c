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
import { type Program, startProgram } from '../support/program.ts';

const KILLS = 30;
/** How often each event is told at once, and how long after that the process may live, in ms. */
const TELLINGS = 8;
const LATEST_MS = 150;
const PACK = { packId: 'credits-500', method: 'pix', amountNow: 14_900 };

let dataDir: string;
let program: Program | undefined;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'prosa-hooks-'));
});
afterAll(async () => {
  await program?.stop('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

const start = async () => (program = await startProgram({ DATA_DIR: dataDir, LOG_LEVEL: 'error' }));

interface Told {
  status: number;
  body: any;
}
async function call(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Told> {
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

/** The database as the running process holds it open: by it the gateway does what it does without being asked. */
async function inDatabase<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({ host: dataDir, user: 'postgres', database: 'postgres', max: 2 });
  try {
    return await work(openOrm('embedded', pool));
  } finally {
    await pool.end();
  }
}

type Event = { id: string };
const untold = async ({ pool }: Db): Promise<Event[]> =>
  (await pool.query(`select data from sandbox_objects where kind = 'event' order by id`)).rows.map(({ data }) => data);

/** Tells an event once, as the gateway does; what becomes of it is null when nobody is there any more. */
async function tell(event: Event): Promise<number | null> {
  const body = JSON.stringify(event);
  const signature = sign(sandboxSecret(readSecretKey({ DATA_DIR: dataDir })), Buffer.from(body));
  const headers = { [SANDBOX_SIGNATURE]: signature };
  return call('/webhooks/sandbox', body, headers).then(
    ({ status }) => status,
    () => null,
  );
}

/** Of one account: what it paid for and what that gave, both as often as they happened, and how far the books are off. */
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

/** Dies at some moment: before any answer every other time, else after a part of them, however slow the machine is. */
async function dieAmong(tellings: readonly Promise<unknown>[]): Promise<void> {
  const share = Math.max(0, Math.random() - 0.5);
  const wanted = Math.floor(share * tellings.length);
  let told = 0;
  const enough = new Promise<void>((resolve) => {
    if (wanted === 0) resolve();
    for (const telling of tellings) void telling.then(() => ++told === wanted && resolve());
  });
  await enough;
  await new Promise((resolve) => setTimeout(resolve, Math.random() * LATEST_MS));
  await program?.stop('SIGKILL');
}

it(
  'killed at 30 points around what gateways tell, it does each thing once: invoice, credits, ledger',
  { timeout: 1_800_000 },
  async () => {
    await start();
    const signInBoth = () =>
      Promise.all([signIn('demo@prosa.local', 'Prosa#2026'), signIn('equipe@prosa.local', 'Equipe#2026')]);
    let [owner, staff] = await signInBoth();
    const { accountId } = (await call('/users/me', undefined, owner)).body;
    const keyed = (key: string) => ({ ...owner, 'idempotency-key': key });

    // One who pays each month, and buys packs by Pix.
    const setup = (await call('/subscription/payment-method/setup', {}, owner)).body;
    await call(`/sandbox/setups/${setup.setupId}/confirm`, { clientSecret: setup.clientSecret, card: 'approves' });
    const { version } = (await call('/subscription', undefined, owner)).body;
    const order = { planId: 'essential', period: 'MONTHLY', version, amountNow: 9_900, setupId: setup.setupId };
    const begun = await call('/subscription/checkout', order, keyed(randomUUID()));
    expect(begun.body).toMatchObject({ status: 'ACTIVE', plan: { id: 'essential' } });
    const rowsBefore = await inDatabase(async ({ pool }) => (await pool.query(BOOKS, [accountId])).rows[0]);

    let packs = 0;
    let renewals = 0;
    let answered = 0;
    let cutOff = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      // Something happens at the gateway, and nobody has heard of it yet: a Pix is paid, or a month is over.
      const isPix = kill % 3 !== 2;
      let payment: { id: string; clientSecret: string } | undefined;
      if (isPix) {
        const bought = await call('/subscription/prepaid', PACK, keyed(randomUUID()));
        expect(bought.status, JSON.stringify(bought.body)).toBe(200);
        payment = bought.body.payments.find(({ reason }: { reason: string }) => reason === 'prepaid');
        packs += 1;
      } else renewals += 1;
      const events = await inDatabase(async (db) => {
        // What the purchase itself led to has been told by then.
        await expect.poll(() => untold(db).then(({ length }) => length), { timeout: 30_000 }).toBe(0);
        if (payment) await confirmPayment(db, payment.id, payment.clientSecret, 'pay');
        else {
          await withPlatform(db, (tx) => advanceClock(tx, 31));
          await runDue(db);
        }
        return untold(db);
      });
      expect(events.length).toBeGreaterThan(0);

      // Told many times at once, and by staff once more; the process dies in the midst of it.
      const replay = (event: Event) =>
        call(`/admin/gateway-events/sandbox/${event.id}/replay`, {}, staff).then(
          ({ status }) => status,
          () => null,
        );
      const tellings = events.flatMap((event) => [
        ...Array.from({ length: TELLINGS }, () => tell(event)),
        replay(event),
      ]);
      await dieAmong(tellings);
      const outcomes = await Promise.all(tellings);
      answered += outcomes.filter((status) => status === 200).length;
      cutOff += outcomes.filter((status) => status === null).length;

      // As any gateway does, it tells again what it had no answer to, and what it had.
      await start();
      // Sessions last less long than this.
      [owner, staff] = await signInBoth();
      for (const event of events) for (let time = 0; time < 2; time++) expect(await tell(event)).toBe(200);
      for (const event of events) expect(await replay(event)).toBe(200);
      await inDatabase(async ({ pool }) => {
        const { rows } = await pool.query(BOOKS, [accountId]);
        expect(rows[0], `after kill ${kill + 1}`).toMatchObject({
          ...{ packs: rowsBefore.packs + packs, months: rowsBefore.months + renewals, others: rowsBefore.others },
          payments: rowsBefore.payments + packs + renewals,
          lasting: rowsBefore.lasting + packs * 500_000,
          ...{ periods: rowsBefore.periods + renewals, off: 0, most: 1, stuck: 0 },
        });
      });
    }
    // The deaths were in the midst of it, not before or after it all.
    expect(answered).toBeGreaterThan(0);
    expect(cutOff).toBeGreaterThan(0);
    console.info(`${KILLS} kills: ${answered} tellings answered before, ${cutOff} cut off`);
  },
);
