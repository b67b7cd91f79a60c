import { and, eq } from 'drizzle-orm';
import { contexts } from '../../db/schema/knowledge.ts';
import { tenant } from '../../db/tenant.ts';
import { finishJob } from '../../jobs/queue.ts';
import type { JobHandler } from '../../jobs/worker.ts';
import { queueEmailBlocks } from '../../mail/emails.ts';
import type { Services } from '../../runtime/services.ts';
import { t } from '../../runtime/translate.ts';
import { readNoticeRecipients } from '../limits/notice-recipients.ts';
import { miss } from './states.ts';

/** Returns the job handler that ends a wait that nobody answered, and mails the owner and the admins. */
export function handoverWaitWorker({ db, publicUrl, wake }: Services): JobHandler {
  return {
    async run(job) {
      const { accountId, subjectId: handoverId } = job;
      await miss(db, tenant(accountId, 'all'), handoverId, async (tx, missed) => {
        await finishJob(tx, job);
        if (!missed) return;
        const { contextId, protocol, conversationId } = missed;
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
      wake();
    },
  };
}
