import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyTemplateDatabase } from '../support/copy-template-database.ts';
import { modelInput } from '../support/model-input.ts';
import { type ModelProvider, startModelProvider } from '../support/model-provider.ts';
import { type Program, startProgram } from '../support/program.ts';
import { eventsOf, until } from '../support/server.ts';

let folder: string;
let provider: ModelProvider;
let program: Program;
let owner: string;
let contextId: string;

const start = async () => {
  program = await startProgram({ DATA_DIR: join(folder, 'data'), CRAWL_ALLOW: provider.host });
};
async function call(path: string, token?: string, body?: unknown, method = body ? 'POST' : 'GET') {
  const answer = await fetch(`${program.url}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  return { status: answer.status, text, body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : null };
}
const signIn = async (email: string, password: string): Promise<string> =>
  (await call('/auth/login', undefined, { email, password })).body.accessToken;

/** Lets every plan answer with this test's model provider. */
async function chooseModel(): Promise<void> {
  const staff = await signIn('equipe@prosa.local', 'Equipe#2026');
  const model = modelInput({ baseUrl: provider.baseUrl });
  const { id: modelId } = (await call('/admin/models', staff, model)).body;
  const { plans } = (await call('/admin/model-choice', staff)).body;
  const chosen = plans.map(({ id }: { id: string }) => ({ id, modelId }));
  await call('/admin/model-choice', staff, { plans: chosen, searchModelId: null }, 'PUT');
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'prosa-slow-'));
  copyTemplateDatabase(join(folder, 'data'));
  provider = await startModelProvider();
  await start();
  owner = await signIn('demo@prosa.local', 'Prosa#2026');
  contextId = (await call('/sessions/me/contexts', owner)).body[0].id;
  const faq = { contextId, question: 'Quanto custa o passeio de balão?', answer: 'O passeio de balão custa R$ 480.' };
  const { id } = (await call('/contents/faq', owner, faq)).body;
  await until(async () => (await call(`/contents/${id}`, owner)).body.status === 'done');
  await chooseModel();
});
afterAll(async () => {
  await program?.stop('SIGKILL');
  await provider.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A raw TCP client: its received text, and a promise of the ms until the connection closed. */
function openClient(): { socket: Socket; received: () => string; closed: Promise<number> } {
  const { hostname, port } = new URL(program.url);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.setEncoding('latin1').on('data', (piece: string) => (text += piece));
  socket.on('error', () => undefined);
  const startedAt = Date.now();
  const closed = new Promise<number>((resolve) => socket.once('close', () => resolve(Date.now() - startedAt)));
  return { socket, received: () => text, closed };
}

/** Sends the head of a request, then a piece of its body every second until it ends or is cut off. */
function drip(path: string, headers: Record<string, string>, piece: string, begin = '', times = Infinity, end = '') {
  const client = openClient();
  const lines = Object.entries({ host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  client.socket.write(`POST /api${path} HTTP/1.1\r\n${lines.join('')}\r\n${begin}`);
  let sent = 0;
  const timer = setInterval(() => {
    sent += 1;
    client.socket.write(sent > times ? end : piece);
    if (sent > times) clearInterval(timer);
  }, 1_000);
  void client.closed.then(() => clearInterval(timer));
  return client;
}

const JSON_BODY = { 'content-type': 'application/json', 'content-length': '100000' };
const BOUNDARY = 'fronteira';
const formHead = (name: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="contextId"\r\n\r\n${contextId}\r\n` +
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
const FORM_END = `\r\n--${BOUNDARY}--\r\n`;
const formHeaders = (length: number) => ({
  authorization: `Bearer ${owner}`,
  'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
  'content-length': String(length),
});

describe('a client that sends one byte per second', () => {
  it('gets 408 and is disconnected after 30 s, while a slow but steady upload succeeds', async () => {
    const line = 'Uma linha do manual da loja.\n'.repeat(200);
    const head = formHead('manual.txt');
    const slow = {
      body: drip('/auth/login', JSON_BODY, ' '),
      form: drip('/contents/file', formHeaders(100_000), 'a', formHead('a.txt')),
      chunked: drip(
        '/auth/login',
        { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
        '1\r\n \r\n',
      ),
      refused: drip('/contents/faq', JSON_BODY, ' '),
      headers: drip('/auth/login', { 'x-nothing': 'x' }, 'x'),
    };
    const large = drip('/auth/login', { ...JSON_BODY, 'content-length': '2000000' }, ' ');
    const head2 = openClient();
    head2.socket.write('GET / HTTP/1.1\r\nhost: x\r\n');
    const length = head.length + 45 * line.length + FORM_END.length;
    const steady = drip('/contents/file', { ...formHeaders(length), connection: 'close' }, line, head, 45, FORM_END);
    for (const [name, { closed, received }] of Object.entries({ ...slow, head2 })) {
      const ms = await closed;
      expect(ms, name).toBeGreaterThan(name === 'headers' ? 0 : 25_000);
      expect(ms, name).toBeLessThan(45_000);
      if (name === 'refused') expect(received()).toMatch(/^HTTP\/1\.1 401/);
      else if (name !== 'headers') {
        expect(received(), name).toMatch(/^HTTP\/1\.1 408/);
        expect(received(), name).toContain('"code":"request_timeout"');
      }
    }
    expect(large.received()).toMatch(/^HTTP\/1\.1 413/);
    await steady.closed;
    expect(steady.received()).toMatch(/^HTTP\/1\.1 201/);
  });
});

const ask = () =>
  fetch(`${program.url}/api/widgets/${contextId}/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      question: 'Quanto custa o passeio de balão?',
      messageId: randomUUID(),
      visitorToken: randomUUID(),
    }),
  });

describe('SIGTERM', () => {
  it('ends the process within 20 s despite slow clients and providers, and finishes a running answer', async () => {
    const before = provider.requests.length;
    const seconds = Array.from({ length: 5 }, (_, second) => `São R$ 480, dito no segundo ${second}. `);
    provider.next({ kind: 'text', deltas: seconds, delayMs: 1_000 });
    const response = ask().then((answer) => answer.text());
    await until(async () => provider.requests.length === before + 1);
    provider.next({ kind: 'hang' });
    const hanging = ask()
      .then((answer) => answer.text())
      .catch(() => 'cut');
    await until(async () => provider.requests.length === before + 2);
    drip('/auth/login', JSON_BODY, ' ');
    drip('/contents/file', formHeaders(10_000_000), 'Uma linha.\n'.repeat(1_000), formHead('longo.txt'));
    drip('/contents/file', { ...formHeaders(100_000), 'content-encoding': 'gzip' }, 'a', formHead('a.txt'));
    openClient().socket.write('GET / HTTP/1.1\r\nhost: x\r\n');
    openClient();
    // Sends another request on the same connection after each response.
    const busyClient = openClient();
    const again = () =>
      busyClient.socket.write('GET /api/health HTTP/1.1\r\nhost: x\r\nconnection: keep-alive\r\n\r\n');
    busyClient.socket.on('data', again);
    again();
    const startedAt = Date.now();
    expect(await program.stop('SIGTERM')).toBe(0);
    expect(Date.now() - startedAt).toBeLessThan(20_000);
    const events = eventsOf(await response);
    expect(events.at(-1)?.event).toBe('done');
    expect(await hanging).not.toContain('event: done');
    await start();
    expect((await call('/health')).status).toBe(200);
  });
});
