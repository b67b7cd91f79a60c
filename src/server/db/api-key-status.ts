import { sql } from 'drizzle-orm';
import { CUSTOMER_ROLES } from '../../shared/roles.ts';
import { apiKeys } from './schema/identity.ts';

/** Highest first. Staff roles have no position, so staff cannot have keys. */
const ranks = sql`array[${sql.join(
  CUSTOMER_ROLES.map((role) => sql`${role}`),
  sql`, `,
)}]::text[]`;

/** A key never does more than its creator may: suspended while they may less, for good once removed. */
export const apiKeyStatus = sql<'active' | 'suspended' | 'expired' | 'revoked'>`case
  when ${apiKeys.revokedAt} is not null then 'revoked'
  when ${apiKeys.expiresAt} <= now() then 'expired'
  when exists (select from users creator where creator.account_id = ${apiKeys.accountId}
    and creator.id = ${apiKeys.createdBy} and creator.status = 'ACTIVE'
    and array_position(${ranks}, creator.role) <= array_position(${ranks}, ${apiKeys.role})) then 'active'
  else 'suspended' end`;
