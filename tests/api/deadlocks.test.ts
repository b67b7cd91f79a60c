import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { tenant, type Tx, withPlatform, withTenant } from '../../src/server/db/tenant.ts';
import { type Caller, type SharedServer, sharedServer } from '../support/server.ts';

let server: SharedServer;
let owner: Caller;

beforeAll(async () => {
  server = await sharedServer();
  owner = await server.signUp();
  await server.services.db.pool.query(`update subscriptions set plan_id = 'business'`);
});

/**
 * Runs two transactions that lock the same two rows in opposite order, each waiting until both hold one. Returns their
 * attempts.
 */
async function crossed(run: (work: (tx: Tx) => Promise<number>) => Promise<number>): Promise<number[]> {
  const [first, second] = [
    owner.contextId,
    (await owner.post('/contexts', { name: `Filial ${Math.random()}` })).body.id,
  ];
  const bothHold = Promise.withResolvers<void>();
  let holding = 0;
  const lock = (tx: Tx, id: string) => tx.execute(sql`select 1 from contexts where id = ${id} for update`);
  const one = async (ids: readonly string[]) => {
    let attempts = 0;
    return run(async (tx) => {
      attempts += 1;
      await lock(tx, ids[0]!);
      holding += 1;
      if (holding === 2) bothHold.resolve();
      await bothHold.promise;
      await lock(tx, ids[1]!);
      return attempts;
    });
  };
  return (await Promise.all([one([first, second]), one([second, first])])).sort();
}

describe('transactions that deadlock', () => {
  // The embedded database has one session, so no transaction waits for another.
  it('both succeed, at least one of them by another attempt', async ({ skip }) => {
    const { db } = server.services;
    if (db.kind === 'embedded') skip();
    // On a busy machine the second attempt can meet the other transaction again.
    const [, ofTenant] = await crossed((work) => withTenant(db, tenant(owner.accountId, 'all'), work));
    expect(ofTenant).toBeGreaterThan(1);
    const [, ofPlatform] = await crossed((work) => withPlatform(db, work));
    expect(ofPlatform).toBeGreaterThan(1);
  });

  it('do not stop a context from being deleted during training', async () => {
    for (const [at, change] of Array.from({ length: 16 }, (_, n) => [n, n % 2 ? 'move' : 'remove'] as const)) {
      const sub = (await owner.post('/contexts', { name: `Loja ${at}`, parentId: owner.contextId })).body;
      const questions = ['Abre domingo?', 'Tem estacionamento?', 'Aceita pix?', 'Entrega em casa?'];
      const write = (question: string) =>
        owner.post('/contents/faq', {
          contextId: sub.id,
          question: `${question} ${at}`,
          answer: 'Sim, das 9h às 13h.',
        });
      await Promise.all(questions.map(write));
      await new Promise((resolve) => setTimeout(resolve, at * 5));
      expect((await owner.delete(`/contexts/${sub.id}?contents=${change}`)).status).toBe(204);
    }
  });
});
