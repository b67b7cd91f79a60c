import { and, eq, isNull, sql } from 'drizzle-orm';
import { visitorMessages } from '../../db/schema/chat.ts';
import { contexts } from '../../db/schema/knowledge.ts';
import { tenant, type Tx, withTenant } from '../../db/tenant.ts';
import { addJob, finishJob } from '../../jobs/queue.ts';
import type { JobHandler } from '../../jobs/worker.ts';
import { queueEmailBlocks } from '../../mail/emails.ts';
import type { MailBlock } from '../../mail/mail.ts';
import type { Services } from '../../runtime/services.ts';
import { t } from '../../runtime/translate.ts';
import { readNoticeRecipients } from '../limits/notice-recipients.ts';

/** Meanwhile, messages wait for the next email. */
const PAUSE_MS = 10 * 60 * 1_000;
const SHOWN = 10;
const QUESTION_LENGTH = 200;

export async function queueMessageMail(tx: Tx, accountId: string, contextId: string): Promise<void> {
  const [last] = await tx
    .select({ at: sql<string | null>`max(${visitorMessages.notifiedAt})` })
    .from(visitorMessages)
    .where(and(eq(visitorMessages.accountId, accountId), eq(visitorMessages.contextId, contextId)));
  const now = Date.now();
  const lastAt = last?.at ? new Date(last.at).getTime() : 0;
  // One in the future was stored by a clock that was ahead.
  const runAt = new Date(lastAt > now ? now : Math.max(now, lastAt + PAUSE_MS));
  await addJob(tx, { accountId, kind: 'message-mail', subjectId: contextId, runAt });
}

interface NewMessage {
  name: string;
  question: string;
}

const cut = (text: string) => (text.length > QUESTION_LENGTH ? `${text.slice(0, QUESTION_LENGTH - 1)}…` : text);

function blocksOf(messages: readonly NewMessage[], assistant: string, reader: string, url: string): MailBlock[] {
  const count = messages.length;
  const items = messages.slice(0, SHOWN).map(({ name, question }) => ({ text: cut(question), note: name, url }));
  return [
    { kind: 'text', text: t('visitor-messages.mail.greeting', { name: reader }) },
    { kind: 'text', text: t('visitor-messages.mail.text', { count, assistant }) },
    { kind: 'list', items },
    ...(count > SHOWN
      ? [{ kind: 'text' as const, text: t('visitor-messages.mail.more', { count: count - SHOWN }) }]
      : []),
    { kind: 'button', text: t('visitor-messages.mail.open'), url },
  ];
}

/** To the owner and the admins who see the context. */
export function messageMailWorker({ db, publicUrl }: Services): JobHandler {
  return {
    async run(job) {
      const { accountId, subjectId: contextId } = job;
      await withTenant(db, tenant(accountId, [contextId]), async (tx) => {
        // Comes first, so that a message that arrives meanwhile is either part of this email or queues the next one.
        await finishJob(tx, job);
        const due = await tx
          .update(visitorMessages)
          .set({ notifiedAt: new Date() })
          .where(
            and(
              ...[eq(visitorMessages.accountId, accountId), eq(visitorMessages.contextId, contextId)],
              isNull(visitorMessages.notifiedAt),
            ),
          )
          .returning({ name: visitorMessages.name, question: visitorMessages.question });
        const [context] = await tx
          .select({ name: contexts.name })
          .from(contexts)
          .where(and(eq(contexts.accountId, accountId), eq(contexts.id, contextId)));
        if (due.length === 0 || !context) return;
        const subject = t('visitor-messages.mail.subject', { count: due.length, assistant: context.name });
        const url = `${publicUrl()}/visitor-messages`;
        for (const { name, email } of await readNoticeRecipients(tx, { accountId, contextId })) {
          const blocks = blocksOf(due, context.name, name, url);
          await queueEmailBlocks(tx, accountId, { to: email, subject, blocks });
        }
      });
    },
  };
}
