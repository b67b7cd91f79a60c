import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tenant, withTenant } from '../../src/server/db/tenant.ts';
import { claimJobs } from '../../src/server/jobs/queue.ts';
import { startWorker } from '../../src/server/jobs/worker.ts';
import { mailWorker } from '../../src/server/mail/emails.ts';
import { openMailer } from '../../src/server/mail/mail.ts';
import { webhookWorker } from '../../src/server/outgoing-webhooks/deliver.ts';
import { recordEvent } from '../../src/server/outgoing-webhooks/record-event.ts';
import { SAMPLES } from '../../src/server/outgoing-webhooks/samples.ts';
import type { Services } from '../../src/server/runtime/services.ts';
import { answering, type Receiver, startReceiver } from '../support/receiver.ts';
import { type Caller, startServer, type TestServer, until } from '../support/server.ts';

/* Deliveries with a fake clock: the test runs each job itself, at the time when the job is due. */

const MINUTE = 60_000;
let server: TestServer;
let receiver: Receiver;
let hanging: Receiver;
let otherHanging: Receiver;
let owner: Caller;
let now: Date;
beforeAll(async () => {
  [receiver, hanging, otherHanging] = await Promise.all([startReceiver(), startReceiver(), startReceiver()]);
  for (const one of [hanging, otherHanging]) one.answer = () => undefined;
  const CRAWL_ALLOW = [receiver, hanging, otherHanging].map(({ host }) => host).join();
  server = await startServer({ worker: false, env: { CRAWL_ALLOW } });
});
afterAll(async () => {
  await server.close();
  for (const one of [receiver, hanging, otherHanging]) one.close();
});
async function signUp(): Promise<Caller> {
  const signingUp = server.signUp();
  await until(async () => {
    await sendMails();
    return Promise.race([signingUp, null]);
  });
  return signingUp;
}
beforeEach(async () => {
  owner = await signUp();
  now = new Date('2026-03-02T12:00:00Z');
  // Jobs of other tests are due by now.
  await query(`delete from jobs where kind = 'webhook'`);
  receiver.requests.length = 0;
  receiver.answer = answering(200, 'ok');
});

/** Sends the emails that are queued. */
async function sendMails(): Promise<void> {
  const { db, env } = server.services;
  const { run } = mailWorker(db, openMailer(env), () => undefined);
  for (;;) {
    const [job] = await claimJobs(db, { kinds: ['mail'] });
    if (!job) return;
    await run(job, new AbortController().signal);
  }
}
/** Sends the emails that are queued. Returns those to the owner about a webhook. */
async function mailsAbout(name: string) {
  await sendMails();
  return (await server.mailsTo(owner.email)).filter(({ subject }) => subject?.includes(name));
}

const query = async (text: string, ...values: unknown[]) => (await server.services.db.pool.query(text, values)).rows;
const create = async (change: object = {}): Promise<any> => {
  const events = ['payment.failed'];
  const body = { name: `CRM ${randomUUID()}`, url: receiver.url, format: 'json', events, contextIds: [], ...change };
  return (await owner.post('/outgoing-webhooks', { isActive: true, ...body })).body;
};
const record = (cause: string = randomUUID()) =>
  withTenant(server.services.db, tenant(owner.accountId, 'all'), (tx) =>
    recordEvent(tx, { accountId: owner.accountId, type: 'payment.failed', cause, data: SAMPLES['payment.failed'] }),
  );
const deliveriesOf = async (filter = ''): Promise<any[]> => (await owner.get(`/webhook-deliveries${filter}`)).body.data;
const showOf = async (id: string) => (await owner.get(`/webhook-deliveries/${id}`)).body;

/** Claims the account's next delivery at once, even if it is not due yet. */
async function claim() {
  // In the past, because the column rounds to milliseconds, and may round up.
  const due = `update jobs set run_at = now() - interval '1 second' where account_id = $1 and kind = 'webhook'`;
  await query(due, owner.accountId);
  const [job] = await claimJobs(server.services.db, { kinds: ['webhook'] });
  return job;
}

/** Sends the account's next delivery at the test's time. Returns false when none is queued. */
async function deliver(services: Services = server.services): Promise<boolean> {
  const job = await claim();
  if (job) await webhookWorker(services, () => now).run(job, new AbortController().signal);
  return job !== undefined;
}

describe('personal data', () => {
  const left = { ...SAMPLES['message.left'], message: 'Sou a Rita Souza, meu CPF é 529.982.247-25. Quero 40 toalhas.' };
  const send = async (hidesPersonalData: boolean) => {
    await create({ events: ['message.left'], hidesPersonalData });
    await withTenant(server.services.db, tenant(owner.accountId, 'all'), (tx) =>
      recordEvent(tx, { accountId: owner.accountId, type: 'message.left', cause: randomUUID(), data: left }),
    );
    await deliver();
    return receiver.requests.at(-1)!.body;
  };

  it('is sent as it was written', async () => {
    expect((await send(false)).data).toEqual(left);
  });

  it('is sent as marks if the webhook hides it, and the delivery shows what was sent', async () => {
    const sent = await send(true);
    expect(sent.data).toEqual({
      ...left,
      ...{ name: '[nome 1]', email: '[e-mail 1]', whatsapp: '[telefone 1]' },
      message: 'Sou a [nome 1], meu CPF é [CPF 1]. Quero 40 toalhas.',
    });
    const [{ id }] = await deliveriesOf();
    expect((await showOf(id)).payload).toEqual(sent);
  });
});

describe('a failed delivery', () => {
  it('is retried for a day with growing delays, then parked, and the owners are notified once', async () => {
    const { id, name } = await create();
    receiver.answer = answering(503, 'Volte mais tarde');
    await record();
    const begin = now.getTime();
    const minutes: number[] = [];
    while (await deliver()) {
      minutes.push((now.getTime() - begin) / MINUTE);
      const [{ nextAt }] = await deliveriesOf();
      if (nextAt) now = new Date(nextAt);
    }
    expect(minutes).toEqual([0, 0.5, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 1440]);
    const [parked] = await deliveriesOf('?state=parked');
    expect(parked).toMatchObject({ state: 'parked', attempts: 14, answerStatus: 503, nextAt: null, webhook: name });
    expect((await owner.get(`/outgoing-webhooks/${id}`)).body).toMatchObject({ status: 'active', parked: 1 });
    const { log } = await showOf(parked.id);
    expect(log).toHaveLength(14);
    expect(log[0]).toMatchObject({ at: '2026-03-02T12:00:00.000Z', status: 503, answer: 'Volte mais tarde' });
    expect(new Set(receiver.requests.map(({ body }) => body.id)).size).toBe(1);
    expect(new Set(receiver.requests.map(({ headers }) => headers['prosa-delivery']))).toEqual(new Set([parked.id]));
    // Another failed delivery on the same day causes no second notice.
    await query(`update webhook_deliveries set tried_since = $2 where account_id = $1`, owner.accountId, now);
    await record();
    await query(
      `update webhook_deliveries set tried_since = $2::timestamptz - interval '1 day' where account_id = $1`,
      ...[owner.accountId, now],
    );
    await deliver();
    const sent = await mailsAbout(name);
    expect(sent).toHaveLength(1);
    expect(sent[0]!.text).toContain(`/settings/webhook-deliveries?state=parked&webhookId=${id}`);
    expect((await owner.get('/notices')).body.data).toMatchObject([{ limit: 'webhooks', webhook: { id, name } }]);
  });

  it('can be replayed, by itself or together with all others, for another day of attempts', async () => {
    const { id } = await create();
    receiver.answer = answering(500);
    for (const cause of ['one', 'two', 'three']) await record(cause);
    await query(`update webhook_deliveries set tried_since = '2026-03-01T12:00:00Z'`);
    while (await deliver());
    const parked = await deliveriesOf('?state=parked');
    expect(parked).toHaveLength(3);
    receiver.requests.length = 0;
    expect((await owner.post(`/webhook-deliveries/${parked[0].id}/replay`)).status).toBe(204);
    await deliver();
    const [again] = (await deliveriesOf()).filter((one) => one.id === parked[0].id);
    expect(again).toMatchObject({ state: 'waiting', attempts: 2, nextAt: '2026-03-02T12:00:30.000Z' });
    receiver.answer = answering(204);
    expect((await owner.post('/webhook-deliveries/replay', { webhookId: id })).body).toEqual({ replayed: 2 });
    while (await deliver());
    expect((await deliveriesOf()).map(({ state }) => state)).toEqual(['delivered', 'delivered', 'delivered']);
    expect((await owner.get('/notices')).body.data).toEqual([]);
    // A delivered one can also be sent again.
    receiver.requests.length = 0;
    await owner.post(`/webhook-deliveries/${parked[0].id}/replay`);
    await deliver();
    expect(receiver.requests).toHaveLength(1);
  });

  it('keeps the log of the latest 20 attempts', async () => {
    await create();
    receiver.answer = answering(500);
    await record();
    const [{ id }] = await deliveriesOf();
    for (let n = 0; n < 24; n += 1) {
      await owner.post(`/webhook-deliveries/${id}/replay`);
      await deliver();
    }
    const { attempts, log } = await showOf(id);
    expect([attempts, log.length]).toEqual([24, 20]);
  });
});

describe('an address', () => {
  it('that responds with 410 turns its webhook off', async () => {
    const { id, name } = await create();
    receiver.answer = answering(410, 'gone');
    for (const cause of ['one', 'two']) await record(cause);
    // Another claim may hold the account's turn for a moment.
    await until(async () => {
      while (await deliver());
      return (await owner.get(`/outgoing-webhooks/${id}`)).body.parked === 2;
    });
    // The second one is not sent.
    expect(receiver.requests).toHaveLength(1);
    expect((await owner.get(`/outgoing-webhooks/${id}`)).body.status).toBe('gone');
    const sent = await mailsAbout(name);
    expect(sent.map(({ subject }) => subject)).toEqual([`Desligamos o webhook ${name}`]);
    const [{ id: delivery }] = await deliveriesOf();
    expect((await owner.post(`/webhook-deliveries/${delivery}/replay`)).body.code).toBe('webhook_inactive');
    expect((await owner.post('/webhook-deliveries/replay', {})).body).toEqual({ replayed: 0 });
    await owner.put(`/outgoing-webhooks/${id}`, { isActive: true });
    receiver.answer = answering(200);
    expect((await owner.post('/webhook-deliveries/replay', {})).body).toEqual({ replayed: 2 });
    while (await deliver());
    expect((await owner.get(`/outgoing-webhooks/${id}`)).body).toMatchObject({ status: 'active', parked: 0 });
  });

  it('that is private is never requested, even if it was stored before', async () => {
    const inside = await startReceiver();
    const { id } = await create();
    await query(`update outgoing_webhooks set url = $2 where id = $1`, id, inside.url.replace('http:', 'https:'));
    await record();
    await deliver();
    const [delivery] = await deliveriesOf();
    expect(delivery).toMatchObject({ state: 'waiting', answerStatus: null, error: 'address_refused' });
    await query(`update outgoing_webhooks set url = $2 where id = $1`, id, inside.url);
    await deliver();
    expect((await deliveriesOf())[0]).toMatchObject({ error: 'https_required' });
    expect(inside.requests).toEqual([]);
    inside.close();
  });

  it('that redirects gets no second request', async () => {
    const other = await startReceiver();
    await create();
    receiver.answer = answering(307, '', { location: other.url });
    await record();
    await deliver();
    expect((await deliveriesOf())[0]).toMatchObject({ state: 'waiting', error: expect.any(String) });
    receiver.answer = answering(302, '', { location: receiver.url });
    await deliver();
    expect((await deliveriesOf())[0]).toMatchObject({ state: 'waiting', error: 'bad_redirect' });
    expect([receiver.requests.length, other.requests.length]).toEqual([2, 0]);
    other.close();
  });

  it('with a long or unusual response is judged by its status', async () => {
    await create();
    receiver.answer = answering(200, 'x'.repeat(300_000));
    await record();
    await deliver();
    const [{ id, state }] = await deliveriesOf();
    expect(state).toBe('delivered');
    receiver.answer = answering(500, `\0\ud800${'é'.repeat(1_000)}`);
    await owner.post(`/webhook-deliveries/${id}/replay`);
    await deliver();
    const last = (await showOf(id)).log.at(-1);
    expect(last).toMatchObject({ status: 500, error: null });
    expect(last.answer.length).toBeLessThanOrEqual(300);
  });
});

describe('a process that dies', () => {
  it('after sending leaves the delivery to another process, which sends the same event again', async () => {
    await create();
    await record();
    const job = await claim();
    receiver.answer = (response) => {
      // Another process takes over the job, because this one no longer renews its lease.
      void query(`update jobs set lease_token = null, lease_until = null where id = $1`, job!.id).then(() =>
        response.end('ok'),
      );
    };
    const lost = webhookWorker(server.services, () => now).run(job!, new AbortController().signal);
    await expect(lost).rejects.toThrow();
    expect(await deliveriesOf()).toMatchObject([{ state: 'waiting', attempts: 0 }]);
    receiver.answer = answering(200);
    await deliver();
    expect(await deliveriesOf()).toMatchObject([{ state: 'delivered', attempts: 1 }]);
    const [first, second] = receiver.requests;
    expect(second!.body).toEqual(first!.body);
    expect(await deliver()).toBe(false);
  });
});

describe('receivers that hang', () => {
  it('hold a few workers per account and per host, and do not delay the deliveries of others', async () => {
    const since = new Date();
    // Two accounts with the same host, and one with two hosts.
    const addresses = [[hanging.url], [hanging.url], [otherHanging.url, `${otherHanging.url}/2`]];
    for (const urls of addresses) {
      owner = await signUp();
      for (const url of urls) await create({ url });
      for (let n = 0; n < 12; n += 1) await record();
    }
    owner = await signUp();
    await create();
    for (let n = 0; n < 20; n += 1) await record();
    const { db } = server.services;
    const worker = startWorker(db, { webhook: webhookWorker(server.services) }, { warn: () => undefined });
    await until(
      async () => receiver.requests.length === 20 && hanging.requests.length + otherHanging.requests.length >= 16,
    );
    // None of them has timed out yet.
    expect(
      await query(
        `select state from webhook_deliveries where created_at > $1 and state = 'waiting' and attempts > 0`,
        since,
      ),
    ).toEqual([]);
    expect([hanging, otherHanging].map(({ requests }) => requests.length)).toEqual([8, 8]);
    await worker.stop(0);
  });
});

describe('a member of some contexts', () => {
  it('sees only webhooks of these contexts, and cannot create others', async () => {
    const other = (await owner.post('/contexts', { name: 'Filial' })).body.id;
    const admin = await server.as(owner, 'ADMIN', [other]);
    const all = await create();
    const theirs = await create({ contextIds: [other] });
    const listed = (await admin.get('/outgoing-webhooks')).body.data;
    expect(listed.map(({ id }: { id: string }) => id)).toEqual([theirs.id]);
    for (const path of ['reveal-secret', 'rotate-secret', 'test'])
      expect((await admin.post(`/outgoing-webhooks/${all.id}/${path}`, {})).status).toBe(404);
    expect((await admin.delete(`/outgoing-webhooks/${all.id}`)).status).toBe(404);
    const body = { name: 'Outro', url: receiver.url, events: ['payment.failed'] };
    expect((await admin.post('/outgoing-webhooks', { ...body, contextIds: [] })).status).toBe(422);
    expect((await admin.post('/outgoing-webhooks', { ...body, contextIds: [owner.contextId] })).status).toBe(404);
    expect((await admin.post('/outgoing-webhooks', { ...body, contextIds: [other] })).status).toBe(201);
    expect((await admin.put(`/outgoing-webhooks/${theirs.id}`, { contextIds: [] })).status).toBe(422);
    await record();
    const [hidden, ...others] = await deliveriesOf();
    expect(others).toEqual([]);
    expect((await admin.get('/webhook-deliveries')).body.data).toEqual([]);
    expect((await admin.get(`/webhook-deliveries/${hidden.id}`)).status).toBe(404);
    await query(`update webhook_deliveries set state = 'parked' where id = $1`, hidden.id);
    expect((await admin.post('/webhook-deliveries/replay', {})).body).toEqual({ replayed: 0 });
    expect((await admin.post(`/webhook-deliveries/${hidden.id}/replay`)).status).toBe(404);
    expect(await deliveriesOf()).toMatchObject([{ state: 'parked' }]);
  });
});
