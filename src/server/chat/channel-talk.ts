import { sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../db/tenant.ts';
import { announceJob } from '../jobs/queue.ts';

/**
 * Queues what was said in a talk for a visitor who is not on a site, in the transaction that says it. Their channel reads
 * it from the talk.
 */
export async function passToChannel(
  tx: Tx,
  { accountId, conversationId }: { accountId: string; conversationId: string },
): Promise<void> {
  const { rowCount } = await tx.execute(sql`
    insert into jobs (account_id, id, kind, subject_id)
    select account_id, ${uuidv7()}::uuid, 'whatsapp-talk', id from conversations
    where account_id = ${accountId}::uuid and id = ${conversationId}::uuid and type = 'whatsapp'
    on conflict (account_id, kind, subject_id, version) do update set kind = excluded.kind`);
  if (rowCount) announceJob(tx, 'whatsapp-talk');
}
