import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startServer({ worker: false });
});
afterEach(() => server.close());

const health = () => server.call({ method: 'GET', url: '/api/health' });

/** Makes database queries wait until the returned function is called, like a slow database. */
function hold(): () => void {
  const { pool } = server.services.db;
  const ask = pool.query.bind(pool);
  const blocked = Promise.withResolvers<void>();
  pool.query = (async (text: string) => {
    await blocked.promise;
    return ask(text);
  }) as typeof pool.query;
  return blocked.resolve;
}

it('reports up while the database is busy with a slow query', async () => {
  expect((await health()).body).toMatchObject({ status: 'up' });
  const release = hold();
  const answers = await Promise.all([health(), health(), health()]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  release();
});

it('waits for the database when it has not responded yet', async () => {
  const release = hold();
  const query = vi.spyOn(server.services.db.pool, 'query');
  let hasAnswered = false;
  const healthCall = health().finally(() => (hasAnswered = true));
  await expect.poll(() => query.mock.calls.length > 0).toBe(true);
  expect(hasAnswered).toBe(false);
  release();
  expect((await healthCall).status).toBe(200);
});

it('fails while the database is unavailable, also after a success', async () => {
  expect((await health()).status).toBe(200);
  const { pool } = server.services.db;
  const ask = pool.query.bind(pool);
  pool.query = () => Promise.reject(new Error('gone'));
  expect((await health()).status).toBe(500);
  pool.query = ask as typeof pool.query;
  expect((await health()).status).toBe(200);
});

const probe = (name: 'live' | 'ready') => server.call({ method: 'GET', url: `/api/${name}` });

/** The response of a process that should receive no requests. */
const NOT_READY = { status: 503, body: { code: 'unavailable' }, headers: { 'retry-after': '5' } };

describe('the readiness and liveness probes', () => {
  it('succeed in a running process', async () => {
    expect(await probe('live')).toMatchObject({ status: 200, body: { status: 'live' } });
    expect(await probe('ready')).toMatchObject({ status: 200, body: { status: 'ready' } });
  });

  it('report alive but not ready while the database is unavailable', async () => {
    expect((await probe('ready')).status).toBe(200);
    const { pool } = server.services.db;
    const ask = pool.query.bind(pool);
    pool.query = () => Promise.reject(new Error('gone'));
    expect(await probe('ready')).toMatchObject(NOT_READY);
    expect((await probe('live')).status).toBe(200);
    pool.query = ask as typeof pool.query;
    expect((await probe('ready')).status).toBe(200);
  });

  it('do not wait for a database that never responds', async () => {
    const release = hold();
    expect(await probe('ready')).toMatchObject(NOT_READY);
    release();
  });

  it('report not ready while a migration is missing', async () => {
    const { pool } = server.services.db;
    await pool.query('create table kept_migrations as select * from drizzle.__drizzle_migrations');
    await pool.query('delete from drizzle.__drizzle_migrations where id = (select max(id) from kept_migrations)');
    expect(await probe('ready')).toMatchObject(NOT_READY);
    await pool.query(
      'insert into drizzle.__drizzle_migrations select * from kept_migrations where id = (select max(id) from kept_migrations)',
    );
    expect((await probe('ready')).status).toBe(200);
  });

  it('report not ready on an open connection during shutdown', async () => {
    const { port } = await listen();
    const socket = connect(port, '127.0.0.1');
    socket.write('GET /api/ready HTTP/1.1\r\nhost: x\r\n');
    // The response to another connection proves that the server has read the first headers.
    await fetch(`http://127.0.0.1:${port}/api/live`, { headers: { connection: 'close' } });
    const closing = server.app.close();
    socket.end('connection: close\r\n\r\n');
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 503 /);
    expect(answer).toContain('retry-after: 5');
    await closing;
  });
});

async function listen(): Promise<{ port: number }> {
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  return server.app.server.address() as { port: number };
}
