import { and, eq, isNull } from 'drizzle-orm';
import type { ChannelProblem } from '../../../shared/channels.ts';
import { append, lockNewest } from '../../chat/handover/talk.ts';
import { readNoticeRecipients } from '../../chat/limits/notice-recipients.ts';
import type { ChannelRow } from '../../db/platform.ts';
import { channels } from '../../db/schema/channels.ts';
import { tenant, type Tx } from '../../db/tenant.ts';
import { queueEmailBlocks } from '../../mail/emails.ts';
import type { Services } from '../../runtime/services.ts';
import { t } from '../../runtime/translate.ts';
import type { ErrorMeaning } from './graph.ts';

/**
 * Stores why Meta refuses to send, and mails the owner and the admins of the context once. Messages wait until somebody has
 * changed the channel.
 */
export async function noteProblem(
  tx: Tx,
  { publicUrl }: Pick<Services, 'publicUrl'>,
  { accountId, id, contextId, name: channel }: ChannelRow,
  problem: ChannelProblem,
): Promise<void> {
  const noted = await tx
    .update(channels)
    .set({ problem })
    .where(and(eq(channels.accountId, accountId), eq(channels.id, id), isNull(channels.problem)))
    .returning({ id: channels.id });
  if (noted.length === 0) return;
  for (const { name, email } of await readNoticeRecipients(tx, { accountId, contextId })) {
    await queueEmailBlocks(tx, accountId, {
      to: email,
      subject: t(`channels.mail.${problem}.subject`, { channel }),
      blocks: [
        { kind: 'text', text: t('channels.mail.greeting', { name }) },
        { kind: 'text', text: t(`channels.mail.${problem}.text`, { channel }) },
        { kind: 'button', text: t('channels.mail.open'), url: `${publicUrl()}/chat/channels/${id}` },
      ],
    });
  }
}

/** Tells the person who wrote it that a message did not reach the visitor, as a note in the talk. */
export async function noteUndelivered(
  tx: Tx,
  accountId: string,
  conversationId: string | null,
  meaning: ErrorMeaning | 'stopped',
): Promise<void> {
  if (!conversationId) return;
  const newest = await lockNewest(tx, tenant(accountId, 'all'), conversationId);
  if (newest) await append(tx, newest, { author: 'note', text: t(`channels.undelivered.${meaning}`) });
}
