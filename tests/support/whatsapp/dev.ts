import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { apiCaller, signInAs } from '../../pictures/people.ts';
import { startProgram } from '../program.ts';
import { startEmulator } from './emulator.ts';

/*
 * `npm run dev:whatsapp`: starts the product with demo data and an emulated WhatsApp beside it, connects the demo account's
 * first context to it, and serves the page of a phone on which to write to it.
 */

const PORT = Number(process.env.PHONE_PORT ?? 3100);
const PAGE = readFileSync(join(import.meta.dirname, 'phone.html'));

let webhook = '';
const meta = await startEmulator(async ({ body, headers }) => {
  const response = await fetch(webhook, { method: 'POST', headers, body: new Uint8Array(body) });
  return response.status;
});
const product = await startProgram({
  ...{ PORT: process.env.PORT ?? '3000', DATA_DIR: process.env.DATA_DIR ?? './data', DEMO: 'on' },
  ...{ WHATSAPP_API_URL: meta.url, CRAWL_ALLOW: meta.host },
});
process.on('exit', () => product.child.kill());
const { accessToken } = await signInAs(product.url, 'demo@prosa.local', 'Prosa#2026');
const call = apiCaller(product.url, accessToken);
const { phoneNumberId, wabaId, token, appSecret } = meta.numbers;
const [context] = (await call('GET', '/contexts')).data;
const known = (await call('GET', `/channels?contextId=${context.id}`)).data.find(
  (one: { phoneNumberId: string }) => one.phoneNumberId === phoneNumberId,
);
const channel =
  known ??
  (await call('POST', '/channels', {
    ...{ contextId: context.id, name: 'WhatsApp emulado', phoneNumberId, wabaId, accessToken: token, appSecret },
  }));
webhook = `${product.url}/api/webhooks/whatsapp/${channel.id}`;
const phone = meta.phone('5511987650000', 'Bia Souza');

const said: { mine: boolean; at: number; text: string; options?: object[] }[] = [];
const messages = () =>
  [...said, ...phone.inbox().map(({ at, text, options }) => ({ mine: false, at, text, options }))].sort(
    (a, b) => a.at - b.at,
  );

createServer((request, response) => {
  void (async () => {
    if (request.url === '/messages') return response.end(JSON.stringify(messages()));
    if (request.method !== 'POST') return response.setHeader('content-type', 'text/html; charset=utf-8').end(PAGE);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { text, tap, echo } = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, string>;
    said.push({ mine: echo === undefined, at: Date.now(), text: text ?? tap ?? `(pelo celular da loja) ${echo}` });
    if (tap) await phone.taps(tap);
    else if (echo) await meta.echo(phone.number, echo);
    else await phone.says(text ?? '');
    return response.end();
  })().catch((error: unknown) => response.writeHead(500).end(String(error)));
}).listen(PORT, '127.0.0.1', () => {
  console.log(`Console: ${product.url}/chat/channels/${channel.id} (demo@prosa.local, Prosa#2026)`);
  console.log(`Phone:   http://127.0.0.1:${PORT}`);
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void product.stop().then(() => process.exit(0)));
