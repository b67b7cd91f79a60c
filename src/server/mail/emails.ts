import { v7 as uuidv7 } from 'uuid';
import { type Db, type Tx, withPlatform } from '../db/tenant.ts';
import { addJob, finishJob } from '../jobs/queue.ts';
import type { JobHandler } from '../jobs/worker.ts';
import { t } from '../runtime/translate.ts';
import { type MailBlock, writeHtml, writeText } from './blocks.ts';
import { inertText } from './inert-text.ts';
import type { Mail, Mailer } from './mail.ts';

/** What a user is told about the own sign-in. */
export type SecurityNotice =
  | 'newDevice'
  | 'passwordChanged'
  | 'tokenReused'
  | 'factorAdded'
  | 'factorRemoved'
  | 'factorsReset'
  | 'recoveryCodeUsed'
  | 'recoveryCodesRenewed'
  | 'wrongFactors';

export type Email =
  | 'verify'
  | 'known'
  | 'invited'
  | 'reset'
  | 'limit'
  | 'stopped'
  | 'credits'
  | 'invite'
  | 'inviteElsewhere'
  | SecurityNotice
  | 'deletionRequested'
  | 'deletionUndone'
  | 'accountErased'
  | 'paymentFailed'
  | 'subscriptionEnded'
  | 'changeHeld'
  | 'messagesFlooded'
  | 'webhookParked'
  | 'webhookGone'
  | 'impersonationStarted'
  | 'impersonationEnded';

/** In the transaction that causes it: no email if it rolls back. */
export async function queueEmail(
  tx: Tx,
  accountId: string,
  to: string,
  template: Email,
  values: Record<string, unknown>,
): Promise<void> {
  await addJob(tx, { accountId, kind: 'mail', subjectId: uuidv7(), payload: { to, letter: template, values } });
}

interface BlocksEmail {
  to: string;
  subject: string;
  blocks: MailBlock[];
  stopUrl?: string;
}

/** `stopUrl`: one-click unsubscribe. */
export async function queueEmailBlocks(tx: Tx, accountId: string, email: BlocksEmail): Promise<void> {
  await addJob(tx, { accountId, kind: 'mail', subjectId: uuidv7(), payload: { ...email } });
}

const fromBlocks = ({ to, subject, blocks, stopUrl }: BlocksEmail): Mail => ({
  to,
  subject: inertText(subject),
  stopUrl,
  text: writeText(blocks),
  html: writeHtml(blocks),
});

/** Queued jobs have these keys: do not rename them. */
interface TemplateEmail {
  to: string;
  letter: Email;
  values: Record<string, unknown>;
}

function inertValue(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((line) => inertText(String(line))).join('\n');
  return typeof value === 'string' && name !== 'url' ? inertText(value) : value;
}

/** Only `url` is ours; others may be users' texts, such as names. A list becomes lines. */
const inertValues = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, inertValue(name, value)]));

function fromTemplate({ to, letter: template, values }: TemplateEmail): Mail {
  const inert = inertValues(values);
  return { to, subject: t(`mails.${template}.subject`, inert), text: t(`mails.${template}.text`, inert) };
}

/** Logs no recipients. The message id is the job's, so that servers can drop duplicates. */
export function mailWorker(db: Db, mailer: Mailer, log: (where: string) => void): JobHandler {
  return {
    concurrency: { total: 4 },
    async run(job) {
      const mail =
        'blocks' in job.payload
          ? fromBlocks(job.payload as never)
          : fromTemplate(job.payload as unknown as TemplateEmail);
      log(await mailer.send(mail, job.id));
      await withPlatform(db, (tx) => finishJob(tx, job));
    },
  };
}
