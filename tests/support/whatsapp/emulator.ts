import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { refusalOf } from './limits.ts';

/* The part of Meta's Cloud API that the product uses, from both ends: the Graph API, and the phones of visitors. README.md. */

export interface Delivery {
  body: Buffer;
  headers: Record<string, string>;
}
/** Brings a webhook to the product. Returns its HTTP status. */
export type Deliver = (delivery: Delivery) => Promise<number>;

/** A message as the business sent it, and as the phone shows it. */
export interface SentMessage {
  id: string;
  to: string;
  type: string;
  /** The text, or that of a message with options. */
  text: string;
  /** What can be tapped. */
  options: { id: string; title: string; description?: string }[];
  /** Our id of the message. */
  opaque?: string;
  at: number;
}

/** How Graph answers a call instead of as usual. `lost`: it does what was asked, and the answer is lost. */
export type Fault = { code: number; status?: number } | 'lost' | 'hang' | 'garbage';

export interface Numbers {
  phoneNumberId: string;
  wabaId: string;
  token: string;
  appSecret: string;
  display: string;
}

export interface Emulator {
  /** The base address of the Graph API, and its `host:port`. */
  url: string;
  host: string;
  numbers: Numbers;
  /** All messages, in the order in which Meta took them. */
  sent: SentMessage[];
  /** The ids of the visitors' messages that are marked as read. */
  read: string[];
  calls: { method: string; path: string; body: any }[];
  /** Statuses that are reported for each message by themselves; the default is sent and delivered. */
  statuses: string[];
  /** Applied to the next calls that send a message, one each. */
  faults: Fault[];
  /** From now on, the token is refused. */
  isTokenEnded: boolean;
  files: Map<string, { type: string; bytes: Buffer; size?: number; isGone?: boolean }>;
  deliver: Deliver;
  phone(number: string, name?: string): Phone;
  /** Delivers a value for one field of the webhook. */
  notify(...values: object[]): Promise<number>;
  /** Delivers these bytes, signed unless `signature` is given. */
  post(body: Buffer | string, signature?: string | null): Promise<number>;
  status(message: { id: string; to: string; opaque?: string }, state: string, code?: number): object;
  /** What somebody of the business writes to a visitor on the phone. */
  echo(to: string, text: string, at?: number): Promise<number>;
  /** What somebody of the business does on the phone besides: `revoke`, `edit` … */
  echoes(to: string, message: object): Promise<number>;
  close(): void;
}

export interface Phone {
  number: string;
  inbox: () => SentMessage[];
  says(text: string, more?: object): Promise<string>;
  /** Taps an option of the last message that has it. Throws if there is none. */
  taps(title: string | RegExp): Promise<string>;
  sends(message: object): Promise<string>;
  /** The webhook's value for a message, without delivering it. */
  value(message: object): { id: string; value: object };
}

/** Only what visitors write opens the window of 24 hours. */
const OPENS_NOTHING = ['revoke', 'system', 'reaction'];

const nowSeconds = () => Math.floor(Date.now() / 1_000);
const newId = (of: string) => `wamid.${Buffer.from(`${of} ${randomBytes(9).toString('hex')}`).toString('base64')}`;

async function bodyOf(request: IncomingMessage): Promise<any> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  return text === '' ? null : JSON.parse(text);
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const STATUS_OF: Record<number, number> = {
  190: 401,
  0: 401,
  130429: 429,
  131056: 400,
  368: 403,
  131031: 403,
  10: 403,
};

const errorOf = (code: number) => ({
  error: {
    message: `(#${code}) emulated`,
    type: 'OAuthException',
    code,
    error_data: { messaging_product: 'whatsapp', details: `emulated ${code}` },
    fbtrace_id: 'A1b2C3',
  },
});

const optionsOf = ({ interactive }: any): SentMessage['options'] =>
  interactive?.action?.buttons?.map(({ reply }: any) => reply) ??
  interactive?.action?.sections?.flatMap(({ rows }: any) => rows) ??
  [];

export async function startEmulator(deliver: Deliver, numbers: Partial<Numbers> = {}): Promise<Emulator> {
  const wroteAt = new Map<string, number>();
  const server = createServer((request, response) => {
    void answer(request, response).catch((error: unknown) => {
      if (!response.headersSent) json(response, 500, { error: { message: String(error) } });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, 'http://graph');
    const body = request.method === 'POST' ? await bodyOf(request) : null;
    const path = url.pathname.replace(/^\/v\d+\.\d+\//, '');
    emulator.calls.push({ method: request.method!, path, body });
    const { phoneNumberId, wabaId, token, display } = emulator.numbers;
    if (emulator.isTokenEnded || request.headers.authorization !== `Bearer ${token}`)
      return json(response, 401, errorOf(190));
    if (path === phoneNumberId)
      return json(response, 200, {
        id: path,
        display_phone_number: display,
        verified_name: 'Loja',
        code_verification_status: 'VERIFIED',
      });
    if (path === `${wabaId}/phone_numbers`) return json(response, 200, { data: [{ id: phoneNumberId }] });
    if (path === `${wabaId}/subscribed_apps`) return json(response, 200, { success: true });
    if (path === `${phoneNumberId}/messages` && body) return takeMessage(body, response);
    const [, kind, id = ''] = /^(files\/)?([\w-]+)$/.exec(path) ?? [];
    const file = emulator.files.get(id);
    if (!file || file.isGone) return json(response, 400, errorOf(100));
    if (kind) return void response.writeHead(200, { 'content-type': file.type }).end(file.bytes);
    return json(response, 200, {
      ...{
        messaging_product: 'whatsapp',
        id,
        mime_type: file.type,
        sha256: '',
        url: `http://${host}/v25.0/files/${id}`,
      },
      file_size: file.size ?? file.bytes.length,
    });
  }

  async function takeMessage(body: any, response: ServerResponse): Promise<void> {
    if (body.status === 'read') {
      emulator.read.push(body.message_id);
      return json(response, 200, { success: true });
    }
    const fault = emulator.faults.shift();
    if (fault === 'hang') return;
    if (fault === 'garbage') return void response.writeHead(200).end('<html>');
    if (typeof fault === 'object')
      return json(response, fault.status ?? STATUS_OF[fault.code] ?? 400, errorOf(fault.code));
    const to: string = body.to ?? body.recipient;
    const code = refusalOf(body, wroteAt.get(to));
    if (code !== null) return json(response, STATUS_OF[code] ?? 400, errorOf(code));
    const message: SentMessage = {
      ...{ id: newId(to), to, type: body.type, at: Date.now(), opaque: body.biz_opaque_callback_data },
      text: body.text?.body ?? body.interactive?.body?.text,
      options: optionsOf(body),
    };
    emulator.sent.push(message);
    if (fault === 'lost') response.destroy();
    else
      json(response, 200, {
        messaging_product: 'whatsapp',
        contacts: [{ input: to, wa_id: to }],
        messages: [{ id: message.id }],
      });
    for (const state of emulator.statuses) await emulator.notify({ statuses: [emulator.status(message, state)] });
  }

  const metadata = () => ({
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: emulator.numbers.display, phone_number_id: emulator.numbers.phoneNumberId },
  });
  const bytesOf = (values: object[]) =>
    Buffer.from(
      JSON.stringify({
        object: 'whatsapp_business_account',
        entry: [
          {
            id: emulator.numbers.wabaId,
            changes: values.map((value) => ({
              value: { ...metadata(), ...value },
              field: 'message_echoes' in value ? 'smb_message_echoes' : 'messages',
            })),
          },
        ],
      }),
    );

  const emulator: Emulator = {
    url: `http://${host}/v25.0`,
    host,
    numbers: {
      ...{ phoneNumberId: '106540352242922', wabaId: '102290129340398', token: 'EAAGtoken0001' },
      ...{ appSecret: 'f00dfeedf00dfeedf00dfeedf00dfeed', display: '+55 11 93333-0000' },
      ...numbers,
    },
    sent: [],
    read: [],
    calls: [],
    statuses: ['sent', 'delivered'],
    faults: [],
    isTokenEnded: false,
    files: new Map(),
    deliver,
    post: (given, signature) => {
      const body = Buffer.from(given);
      const own = `sha256=${createHmac('sha256', emulator.numbers.appSecret).update(body).digest('hex')}`;
      const sent = signature === undefined ? own : signature;
      return emulator.deliver({
        body,
        headers: { 'content-type': 'application/json', ...(sent !== null && { 'x-hub-signature-256': sent }) },
      });
    },
    notify: (...values) => emulator.post(bytesOf(values)),
    status: ({ id, to, opaque }, status, code) => ({
      ...{ id, status, timestamp: String(nowSeconds()), recipient_id: to },
      ...(opaque && { biz_opaque_callback_data: opaque }),
      ...(code !== undefined && { errors: [{ code, title: 'emulated' }] }),
    }),
    echo: (to, text, at = nowSeconds()) =>
      emulator.echoes(to, { timestamp: String(at), type: 'text', text: { body: text } }),
    echoes: (to, message) =>
      emulator.notify({
        message_echoes: [
          { from: emulator.numbers.display, to, id: newId(to), timestamp: String(nowSeconds()), ...message },
        ],
      }),
    phone(number, name = 'Bia') {
      const value = (message: object) => {
        const id = newId(number);
        const whole = { from: number, id, timestamp: String(nowSeconds()), ...message };
        if (!OPENS_NOTHING.includes((message as { type?: string }).type ?? ''))
          wroteAt.set(number, Number(whole.timestamp));
        return { id, value: { contacts: [{ profile: { name }, wa_id: number }], messages: [whole] } };
      };
      const phone: Phone = {
        number,
        value,
        inbox: () => emulator.sent.filter(({ to }) => to === number),
        async sends(message) {
          const { id, value: sent } = value(message);
          await emulator.notify(sent);
          return id;
        },
        says: (body, more) => phone.sends({ type: 'text', text: { body }, ...more }),
        async taps(title) {
          const isIt = (option: { title: string }) =>
            typeof title === 'string' ? option.title === title : title.test(option.title);
          const message = phone.inbox().findLast(({ options }) => options.some(isIt));
          const option = message?.options.find(isIt);
          if (!option) throw new Error(`Nothing to tap: ${String(title)}`);
          const kind =
            'description' in option || message!.options.length > 3 || option.title.length > 20
              ? 'list_reply'
              : 'button_reply';
          return phone.sends({
            type: 'interactive',
            interactive: { type: kind, [kind]: option },
            context: { id: message!.id },
          });
        },
      };
      return phone;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return emulator;
}
