import { and, eq, type SQL, sql } from 'drizzle-orm';
import { lockAccount } from '../../db/lock-account.ts';
import { contexts } from '../../db/schema/knowledge.ts';
import { tenant, type Tx } from '../../db/tenant.ts';
import { finishJob } from '../../jobs/queue.ts';
import type { JobHandler } from '../../jobs/worker.ts';
import { queueEmailBlocks } from '../../mail/emails.ts';
import type { Services } from '../../runtime/services.ts';
import { t } from '../../runtime/translate.ts';
import { readNoticeRecipients } from '../limits/notice-recipients.ts';
import { miss } from './states.ts';
import type { LockedHandover } from './talk.ts';

/** At most one email of a context in each ten minutes, however many visitors give up. */
const MAIL_SECONDS = 600;
const slice = (at: SQL) => sql`floor(extract(epoch from ${at}) / ${MAIL_SECONDS})`;

async function isMailed(tx: Tx, { accountId, contextId, id }: LockedHandover): Promise<boolean> {
  await lockAccount(tx, accountId);
  const { rows } = await tx.execute(
    sql`select 1 from handovers where account_id = ${accountId}::uuid and context_id = ${contextId}::uuid
          and state = 'missed' and id <> ${id}::uuid and ${slice(sql`ended_at`)} = ${slice(sql`now()`)} limit 1`,
  );
  return rows.length > 0;
}

/** Returns the job handler that ends a wait that nobody answered, and mails the owner and the admins. */
export function handoverWaitWorker({ db, publicUrl }: Services): JobHandler {
  return {
    async run(job) {
      const { accountId, subjectId: handoverId } = job;
      await miss(db, tenant(accountId, 'all'), handoverId, async (tx, missed) => {
        await finishJob(tx, job);
        if (!missed) return;
        const { contextId, protocol, conversationId } = missed;
        if (await isMailed(tx, missed)) return;
        const [context] = await tx
          .select({ name: contexts.name })
          .from(contexts)
          .where(and(eq(contexts.accountId, accountId), eq(contexts.id, contextId)));
        const assistant = context?.name ?? '';
        const url = `${publicUrl()}/inbox?conversation=${conversationId}`;
        for (const { name, email } of await readNoticeRecipients(tx, { accountId, contextId })) {
          await queueEmailBlocks(tx, accountId, {
            to: email,
            subject: t('inbox.mail.subject', { assistant }),
            blocks: [
              { kind: 'text', text: t('inbox.mail.greeting', { name }) },
              { kind: 'text', text: t('inbox.mail.text', { assistant, protocol }) },
              { kind: 'button', text: t('inbox.mail.open'), url },
            ],
          });
        }
      });
    },
  };
}
