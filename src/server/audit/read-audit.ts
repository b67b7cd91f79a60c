import { type SQL, sql } from 'drizzle-orm';
import { type AuditEntry, GROUP_OF, groupOf } from '../../shared/audit.ts';
import { AUDIT_GROUPS, type AuditGroup } from '../../shared/audit-groups.ts';
import { BUSINESS_ZONE } from '../../shared/constants.ts';
import type { Page } from '../../shared/page.ts';
import { isoMoment } from '../db/iso-moment.ts';
import { type Db, readPlatform, readTenant, type Tenant } from '../db/tenant.ts';
import { visibleDetail } from './visible-detail.ts';

/** Ends are ISO timestamps or days, both inclusive. */
export interface AuditFilter {
  groups?: readonly AuditGroup[];
  actions?: readonly string[];
  userId?: string;
  accountId?: string;
  /** Of one row; `actions` says of which resource. */
  rowId?: string;
  from?: string;
  to?: string;
  /** The guarded fields that the reader may not read. */
  hidden: Tenant['hidden'];
}

export type AuditScope = Tenant | 'platform';

/** Impersonation entries store the account's id: its name is there only while the account exists. */
const subject = sql`coalesce(e.subject, case when e.action in ('impersonation_started', 'impersonation_ended') then (
  select t.name from accounts t where t.id = (e.detail ->> 'accountId')::uuid) end) as subject`;
const fields = sql`e.id, ${isoMoment(sql`e.at`)} as at, e.action, e.account_id as "accountId", a.name as account, e.user_id as "userId",
  e.user_name as "userName", e.user_role as "userRole", e.actor_name as "actorName", ${subject}, e.detail, e.ip`;
const entries = sql`from audit_entries e left join accounts a on a.id = e.account_id`;

/** Everything before the last underscore. */
const resource = sql`left(e.action, length(e.action) - strpos(reverse(e.action), '_'))`;
const cases = AUDIT_GROUPS.flatMap((group) => {
  const { actions, resources } = GROUP_OF[group];
  const byAction = actions.length > 0 ? [sql`when e.action in ${[...actions]} then ${group}::text`] : [];
  return {
    byAction,
    byResource: resources.length > 0 ? [sql`when ${resource} in ${[...resources]} then ${group}::text`] : [],
  };
});
/** As `groupOf` in src/shared/audit.ts: actions take precedence over resources. */
const groupOfEntry = sql`case ${sql.join(
  [...cases.flatMap(({ byAction }) => byAction), ...cases.flatMap(({ byResource }) => byResource)],
  sql` `,
)} else 'knowledge' end`;

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text);
/** `later` days after `day`, in the business's time zone. */
const startOf = (day: string, later: number): SQL =>
  sql`(${day}::date + ${later}::int)::timestamp at time zone ${BUSINESS_ZONE}`;

function condition(
  scope: AuditScope,
  { groups, actions, userId, accountId, rowId, from, to }: AuditFilter,
  more?: SQL,
): SQL {
  const parts = [
    scope === 'platform' ? undefined : sql`e.account_id = ${scope.accountId}`,
    groups?.length ? sql`${groupOfEntry} in ${[...groups]}` : undefined,
    actions?.length ? sql`e.action in ${[...actions]}` : undefined,
    // A user's entries include those that staff made while impersonating, for both users.
    userId ? sql`(e.user_id = ${userId} or e.actor_id = ${userId})` : undefined,
    accountId ? sql`e.account_id = ${accountId}` : undefined,
    rowId ? sql`e.detail ->> 'id' = ${rowId}` : undefined,
    from ? sql`e.at >= ${isDay(from) ? startOf(from, 0) : sql`${from}::timestamptz`}` : undefined,
    to ? (isDay(to) ? sql`e.at < ${startOf(to, 1)}` : sql`e.at <= ${to}::timestamptz`) : undefined,
    more,
  ];
  return sql.join([sql`true`, ...parts.filter((part) => part !== undefined)], sql` and `);
}

const read = <T>(db: Db, scope: AuditScope, query: SQL): Promise<T[]> =>
  scope === 'platform' ? readPlatform<T>(db, query) : readTenant<T>(db, scope, query);

type AuditRow = Omit<AuditEntry, 'group'>;
const toEntry = (raw: AuditRow, scope: AuditScope, { hidden }: AuditFilter): AuditEntry => ({
  ...raw,
  detail: visibleDetail(raw, hidden, scope === 'platform'),
  group: groupOf(raw.action),
});

export async function listAudit(
  db: Db,
  scope: AuditScope,
  filter: AuditFilter,
  { page, limit }: { page: number; limit: number },
): Promise<Page<AuditEntry>> {
  const where = condition(scope, filter);
  const [rows, [counted]] = await Promise.all([
    read<AuditRow>(
      db,
      scope,
      sql`select ${fields} ${entries} where ${where} order by e.at desc, e.id desc limit ${limit} offset ${(page - 1) * limit}`,
    ),
    read<{ total: number }>(db, scope, sql`select count(*)::int as total from audit_entries e where ${where}`),
  ]);
  return { data: rows.map((raw) => toEntry(raw, scope, filter)), total: counted!.total, page, limit };
}

const BATCH = 1_000;

/** Newest first; a query per batch, so no transaction stays open while the consumer reads. */
export async function* streamAudit(
  db: Db,
  scope: AuditScope,
  filter: AuditFilter,
  batch = BATCH,
): AsyncGenerator<AuditEntry[]> {
  let last: AuditEntry | undefined;
  do {
    const afterLast: SQL | undefined = last && sql`(e.at, e.id) < (${last.at}::timestamptz, ${last.id}::uuid)`;
    const rows = await read<AuditRow>(
      db,
      scope,
      sql`select ${fields} ${entries} where ${condition(scope, filter, afterLast)}
          order by e.at desc, e.id desc limit ${batch}`,
    );
    const found = rows.map((raw) => toEntry(raw, scope, filter));
    if (found.length > 0) yield found;
    last = found.length === batch ? found.at(-1) : undefined;
  } while (last);
}
