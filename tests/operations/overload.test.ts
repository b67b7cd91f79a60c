import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { LOAD_LIMITS } from '../../src/server/http/shed-load.ts';
import { startServer, type TestServer, until } from '../support/server.ts';

const TOKEN = 'um-token-de-metricas';
const TURN_MS = 400;
let server: TestServer;
afterEach(() => server.close());

const start = async (loadLimits: Partial<typeof LOAD_LIMITS>) =>
  (server = await startServer({
    env: { METRICS_TOKEN: TOKEN },
    app: { loadLimits: { ...LOAD_LIMITS, ...loadLimits } },
  }));

const providers = () => server.call({ method: 'GET', url: '/api/auth/social' });
const statusOf = async (url: string) =>
  (await server.call({ method: 'GET', url, headers: { authorization: `Bearer ${TOKEN}` } })).status;

/** Returns the port. */
async function listen(): Promise<number> {
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  return (server.app.server.address() as { port: number }).port;
}

/** Keeps every turn of the event loop busy for longer than the limit until a request is shed. Returns its response. */
async function blockUntilShed() {
  let isBlocking = true;
  const turn = () => {
    const end = performance.now() + TURN_MS;
    while (performance.now() < end);
    if (isBlocking) setTimeout(turn);
  };
  setTimeout(turn);
  try {
    return await until(async () => {
      const answer = await providers();
      return answer.status === 503 && answer;
    });
  } finally {
    isBlocking = false;
  }
}

const SHED = {
  status: 503,
  headers: { 'content-type': 'application/problem+json', 'retry-after': '5', 'x-content-type-options': 'nosniff' },
  body: { code: 'overloaded', message: 'Há movimento demais neste momento. Tente de novo em alguns segundos.' },
};

describe('a blocked event loop', () => {
  it('returns 503 for new requests but not for probes, and recovers when the loop is free', async () => {
    await start({ loopDelayMs: 300, sampleMs: 500 });
    expect((await providers()).status).toBe(200);
    expect(await blockUntilShed()).toMatchObject(SHED);
    const served = ['/api/live', '/api/ready', '/api/health', '/metrics'];
    expect(await Promise.all(served.map(statusOf))).toEqual([200, 200, 200, 200]);
    await until(async () => (await providers()).status === 200);
  });

  it('does not interrupt an answer that is being streamed', async () => {
    await start({ loopDelayMs: 300, sampleMs: 500 });
    const { contextId } = await server.signUp();
    const answer = await fetch(`http://127.0.0.1:${await listen()}/api/widgets/${contextId}/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ question: 'Vocês entregam em Salvador?' }),
    });
    expect(answer.status).toBe(200);
    await blockUntilShed();
    expect(await answer.text()).toContain('event: done');
  });
});

it('returns 503 when the heap is nearly full', async () => {
  await start({ heapBytes: 1, sampleMs: 20 });
  const answer = await until(async () => {
    const response = await providers();
    return response.status === 503 && response;
  });
  expect(answer).toMatchObject(SHED);
  expect(await statusOf('/api/live')).toBe(200);
});

describe('too many connections', () => {
  const REQUEST = 'GET /api/live HTTP/1.1\r\nhost: prosa.test\r\n';

  it('are refused and counted; idle ones are closed to make room, and those in use are not', async () => {
    await start({ connections: 2 });
    const port = await listen();
    const [busy, idle] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
    busy.setEncoding('utf8').write(REQUEST);
    idle.write(`${REQUEST}\r\n`);
    await once(idle, 'data');
    const refused = connect(port, '127.0.0.1');
    await Promise.all([once(refused, 'close'), once(idle, 'close')]);
    const metrics = await fetch(`http://127.0.0.1:${port}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
    const text = await metrics.text();
    expect(text).toMatch(/^prosa_http_connections 2$/m);
    expect(text).toMatch(/^prosa_http_connections_refused_total 1$/m);
    busy.write('\r\n');
    expect(String(await once(busy, 'data'))).toContain('200 OK');
    busy.destroy();
  });
});
