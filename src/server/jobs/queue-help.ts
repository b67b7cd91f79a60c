import { eq } from 'drizzle-orm';
import { HELP_ACCOUNT_ID } from '../../shared/help.ts';
import { accounts } from '../db/schema/identity.ts';
import type { Tx } from '../db/tenant.ts';
import { addJob } from './queue.ts';

/** After a change of what the product's help tells. Without its account there is no help yet. */
export async function queueHelp(tx: Tx): Promise<void> {
  const accountId = HELP_ACCOUNT_ID;
  if ((await tx.$count(accounts, eq(accounts.id, accountId))) === 0) return;
  await addJob(tx, { accountId, kind: 'help', subjectId: accountId });
}
