import { join } from 'node:path';
import { createApp } from '../../src/server/app.ts';
import { openSession } from '../../src/server/identity/sessions.ts';
import { passagesOf, readBusiness } from '../answers/businesses.ts';
import { openBench } from '../bench-server.ts';
import { percentile } from '../search/measures.ts';
import { allowAllVisitors, storeBase } from '../trained-base.ts';

/*
 * `npm run bench -- agents`: 300 agents who use the tool `ask` at once (MCP), beside 300 visitors of the widget who ask the
 * same questions at once, on one process with the embedded model. Both wait for the whole answer. They alternate within
 * one run. Uses PostgreSQL with DATABASE_URL, else the embedded database.
 */
const AT_ONCE = 300;
const ROUNDS = 2;
/** Each may make 300 calls a minute. */
const KEYS = 10;

const business = readBusiness(join(import.meta.dirname, '../data/small-businesses/doce-quintal.json'));
const questions = business.questions.filter(({ expect, after }) => expect && !after).map(({ q }) => q);
const bench = await openBench();
const { accountId, userId, contextId } = bench.account;
await storeBase(bench, business.items.flatMap(passagesOf));
await allowAllVisitors(bench);
const app = await createApp({ services: bench.services });
const origin = await app.listen({ port: 0, host: '127.0.0.1' });
const who = { accountId, userId, role: 'OWNER' } as const;
const { accessToken } = await openSession(bench.services, who, { method: 'password', ip: '127.0.0.1' });

async function post(path: string, body: object, headers: Record<string, string> = {}): Promise<string> {
  const accept = 'application/json, text/event-stream';
  const response = await fetch(`${origin}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept, ...headers },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status}: ${text.slice(0, 200)}`);
  return text;
}
const byKey = (secret: string) => ({ authorization: `Bearer ${secret}` });
const keys: string[] = [];
for (let n = 0; n < KEYS; n += 1) {
  const key = { name: `Agente ${n}`, role: 'READER', contextIds: [], expiresAt: null };
  keys.push(JSON.parse(await post('/api-keys', key, byKey(accessToken))).secret);
}

const questionAt = (n: number) => questions[n % questions.length]!;
const ask = {
  agent: async (n: number) => {
    const params = { name: 'ask', arguments: { question: questionAt(n) } };
    const text = await post('/mcp', { jsonrpc: '2.0', id: n, method: 'tools/call', params }, byKey(keys[n % KEYS]!));
    if (!text.includes('\\"outcome\\"')) throw new Error(text.slice(0, 200));
  },
  visitor: async (n: number) => {
    const text = await post(`/widgets/${contextId}/messages`, {
      question: questionAt(n),
      visitorToken: `visitante-da-bancada-${n}-${Math.random()}`,
    });
    if (!text.includes('event: done')) throw new Error(text.slice(-200));
  },
};

/** Returns the milliseconds that each of them waited. */
const measure = (who: keyof typeof ask): Promise<number[]> =>
  Promise.all(
    Array.from({ length: AT_ONCE }, async (_, n) => {
      const startedAt = performance.now();
      await ask[who](n);
      return performance.now() - startedAt;
    }),
  );

await ask.agent(0);
await ask.visitor(0);
const times: Record<keyof typeof ask, number[]> = { agent: [], visitor: [] };
for (let round = 0; round < ROUNDS; round += 1)
  for (const one of round % 2 ? (['agent', 'visitor'] as const) : (['visitor', 'agent'] as const))
    times[one].push(...(await measure(one)));
const at = (one: keyof typeof ask, share: number) =>
  percentile(
    times[one].toSorted((a, b) => a - b),
    share,
  );
const shown = (one: keyof typeof ask) => `p50 ${at(one, 0.5).toFixed(0)} ms, p99 ${at(one, 0.99).toFixed(0)} ms`;
console.log(`database: ${bench.database.kind}; ${AT_ONCE} at once, ${ROUNDS} times each`);
console.log(`visitors of the widget   ${shown('visitor')}`);
console.log(`agents over MCP          ${shown('agent')}`);
console.log(`ratio of p99             ${(at('agent', 0.99) / at('visitor', 0.99)).toFixed(2)} (goal: at most 1)`);
await app.close();
await bench.close();
