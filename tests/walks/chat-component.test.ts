import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { onPage, sharedBrowser } from '../support/browser.ts';
import { type Caller, startServer, type TestServer, until } from '../support/server.ts';

/* Deep Chat, a chat component for models with OpenAI's interface, on a page of the business. */

const COMPONENT = readFileSync(new URL(import.meta.resolve('deep-chat')).pathname.replace('.js', '.bundle.js'));
const ANSWER = 'A entrega custa R$ 12,90 em Salvador.';

let server: TestServer;
let owner: Caller;
let browser: Browser;
let site: Server;

const portOf = (one: Server) => (one.address() as AddressInfo).port;
const page = () => `<!doctype html><html lang="pt-BR"><title>Loja</title><deep-chat></deep-chat>
  <script type="module" src="/deep-chat.js"></script>
  <script type="module">
    Object.assign(document.querySelector('deep-chat'), {
      directConnection: { deepSeek: { key: 'no servidor', model: '${owner.contextId}' } },
      connect: { url: '/v1/chat/completions', stream: true },
    });
  </script></html>`;

/** The site of the business. It passes the component's calls on with the key, which browsers do not get. */
function openSite(key: string): Server {
  const api = `http://127.0.0.1:${portOf(server.app.server)}/api`;
  return createServer((request, response) => {
    const { url = '/' } = request;
    if (url === '/deep-chat.js') return response.setHeader('content-type', 'text/javascript').end(COMPONENT);
    if (!url.startsWith('/v1/')) return response.setHeader('content-type', 'text/html; charset=utf-8').end(page());
    void text(request)
      .then((body) =>
        fetch(api + url, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body,
        }),
      )
      .then(async (answer) =>
        response
          .writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
          .end(await answer.text()),
      );
  }).listen(0, '127.0.0.1');
}

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), sharedBrowser()]);
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  owner = await server.signUp();
  await server.services.db.pool.query(`update subscriptions set plan_id = 'business'`);
  const { contextId } = owner;
  await owner.post('/contents/faq', { contextId, question: 'Quanto custa a entrega?', answer: ANSWER });
  await until(async () => {
    const { data } = (await owner.get(`/contents?contextId=${contextId}`)).body;
    return data[0]?.status === 'done';
  });
  const key = { name: 'Site', role: 'READER', contextIds: [contextId], expiresAt: null };
  site = openSite((await owner.post('/api-keys', key)).body.secret);
});
afterAll(async () => {
  site.close();
  await server.close();
});

it('answers in a chat component made for models of OpenAI, unchanged', async () => {
  await onPage(browser, 'chat-component', async (tab) => {
    await tab.goto(`http://127.0.0.1:${portOf(site)}/`);
    await tab.getByRole('textbox').fill('quanto é a entrega?');
    await tab.keyboard.press('Enter');
    await tab.getByText(ANSWER).waitFor();
    expect(await tab.getByText('quanto é a entrega?').count()).toBe(1);
  });
});
