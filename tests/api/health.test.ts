import { afterEach, beforeEach, expect, it } from 'vitest';
import { startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startServer({ worker: false });
});
afterEach(() => server.close());

const health = () => server.call({ method: 'GET', url: '/api/health' });

/** Has the database answer only once it is released, as when it works at something long. */
function hold(): () => void {
  const { pool } = server.services.db;
  const ask = pool.query.bind(pool);
  const held = Promise.withResolvers<void>();
  pool.query = (async (text: string) => {
    await held.promise;
    return ask(text);
  }) as typeof pool.query;
  return held.resolve;
}

it('is told while the database is at something long', async () => {
  expect((await health()).body).toMatchObject({ status: 'up' });
  const release = hold();
  const answers = await Promise.all([health(), health(), health()]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  release();
});

it('is not told of a database that has not answered yet', async () => {
  const release = hold();
  let isTold = false;
  const asked = health().finally(() => (isTold = true));
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(isTold).toBe(false);
  release();
  expect((await asked).status).toBe(200);
});

it('fails with the database, also after it answered', async () => {
  expect((await health()).status).toBe(200);
  const { pool } = server.services.db;
  const ask = pool.query.bind(pool);
  pool.query = () => Promise.reject(new Error('gone'));
  expect((await health()).status).toBe(500);
  pool.query = ask as typeof pool.query;
  expect((await health()).status).toBe(200);
});
