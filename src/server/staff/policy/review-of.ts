import { sql } from 'drizzle-orm';
import type { Permissions } from '../../../../access-control/permissions.ts';
import type { Principal } from '../../../../access-control/policy.ts';
import type { ReviewHolder } from '../../../shared/access-review.ts';
import { type Db, readPlatform, tenant } from '../../db/tenant.ts';
import { readAccessReview } from '../../identity/access-review/access-review.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** For the command line; null for an unknown account. */
export async function reviewOf(
  db: Db,
  accountId: string,
  policyVersion: string,
  permissionsOf: (principal: Principal) => Permissions,
): Promise<ReviewHolder[] | null> {
  if (!UUID.test(accountId)) return null;
  const [account] = await readPlatform<{ flags: string[] }>(
    db,
    sql`select coalesce(p.flags, '{}') as flags from accounts a left join subscriptions s on s.account_id = a.id
        left join plans p on p.id = s.plan_id where a.id = ${accountId}`,
  );
  if (!account) return null;
  return (await readAccessReview(db, tenant(accountId, 'all'), account.flags, policyVersion, permissionsOf)).holders;
}
