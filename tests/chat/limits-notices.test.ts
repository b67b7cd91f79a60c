import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { reserveCredits } from '../../src/server/billing/credits.ts';
import { reserveInteraction } from '../../src/server/chat/limits/admit.ts';
import { dismissNotice, notifyLimits, readNotices } from '../../src/server/chat/limits/notices.ts';
import { saveLimits } from '../../src/server/chat/limits/settings.ts';
import type { Db } from '../../src/server/db/tenant.ts';
import { tenant } from '../../src/server/db/tenant.ts';
import type { LimitsInput } from '../../src/shared/limits.ts';
import { type SharedServer, sharedServer, until } from '../support/server.ts';
import { type LimitFixture, newContext, openLimitFixture, reread } from './limits-fixture.ts';

let server: SharedServer;
let db: Db;
beforeAll(async () => {
  server = await sharedServer();
  db = server.services.db;
});

/** Counts the given number of questions and checks the limits after each, as the pipeline does. */
async function ask({ context, owner }: LimitFixture, times: number, isKnown = true): Promise<void> {
  for (let n = 0; n < times; n += 1) {
    const { used } = await reserveInteraction(server.services, context, { ip: '203.0.113.7' });
    await notifyLimits(server.services, context, owner, isKnown ? used : undefined);
  }
}
const noticesOf = async ({ owner }: LimitFixture) =>
  (await readNotices(db, owner)).map(({ limit, level }) => `${limit} ${level}`);
const mails = (email: string, count: number) =>
  until(async () => {
    const found = await server.mailsTo(email);
    return found.length >= count && found.map(({ subject, text }) => ({ subject, text: text ?? '' }));
  });
/** Returns the number of jobs of the account that are still queued. */
async function queued({ owner }: LimitFixture): Promise<number> {
  const { rows } = await db.pool.query('select count(*)::int as n from jobs where account_id = $1', [owner.accountId]);
  return rows[0].n;
}
async function change(fixture: LimitFixture, limits: Partial<LimitsInput>): Promise<LimitFixture> {
  await saveLimits(db, fixture.owner, { ...openLimitFixture, ...limits }, fixture.context.contextId);
  return { ...fixture, context: await reread(db, fixture.context) };
}
async function addPerson(
  { owner: { accountId } }: LimitFixture,
  role: string,
  more: { seesAll?: boolean; status?: string } = {},
) {
  const email = `${role.toLowerCase()}-${randomUUID()}@empresa.com.br`;
  const { seesAll = true, status = 'ACTIVE' } = more;
  await db.pool.query(
    `insert into users (account_id, id, name, email, role, status, sees_all_contexts) values ($1, $2, $3, $4, $5, $6, $7)`,
    [accountId, randomUUID(), role, email, role, status, seesAll],
  );
  return email;
}

describe('limit notices', () => {
  it.each([true, false])(
    'appear once at 60 %, at 90 % and at the end of a limit, each with an email (usage known: %s)',
    async (isKnown) => {
      const fixture = await newContext(db, { daily: 10 });
      await ask(fixture, 5, isKnown);
      expect(await noticesOf(fixture)).toEqual([]);
      await ask(fixture, 2, isKnown);
      expect(await noticesOf(fixture)).toEqual(['daily 60']);
      await ask(fixture, 2, isKnown);
      expect(await noticesOf(fixture)).toEqual(['daily 90']);
      await ask(fixture, 1, isKnown);
      expect(await noticesOf(fixture)).toEqual(['daily 100']);
      const received = await mails(fixture.email, 3);
      await until(async () => (await queued(fixture)) === 0);
      expect(await server.mailsTo(fixture.email)).toHaveLength(3);
      expect(received.map(({ subject }) => subject)).toEqual([
        'Loja Azul já usou 60% do limite diário',
        'Loja Azul já usou 90% do limite diário',
        expect.stringMatching(/^O chat de “Loja Azul” parou às \d\d:\d\d$/),
      ]);
      expect(received[2]?.text).toContain('O chat volta à meia-noite. Até lá, quem pergunta lê: “Atingi o limite');
      expect(received[2]?.text).not.toContain('{{');
      expect(received[0]?.text).toContain('Olá, Helena Prado!');
      expect(received[0]?.text).toContain('6 de 10 interações');
      expect(received[0]?.text).toContain(`${server.services.publicUrl()}/settings/usage`);
      expect(received[0]?.text).not.toContain('{{');
    },
  );

  it('show only the highest level when several are reached at once', async () => {
    let fixture = await newContext(db, { notify: false });
    await ask(fixture, 9);
    fixture = await change(fixture, { monthly: 10, notify: false });
    await ask(fixture, 1);
    expect(await noticesOf(fixture)).toEqual(['monthly 100']);
    const { rows } = await db.pool.query('select level from limit_notices where context_id = $1 order by level', [
      fixture.context.contextId,
    ]);
    expect(rows.map(({ level }) => level)).toEqual([60, 90, 100]);
  });

  it('show credit limits in credits', async () => {
    const fixture = await newContext(db, { credits: 1.5 });
    const { contextId, periodStart } = fixture.context;
    const entry = { contextId, answerId: randomUUID(), amount: 900, limit: 1_500, periodStart };
    await reserveCredits(db, fixture.owner, entry);
    await notifyLimits(server.services, fixture.context, fixture.owner);
    expect(await noticesOf(fixture)).toEqual(['credits 60']);
    const [received] = await mails(fixture.email, 1);
    expect(received?.subject).toBe('Loja Azul já usou 60% do limite de créditos');
    expect(received?.text).toContain('0,9 de 1,5 créditos');
  });

  it('send no email when the owner turned them off', async () => {
    const fixture = await newContext(db, { daily: 2, notify: false });
    await ask(fixture, 2);
    expect(await noticesOf(fixture)).toEqual(['daily 100']);
    expect(await queued(fixture)).toBe(0);
  });

  it('are emailed to active users who may change the limit and can access the context', async () => {
    const fixture = await newContext(db, { daily: 1 });
    const admin = await addPerson(fixture, 'ADMIN');
    const othersInAccount = [
      await addPerson(fixture, 'WRITER'),
      await addPerson(fixture, 'ADMIN', { seesAll: false }),
      await addPerson(fixture, 'ADMIN', { status: 'INACTIVE' }),
    ];
    await ask(fixture, 1);
    await Promise.all([mails(fixture.email, 1), mails(admin, 1)]);
    await until(async () => (await queued(fixture)) === 0);
    for (const email of othersInAccount) expect(await server.mailsTo(email)).toEqual([]);
  });

  it('are created once for concurrent questions, with one email', async () => {
    const fixture = await newContext(db, { daily: 20 });
    await Promise.all(Array.from({ length: 14 }, () => ask(fixture, 1)));
    expect(await noticesOf(fixture)).toEqual(['daily 60']);
    await mails(fixture.email, 1);
    await until(async () => (await queued(fixture)) === 0);
    expect(await server.mailsTo(fixture.email)).toHaveLength(1);
  });

  it('start again after the limit changes', async () => {
    let fixture = await newContext(db, { daily: 10, notify: false });
    await ask(fixture, 6);
    fixture = await change(fixture, { daily: 20, notify: false });
    expect(await noticesOf(fixture)).toEqual([]);
    await ask(fixture, 6);
    expect(await noticesOf(fixture)).toEqual(['daily 60']);
    fixture = await change(fixture, { daily: 20, perMinute: 100, notify: false });
    expect(await noticesOf(fixture)).toEqual(['daily 60']);
  });

  it('disappear when dismissed or when the period ends, and are visible only to users of the account and context', async () => {
    const fixture = await newContext(db, { daily: 10, monthly: 10, notify: false });
    const other = await newContext(db);
    await ask(fixture, 9);
    const [notice] = await readNotices(db, fixture.owner);
    expect(notice).toMatchObject({ contextId: fixture.context.contextId, contextName: 'Loja Azul', level: 90 });
    expect(await readNotices(db, other.owner)).toEqual([]);
    const blind = tenant(fixture.owner.accountId, []);
    expect(await readNotices(db, blind)).toEqual([]);
    for (const stranger of [other.owner, blind]) {
      await expect(dismissNotice(db, stranger, notice!.id)).rejects.toMatchObject({ code: 'not_found' });
    }
    expect(await noticesOf(fixture)).toHaveLength(2);
    await dismissNotice(db, fixture.owner, notice!.id);
    await dismissNotice(db, fixture.owner, notice!.id);
    expect(await noticesOf(fixture)).toHaveLength(1);
    await db.pool.query(`update limit_notices set period = '2020-01' where context_id = $1`, [
      fixture.context.contextId,
    ]);
    expect(await noticesOf(fixture)).toEqual([]);
  });
});
