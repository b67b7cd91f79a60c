import { sql } from 'drizzle-orm';
import type { Tx } from '../../db/tenant.ts';

export interface NoticeRecipient {
  name: string;
  email: string;
}

/** Active, who may see the context; who see all contexts if it is null. */
export async function readNoticeRecipients(
  tx: Tx,
  { accountId, contextId }: { accountId: string; contextId: string | null },
): Promise<NoticeRecipient[]> {
  const { rows } = await tx.execute<{ name: string; email: string }>(sql`
    select name, email from users u
    where account_id = ${accountId} and status = 'ACTIVE' and role in ('OWNER', 'ADMIN')
      and (sees_all_contexts or exists (select from user_contexts c
        where c.account_id = u.account_id and c.user_id = u.id and c.context_id = ${contextId}))
    order by id`);
  return rows;
}
