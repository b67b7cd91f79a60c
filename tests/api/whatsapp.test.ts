import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sweepChannels } from '../../src/server/channels/sweep.ts';
import { notePresence } from '../../src/server/chat/handover/presence.ts';
import { tenant } from '../../src/server/db/tenant.ts';
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

describe('the webhook', () => {
  const get = (query: Record<string, string>) =>
    server.call({ method: 'GET', url: `/api/webhooks/whatsapp/${channelId}?${new URLSearchParams(query)}` });

  it('confirms itself only to the one who knows the token', async () => {
    const { verifyToken: token } = (await owner.get(`/channels/${channelId}`)).body;
    const asked = { 'hub.mode': 'subscribe', 'hub.verify_token': token, 'hub.challenge': '1158201444' };
    const confirmed = await get(asked);
    expect([confirmed.status, confirmed.text]).toEqual([200, '1158201444']);
    expect(String(confirmed.headers['content-type'])).toContain('text/plain');
    expect((await get({ ...asked, 'hub.verify_token': 'outro' })).body.code).toBe('bad_signature');
    expect((await get({ ...asked, 'hub.mode': 'unsubscribe' })).body.code).toBe('bad_signature');
    expect((await owner.get(`/channels/${channelId}`)).body.verifiedAt).not.toBeNull();
    const unknown = await server.call({
      method: 'POST',
      url: `/api/webhooks/whatsapp/${crypto.randomUUID()}`,
      payload: {},
    });
    expect(unknown.status).toBe(404);
  });

  it('refuses what the app has not signed, byte by byte, and bodies that are no webhooks', async () => {
    const phone = newPhone();
    const { value } = phone.value({ type: 'text', text: { body: 'Quanto custa a escova?' } });
    const entry = [
      {
        id: '1',
        changes: [
          { field: 'messages', value: { metadata: { phone_number_id: meta.numbers.phoneNumberId }, ...value } },
        ],
      },
    ];
    const body = JSON.stringify({ object: 'whatsapp_business_account', entry });
    const other = `sha256=${'0'.repeat(64)}`;
    const sha1 = 'sha1=356a192b7913b04c54574d18c28d46e6395428ab';
    for (const signature of [null, '', other, sha1, 'sha256=', `sha256=${'é'.repeat(32)}`])
      expect(await meta.post(body, signature)).toBe(400);
    const sign = (text: string) => `sha256=${createHmac('sha256', meta.numbers.appSecret).update(text).digest('hex')}`;
    // The signature of the whole does not cover the half, nor other bytes that mean the same.
    expect(await meta.post(body.slice(0, body.length / 2), sign(body))).toBe(400);
    expect(await meta.post(`${body} `, sign(body))).toBe(400);
    expect(await meta.post(JSON.stringify(JSON.parse(body), null, 1), sign(body))).toBe(400);
    for (const odd of ['', '{"entry":', 'null', '[]', '{"entry":"x"}', '{"object":"page"}'])
      expect(await meta.post(odd)).toBe(400);
    expect(await rowsOf('select 1 from channel_contacts where peer = $1', phone.number)).toEqual([]);
    expect(await meta.post(body, sign(body).toUpperCase().replace('SHA256', 'sha256'))).toBe(200);
    expect((await received(phone, 2))[1]).toContain('R$ 50,00');
  });

  it('keeps what it knows of a body with parts of other forms', async () => {
    const phone = newPhone();
    const { value } = phone.value({ type: 'text', text: { body: 'Quanto custa a escova?' } });
    const odd = {
      messages: [{ id: 'x' }, 7, null, { from: 1, id: 2 }],
      statuses: [{ status: 'sent' }, 'x', { id: 'y', status: 'new', timestamp: '1' }],
    };
    expect(await meta.notify({ event: 'PHONE_NUMBER_UPDATE' }, odd, value)).toBe(200);
    expect((await received(phone, 2))[1]).toContain('R$ 50,00');
    const nul = JSON.stringify({
      entry: [
        {
          changes: [
            {
              value: {
                metadata: { phone_number_id: meta.numbers.phoneNumberId },
                messages: [
                  {
                    from: phone.number,
                    id: 'wamid.nul',
                    timestamp: '1',
                    type: 'text',
                    text: { body: 'a\u0000\ud800' },
                  },
                ],
              },
            },
          ],
        },
      ],
    });
    expect(await meta.post(nul)).toBe(200);
    expect(await meta.post(JSON.stringify({ entry: [{ changes: 'x' }, {}] }))).toBe(200);
  });

  it('applies a repeated message once, also when two come at once', async () => {
    const phone = newPhone();
    const { value } = phone.value({ type: 'text', text: { body: 'Quanto custa o corte feminino?' } });
    const answers = await Promise.all([meta.notify(value), meta.notify(value), meta.notify(value, value)]);
    expect(answers).toEqual([200, 200, 200]);
    await received(phone, 2);
    await meta.notify(value);
    await phone.says('Quanto custa a escova?');
    expect((await received(phone, 3)).map((text) => /R\$ \d+/.exec(text)?.[0])).toEqual([undefined, 'R$ 80', 'R$ 50']);
  });

  it('answers several messages in the order in which they were written', async () => {
    const [one, other] = [newPhone(), newPhone()];
    const at = Math.floor(Date.now() / 1_000);
    const ask = (phone: Phone, body: string, seconds: number) =>
      phone.value({ type: 'text', text: { body }, timestamp: String(at - seconds) }).value;
    // Two webhooks in one body, two visitors, and the later words first.
    await meta.notify(
      ask(one, 'Quanto custa a escova?', 1),
      ask(one, 'Quanto custa o corte feminino?', 2),
      ask(other, 'Qual é o horário de funcionamento?', 3),
    );
    expect((await received(one, 3)).slice(1).map((text) => /R\$ \d+/.exec(text)?.[0])).toEqual(['R$ 80', 'R$ 50']);
    expect((await received(other, 2))[1]).toContain('das 9h');
    const ten = newPhone();
    const asks = Array.from({ length: 10 }, (_, n) => ask(ten, `Quanto custa a escova ${n}?`, 20 - n));
    await meta.notify(...asks.toReversed());
    await received(ten, 11);
    const asked = await rowsOf(
      `select m.question from messages m join channel_contacts c on c.conversation_id = m.conversation_id
       where c.peer = $1 order by m.created_at`,
      ten.number,
    );
    expect(asked.map(({ question }) => question)).toEqual(
      Array.from({ length: 10 }, (_, n) => `Quanto custa a escova ${n}?`),
    );
  });

  it('does not mix numbers', async () => {
    const phone = newPhone();
    const { value } = phone.value({ type: 'text', text: { body: 'Quanto custa a escova?' } });
    const other = {
      messaging_product: 'whatsapp',
      metadata: { phone_number_id: '999999999', display_phone_number: '1' },
    };
    expect(await meta.notify({ ...value, ...other })).toBe(200);
    expect(await rowsOf('select 1 from channel_contacts where peer = $1', phone.number)).toEqual([]);
    // A second number of the same app, and one of another app.
    const second = { ...other, metadata: { ...other.metadata, phone_number_id: '888888888' } };
    const id = await connect(owner, { name: 'Filial', phoneNumberId: '888888888', isOn: false });
    await meta.notify({ ...value, ...second });
    expect(
      await rowsOf('select 1 from channel_contacts where peer = $1 and channel_id = $2', phone.number, id),
    ).toHaveLength(1);
    await owner.put(`/channels/${id}`, { appSecret: 'outro-app-outro-segredo' });
    const stranger = newPhone();
    await meta.notify({ ...stranger.value({ type: 'text', text: { body: 'Oi' } }).value, ...second });
    expect(await rowsOf('select 1 from channel_contacts where peer = $1', stranger.number)).toEqual([]);
    expect((await owner.delete(`/channels/${id}`)).status).toBe(204);
  });
});

describe('what is said', () => {
  it('answers files, places and unknown types honestly, and reads captions', async () => {
    const phone = newPhone();
    const say = async (message: object, count: number) => {
      await phone.sends(message);
      return (await received(phone, count)).at(-1);
    };
    meta.files.set('foto1', { type: 'image/jpeg', bytes: Buffer.from('jpeg') });
    meta.files.set('sumida', { type: 'audio/ogg', bytes: Buffer.from(''), isGone: true });
    meta.files.set('grande', { type: 'video/mp4', bytes: Buffer.from('x'), size: 90_000_000 });
    expect(await say({ type: 'image', image: { id: 'foto1', mime_type: 'image/jpeg' } }, 2)).toMatch(
      /não vejo imagens/,
    );
    expect(await say({ type: 'audio', audio: { id: 'sumida', voice: true } }, 3)).toBe(
      'Ainda não ouço áudios. Pode escrever?',
    );
    expect(await say({ type: 'video', video: { id: 'grande' } }, 4)).toMatch(/vídeos/);
    expect(await say({ type: 'document', document: { id: '../me?x', filename: 'a.pdf' } }, 5)).toMatch(/documentos/);
    expect(await say({ type: 'sticker', sticker: {} }, 6)).toMatch(/figurinhas/);
    expect(await say({ type: 'location', location: { latitude: -23.5, longitude: -46.6 } }, 7)).toMatch(/localização/);
    expect(
      await say({ type: 'contacts', contacts: [{ name: { formatted_name: 'Rui' }, phones: [{ phone: '+55' }] }] }, 8),
    ).toMatch(/contato/);
    for (const [at, odd] of [
      { type: 'order', order: {} },
      { type: 'unsupported', errors: [] },
      { type: 'poll_of_2030', x: 1 },
      { type: 'location' },
    ].entries())
      expect(await say(odd, 9 + at)).toMatch(/não entendo esse tipo/);
    expect(await say({ type: 'image', image: { id: 'foto1', caption: 'Quanto custa a escova?' } }, 14)).toContain(
      'R$ 50,00',
    );
    const before = phone.inbox().length;
    for (const quiet of [
      { type: 'reaction', reaction: { emoji: '👍' } },
      { type: 'text', text: { body: '\u200b ' } },
      { type: 'system', system: {} },
      { type: 'text' },
    ])
      await phone.sends(quiet);
    await phone.says('Quanto custa a escova?');
    await received(phone, before + 1);
    expect(phone.inbox()).toHaveLength(before + 1);
    const kept = await rowsOf(
      'select f.type, convert_from(f.bytes, $1) as text from channel_files f join channel_events e on e.id = f.id join channel_contacts c on c.id = e.contact_id where c.peer = $2',
      'UTF8',
      phone.number,
    );
    expect(kept).toEqual([
      { type: 'image/jpeg', text: 'jpeg' },
      { type: 'image/jpeg', text: 'jpeg' },
    ]);
    const [{ id }] = (await rowsOf(
      'select conversation_id as id from channel_contacts where peer = $1',
      phone.number,
    )) as [{ id: string }];
    await meta.echo(phone.number, 'Oi, aqui é a Ana');
    const parts = (await owner.get(`/conversations/${id}/channel-parts`)).body.data as any[];
    expect(parts.map(({ kind }) => kind)).toEqual(['file', 'file', 'echo']);
    expect(parts[2].text).toBe('Oi, aqui é a Ana');
    const path = `/conversations/${id}/channel-files/${parts[0].id}`;
    const file = await owner.get(path);
    expect([file.text, file.headers['content-type'], file.headers['content-disposition']]).toEqual([
      'jpeg',
      'application/octet-stream',
      expect.stringMatching(/^attachment; filename="whatsapp-.*\.jpeg"$/),
    ]);
    const other = newPhone();
    await other.says('Quanto custa a escova?');
    await received(other, 2);
    const [{ id: elsewhere }] = (await rowsOf(
      'select conversation_id as id from channel_contacts where peer = $1',
      other.number,
    )) as [{ id: string }];
    expect((await owner.get(path.replace(id, elsewhere))).status).toBe(404);
    expect((await (await server.signUp()).get(path)).status).toBe(404);
  });

  it('offers suggestions to tap, and answers with the one that was chosen', async () => {
    const phone = newPhone();
    await phone.says('Quanto custa?');
    await until(async () => phone.inbox().at(-1)?.options.length);
    const { options } = phone.inbox().at(-1)!;
    const [wanted] = options;
    const price = /escova/i.test(`${wanted!.title} ${wanted!.description ?? ''}`) ? 'R$ 50,00' : 'R$ 80,00';
    await phone.taps(wanted!.title);
    await until(async () => textsOf(phone).at(-1)!.includes(price));
    const rows = await rowsOf(
      'select m.question, m.chosen_answer as chosen from messages m join channel_contacts c on c.conversation_id = m.conversation_id where c.peer = $1',
      phone.number,
    );
    expect(rows).toMatchObject([{ question: 'Quanto custa?', chosen: expect.stringContaining(price) as string }]);
    // One that was never offered is taken as a question.
    await phone.sends({
      type: 'interactive',
      interactive: {
        type: 'list_reply',
        list_reply: { id: `suggestion:${crypto.randomUUID()}:0`, title: 'Quanto custa o corte feminino?' },
      },
    });
    await until(async () => textsOf(phone).at(-1)!.includes('R$ 80,00'));
  });

  it('cuts long answers between sentences, in the marks of WhatsApp', async () => {
    const sentence = 'A política de trocas vale para todas as peças compradas na loja. ';
    const answer = `**Trocas**\n\n${sentence.repeat(64)}\n\n- uma\n- duas`;
    const { contextId } = owner;
    const added = await owner.post('/contents/faq', { contextId, question: 'Qual é a política de trocas?', answer });
    expect(added.status, added.text).toBe(201);
    const phone = newPhone();
    await until(async () =>
      (await owner.get(`/contents?contextId=${owner.contextId}`)).body.data.every(
        ({ status }: any) => status === 'done',
      ),
    );
    await phone.says('Qual é a política de trocas?');
    const [, first, second] = await received(phone, 3);
    expect(first).toMatch(/^\*Trocas\*\n[\s\S]*loja\.$/);
    expect(second).toMatch(/^A política[\s\S]*- duas$/);
    expect(first!.length).toBeLessThanOrEqual(4_096);
  });

  it('ends with “parar”, and begins again with “voltar”', async () => {
    const phone = newPhone();
    await phone.says('Quanto custa a escova?');
    await received(phone, 2);
    await phone.says('PARAR.');
    expect((await received(phone, 3))[2]).toMatch(/VOLTAR/);
    await phone.says('Quanto custa a escova?');
    await phone.says('Voltar');
    expect((await received(phone, 4))[3]).toMatch(/volta/);
    await phone.says('Quanto custa a escova?');
    expect((await received(phone, 5))[4]).toContain('R$ 50,00');
  });
});

describe('sending', () => {
  const ask = async (phone: Phone) => {
    await phone.says('Quanto custa a escova?');
    return phone;
  };
  const sendsOf = (phone: Phone) =>
    rowsOf(
      'select s.id, s.state, s.error_code as code, s.external_id as "externalId" from channel_sends s join channel_contacts c on c.id = s.contact_id where c.peer = $1 order by s.seq',
      phone.number,
    );

  it('waits and tries again when Meta is too busy', async () => {
    const phones = [1, 2, 3].map(() => newPhone());
    meta.faults = [130429, 131056, 80007, 131000, 4].map((code) => ({ code }));
    meta.faults.push({ code: 1, status: 500 });
    await Promise.all(phones.map(ask));
    for (const phone of phones) await received(phone, 2);
    expect(meta.faults).toEqual([]);
    for (const phone of phones) {
      expect(phone.inbox()).toHaveLength(2);
      expect(textsOf(phone)[1]).toContain('R$ 50,00');
    }
  });

  it('sends a message once whose answer was lost, because its status tells that it arrived', async () => {
    const phone = newPhone();
    meta.faults = ['lost'];
    await ask(phone);
    await received(phone, 2);
    await until(async () => (await sendsOf(phone)).every(({ state }) => state === 'delivered'));
    expect(phone.inbox()).toHaveLength(2);
  }, 90_000);

  it('gives up what can never arrive, and keeps the rest', async () => {
    for (const code of [131047, 131026, 131009, 100]) {
      const phone = newPhone();
      meta.faults = [{ code }];
      await ask(phone);
      await received(phone, 1);
      expect(textsOf(phone)[0]).toContain('R$ 50,00');
      expect((await sendsOf(phone))[0]).toMatchObject({ state: 'failed', code });
    }
  });

  it('is sent again by a person when that may succeed, once, and not what is refused as such', async () => {
    const phone = newPhone();
    meta.faults = [{ code: 131026 }, { code: 131009 }];
    const asked = await ask(phone);
    await until(async () => (await sendsOf(asked)).filter(({ state }) => state === 'failed').length === 2);
    const [{ id }] = (await rowsOf(
      'select conversation_id as id from channel_contacts where peer = $1',
      phone.number,
    )) as [{ id: string }];
    const unsent = async (caller = owner): Promise<any[]> =>
      (await caller.get(`/conversations/${id}/channel-parts`)).body.data;
    const parts = await unsent();
    expect(parts.map(({ kind, canResend }) => [kind, canResend])).toEqual([
      ['unsent', true],
      ['unsent', false],
    ]);
    expect(parts[0].reason).toMatch(/não recebe mensagens/);
    const resend = (caller: Caller, sendId: string) => caller.post(`/conversations/${id}/resend`, { sendId });
    expect((await resend(owner, parts[1].id)).body.code).toBe('cannot_resend');
    const other = (await owner.post('/contexts', { name: 'Só daqui' })).body.id;
    const reader = await server.as(owner, 'READER');
    expect((await resend(reader, parts[0].id)).body.code).toBe('forbidden');
    for (const outsider of [await server.as(owner, 'WRITER', [other]), await server.signUp()]) {
      expect((await resend(outsider, parts[0].id)).status).toBe(404);
      expect((await outsider.get(`/conversations/${id}/channel-parts`)).status).toBe(404);
    }
    const before = phone.inbox().length;
    const twice = await Promise.all([resend(owner, parts[0].id), resend(owner, parts[0].id)]);
    expect(twice.map(({ status }) => status).sort()).toEqual([204, 404]);
    await received(phone, before + 1);
    expect(textsOf(phone).filter((text) => text === parts[0].text)).toHaveLength(1);
    expect((await unsent()).map(({ id: one }) => one)).toEqual([parts[1].id]);
    // Once the window is closed, nothing would arrive.
    await rowsOf(`update channel_sends set error_code = 131026 where id = $1`, parts[1].id);
    expect((await unsent())[0].canResend).toBe(true);
    await rowsOf(`update channel_contacts set wrote_at = now() - interval '25 hours' where peer = $1`, phone.number);
    expect((await unsent())[0].canResend).toBe(false);
    expect((await resend(owner, parts[1].id)).body.code).toBe('cannot_resend');
  });

  it('sends nothing once the window of 24 hours is closed', async () => {
    const phone = newPhone();
    const count = meta.calls.length;
    await phone.says('Quanto custa a escova?', { timestamp: String(Math.floor(Date.now() / 1_000) - 25 * 3_600) });
    await until(
      async () =>
        (await sendsOf(phone)).length === 2 && (await sendsOf(phone)).every(({ state }) => state === 'failed'),
    );
    expect(meta.calls.slice(count).filter(({ body }) => body?.to === phone.number)).toEqual([]);
  });

  it('takes statuses in any order and never goes back', async () => {
    const phone = await ask(newPhone());
    await received(phone, 2);
    const message = phone.inbox()[1]!;
    const stateIs = (state: string) => until(async () => (await sendsOf(phone))[1]?.state === state);
    await stateIs('delivered');
    await meta.notify({ statuses: [meta.status(message, 'read'), meta.status(message, 'sent')] });
    await stateIs('read');
    for (const late of ['delivered', 'failed', 'sent', 'played', 'deleted'])
      await meta.notify({ statuses: [meta.status(message, late, 131026)] });
    expect((await sendsOf(phone))[1]).toMatchObject({ state: 'read', code: null });
    await meta.notify({ statuses: [meta.status({ id: 'wamid.unknown', to: phone.number }, 'read')] });
    meta.statuses = [];
    await ask(phone);
    await received(phone, 3);
    await stateIs('read');
    const last = phone.inbox()[2]!;
    await meta.notify({ statuses: [meta.status(last, 'failed', 131026)] });
    expect((await sendsOf(phone))[2]).toMatchObject({ state: 'failed', code: 131026 });
    await meta.notify({ statuses: [meta.status(last, 'delivered')] });
    expect((await sendsOf(phone))[2]).toMatchObject({ state: 'delivered', code: null });
    meta.statuses = ['sent', 'delivered'];
  });

  it('waits while the token has ended, tells the owner once, and sends everything with the new one', async () => {
    const [one, other] = [newPhone(), newPhone()];
    meta.isTokenEnded = true;
    await Promise.all([ask(one), ask(other)]);
    const mails = async () =>
      (await server.mailsTo(owner.email)).filter(({ subject }) => /token venceu/.test(subject ?? ''));
    await until(async () => (await mails()).length > 0);
    const channel = () => owner.get(`/channels/${channelId}`);
    expect((await channel()).body.state).toBe('token_ended');
    expect((await owner.post(`/channels/${channelId}/check`)).body.checks[0]).toMatchObject({
      step: 'token',
      state: 'bad',
      problem: 'token_ended',
      actor: 'you',
    });
    await until(async () => (await sendsOf(one)).length === 2 && (await sendsOf(other)).length === 2);
    expect([one.inbox(), other.inbox()]).toEqual([[], []]);
    meta.isTokenEnded = false;
    meta.numbers.token = 'EAAGtoken0002';
    const { version } = (await channel()).body;
    const saved = await owner.put(`/channels/${channelId}`, { accessToken: 'EAAGtoken0002', version });
    expect(saved.body).toMatchObject({ accessToken: '••••0002', state: 'active' });
    await Promise.all([received(one, 2), received(other, 2)]);
    expect(await mails()).toHaveLength(1);
  });

  it('waits while Meta blocks the account, until a check finds it well', async () => {
    const phone = newPhone();
    meta.faults = [{ code: 368 }];
    await ask(phone);
    await until(async () => (await owner.get(`/channels/${channelId}`)).body.state === 'blocked');
    expect(phone.inbox()).toEqual([]);
    const checked = await owner.post(`/channels/${channelId}/check`);
    expect(checked.body).toMatchObject({ phone: meta.numbers.display });
    expect(checked.body.checks.map(({ step, state }: any) => `${step} ${state}`)).toEqual([
      'token ok',
      'number ok',
      'account ok',
      'webhook ok',
      'message ok',
    ]);
    await received(phone, 2);
  });
});

describe('the rules of the house', () => {
  it('pauses and limits as on the site', async () => {
    const { contextId } = owner;
    const phone = newPhone();
    const limits = (await owner.get(`/sessions/me/limits?contextId=${contextId}`)).body;
    const put = (change: object) =>
      owner.put('/sessions/me/limits', { ...limits, contextId, version: undefined, ...change });
    const messages = { ...limits.messages, minute: 'Calma aí!', deactivated: 'Estamos em pausa.' };
    expect((await put({ perMinute: 1, messages })).status).toBe(200);
    // Two of three questions are within the same minute, even if the minute ends in between.
    for (const question of [
      'Quanto custa a escova?',
      'Quanto custa o corte feminino?',
      'Qual é o horário de funcionamento?',
    ])
      await phone.says(question);
    expect((await received(phone, 4)).slice(1).filter((text) => text === 'Calma aí!').length).toBeGreaterThan(0);
    await put({ messages, deactivatedUntil: new Date(Date.now() + 3_600_000).toISOString() });
    await phone.says('Quanto custa a escova?');
    expect((await received(phone, 5))[4]).toContain('Estamos em pausa.');
    await put({});
  });

  it('shows a channel only to those of its context, and its secrets to nobody', async () => {
    const shown = await owner.get(`/channels/${channelId}`);
    expect(shown.text).not.toContain(meta.numbers.appSecret);
    expect(shown.text).not.toContain(meta.numbers.token);
    expect(shown.body.appSecret).toBe('••••feed');
    const stored = await rowsOf('select * from channels where id = $1', channelId);
    expect(JSON.stringify(stored)).not.toContain(meta.numbers.appSecret);
    const log = await owner.get('/audit-log?limit=100');
    expect(log.text).not.toContain('EAAG');
    const elsewhere = await owner.post('/contexts', { name: 'Outra' });
    const colleague = await server.as(owner, 'ADMIN', [elsewhere.body.id]);
    for (const call of [
      colleague.get(`/channels/${channelId}`),
      colleague.post(`/channels/${channelId}/check`),
      colleague.delete(`/channels/${channelId}`),
      colleague.put(`/channels/${channelId}`, { name: 'x' }),
    ])
      expect((await call).status).toBe(404);
    const wrong = await owner.post('/channels', {
      contextId: owner.contextId,
      name: 'x',
      phoneNumberId: '55 11',
      wabaId: 'abc',
      accessToken: 'a b c d e f g h',
      appSecret: 'curto',
    });
    expect(wrong.body.errors.map(({ field }: any) => field)).toEqual([
      'phoneNumberId',
      'wabaId',
      'accessToken',
      'appSecret',
    ]);
    const { phoneNumberId, wabaId, token: accessToken, appSecret } = meta.numbers;
    const twice = await owner.post('/channels', {
      contextId: owner.contextId,
      name: 'y',
      phoneNumberId,
      wabaId,
      accessToken,
      appSecret,
    });
    expect(twice.body).toMatchObject({ code: 'already_exists', errors: [{ field: 'phoneNumberId' }] });
  });

  it('erases the number with the visitor', async () => {
    const phone = newPhone('Zuleica Prado');
    await phone.says('Quanto custa a escova?');
    await received(phone, 2);
    const [{ conversation_id: id }] = await rowsOf(
      'select conversation_id from channel_contacts where peer = $1',
      phone.number,
    );
    expect((await owner.get(`/conversations/${id}`)).text).toContain(phone.number);
    expect((await owner.post(`/conversations/${id}/erase-visitor`)).status).toBe(204);
    for (const table of ['channel_contacts', 'channel_events', 'channel_sends', 'visitor_details'])
      await until(async () => !JSON.stringify(await rowsOf(`select t.*::text from ${table} t`)).includes(phone.number));
    await phone.says('Quanto custa a escova?');
    expect((await received(phone, 4))[2]).toMatch(/PARAR/);
  });
});

it('forgets after 30 days who never had a conversation, but not who asked for no more messages', async () => {
  const [image, stopped, asked] = [newPhone('Iara'), newPhone(), newPhone()];
  await image.sends({ type: 'sticker', sticker: {} });
  await stopped.says('PARAR');
  await asked.says('Quanto custa a escova?');
  await Promise.all([image, stopped, asked].map((phone) => received(phone, 2)));
  const peers = [image, stopped, asked].map(({ number }) => number);
  const known = async () =>
    (await rowsOf('select peer from channel_contacts where peer = any($1) order by peer', peers)).map(
      ({ peer }) => peer,
    );
  await sweepChannels(server.services.db);
  expect(await known()).toEqual(peers);
  const old = `created_at = created_at - interval '31 days'`;
  await rowsOf(`update channel_contacts set ${old} where peer = any($1)`, peers);
  await sweepChannels(server.services.db);
  expect(await known()).toEqual(peers);
  for (const table of ['channel_events', 'channel_sends'])
    await rowsOf(
      `update ${table} set ${old} where contact_id in (select id from channel_contacts where peer = any($1))`,
      peers,
    );
  await sweepChannels(server.services.db);
  expect(await known()).toEqual(peers.slice(1));
});

describe('beside the phone', () => {
  it('is silent while somebody answers there, drops the answer that was under way, and speaks again when let', async () => {
    const phone = newPhone('Caio');
    meta.faults = [{ code: 131056 }];
    await phone.says('Quanto custa a escova?');
    await until(async () => meta.faults.length === 0);
    await meta.echo(phone.number, 'Oi, aqui é a Ana');
    await phone.says('Quanto custa o corte feminino?');
    const [silenced] = await until(async () => {
      const { data } = (await owner.get(`/channels/${channelId}/silenced`)).body;
      return (
        data.filter(({ peer }: any) => peer === phone.number).length > 0 &&
        data.filter(({ peer }: any) => peer === phone.number)
      );
    });
    expect(silenced).toMatchObject({ name: 'Caio', reason: 'phone' });
    expect(new Date(silenced.until).getTime() - Date.now()).toBeGreaterThan(3.9 * 3_600_000);
    await until(
      async () =>
        (
          await rowsOf(
            `select 1 from channel_events e join channel_contacts c on c.id = e.contact_id where c.peer = $1 and e.state = 'waiting'`,
            phone.number,
          )
        ).length === 0,
    );
    await until(
      async () =>
        (
          await rowsOf(
            `select 1 from channel_sends s join channel_contacts c on c.id = s.contact_id where c.peer = $1 and s.state in ('queued', 'sending')`,
            phone.number,
          )
        ).length === 0,
    );
    expect(textsOf(phone).filter((text) => text.includes('R$'))).toEqual([]);
    expect((await owner.post(`/channels/${channelId}/resume`, { contactId: silenced.id })).status).toBe(204);
    await phone.says('Quanto custa o corte feminino?');
    await until(async () => textsOf(phone).at(-1)?.includes('R$ 80,00'));
    // An echo from long ago silences nobody.
    await meta.echo(phone.number, 'antigo', Math.floor(Date.now() / 1_000) - 5 * 3_600);
    await phone.says('Quanto custa a escova?');
    await until(async () => textsOf(phone).at(-1)?.includes('R$ 50,00'));
  });
});

describe('a person', () => {
  it('is called, talks over WhatsApp, and gives back', async () => {
    const { contextId, accountId, userId } = owner;
    await owner.put(`/contexts/${contextId}/handover`, { isOn: true, hours: [] });
    await notePresence(server.services.db, tenant(accountId, 'all'), { id: userId, userId, userName: 'Ana' });
    const phone = newPhone('Duda');
    await phone.says('Quero falar com um atendente');
    expect((await received(phone, 3))[2]).toMatch(
      /^Chamei a equipe. Protocolo \d{8}-\d{4}. Pode escrever: quem atender vai ler. Você é o próximo.$/,
    );
    const [{ conversation_id: id }] = await rowsOf(
      'select conversation_id from channel_contacts where peer = $1',
      phone.number,
    );
    expect((await owner.post(`/inbox/${id}/take`)).body.state).toBe('taken');
    expect((await received(phone, 4))[3]).toBe('Você está falando com Ana Lima.');
    await phone.says('Quanto custa a escova?');
    await phone.sends({ type: 'image', image: { id: 'foto1', caption: 'assim' } });
    const said = async () =>
      (await owner.get(`/inbox/${id}`)).body.messages.map(({ author, text }: any) => `${author}: ${text}`);
    await until(async () => (await said()).includes('visitor: [Imagem] assim'));
    expect(await said()).toContain('visitor: Quanto custa a escova?');
    const write = (text: string, isNote = false) =>
      owner.post(`/inbox/${id}/messages`, { id: crypto.randomUUID(), text, isNote });
    await write('só nossa', true);
    await write('Custa 50 reais');
    await write('Quer marcar?');
    expect((await received(phone, 6)).slice(4)).toEqual(['Custa 50 reais', 'Quer marcar?']);
    meta.faults = [{ code: 131026 }];
    await write('Não chega');
    await until(async () => (await said()).some((one: string) => /^note: Não enviada/.test(one)));
    await owner.post(`/inbox/${id}/return`);
    expect((await received(phone, 7))[6]).toBe('O assistente está de volta.');
    await phone.says('Quanto custa a escova?');
    expect((await received(phone, 8))[7]).toContain('R$ 50,00');
    await owner.post(`/inbox/${id}/take`);
    const [reason] = (await owner.get(`/close-reasons?contextId=${contextId}`)).body.data;
    await owner.post(`/inbox/${id}/close`, { reason: reason?.name ?? 'Resolvido' });
    await until(async () => phone.inbox().at(-1)?.options.length === 2);
    await phone.taps('Sim');
    await until(async () => textsOf(phone).at(-1) === 'Obrigado por contar!');
    expect(
      await rowsOf('select helped from handovers where conversation_id = $1 order by id desc limit 1', id),
    ).toEqual([{ helped: true }]);
    expect(textsOf(phone).join()).not.toContain('só nossa');
  });

  it('is rated, without a word of the assistant, also while somebody answers from the phone', async () => {
    const phone = newPhone();
    await phone.says('Quero falar com um atendente');
    await received(phone, 3);
    const [{ conversation_id: id }] = await rowsOf(
      'select conversation_id from channel_contacts where peer = $1',
      phone.number,
    );
    await owner.post(`/inbox/${id}/take`);
    await owner.post(`/inbox/${id}/close`, { reason: 'Resolvido' });
    await until(async () => phone.inbox().at(-1)?.options.length === 2);
    await meta.echo(phone.number, 'Até mais!');
    const before = phone.inbox().length;
    await phone.taps('Não');
    const helped = () => rowsOf('select helped from handovers where conversation_id = $1', id);
    await until(async () => (await helped())[0].helped === false);
    expect(phone.inbox()).toHaveLength(before);
  });

  it('is offered as something to tap after two questions without an answer', async () => {
    const phone = newPhone();
    await phone.says('Qual é a órbita de Netuno?');
    await received(phone, 2);
    await phone.says('E quantas luas tem Saturno?');
    await until(async () =>
      phone
        .inbox()
        .at(-1)
        ?.options.some(({ title }) => title === 'Falar com uma pessoa'),
    );
    await phone.taps('Falar com uma pessoa');
    await until(async () => textsOf(phone).at(-1)?.startsWith('Chamei a equipe'));
    await phone.says('parar');
    await until(async () => textsOf(phone).at(-1)?.includes('VOLTAR'));
    expect(
      await rowsOf(
        `select h.state from handovers h join channel_contacts c on c.conversation_id = h.conversation_id where c.peer = $1`,
        phone.number,
      ),
    ).toEqual([{ state: 'cancelled' }]);
  });

  it('tells visitors who wait their place and, after three waits, the usual one', async () => {
    const { accountId, userId } = owner;
    await notePresence(server.services.db, tenant(accountId, 'all'), { id: userId, userId, userName: 'Ana' });
    const calls = async () => {
      const phone = newPhone();
      await phone.says('Quero falar com um atendente');
      const said = (await received(phone, 3))[2];
      const [contact] = await rowsOf('select conversation_id from channel_contacts where peer = $1', phone.number);
      return { id: contact.conversation_id, said };
    };
    for (let at = 0; at < 3; at++) {
      const { id } = await calls();
      await owner.post(`/inbox/${id}/take`);
      await owner.post(`/inbox/${id}/close`, { reason: 'Resolvido' });
    }
    await rowsOf(
      `update handovers set requested_at = taken_at - interval '150 seconds' where account_id = $1 and taken_at is not null`,
      accountId,
    );
    expect((await calls()).said).toMatch(/ Você é o próximo. Costuma levar cerca de 3 minutos.$/);
    expect((await calls()).said).toMatch(/ Você é o 2º da fila. Costuma levar cerca de 3 minutos.$/);
  });
});

it('answers visitors who hide their number by the id that Meta gives them', async () => {
  const id = 'BR.13491208655302741918';
  const message = {
    from_user_id: id,
    id: 'wamid.hidden',
    timestamp: String(Math.floor(Date.now() / 1_000)),
    type: 'text',
    text: { body: 'Quanto custa a escova?' },
  };
  meta.phone(id).value({});
  await meta.notify({ contacts: [{ profile: { name: 'Lia' }, user_id: id }], messages: [message] });
  await until(async () => meta.sent.filter(({ to }) => to === id).length === 2);
  expect(meta.calls.findLast(({ body }) => body?.recipient === id)?.body).not.toHaveProperty('to');
});
