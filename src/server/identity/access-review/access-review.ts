import { sql } from 'drizzle-orm';
import type { Permissions } from '../../../../access-control/permissions.ts';
import type { Principal } from '../../../../access-control/policy.ts';
import { IMPERSONATOR } from '../../../../access-control/vocabulary.ts';
import type { AccessReview, ReviewHolder } from '../../../shared/access-review.ts';
import { DECISION_DAYS } from '../../../shared/constants.ts';
import { FRESH_FLAG, IMPERSONATED_FLAG, PLAN_FLAGS, SELF_FLAG } from '../../../shared/roles.ts';
import { apiKeyStatus } from '../../db/api-key-status.ts';
import { isoMoment } from '../../db/iso-moment.ts';
import { apiKeys } from '../../db/schema/identity.ts';
import { type Db, readTenant, type Tenant } from '../../db/tenant.ts';

type Holder = Omit<ReviewHolder, 'rights'>;
interface Use {
  holder: string;
  resource: string;
  action: string;
  at: string;
}

/** A guarded field is used by calls of its resource. */
const CALLS_OF_FIELD: Readonly<Record<string, readonly string[]>> = {
  read: ['list', 'show', 'export'],
  write: ['create', 'edit'],
};

const ANYONE: Principal = { role: 'ANYONE', flags: [] };

/** The last change to it, or else the invitation. */
const given = sql`lateral (select e.at, coalesce(e.actor_name, e.user_name) as by from audit_entries e
  where e.account_id = u.account_id and e.subject = u.email and e.action in ('role_changed', 'user_invited')
    and coalesce(e.detail ->> 'to', e.detail ->> 'role') = u.role
  order by e.at desc limit 1)`;

const people = ({ accountId }: Tenant) => sql`
  select case u.status when 'PENDING' then 'invitation' else 'person' end as kind, u.id, coalesce(nullif(u.name, ''), u.email) as name,
    u.email, u.role, u.status, ${isoMoment(sql`coalesce(g.at, u.created_at)`)} as since,
    coalesce(g.by, (select i.name from users i where i.account_id = u.account_id and i.id = u.invited_by)) as "givenBy",
    (select ${isoMoment(sql`max(s.rotated_at)`)} from sessions s
      where s.account_id = u.account_id and s.user_id = u.id and s.actor_user_id is null) as "lastUsedAt"
  from users u left join ${given} g on true
  where u.account_id = ${accountId} order by u.created_at, u.id`;

const keys = ({ accountId }: Tenant) => sql`
  select 'key' as kind, ${apiKeys.id} as id, ${apiKeys.name} as name, null as email, ${apiKeys.role} as role, ${apiKeyStatus} as status,
    ${isoMoment(sql`${apiKeys.createdAt}`)} as since, ${apiKeys.createdByName} as "givenBy",
    ${isoMoment(sql`${apiKeys.lastUsedAt}`)} as "lastUsedAt"
  from ${apiKeys} left join users u on u.account_id = ${apiKeys.accountId} and u.id = ${apiKeys.createdBy}
  where ${apiKeys.accountId} = ${accountId} and ${apiKeyStatus} in ('active', 'suspended') order by ${apiKeys.createdAt}`;

const staff = ({ accountId }: Tenant) => sql`
  select 'staff' as kind, e.actor_id as id, max(e.actor_name) as name, null as email, 'WM_ADMIN' as role, 'ACTIVE' as status,
    ${isoMoment(sql`min(e.at)`)} as since, null as "givenBy", ${isoMoment(sql`max(e.at)`)} as "lastUsedAt"
  from audit_entries e
  where e.account_id = ${accountId} and e.actor_id is not null and e.action = 'impersonation_started'
    and e.at > now() - make_interval(days => ${DECISION_DAYS}::int)
  group by e.actor_id order by max(e.at) desc`;

const uses = ({ accountId }: Tenant) => sql`
  select coalesce(d.api_key_id, d.actor_id, d.user_id) as holder, d.resource, d.action, ${isoMoment(sql`max(d.at)`)} as at
  from access_decisions d where d.account_id = ${accountId} and d.allowed group by 1, 2, 3`;

const about = ({ accountId }: Tenant) => sql`
  select coalesce(a.company_name, a.name) as account, ${isoMoment(sql`now()`)} as at,
    ${isoMoment(sql`greatest(now() - make_interval(days => ${DECISION_DAYS}::int),
      (select min(d.at) from access_decisions d where d.account_id = a.id), a.created_at)`)} as "usesSince"
  from accounts a where a.id = ${accountId}`;

function principalOf({ kind, role }: Holder, flags: readonly string[]): Principal {
  if (kind === 'staff') return { role: IMPERSONATOR.role, flags: [...flags, IMPERSONATED_FLAG] };
  return { role, flags: kind === 'key' ? flags : [...flags, SELF_FLAG, FRESH_FLAG] };
}

/** Without rights that everybody has without an account. */
export async function readAccessReview(
  db: Db,
  tenant: Tenant,
  callerFlags: readonly string[],
  policyVersion: string,
  permissionsOf: (principal: Principal) => Permissions,
): Promise<AccessReview> {
  const flags = callerFlags.filter((flag) => (PLAN_FLAGS as readonly string[]).includes(flag));
  const [ofPeople, ofKeys, ofStaff, used, [account]] = await Promise.all([
    readTenant<Holder>(db, tenant, people(tenant)),
    readTenant<Holder>(db, tenant, keys(tenant)),
    readTenant<Holder>(db, tenant, staff(tenant)),
    readTenant<Use>(db, tenant, uses(tenant)),
    readTenant<Pick<AccessReview, 'account' | 'at' | 'usesSince'>>(db, tenant, about(tenant)),
  ]);
  const open = permissionsOf(ANYONE).allowed;
  const lastUses = new Map(used.map(({ holder, resource, action, at }) => [`${holder} ${resource} ${action}`, at]));
  const lastUse = (id: string, resource: string, action: string) => {
    const [whole, field] = resource.split('.');
    const used = (field === undefined ? [action] : (CALLS_OF_FIELD[action] ?? [])).map((one) =>
      lastUses.get(`${id} ${whole} ${one}`),
    );
    return (
      used
        .filter((at) => at !== undefined)
        .sort()
        .at(-1) ?? null
    );
  };
  const rightsOf = (one: Holder) =>
    Object.entries(permissionsOf(principalOf(one, flags)).allowed).flatMap(([resource, actions]) =>
      actions
        .filter((action) => !open[resource]?.includes(action))
        .map((action) => ({ resource, action, lastUsedAt: lastUse(one.id, resource, action) })),
    );
  const holders = [...ofPeople, ...ofKeys, ...ofStaff].map((one) => ({ ...one, rights: rightsOf(one) }));
  return { ...account!, accountId: tenant.accountId, policy: policyVersion, holders };
}
