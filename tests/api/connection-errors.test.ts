import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Caller, startServer, type TestServer, until } from '../support/server.ts';

let server: TestServer;
let owner: Caller;
let closed: string;

/** Returns a `host:port` where nothing listens. */
async function closedPort(): Promise<string> {
  const listener = createServer();
  await new Promise<void>((resolve) => void listener.listen(0, '127.0.0.1', resolve));
  const { port } = listener.address() as AddressInfo;
  await new Promise((resolve) => void listener.close(resolve));
  return `127.0.0.1:${port}`;
}

beforeAll(async () => {
  closed = await closedPort();
  const env = { WHATSAPP_API_URL: `http://${closed}`, SMTP_URL: `smtp://${closed}`, CRAWL_ALLOW: closed };
  server = await startServer({ env });
  owner = await server.signUp();
});
afterAll(() => server.close());

it('the setup of WhatsApp tells in Portuguese that Meta cannot be reached', async () => {
  const channel = {
    name: 'Loja',
    phoneNumberId: '106540352242922',
    wabaId: '102290129340398',
    accessToken: 'EAAGtoken0001',
    appSecret: 'a'.repeat(32),
  };
  const created = await owner.post('/channels', { contextId: owner.contextId, ...channel, silentHours: 4, isOn: true });
  expect(created.status, created.text).toBe(201);
  const { checks } = (await owner.post(`/channels/${created.body.id}/check`)).body;
  const unreachable = { state: 'bad', problem: 'meta_unreachable', actor: 'operator', detail: null };
  expect(checks[0]).toEqual({ step: 'token', ...unreachable });
});

it('the queue tells in Portuguese, with the code, that the mail server cannot be reached', async () => {
  await server.call({ method: 'POST', url: '/api/auth/forgot-password', payload: { email: owner.email } });
  const errorOf = async () =>
    (
      await server.services.db.pool.query<{ error: string }>(
        `select error from jobs where kind = 'mail' and error is not null`,
      )
    ).rows[0]?.error;
  expect(await until(errorOf)).toMatch(/^Não deu para conectar ao servidor \(ESOCKET 127\.0\.0\.1:\d+\)\.$/);
});
