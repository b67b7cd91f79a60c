import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendEvents } from '../../src/server/http/sse.ts';
import { STREAMS_PER_ADDRESS } from '../../src/shared/constants.ts';
import { chooseModel } from '../support/choose-model.ts';
import { modelInput } from '../support/model-input.ts';
import { type ModelProvider, startModelProvider } from '../support/model-provider.ts';
import { type Caller, startServer, type TestServer, until } from '../support/server.ts';

let provider: ModelProvider;
let server: TestServer;
let owner: Caller;
let url: string;
beforeAll(async () => {
  provider = await startModelProvider();
  server = await startServer({ env: { CRAWL_ALLOW: provider.host } });
  owner = await server.signUp();
  const { contextId } = owner;
  const faq = { contextId, question: 'Quanto custa a entrega?', answer: 'A entrega custa R$ 12,90.' };
  const { id } = (await owner.post('/contents/faq', faq)).body;
  await until(async () => (await owner.get(`/contents/${id}`)).body.status === 'done');
  const staff = await server.as(await server.signUp(), 'WM_ADMIN');
  const model = await staff.post('/admin/models', modelInput({ baseUrl: provider.baseUrl }));
  await chooseModel(staff, model.body.id);
  url = await server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await server.close();
  await provider.close();
});

describe('concurrent answers', () => {
  it('are limited per address, and a finished one makes room for the next', async () => {
    provider.next(...Array.from({ length: STREAMS_PER_ADDRESS }, () => ({ kind: 'hang' }) as const));
    const leaving = new AbortController();
    // Previews from the console, because the limit per minute applies to visitors.
    const ask = (signal?: AbortSignal) =>
      fetch(`${url}/api/widgets/${owner.contextId}/messages`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${owner.tokens.accessToken}` },
        body: JSON.stringify({ question: 'Quanto custa a entrega?', messageId: randomUUID() }),
        signal,
      });
    const open = await Promise.all(Array.from({ length: STREAMS_PER_ADDRESS }, () => ask(leaving.signal)));
    expect(open.map(({ status }) => status)).toEqual(open.map(() => 200));
    const refused = await ask();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
    expect(await refused.json()).toMatchObject({
      code: 'too_many_streams',
      message: expect.stringMatching(/andamento/),
    });
    leaving.abort();
    await until(async () => {
      const next = await ask();
      await next.text();
      return next.status === 200;
    });
  });
});

describe('a client that stops reading', () => {
  it('is disconnected, and its answer is ended', async () => {
    const app = Fastify();
    let hasEnded = false;
    async function* endless() {
      try {
        for (;;) yield { event: 'delta', data: { text: 'x'.repeat(64 * 1024) } };
      } finally {
        hasEnded = true;
      }
    }
    app.get('/', async (_request, reply) => sendEvents(reply, endless(), { stalledMs: 300 }));
    const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
    const socket = connect(Number(port), '127.0.0.1');
    await once(socket, 'connect');
    socket.pause();
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await until(async () => hasEnded);
    socket.destroy();
    await app.close();
  });
});

describe('a slow answer', () => {
  it('is accompanied by comments, which are no events', async () => {
    const app = Fastify();
    const { promise, resolve } = Promise.withResolvers<void>();
    async function* slow() {
      yield { event: 'conversation', data: {} };
      await promise;
      yield { event: 'delta', data: { text: 'Olá' } };
    }
    app.get('/', async (_request, reply) => sendEvents(reply, slow(), { quietMs: 20 }));
    const { body } = await fetch(await app.listen({ port: 0, host: '127.0.0.1' }));
    const decoder = new TextDecoder();
    let text = '';
    for await (const bytes of body!) {
      text += decoder.decode(bytes, { stream: true });
      if (text.endsWith('\n\n:\n\n')) resolve();
    }
    const events = 'event: conversation\ndata: {}\n\nevent: delta\ndata: {"text":"Olá"}\n\n';
    expect(text.replaceAll(':\n\n', '')).toBe(events);
    await app.close();
  });
});
