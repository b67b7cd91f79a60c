import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, startServer, type TestServer, until } from '../support/server.ts';
import { type Emulator, type Phone, startEmulator } from '../support/whatsapp/emulator.ts';

let server: TestServer;
let meta: Emulator;
let owner: Caller;
let channelId: string;

const rowsOf = async (text: string, ...values: unknown[]) => (await server.services.db.pool.query(text, values)).rows;

beforeAll(async () => {
  meta = await startEmulator(async ({ body, headers }) => {
    const url = `/api/webhooks/whatsapp/${channelId}`;
    return (await server.call({ method: 'POST', url, headers, payload: body })).status;
  });
  server = await startServer({ env: { WHATSAPP_API_URL: meta.url, CRAWL_ALLOW: meta.host } });
  owner = await server.signUp({ name: 'Ana Lima' });
  const { contextId } = owner;
  const faqs = [
    ['Qual é o horário de funcionamento?', 'Abrimos de segunda a sexta, das 9h às 18h.'],
    ['Quanto custa o corte feminino?', 'O corte feminino custa R$ 80,00.'],
    ['Quanto custa a escova?', 'A escova custa R$ 50,00.'],
  ];
  for (const [question, answer] of faqs) await owner.post('/contents/faq', { contextId, question, answer });
  channelId = await connect(owner);
});
afterAll(async () => {
  await server.close();
  meta.close();
});

async function connect(caller: Caller, change: object = {}): Promise<string> {
  const { phoneNumberId, wabaId, token: accessToken, appSecret } = meta.numbers;
  const input = {
    contextId: caller.contextId,
    name: 'WhatsApp da loja',
    phoneNumberId,
    wabaId,
    accessToken,
    appSecret,
  };
  const created = await caller.post('/channels', { ...input, silentHours: 4, isOn: true, ...change });
  expect(created.status, created.text).toBe(201);
  return created.body.id;
}

let numbers = 5_511_900_000_000;
const newPhone = (name?: string) => meta.phone(String(++numbers), name);
const textsOf = (phone: Phone) => phone.inbox().map(({ text }) => text);
/** Waits until a phone has this many messages. */
const received = (phone: Phone, count: number) =>
  until(async () => phone.inbox().length >= count && textsOf(phone)).catch((error) => {
    throw new Error(`${String(error)}: ${JSON.stringify(textsOf(phone))}`);
  });

describe('a message', () => {
  it('is answered as on the site, after the notice of the first word', async () => {
    const phone = newPhone('Bia Souza');
    const id = await phone.says('Qual é o horário de funcionamento?');
    const [notice, answer] = await received(phone, 2);
    expect(notice).toMatch(/assistente virtual de .*PARAR/);
    expect(answer).toContain('das 9h às 18h');
    await until(async () => meta.read.includes(id));
    await phone.says('Quanto custa a escova?');
    expect((await received(phone, 3))[2]).toContain('R$ 50,00');
    const [conversation, ...others] = (await owner.get(`/conversations?contextId=${owner.contextId}&type=whatsapp`))
      .body.data;
    expect(others).toEqual([]);
    expect(conversation).toMatchObject({ type: 'whatsapp', interactions: 2 });
    const states = () =>
      rowsOf(
        `select state from channel_sends where external_id = any($1)`,
        phone.inbox().map((one) => one.id),
      );
    await until(async () => (await states()).every(({ state }) => state === 'delivered'));
  });
});
