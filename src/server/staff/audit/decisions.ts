import { eq, sql } from 'drizzle-orm';
import { catalogueOf, readCases } from '../../../../access-control/cases.ts';
import { actionLabel, resourceLabel } from '../../../../access-control/labels.ts';
import type { LivePolicy } from '../../../../access-control/live-policy.ts';
import { accessDecisions, platformAccessDecisions } from '../../../../resources/access-decisions.ts';
import { fold } from '../../../shared/fold.ts';
import { accounts } from '../../db/schema/identity.ts';
import { accessDecisions as decisions } from '../../db/schema/platform.ts';
import { defineSource } from '../../resource/source.ts';
import { tIfExists } from '../../runtime/translate.ts';

const { accountId, userId } = decisions;
const ofKey = sql`(select k.name from api_keys k where k.account_id = ${accountId} and k.id = ${decisions.apiKeyId})`;
const ofUser = sql`(select u.name from users u where u.account_id = ${accountId} and u.id = ${userId})`;
/** The staff's account is another one, so only the platform role finds their name. */
const ofStaff = sql`(select e.actor_name from audit_entries e where e.account_id = ${accountId}
  and e.actor_id = ${decisions.actorId} limit 1)`;
const who = sql`case when ${decisions.apiKeyId} is not null then ${ofKey}
  when ${decisions.actorId} is not null then ${ofStaff} else ${ofUser} end`;
const fields = { who, flags: sql`array_to_string(${decisions.flags}, ', ')` };

/** The identifiers of the policy whose label, as the console shows it, contains the text. */
function identifiersLabelled(policy: LivePolicy) {
  const textOf = (key: string) => tIfExists(key) ?? '';
  const those = (labelOf: typeof actionLabel, names: readonly string[], text: string) =>
    [...new Set(names)].filter((name) => fold(labelOf(textOf, name)).includes(fold(text)));
  const catalogue = () => catalogueOf(readCases(policy.texts().cases).cases);
  return {
    resource: (text: string) =>
      those(
        resourceLabel,
        catalogue().map(({ resource }) => resource),
        text,
      ),
    action: (text: string) =>
      those(
        actionLabel,
        catalogue().flatMap(({ actions }) => actions),
        text,
      ),
  };
}

export function decisionSources(policy: LivePolicy) {
  const valuesLabelled = identifiersLabelled(policy);
  const account = sql`(select coalesce(${accounts.companyName}, ${accounts.name}) from ${accounts} where ${accounts.id} = ${accountId})`;
  return {
    /** What the policy allowed is only for the platform. */
    refusals: defineSource(accessDecisions, {
      table: decisions,
      where: eq(decisions.allowed, false),
      valuesLabelled,
      fields,
    }),
    all: defineSource(platformAccessDecisions, { table: decisions, valuesLabelled, fields: { ...fields, account } }),
  };
}
