import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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

const probe = (name: 'live' | 'ready') => server.call({ method: 'GET', url: `/api/${name}` });

/** What a probe reads from a process that should get no requests. */
const NOT_READY = { status: 503, body: { code: 'unavailable' }, headers: { 'retry-after': '5' } };

describe('the probes of an orchestrator', () => {
  it('find a process that serves', async () => {
    expect(await probe('live')).toMatchObject({ status: 200, body: { status: 'live' } });
    expect(await probe('ready')).toMatchObject({ status: 200, body: { status: 'ready' } });
  });

  it('find it alive but not ready while the database is away, and ready again after', async () => {
    expect((await probe('ready')).status).toBe(200);
    const { pool } = server.services.db;
    const ask = pool.query.bind(pool);
    pool.query = () => Promise.reject(new Error('gone'));
    expect(await probe('ready')).toMatchObject(NOT_READY);
    expect((await probe('live')).status).toBe(200);
    pool.query = ask as typeof pool.query;
    expect((await probe('ready')).status).toBe(200);
  });

  it('need not wait for a database that never replies', async () => {
    const release = hold();
    expect(await probe('ready')).toMatchObject(NOT_READY);
    release();
  });

  it('find it not ready as long as a migration is missing', async () => {
    const { pool } = server.services.db;
    await pool.query('create table kept_migrations as select * from drizzle.__drizzle_migrations');
    await pool.query('delete from drizzle.__drizzle_migrations where id = (select max(id) from kept_migrations)');
    expect(await probe('ready')).toMatchObject(NOT_READY);
    await pool.query(
      'insert into drizzle.__drizzle_migrations select * from kept_migrations where id = (select max(id) from kept_migrations)',
    );
    expect((await probe('ready')).status).toBe(200);
  });

  it('find it not ready on a connection that is still open once it stops', async () => {
    const { port } = await listen();
    const socket = connect(port, '127.0.0.1');
    socket.write('GET /api/ready HTTP/1.1\r\nhost: x\r\n');
    // The server has read the first headers once it has answered another connection.
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
