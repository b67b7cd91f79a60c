import { createWriteStream } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createTransport } from 'nodemailer';
import type { Env } from '../runtime/env.ts';
import { paragraphsHtml } from './blocks.ts';

export type { MailBlock } from './blocks.ts';

export interface Mail {
  to: string;
  subject: string;
  /** Blank lines separate paragraphs. */
  text: string;
  /** The text as paragraphs by default. */
  html?: string;
  /** One-click unsubscribe (RFC 8058). */
  stopUrl?: string;
}

export interface Mailer {
  /** Path of the .eml file in the outbox, or the server's message id. */
  send(mail: Mail, id: string): Promise<string>;
}

/** After a timeout, the queue retries the mail. */
const SMTP_TIMEOUTS = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** SMTP_URL if set; otherwise .eml files (RFC 5322) in DATA_DIR/outbox. */
export function openMailer(env: Env, timeouts: typeof SMTP_TIMEOUTS = SMTP_TIMEOUTS): Mailer {
  const compose = ({ to, subject, text, html, stopUrl }: Mail, id: string) => ({
    from: env.MAIL_FROM,
    messageId: `<${id}@prosa>`,
    to,
    subject,
    text,
    html: html ?? paragraphsHtml(text),
    ...(stopUrl
      ? { headers: { 'List-Unsubscribe': `<${stopUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } }
      : {}),
  });
  if (env.SMTP_URL) {
    const transport = createTransport({ url: env.SMTP_URL, ...timeouts });
    return { send: async (mail, id) => (await transport.sendMail(compose(mail, id))).messageId };
  }
  const outbox = join(env.DATA_DIR, 'outbox');
  const transport = createTransport({ streamTransport: true, newline: 'unix' });
  return {
    async send(mail, id) {
      await mkdir(outbox, { recursive: true, mode: 0o700 });
      const path = join(outbox, `${id}.eml`);
      const { message } = await transport.sendMail(compose(mail, id));
      await pipeline(message as NodeJS.ReadableStream, createWriteStream(`${path}.part`, { mode: 0o600 }));
      await rename(`${path}.part`, path);
      return path;
    },
  };
}
