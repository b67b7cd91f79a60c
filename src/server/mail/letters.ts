import { v7 as uuidv7 } from 'uuid';
import { type Db, type Tx, withPlatform } from '../db/tenant.ts';
import { addJob, finishJob } from '../jobs/queue.ts';
import type { Handler } from '../jobs/worker.ts';
import { say } from '../locale.ts';
import { type MailBlock, writeHtml, writeText } from './blocks.ts';
import type { Mail, Mailer } from './mail.ts';

/** The letters we write; their words are `mails.<name>` in the locale. */
export type Letter =
  | 'verify'
  | 'known'
  | 'invited'
  | 'reset'
  | 'limit'
  | 'credits'
  | 'invite'
  | 'deletionRequested'
  | 'deletionUndone'
  | 'accountErased'
  | 'paymentFailed'
  | 'subscriptionEnded'
  | 'changeHeld'
  | 'impersonationStarted'
  | 'impersonationEnded';

/** Queues a letter in the transaction that gives reason for it: none leaves for what did not happen. */
export async function queueLetter(
  tx: Tx,
  accountId: string,
  to: string,
  letter: Letter,
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
export async function queueBlocks(tx: Tx, accountId: string, letter: Blocks): Promise<void> {
  await addJob(tx, { accountId, kind: 'mail', subjectId: uuidv7(), payload: { ...letter } });
}

const fromBlocks = ({ to, subject, blocks, stopUrl }: Blocks): Mail => ({
  ...{ to, subject, stopUrl, text: writeText(blocks), html: writeHtml(blocks) },
});

interface Worded {
  to: string;
  letter: Letter;
  values: Record<string, unknown>;
}

const fromWords = ({ to, letter, values }: Worded): Mail => ({
  ...{ to, subject: say(`mails.${letter}.subject`, values), text: say(`mails.${letter}.text`, values) },
});

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
