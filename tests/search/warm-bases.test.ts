import { afterAll, beforeAll, expect, test } from 'vitest';
import { tenant } from '../../src/server/db/tenant.ts';
import { openBase, warmBases } from '../../src/server/knowledge/base.ts';
import { type Caller, startServer, type TestServer, until } from '../support/server.ts';
import { watchStatements } from '../support/watch-statements.ts';

let server: TestServer;
const shops: Caller[] = [];

beforeAll(async () => {
  server = await startServer();
  for (const answer of ['São sete dias úteis.', 'Entregamos no dia seguinte.']) {
    const shop = await server.signUp();
    const body = { contextId: shop.contextId, question: 'Qual é o prazo de entrega?', answer };
    const { id } = (await shop.post('/contents/faq', body)).body;
    await until(async () => (await shop.get(`/contents/${id}`)).body.status === 'done');
    shops.push(shop);
  }
});
afterAll(() => server.close());

test('loads the given number of most recently used knowledge bases, which questions then reuse', async () => {
  const [first, second] = shops as [Caller, Caller];
  const seen = (shop: Caller, at: string) =>
    server.services.db.pool.query(`update contexts set widget_seen_at = now() + $2::interval where id = $1`, [
      shop.contextId,
      at,
    ]);
  await seen(first, '1 hour');
  await seen(second, '2 hours');
  const { db, sent } = watchStatements(server.services.db);
  const loads = () => sent.filter((text) => text.includes('from chunks k')).length;
  expect(await warmBases(db, 1)).toBe(1);
  expect(loads()).toBe(1);
  const ask = (shop: Caller) => openBase(db, { tenant: tenant(shop.accountId, 'all'), inheritance: shop.contextId });
  const [base] = await ask(second);
  expect(base!.passages.map(({ text, answer }) => [text, answer])).toEqual(
    Array(1).fill(Array(2).fill('Entregamos no dia seguinte.')),
  );
  expect(loads()).toBe(1);
  await ask(first);
  expect(loads()).toBe(2);
  expect(await warmBases(db, 100)).toBeGreaterThanOrEqual(2);
});

test('loads nothing more after it is stopped', async () => {
  const { db, sent } = watchStatements(server.services.db);
  expect(await warmBases(db, 100, AbortSignal.abort())).toBe(0);
  expect(sent).toHaveLength(1);
});
