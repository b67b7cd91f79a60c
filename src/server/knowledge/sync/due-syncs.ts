import { findDueSyncs } from '../../db/due-work.ts';
import { type Db, tenant, withTenant } from '../../db/tenant.ts';
import { queueSync } from './sync-content.ts';

/** A site captured in one afternoon must not be requested all at once a week later. */
const MAX_PER_ACCOUNT = 20;
const MAX_PER_ROUND = 400;
/** Syncs start at random within it. */
const SPREAD_MS = 50_000;

export async function queueDueSyncs(db: Db): Promise<number> {
  const due = await findDueSyncs(db, { anAccount: MAX_PER_ACCOUNT, limit: MAX_PER_ROUND });
  const byAccount = Map.groupBy(due, ({ accountId }) => accountId);
  for (const [accountId, contents] of byAccount) {
    await withTenant(db, tenant(accountId, 'all'), async (tx) => {
      for (const { id } of contents)
        await queueSync(tx, { accountId, id }, new Date(Date.now() + Math.random() * SPREAD_MS));
    });
  }
  return due.length;
}
