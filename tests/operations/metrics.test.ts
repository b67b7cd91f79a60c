import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, startServer, type TestServer, until } from '../support/server.ts';

const TOKEN = 'um-token-de-metricas';
let server: TestServer;
let owner: Caller;

beforeAll(async () => {
  server = await startServer({ env: { METRICS_TOKEN: TOKEN } });
  owner = await server.signUp();
  const { contextId } = owner;
  const faq = { contextId, question: 'Vocês entregam em Salvador?', answer: 'Sim, entregamos em Salvador.' };
  const { id } = (await owner.post('/contents/faq', faq)).body;
  await until(async () => (await owner.get(`/contents/${id}`)).body.status === 'done');
});
afterAll(() => server.close());

const scrape = (token?: string) =>
  server.call({ method: 'GET', url: '/metrics', headers: token ? { authorization: `Bearer ${token}` } : {} });

interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

const samplesOf = (text: string): Sample[] =>
  text
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', text = '']) => [key, text]);
      return { name, labels: Object.fromEntries(pairs), value: Number(value) };
    });

/** Returns the sum of all samples with this name and these labels. */
async function read(name: string, labels: Record<string, string> = {}): Promise<number> {
  const { status, text } = await scrape(TOKEN);
  expect(status).toBe(200);
  const isMeant = (sample: Sample) =>
    sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value);
  return samplesOf(text)
    .filter(isMeant)
    .reduce((sum, { value }) => sum + value, 0);
}

const ask = (question: string) =>
  server.call({ method: 'POST', url: `/api/widgets/${owner.contextId}/messages`, payload: { question } });

describe('the metrics', () => {
  it('require the token', async () => {
    expect((await scrape()).status).toBe(401);
    expect((await scrape(`${TOKEN}x`)).status).toBe(401);
    expect((await scrape(TOKEN)).headers['content-type']).toContain('text/plain');
  });

  it('count requests by route pattern, never by URL', async () => {
    const shown = { method: 'GET', route: '/api/contents/:id' };
    const before = await read('prosa_http_requests_total', { ...shown, status: '404' });
    await owner.get('/contents/00000000-0000-4000-8000-000000000000');
    await owner.get('/nothing/here');
    expect(await read('prosa_http_requests_total', { ...shown, status: '404' })).toBe(before + 1);
    expect(await read('prosa_http_request_duration_seconds_count', shown)).toBeGreaterThan(before);
    expect((await scrape(TOKEN)).text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
    expect((await scrape(TOKEN)).text).not.toContain('/nothing/here');
  });

  it('count answers by outcome, with their time to first token and the credits spent', async () => {
    const balance = await read('prosa_credits_balance');
    const count = (outcome: string) => read('prosa_answers_total', { outcome });
    const before = { answered: await count('answered'), unknown: await count('unknown') };
    const [tokens, creditsBefore] = [
      await read('prosa_answer_first_token_seconds_count'),
      await read('prosa_credits_spent_total'),
    ];
    await ask('Vocês entregam em Salvador?');
    await ask('Qual a capital da Mongólia?');
    expect(await count('answered')).toBe(before.answered + 1);
    expect(await count('unknown')).toBe(before.unknown + 1);
    expect(await read('prosa_answer_first_token_seconds_count')).toBe(tokens + 2);
    const cost = (await read('prosa_credits_spent_total')) - creditsBefore;
    expect(cost).toBeGreaterThan(0);
    expect(balance - (await read('prosa_credits_balance'))).toBeCloseTo(cost, 6);
  });

  it('show the size and age of the queue by kind and state', async () => {
    const labels = { kind: 'a-kind', state: 'parked' };
    await server.services.db.pool.query(
      `insert into jobs (account_id, id, kind, subject_id, state, run_at)
       select $1, gen_random_uuid(), 'a-kind', gen_random_uuid(), 'parked', now() - n * interval '1 minute'
       from generate_series(1, 3) n`,
      [owner.accountId],
    );
    expect(await read('prosa_queue_jobs', labels)).toBe(3);
    expect(await read('prosa_queue_age_seconds', labels)).toBeGreaterThanOrEqual(180);
    await server.services.db.pool.query(`delete from jobs where kind = 'a-kind'`);
    expect(await read('prosa_queue_jobs', labels)).toBe(0);
  });

  it('show the database, the loaded knowledge bases, the memory and the event loop', async () => {
    expect(await read('prosa_database_wait_seconds_count', { database: server.services.db.kind })).toBeGreaterThan(0);
    const connections = (await read('prosa_database_connections')) - (await waiting());
    expect(connections).toBe(server.services.db.pool.totalCount);
    expect(await read('prosa_bases_loaded')).toBeGreaterThan(0);
    expect(await read('prosa_bases_bytes')).toBeGreaterThan(0);
    expect(await read('prosa_disk_free_bytes')).toBeGreaterThan(1e6);
    expect((await scrape(TOKEN)).text).toMatch(/^prosa_disk_full [01]$/m);
    expect(await read('process_resident_memory_bytes')).toBeGreaterThan(1e6);
    expect(await read('nodejs_heap_size_used_bytes')).toBeGreaterThan(1e6);
    expect((await scrape(TOKEN)).text).toContain('nodejs_eventloop_lag_p99_seconds');
  });

  it('leave out the database metrics while the database is unavailable', async () => {
    const { pool } = server.services.db;
    const connect = pool.connect.bind(pool);
    // Like the real one, it has no promise for callers with a callback, such as `query`.
    pool.connect = ((done?: (error: Error) => void) =>
      done ? done(new Error('gone')) : Promise.reject(new Error('gone'))) as typeof pool.connect;
    const { status, text } = await scrape(TOKEN);
    pool.connect = connect as typeof pool.connect;
    expect(status).toBe(200);
    expect(text).toContain('process_resident_memory_bytes');
    expect(text).not.toMatch(/^prosa_credits_balance /m);
  });
});

it('include every metric that the dashboard uses', async () => {
  const dashboard = readFileSync(join(import.meta.dirname, '../../docs/grafana-dashboard.json'), 'utf8');
  const drawn = new Set(dashboard.match(/\b(prosa|process|nodejs)_\w+/g));
  const printed = new Set(samplesOf((await scrape(TOKEN)).text).map(({ name }) => name));
  expect([...drawn].filter((name) => !printed.has(name))).toEqual([]);
});

const waiting = () => read('prosa_database_connections', { state: 'awaited' });

it('return 404 when no token is configured', async () => {
  const other = await startServer({ worker: false });
  const { status } = await other.call({
    method: 'GET',
    url: '/metrics',
    headers: { authorization: 'Bearer undefined' },
  });
  expect(status).toBe(404);
  await other.close();
});
