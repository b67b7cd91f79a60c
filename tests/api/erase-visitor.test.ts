import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eraseVisitorWorker } from '../../src/server/chat/erase-visitor.ts';
import { startWorker } from '../../src/server/jobs/worker.ts';
import { mailWorker } from '../../src/server/mail/emails.ts';
import { openMailer } from '../../src/server/mail/mail.ts';
import { type Caller, eventsOf, startServer, type TestServer, until } from '../support/server.ts';

/** More conversations than the request and one step of the job delete. */
const MANY = 75;

let server: TestServer;
let owner: Caller;
const query = async (text: string, values: unknown[]) => (await server.services.db.pool.query(text, values)).rows;
const ask = async (question: string, visitorToken: string) => {
  const payload = { question, visitorToken };
  const response = await server.call({ method: 'POST', url: `/api/widgets/${owner.contextId}/messages`, payload });
  return eventsOf(response.text)[0]?.data.id as string;
};
const conversationsLeft = async () => {
  const found = await owner.get(`/conversations?contextId=${owner.contextId}`);
  return found.body.total as number;
};
const start = (handlers: Parameters<typeof startWorker>[1]) =>
  startWorker(server.services.db, handlers, { warn: () => undefined });

beforeAll(async () => {
  server = await startServer({ worker: false });
  const { db, env } = server.services;
  const postman = start({ mail: mailWorker(db, openMailer(env), () => undefined) });
  owner = await server.signUp();
  await postman.stop();
  await query(
    `insert into context_limits (account_id, context_id, per_minute, messages, notify) values ($1, $2, 1000, '{}', false)`,
    [owner.accountId, owner.contextId],
  );
});
afterAll(() => server.close());

describe('erasing a visitor with many conversations', () => {
  it('starts in the request and is completed by the queue', async () => {
    const [theirs, other] = [`visitante-${randomUUID()}`, `outro-${randomUUID()}`];
    const ids = [];
    for (let n = 0; n < MANY; n += 1) ids.push(await ask(`Sou a Zuleicamar, a loja abre no dia ${n}?`, theirs));
    await ask('A loja abre hoje?', other);
    const named = ids.at(-1);
    expect((await owner.post(`/conversations/${named}/erase-visitor`)).status).toBe(204);
    // The requested conversation disappears immediately.
    expect((await owner.get(`/conversations/${named}`)).status).toBe(404);
    expect(await conversationsLeft()).toBeGreaterThan(1);

    const worker = start({ 'erase-visitor': eraseVisitorWorker(server.services) });
    await until(async () => (await conversationsLeft()) === 1);
    await until(
      async () =>
        (await query(`select 1 from jobs where account_id = $1 and kind = 'erase-visitor'`, [owner.accountId]))
          .length === 0,
    );
    await worker.stop();

    const words = await query('select word from conversation_words where account_id = $1', [owner.accountId]);
    expect(words.map(({ word }) => word)).toContain('loja');
    expect(words.map(({ word }) => word)).not.toContain('zuleicamar');
    const [sums] = await query(
      'select sum(conversations)::int as conversations, sum(interactions)::int as interactions from daily_figures where account_id = $1',
      [owner.accountId],
    );
    expect(sums).toEqual({ conversations: 1, interactions: 1 });
    const entries = await query(
      `select detail from audit_entries where account_id = $1 and action = 'visitor_erased'`,
      [owner.accountId],
    );
    expect(entries).toEqual([{ detail: { conversations: MANY } }]);
  });
});
