import { sql } from 'drizzle-orm';
import type { LastSave } from '../../shared/changes.ts';
import type { Tx } from '../db/tenant.ts';

/** Null if the log has no entry. */
export async function lastSave(
  tx: Tx,
  accountId: string,
  actions: readonly string[],
  id?: string | readonly string[],
): Promise<LastSave | null> {
  const of = id === undefined ? sql`` : sql`and detail ->> 'id' in ${[id].flat()}`;
  const { rows } = await tx.execute<{ name: string | null; at: Date }>(sql`
    select coalesce(actor_name, user_name) as name, at from audit_entries
    where account_id = ${accountId} and action in ${[...actions]} ${of}
    order by at desc, id desc limit 1`);
  const [last] = rows;
  return last?.name ? { userName: last.name, createdAt: new Date(last.at).toISOString() } : null;
}
