import { v7 as uuidv7 } from 'uuid';
import { type Db, type Tx, withPlatform } from '../db/tenant.ts';
import { addJob, finishJob } from '../jobs/queue.ts';
import type { Handler } from '../jobs/worker.ts';
import { say } from '../locale.ts';
import type { Mailer } from './mail.ts';

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
  | 'subscriptionEnded';

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

/** Sends queued letters. The message id is the job's, so that a server can drop a repetition. */
export function mailWorker(db: Db, mailer: Mailer, log: (where: string, to: string) => void): Handler {
  return {
    async run(job) {
      const { to, letter, values } = job.payload as { to: string; letter: Letter; values: Record<string, unknown> };
      const mail = { to, subject: say(`mails.${letter}.subject`, values), text: say(`mails.${letter}.text`, values) };
      log(await mailer.send(mail, job.id), to);
      await withPlatform(db, (tx) => finishJob(tx, job));
    },
  };
}
