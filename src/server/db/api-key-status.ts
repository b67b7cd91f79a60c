import { sql } from 'drizzle-orm';
import { CUSTOMER_ROLES } from '../../shared/roles.ts';
import { apiKeys } from './schema/identity.ts';

/** The customers' roles, highest first. Staff roles have no position, so staff cannot have keys. */
const ranks = sql`array[${sql.join(
  CUSTOMER_ROLES.map((role) => sql`${role}`),
  sql`, `,
)}]::text[]`;

/**
 * The status of an API key. A key may never do more than its creator may do now, so it is suspended while the creator is
 * not active or has a lower role, and for good once they have been removed.
 */
export const apiKeyStatus = sql<'active' | 'suspended' | 'expired' | 'revoked'>`case
  when ${apiKeys.revokedAt} is not null then 'revoked'
  when ${apiKeys.expiresAt} <= now() then 'expired'
  when exists (select from users creator where creator.account_id = ${apiKeys.accountId}
    and creator.id = ${apiKeys.createdBy} and creator.status = 'ACTIVE'
    and array_position(${ranks}, creator.role) <= array_position(${ranks}, ${apiKeys.role})) then 'active'
  else 'suspended' end`;
