import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { LOAD_LIMITS } from '../../src/server/http/shed-load.ts';
import { startServer, type TestServer, until } from '../support/server.ts';

const TOKEN = 'um-token-de-metricas';
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

/** Blocks the event loop, like a long synchronous computation. */
async function block(ms: number): Promise<void> {
  const end = performance.now() + ms;
  while (performance.now() < end);
  // Lets the timers that are due run.
  await setImmediate();
}

const blockUntilShed = () =>
  until(async () => {
    await block(600);
    const answer = await providers();
    return answer.status === 503 && answer;
  });

const SHED = {
  status: 503,
  headers: { 'content-type': 'application/problem+json', 'retry-after': '5' },
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
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as { port: number };
    const answer = await fetch(`http://127.0.0.1:${port}/api/widgets/${contextId}/messages`, {
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
    const tried = await providers();
    return tried.status === 503 && tried;
  });
  expect(answer).toMatchObject(SHED);
  expect(await statusOf('/api/live')).toBe(200);
});
