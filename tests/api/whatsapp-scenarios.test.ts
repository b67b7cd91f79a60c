import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, startServer, type TestServer, until } from '../support/server.ts';
import { type Emulator, type Phone, startEmulator } from '../support/whatsapp/emulator.ts';

/* One scenario a row, each with a phone of its own. whatsapp.test.ts has those of several steps. */

let server: TestServer;
let meta: Emulator;
let owner: Caller;
let channelId: string;

beforeAll(async () => {
  meta = await startEmulator(async ({ body, headers }) => {
    const url = `/api/webhooks/whatsapp/${channelId}`;
    return (await server.call({ method: 'POST', url, headers, payload: body })).status;
  });
  meta.files.set('foto', { type: 'image/jpeg', bytes: Buffer.from('jpeg') });
  meta.files.set('sumida', { type: 'audio/ogg', bytes: Buffer.from(''), isGone: true });
  meta.files.set('grande', { type: 'video/mp4', bytes: Buffer.from('x'), size: 90_000_000 });
  server = await startServer({ env: { WHATSAPP_API_URL: meta.url, CRAWL_ALLOW: meta.host } });
  owner = await server.signUp();
  const { contextId } = owner;
  await owner.post('/contents/faq', { contextId, question: QUESTION, answer: 'A escova custa **R$ 50,00**.' });
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

let numbers = 5_511_900_000_000;
const newPhone = () => meta.phone(String(++numbers));
const textsOf = (phone: Phone) => phone.inbox().map(({ text }) => text);
/** Waits for this many messages, the notice of the first word among them. Returns the last. */
async function lastOf(phone: Phone, count: number): Promise<string> {
  await until(async () => phone.inbox().length >= count).catch((error) => {
    throw new Error(`${String(error)}: ${JSON.stringify(textsOf(phone))}`);
  });
  expect(textsOf(phone)).toHaveLength(count);
  return textsOf(phone)[count - 1]!;
}
const sendsOf = async ({ number }: Phone): Promise<{ state: string; code: number | null }[]> =>
  (
    await server.services.db.pool.query(
      `select s.state, s.error_code as code from channel_sends s join channel_contacts c on c.id = s.contact_id
       where c.peer = $1 order by s.seq`,
      [number],
    )
  ).rows;

const QUESTION = 'Quanto custa a escova?';
const PRICE = /R\$ 50,00/;
const UNKNOWN = /^Ainda não entendo esse tipo/;
const text = (body: string) => ({ type: 'text', text: { body } });
const choice = (type: string, title: string) => ({
  type: 'interactive',
  interactive: { type, [type]: { id: 'x', title } },
});

describe('is answered', () => {
  it.each<[string, object, RegExp]>([
    ['a text', text(QUESTION), PRICE],
    ['a text in capitals', text('QUANTO CUSTA A ESCOVA'), PRICE],
    ['a text of several lines', text('Oi!\n\nQuanto custa a escova?'), PRICE],
    ['a text with emojis', text('Quanto custa a escova? 💇‍♀️😀'), PRICE],
    ['a reply to another message', { ...text(QUESTION), context: { from: '1', id: 'wamid.other' } }, PRICE],
    ['a forwarded text', { ...text(QUESTION), context: { forwarded: true } }, PRICE],
    ['a text after a click on an ad', { ...text(QUESTION), referral: { source_type: 'ad', headline: 'x' } }, PRICE],
    ['the button of a template', { type: 'button', button: { text: QUESTION, payload: 'x' } }, PRICE],
    ['a button', choice('button_reply', QUESTION), PRICE],
    ['a row of a list', choice('list_reply', QUESTION), PRICE],
    ['a changed text', { type: 'edit', edit: { original_message_id: 'wamid.x', message: text(QUESTION) } }, PRICE],
    ['a changed text within another', { type: 'edit', edit: { message: { type: 'edit', edit: {} } } }, UNKNOWN],
    ['the answer of a form', choice('nfm_reply', 'x'), UNKNOWN],
    ['an image', { type: 'image', image: { id: 'foto' } }, /^Ainda não vejo imagens. Pode escrever\?$/],
    ['an audio that is gone', { type: 'audio', audio: { id: 'sumida', voice: true } }, /^Ainda não ouço áudios/],
    ['a video that is too large', { type: 'video', video: { id: 'grande' } }, /^Ainda não vejo vídeos/],
    ['a document', { type: 'document', document: { id: 'foto', filename: 'a.pdf' } }, /^Ainda não leio documentos/],
    ['a sticker', { type: 'sticker', sticker: { id: 'foto', animated: true } }, /^Ainda não entendo figurinhas/],
    ['a place', { type: 'location', location: { latitude: -23.5, longitude: -46.6, name: 'Casa' } }, /^Recebi a loc/],
    ['a place without coordinates', { type: 'location', location: { name: 'Casa' } }, UNKNOWN],
    ['a contact', { type: 'contacts', contacts: [{ name: { formatted_name: 'Rui' } }] }, /^Recebi o contato/],
    ['no contacts at all', { type: 'contacts' }, UNKNOWN],
    ['an order', { type: 'order', order: { catalog_id: '1', product_items: [] } }, UNKNOWN],
    ['what Meta does not support', { type: 'unsupported', errors: [{ code: 131051, title: 'x' }] }, UNKNOWN],
    ['a type of the future', { type: 'poll_of_2030', x: 1 }, UNKNOWN],
  ])('%s', async (_name, message, answer) => {
    const phone = newPhone();
    await phone.sends(message);
    expect(await lastOf(phone, 2)).toMatch(answer);
  });

  it('the words under an image', async () => {
    const phone = newPhone();
    await phone.sends({ type: 'image', image: { id: 'foto', caption: QUESTION } });
    expect(await lastOf(phone, 3)).toMatch(PRICE);
    expect(textsOf(phone)[1]).toMatch(/li o que você escreveu/);
  });

  it('in the marks of WhatsApp', async () => {
    const phone = newPhone();
    await phone.says(QUESTION);
    expect(await lastOf(phone, 2)).toContain('*R$ 50,00*');
  });
});

describe('is no message', () => {
  it.each<[string, object]>([
    ['a reaction', { type: 'reaction', reaction: { message_id: 'wamid.x', emoji: '👍' } }],
    ['a reaction that is taken back', { type: 'reaction', reaction: { message_id: 'wamid.x' } }],
    ['a deleted message', { type: 'revoke', revoke: { original_message_id: 'wamid.x' } }],
    ['a visitor’s new number', { type: 'system', system: { type: 'user_changed_number' } }],
    ['the first look at the chat', { type: 'request_welcome' }],
    ['a text without a visible character', text('\u200b \u2060')],
    ['a text without a body', { type: 'text' }],
  ])('%s', async (_name, message) => {
    const phone = newPhone();
    await phone.sends(message);
    await phone.says(QUESTION);
    expect(await lastOf(phone, 2)).toMatch(PRICE);
  });
});

describe('the end', () => {
  it.each(['PARAR', 'parar!', 'Pare', 'STOP', 'Para de me mandar mensagem', 'descadastrar', 'Sair da lista'])(
    'is asked for with %j, and lasts until “voltar”',
    async (words) => {
      const phone = newPhone();
      await phone.says(words);
      const stopped = await until(async () => textsOf(phone).find((one) => one.includes('VOLTAR')));
      const before = textsOf(phone).indexOf(stopped) + 1;
      await phone.says(QUESTION);
      await phone.says('Voltar!');
      expect(await lastOf(phone, before + 1)).toMatch(/de volta/);
    },
  );

  it.each(['Quanto custa a escova? Não consigo parar de pensar nela', 'Quanto custa a escova se eu voltar amanhã?'])(
    'is not meant by %j',
    async (words) => {
      const phone = newPhone();
      await phone.says(words);
      expect(await lastOf(phone, 2)).not.toMatch(/VOLTAR|de volta/);
    },
  );
});

describe('a message that comes again', () => {
  it.each<[string, (value: any) => object[][]]>([
    ['in the same body', (value) => [[value, value]]],
    ['in the same change', (value) => [[{ ...value, messages: [value.messages[0], value.messages[0]] }]]],
    ['later', (value) => [[value], [value]]],
    [
      'later, with another time',
      (value) => [[value], [{ ...value, messages: [{ ...value.messages[0], timestamp: '1' }] }]],
    ],
    [
      'later, with other words',
      (value) => [[value], [{ ...value, messages: [{ ...value.messages[0], ...text('Oi') }] }]],
    ],
  ])('%s is answered once', async (_name, bodiesOf) => {
    const phone = newPhone();
    for (const values of bodiesOf(phone.value(text(QUESTION)).value)) expect(await meta.notify(...values)).toBe(200);
    await lastOf(phone, 2);
    await phone.says('Quanto custa a escova hoje?');
    await lastOf(phone, 3);
  });
});

describe('statuses', () => {
  beforeAll(() => void (meta.statuses = []));
  afterAll(() => void (meta.statuses = ['sent', 'delivered']));

  it.each<[string[], string]>([
    [['sent'], 'sent'],
    [['sent', 'delivered'], 'delivered'],
    [['delivered', 'sent'], 'delivered'],
    [['delivered', 'delivered'], 'delivered'],
    [['read'], 'read'],
    [['read', 'delivered', 'sent'], 'read'],
    [['played'], 'read'],
    [['failed'], 'failed'],
    [['failed', 'sent'], 'failed'],
    [['failed', 'delivered'], 'delivered'],
    [['read', 'failed'], 'read'],
    [['deleted'], 'sent'],
  ])('%j end as %s, one by one and in one body', async (states, end) => {
    for (const isTogether of [false, true]) {
      const phone = newPhone();
      await phone.says(QUESTION);
      await lastOf(phone, 2);
      await until(async () => (await sendsOf(phone))[1]?.state === 'sent');
      const list = states.map((state) =>
        meta.status(phone.inbox()[1]!, state, state === 'failed' ? 131026 : undefined),
      );
      if (isTogether) await meta.notify({ statuses: list });
      else for (const one of list) await meta.notify({ statuses: [one] });
      expect((await sendsOf(phone))[1]).toEqual({ state: end, code: end === 'failed' ? 131026 : null });
    }
  });
});

describe('a refusal', () => {
  it.each([100, 131008, 131009, 131021, 131026, 131030, 131047, 131051, 131052])(
    '%i ends that message and not the next',
    async (code) => {
      const phone = newPhone();
      meta.faults = [{ code }];
      await phone.says(QUESTION);
      expect(await lastOf(phone, 1)).toMatch(PRICE);
      expect((await sendsOf(phone))[0]).toEqual({ state: 'failed', code });
    },
  );

  it('that passes lets every message wait: 2, 131016, 131048, 131057, 133004, and 503 without a code', async () => {
    const phones = Array.from({ length: 6 }, newPhone);
    meta.faults = [...[2, 131016, 131048, 131057, 133004].map((code) => ({ code })), { code: 1, status: 503 }];
    await Promise.all(phones.map((phone) => phone.says(QUESTION)));
    for (const phone of phones) expect(await lastOf(phone, 2)).toMatch(PRICE);
    expect(meta.faults).toEqual([]);
  });
});

describe('what the business does on its phone', () => {
  const original = { original_message_id: 'wamid.x' };
  it.each<[string, object, boolean]>([
    ['writing', text('Oi, aqui é a Ana'), true],
    ['sending an image', { type: 'image', image: { id: 'foto' } }, true],
    ['sending what Meta does not tell', { type: 'unsupported' }, true],
    ['deleting a message', { type: 'revoke', revoke: original }, false],
    ['changing a message', { type: 'edit', edit: { ...original, message: text('Oi, sou a Ana') } }, false],
    ['reacting', { type: 'reaction', reaction: { message_id: 'wamid.x', emoji: '👍' } }, false],
  ])('%s silences the assistant: %#', async (_name, message, isSilent) => {
    const phone = newPhone();
    expect(await meta.echoes(phone.number, message)).toBe(200);
    await phone.says(QUESTION);
    if (!isSilent) return void expect(await lastOf(phone, 2)).toMatch(PRICE);
    const silenced = (await owner.get(`/channels/${channelId}/silenced`)).body.data;
    expect(silenced.map(({ peer }: { peer: string }) => peer)).toContain(phone.number);
  });
});

describe('the window of 24 hours', () => {
  it.each([
    ['a reaction', { type: 'reaction', reaction: { message_id: 'wamid.x', emoji: '👍' } }],
    ['a deleted message', { type: 'revoke', revoke: { original_message_id: 'wamid.x' } }],
    ['a new number', { type: 'system', system: { type: 'user_changed_number' } }],
  ])('is not opened by %s', async (_name, message) => {
    const phone = newPhone();
    await phone.sends(message);
    await phone.says(QUESTION, { timestamp: String(Math.floor(Date.now() / 1_000) - 25 * 3_600) });
    await until(async () => {
      const sends = await sendsOf(phone);
      return sends.length === 2 && sends.every(({ state }) => state === 'failed');
    });
    expect(meta.calls.filter(({ body }) => body?.to === phone.number)).toEqual([]);
  });

  it.each([
    ['a minute before it closes', 24 * 60 - 1, true],
    ['a minute after it has closed', 24 * 60 + 1, false],
    ['by a clock that is ahead', -60, true],
  ])('%s', async (_name, minutes, isOpen) => {
    const phone = newPhone();
    await phone.says(QUESTION, { timestamp: String(Math.floor(Date.now() / 1_000) - minutes * 60) });
    if (isOpen) return void expect(await lastOf(phone, 2)).toMatch(PRICE);
    await until(async () => {
      const sends = await sendsOf(phone);
      return sends.length === 2 && sends.every(({ state }) => state === 'failed');
    });
    expect(meta.calls.filter(({ body }) => body?.to === phone.number)).toEqual([]);
  });
});
