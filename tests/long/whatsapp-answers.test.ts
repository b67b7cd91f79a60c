import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readBusiness } from '../../benches/answers/businesses.ts';
import { type Caller, eventsOf, startServer, type TestServer, until } from '../support/server.ts';
import { type Emulator, startEmulator } from '../support/whatsapp/emulator.ts';

const { items, questions } = readBusiness(
  join(import.meta.dirname, '../../benches/data/small-businesses/doce-quintal.json'),
);

let server: TestServer;
let meta: Emulator;
let owner: Caller;
let channelId: string;

beforeAll(async () => {
  meta = await startEmulator(async ({ body, headers }) => {
    const url = `/api/webhooks/whatsapp/${channelId}`;
    return (await server.call({ method: 'POST', url, headers, payload: body })).status;
  });
  server = await startServer({ env: { WHATSAPP_API_URL: meta.url, CRAWL_ALLOW: meta.host } });
  owner = await server.signUp();
  await server.services.db.pool.query(`update subscriptions set plan_id = 'business'`);
  const { contextId } = owner;
  for (const { type, question, answer, title, text = '' } of items) {
    if (type === 'faq') await owner.post('/contents/faq', { contextId, question, answer });
    else await owner.upload('/contents/file', { contextId }, { name: `${title}.txt`, bytes: Buffer.from(text) });
  }
  await until(async () => {
    const { data } = (await owner.get(`/contents?contextId=${contextId}&limit=100`)).body;
    return data.length === items.length && data.every(({ status }: { status: string }) => status === 'done');
  });
  const { use: _, ...limits } = (await owner.get(`/sessions/me/limits?contextId=${contextId}`)).body;
  const daily = { ...limits, contextId, perMinute: 600, daily: null, monthly: null };
  expect((await owner.put('/sessions/me/limits', daily)).status).toBe(200);
  const { phoneNumberId, wabaId, token: accessToken, appSecret } = meta.numbers;
  const channel = { contextId, name: 'WhatsApp', phoneNumberId, wabaId, accessToken, appSecret, isOn: true };
  const created = await owner.post('/channels', { ...channel, silentHours: 4 });
  expect(created.status, created.text).toBe(201);
  channelId = created.body.id;
});
afterAll(async () => {
  await server.close();
  meta.close();
});

/** What was decided about each message, by channel. */
async function answersIn(type: string): Promise<Map<string, object>> {
  const { rows } = await server.services.db.pool.query(
    `select m.question, m.outcome, m.answer, m.searched, m.sources, m.suggestions, c.interactions
     from messages m join conversations c on c.id = m.conversation_id
     where c.account_id = $1 and c.type = $2`,
    [owner.accountId, type],
  );
  return new Map(rows.map(({ question, interactions, ...rest }) => [`${interactions} ${question}`, rest]));
}

it('decides every question of a business as on the site, follow-ups too', async () => {
  const asked = questions.map(({ q, after }) => (after === undefined ? [q] : [after, q]));
  for (const messages of asked) {
    const visitorToken = `visitante-${randomUUID()}`;
    let conversationId: string | undefined;
    for (const question of messages) {
      const payload = { question, visitorToken, messageId: randomUUID(), conversationId };
      const url = `/api/widgets/${owner.contextId}/messages`;
      const answered = await server.call({ method: 'POST', url, payload });
      expect(answered.status, answered.text).toBe(200);
      conversationId = eventsOf(answered.text)[0]!.data.id as string;
    }
  }
  let number = 5_511_900_000_000;
  for (const messages of asked) {
    const phone = meta.phone(String(++number));
    for (const [at, question] of messages.entries()) {
      await phone.says(question);
      // The notice of the first word comes before the answer.
      await until(async () => phone.inbox().length >= at + 2);
    }
  }
  const [site, whatsapp] = [await answersIn('widget'), await answersIn('whatsapp')];
  expect(site.size).toBeGreaterThan(30);
  expect(Object.fromEntries(whatsapp)).toEqual(Object.fromEntries(site));
});
