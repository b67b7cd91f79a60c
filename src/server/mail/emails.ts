import { v7 as uuidv7 } from 'uuid';
import { type Db, type Tx, withPlatform } from '../db/tenant.ts';
import { addJob, finishJob } from '../jobs/queue.ts';
import type { Handler } from '../jobs/worker.ts';
import { t } from '../runtime/translate.ts';
import { type MailBlock, writeHtml, writeText } from './blocks.ts';
import { inertText } from './inert-text.ts';
import type { Mail, Mailer } from './mail.ts';

/** The letters we write; their words are `mails.<name>` in the locale. */
export type Email =
  | 'verify'
  | 'known'
  | 'invited'
  | 'reset'
  | 'limit'
  | 'credits'
  | 'invite'
  | 'inviteElsewhere'
  | 'newDevice'
  | 'passwordChanged'
  | 'tokenReused'
  | 'deletionRequested'
  | 'deletionUndone'
  | 'accountErased'
  | 'paymentFailed'
  | 'subscriptionEnded'
  | 'changeHeld'
  | 'impersonationStarted'
  | 'impersonationEnded';

/** Queues a letter in the transaction that gives reason for it: none leaves for what did not happen. */
export async function queueEmail(
  tx: Tx,
  accountId: string,
  to: string,
  letter: Email,
  values: Record<string, unknown>,
): Promise<void> {
  await addJob(tx, { accountId, kind: 'mail', subjectId: uuidv7(), payload: { to, letter, values } });
}

/** A letter made of blocks, as it waits for its turn. */
interface Blocks {
  to: string;
  subject: string;
  blocks: MailBlock[];
  stopUrl: string;
}

/** Queues a letter that is made of blocks, and that its reader may stop by one click. */
export async function queueEmailBlocks(tx: Tx, accountId: string, letter: Blocks): Promise<void> {
  await addJob(tx, { accountId, kind: 'mail', subjectId: uuidv7(), payload: { ...letter } });
}

const fromBlocks = ({ to, subject, blocks, stopUrl }: Blocks): Mail => ({
  ...{ to, subject: inertText(subject), stopUrl, text: writeText(blocks), html: writeHtml(blocks) },
});

interface Worded {
  to: string;
  letter: Email;
  values: Record<string, unknown>;
}

/** Addresses are ours (`url`); all else may be somebody's words, such as a name. */
const inertValues = (values: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' && name !== 'url' ? inertText(value) : value,
    ]),
  );

function fromWords({ to, letter, values }: Worded): Mail {
  const inert = inertValues(values);
  return { to, subject: t(`mails.${letter}.subject`, inert), text: t(`mails.${letter}.text`, inert) };
}

/** Sends queued letters. The message id is the job's, so that a server can drop a repetition. */
export function mailWorker(db: Db, mailer: Mailer, log: (where: string, to: string) => void): Handler {
  return {
    async run(job) {
      const mail =
        'blocks' in job.payload ? fromBlocks(job.payload as never) : fromWords(job.payload as unknown as Worded);
      log(await mailer.send(mail, job.id), mail.to);
      await withPlatform(db, (tx) => finishJob(tx, job));
    },
  };
}
