import { eq, sql } from 'drizzle-orm';
import { accessDecisions, platformAccessDecisions } from '../../../../resources/access-decisions.ts';
import type { Resource } from '../../../../resources/kit/resource.ts';
import { accounts } from '../../db/schema/identity.ts';
import { accessDecisions as decisions } from '../../db/schema/platform.ts';
import type { Db, Tenant } from '../../db/tenant.ts';
import type { ListQuery } from '../../resource/list-query.ts';
import { listRows, type ResourceRow } from '../../resource/query.ts';
import { defineSource, type ResourceSource } from '../../resource/source.ts';
import { shortMoment } from '../../runtime/calendar.ts';
import { toCsv } from '../../runtime/csv.ts';
import { t } from '../../runtime/translate.ts';

const { accountId, id, at, userId, role, resource, action, refusal, neededRole, neededFlag, row, requestId } =
  decisions;
const ofKey = sql`(select k.name from api_keys k where k.account_id = ${accountId} and k.id = ${decisions.apiKeyId})`;
const ofUser = sql`(select u.name from users u where u.account_id = ${accountId} and u.id = ${userId})`;
/** The staff's account is another one, so only the platform role finds their name. */
const ofStaff = sql`(select e.actor_name from audit_entries e where e.account_id = ${accountId}
  and e.actor_id = ${decisions.actorId} limit 1)`;
const who = sql`case when ${decisions.apiKeyId} is not null then ${ofKey}
  when ${decisions.actorId} is not null then ${ofStaff} else ${ofUser} end`;
const flags = sql`array_to_string(${decisions.flags}, ', ')`;
const fields = { at, who, userId, role, flags, resource, action, refusal, neededRole, neededFlag, row, requestId };

/** What the policy allowed is only for the platform. */
export const refusalsSource = defineSource(accessDecisions, {
  table: decisions,
  accountId,
  id,
  where: eq(decisions.allowed, false),
  fields,
});

export const decisionsSource = defineSource(platformAccessDecisions, {
  table: decisions,
  accountId,
  id,
  fields: {
    ...fields,
    accountId,
    account: sql`(select coalesce(${accounts.companyName}, ${accounts.name}) from ${accounts} where ${accounts.id} = ${accountId})`,
    allowed: decisions.allowed,
    count: decisions.count,
    policy: decisions.policy,
  },
});

const BATCH = 1_000;

/** Rows that come meanwhile are left out. */
async function* batchesOf(db: Db, declared: Resource, source: ResourceSource, tenant: Tenant, query: ListQuery) {
  const until = { field: 'at', operator: 'lte' as const, value: new Date().toISOString() };
  const filters = [...query.filters, until];
  for (let page = 1; ; page += 1) {
    const { data } = await listRows(db, declared, source, tenant, { ...query, filters, page, limit: BATCH });
    yield data.map((one) => Object.keys(declared.fields).map((name) => cellOf(one, name)));
    if (data.length < BATCH) return;
  }
}

function cellOf(one: ResourceRow, name: string): string | null {
  const value = one[name];
  if (value === null || value === undefined) return null;
  if (name === 'at') return shortMoment(new Date(String(value)));
  return typeof value === 'boolean' ? t(`resource.options.${value}`) : String(value as string | number);
}

export const decisionsCsv = (db: Db, declared: Resource, source: ResourceSource, tenant: Tenant, query: ListQuery) =>
  toCsv(
    Object.keys(declared.fields).map((name) => t(`${declared.name}.fields.${name}`)),
    batchesOf(db, declared, source, tenant, query),
  );
