import { eq, sql } from 'drizzle-orm';
import { accessDecisions, platformAccessDecisions } from '../../../../resources/access-decisions.ts';
import { accounts } from '../../db/schema/identity.ts';
import { accessDecisions as decisions } from '../../db/schema/platform.ts';
import { defineSource } from '../../resource/source.ts';

const { accountId, userId } = decisions;
const ofKey = sql`(select k.name from api_keys k where k.account_id = ${accountId} and k.id = ${decisions.apiKeyId})`;
const ofUser = sql`(select u.name from users u where u.account_id = ${accountId} and u.id = ${userId})`;
/** The staff's account is another one, so only the platform role finds their name. */
const ofStaff = sql`(select e.actor_name from audit_entries e where e.account_id = ${accountId}
  and e.actor_id = ${decisions.actorId} limit 1)`;
const who = sql`case when ${decisions.apiKeyId} is not null then ${ofKey}
  when ${decisions.actorId} is not null then ${ofStaff} else ${ofUser} end`;
const fields = { who, flags: sql`array_to_string(${decisions.flags}, ', ')` };

/** What the policy allowed is only for the platform. */
export const refusalsSource = defineSource(accessDecisions, {
  table: decisions,
  where: eq(decisions.allowed, false),
  fields,
});

export const decisionsSource = defineSource(platformAccessDecisions, {
  table: decisions,
  fields: {
    ...fields,
    account: sql`(select coalesce(${accounts.companyName}, ${accounts.name}) from ${accounts} where ${accounts.id} = ${accountId})`,
  },
});
