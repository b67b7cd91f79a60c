import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../src/server/app.ts';
import { openOrm } from '../../src/server/db/tenant.ts';
import { measurements } from '../../src/server/runtime/measurements.ts';
import { type Caller, eventsOf, type SharedServer, sharedServer, until } from '../support/server.ts';

let server: SharedServer;
let owner: Caller;
let pool: pg.Pool;
let app: FastifyInstance;
let trips = 0;
let beforeFirstToken = 0;
const noteFirstToken = () => (beforeFirstToken = trips);
const faq = { question: 'Qual é o prazo de troca?', answer: 'Você tem 30 dias para trocar, com a nota fiscal.' };

beforeAll(async () => {
  server = await sharedServer();
  owner = await server.signUp();
  const { contextId } = owner;
  const { id } = (await owner.post('/contents/faq', { contextId, ...faq })).body;
  await until(async () => (await owner.get(`/contents/${id}`)).body.status === 'done');
  // A pool of its own, because jobs use the database at the same time.
  const { db } = server.services;
  pool = new pg.Pool(db.pool.options);
  pool.on('connect', (client) => client.on('drain', () => (trips += 1)));
  // The log of decisions writes at its own time.
  app = await createApp({ services: { ...server.services, db: openOrm(db.kind, pool) }, withoutDecisionLog: true });
  measurements.on('firstToken', noteFirstToken);
  await ask();
});
afterAll(async () => {
  measurements.off('firstToken', noteFirstToken);
  await app.close();
  await pool.end();
});

/** Asks from a page, as browsers do. Returns the round trips before the first token and after it. */
async function ask(conversationId?: string) {
  trips = 0;
  const { body } = await app.inject({
    method: 'POST',
    url: `/api/widgets/${owner.contextId}/messages`,
    headers: { origin: server.services.publicUrl() },
    payload: { question: faq.question, messageId: randomUUID(), visitorToken: 'um-visitante-qualquer', conversationId },
  });
  const events = eventsOf(body);
  expect(events.at(-1)).toMatchObject({ event: 'done', data: { outcome: 'answered' } });
  return { id: events[0]!.data.id, counts: [beforeFirstToken, trips - beforeFirstToken] };
}

/** As an agent over MCP. Returns the round trips. */
async function askAsAgent(secret: string): Promise<number> {
  trips = 0;
  const call = { name: 'ask', arguments: { question: faq.question } };
  const { body } = await app.inject({
    method: 'POST',
    url: '/api/mcp',
    headers: {
      authorization: `Bearer ${secret}`,
      accept: 'application/json, text/event-stream',
      host: new URL(server.services.publicUrl()).host,
    },
    payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call },
  });
  expect(JSON.parse(JSON.parse(body).result.content[0].text)).toMatchObject({ outcome: 'answered' });
  return trips;
}

describe('the round trips to the database of a question', () => {
  it('are three before the first token and one after it', async () => {
    const { id, counts } = await ask();
    expect(counts).toEqual([3, 1]);
    expect((await ask(id)).counts).toEqual([3, 1]);
  });

  it('are three more for an agent: its key, its calls, and its contexts if it names none', async () => {
    const key = { name: 'Agente', role: 'READER', contextIds: [], expiresAt: null };
    const { secret } = (await owner.post('/api-keys', key)).body;
    await askAsAgent(secret);
    expect(await askAsAgent(secret)).toBe(7);
  });

  it('stay the same once a limit was noticed', async () => {
    const { pool: direct } = server.services.db;
    await direct.query('update credit_balances set granted = 100 * (monthly + 1) where account_id = $1', [
      owner.accountId,
    ]);
    expect((await ask()).counts[1]).toBeGreaterThan(1);
    expect((await owner.get('/notices')).body.data).toMatchObject([{ limit: 'plan', level: 90 }]);
    expect((await ask()).counts).toEqual([3, 1]);
  });
});
