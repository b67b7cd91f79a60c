import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withPlatform } from '../../src/server/db/tenant.ts';
import { startWorker } from '../../src/server/jobs/worker.ts';
import { trainWorker } from '../../src/server/knowledge/training/train.ts';
import { mailWorker, queueEmail } from '../../src/server/mail/emails.ts';
import { openMailer } from '../../src/server/mail/mail.ts';
import { type Caller, startServer, type TestServer, until } from '../support/server.ts';

let server: TestServer;
let owner: Caller;
const sockets = new Set<Socket>();
/** Accepts connections, sends the SMTP greeting and never responds again. */
const silent = createServer((socket) => {
  sockets.add(socket.on('error', () => undefined));
  socket.write('220 correio.empresa.com.br\r\n');
});

const start = (handlers: Parameters<typeof startWorker>[1]) =>
  startWorker(server.services.db, handlers, { warn: () => undefined });

beforeAll(async () => {
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  server = await startServer({ worker: false });
  const postman = start({ mail: mailWorker(server.services.db, openMailer(server.services.env), () => undefined) });
  owner = await server.signUp();
  await postman.stop();
});
afterAll(async () => {
  await server.close();
  for (const socket of sockets) socket.destroy();
  silent.close();
});

const hanging = (timeouts?: Parameters<typeof openMailer>[1]) => {
  const { port } = silent.address() as AddressInfo;
  return openMailer({ ...server.services.env, SMTP_URL: `smtp://127.0.0.1:${port}` }, timeouts);
};

it('trains contents while the mail server hangs', async () => {
  const { db } = server.services;
  const { accountId, contextId } = owner;
  const waiting = async () =>
    (await db.pool.query(`select 1 from jobs where account_id = $1 and kind = 'mail'`, [accountId])).rowCount;
  // More emails than are sent at once.
  await withPlatform(db, async (tx) => {
    for (let n = 0; n < 8; n += 1) await queueEmail(tx, accountId, `pessoa${n}@empresa.com.br`, 'deletionUndone', {});
  });
  const worker = start({ mail: mailWorker(db, hanging(), () => undefined), train: trainWorker(server.services) });
  await until(async () => sockets.size > 0);
  const faq = { contextId, question: 'Abre aos domingos?', answer: 'Sim, das 9h às 13h.' };
  const { id } = (await owner.post('/contents/faq', faq)).body;
  await until(async () => (await owner.get(`/contents/${id}`)).body.status === 'done');
  expect(await waiting()).toBe(8);
  for (const socket of sockets) socket.destroy();
  await db.pool.query(`delete from jobs where account_id = $1`, [accountId]);
  await worker.stop();
});

it('gives up on an email after the SMTP timeouts, so that the queue can retry it', async () => {
  const soon = { dnsTimeout: 200, connectionTimeout: 200, greetingTimeout: 200, socketTimeout: 200 };
  const mail = { to: 'ana@empresa.com.br', subject: 'Olá', text: 'Oi.' };
  await expect(hanging(soon).send(mail, 'um-id')).rejects.toThrow(/timeout/i);
});
