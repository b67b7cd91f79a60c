import { sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../db/tenant.ts';
import { addJob } from '../../jobs/queue.ts';
import type { MessageBody } from './compose.ts';

interface NewSend {
  /** What it answers. The same cause is sent once. */
  cause: string;
  kind: 'answer' | 'person' | 'notice';
  body: MessageBody;
  conversationId: string | null;
}

/** A locked contact: its row orders what is sent. */
interface LockedContact {
  accountId: string;
  id: string;
  channelId: string;
}

/** Locks a contact until the transaction ends. Undefined if the visitor was erased. */
export async function lockContact(tx: Tx, accountId: string, id: string): Promise<LockedContact | undefined> {
  const { rows } = await tx.execute<{ channelId: string }>(
    sql`select channel_id as "channelId" from channel_contacts
        where account_id = ${accountId}::uuid and id = ${id}::uuid for no key update`,
  );
  return rows[0] && { accountId, id, channelId: rows[0].channelId };
}

/** Queues messages to a locked contact, in this order. */
export async function queueSends(
  tx: Tx,
  { accountId, id: contactId, channelId }: LockedContact,
  sends: readonly NewSend[],
): Promise<void> {
  for (const { cause, kind, body, conversationId } of sends) {
    await tx.execute(sql`
      insert into channel_sends (account_id, id, channel_id, contact_id, seq, cause, kind, body, conversation_id)
      select ${accountId}, ${uuidv7()}, ${channelId}, ${contactId}, coalesce(max(seq), 0) + 1, ${cause}, ${kind},
        ${JSON.stringify(body)}::jsonb, ${conversationId}
      from channel_sends where account_id = ${accountId}::uuid and contact_id = ${contactId}::uuid
      on conflict (account_id, contact_id, cause) do nothing`);
  }
  if (sends.length > 0) await addJob(tx, { accountId, kind: 'whatsapp-out', subjectId: contactId });
}
