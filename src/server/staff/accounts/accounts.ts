import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Page } from '../../../shared/page.ts';
import type { AccountRow } from '../../../shared/staff.ts';
import { isoMoment } from '../../db/iso-moment.ts';
import { accounts } from '../../db/schema/identity.ts';
import { type Db, readPlatform, type Tx } from '../../db/tenant.ts';
import type { ListQuery } from '../../resource/list-query.ts';
import { likePattern } from '../../resource/query.ts';
import { notFound } from '../../runtime/api-error.ts';

const a = accounts;

/** Of the first owner, preferably an active one. */
const ownerEmail = sql`(select u.email from users u where u.account_id = ${a.id} and u.role = 'OWNER'
  order by u.status <> 'ACTIVE', u.created_at, u.id limit 1)`;
const people = sql`(select count(*)::int from users u where u.account_id = ${a.id})`;
const contexts = sql`(select count(*)::int from contexts c where c.account_id = ${a.id})`;
const contents = sql`(select count(*)::int from contents c where c.account_id = ${a.id})`;
/** Or the last question in the newest conversation of a context. Each subquery uses an index. */
const lastActivity = sql`greatest(
  (select max(s.created_at) from sessions s where s.account_id = ${a.id} and s.actor_user_id is null),
  (select max(newest.last_at) from contexts k cross join lateral (
    select c.last_at from conversations c where c.account_id = k.account_id and c.context_id = k.id
    order by c.started_at desc limit 1) newest where k.account_id = ${a.id}))`;
/** For sorting: the legal name for companies. */
const label = sql`fold_text(case when ${a.type} = 'CORPORATE' then coalesce(${a.companyName}, ${a.name}) else ${a.name} end)`;

const ORDERS: Record<string, SQL> = {
  type: sql`${a.type} = 'CORPORATE'`,
  user: sql`fold_text(${a.name})`,
  email: ownerEmail,
  cnpj: sql`${a.cnpj}`,
  companyName: sql`fold_text(${a.companyName})`,
  plan: sql`p.rank`,
  status: sql`s.status`,
  people,
  contents,
  createdAt: sql`${a.createdAt}`,
  lastActivityAt: lastActivity,
};

/** Names, companies, emails of all users and, for those who may read them, tax ids with or without punctuation. */
function searchCondition(search: string, readsTaxIds: boolean): SQL | undefined {
  if (search === '') return undefined;
  const like = sql`fold_text(${likePattern(search)})`;
  const isTaxId = readsTaxIds && /^[\d./\s-]+$/.test(search) && /\d/.test(search);
  const digits = search.replace(/\D/g, '');
  const byTaxId = isTaxId ? sql`or ${a.cnpj} like ${`%${digits}%`}` : sql``;
  return sql`(fold_text(${a.name}) like ${like} or fold_text(${a.companyName}) like ${like}
    or ${a.id} in (select u.account_id from users u where lower(u.email) like lower(${likePattern(search)}))
    ${byTaxId})`;
}

const FILTERED: Record<string, SQL> = { type: sql`${a.type}`, status: sql`s.status` };

const rowFields = sql`${a.id}, ${a.type}, ${a.name} as "user", coalesce(${ownerEmail}, '') as email, ${a.cnpj},
  ${a.companyName} as "companyName", s.plan_id as "planId", p.name as plan, s.status, s.period,
  ${isoMoment(sql`s.renews_at`)} as "renewsAt",
  greatest(0, coalesce(cb.granted - cb.monthly, 0)) / 1000.0::float8 as "creditsUsed",
  coalesce(cb.granted, p.credits) / 1000.0::float8 as credits,
  ${people} as people, ${contexts} as contexts, ${contents} as contents, ${isoMoment(sql`${a.createdAt}`)} as "createdAt",
  ${isoMoment(lastActivity)} as "lastActivityAt", ${isoMoment(sql`${a.deletesAt}`)} as "deletesAt"`;

const withPlan = sql`left join subscriptions s on s.account_id = ${a.id} left join plans p on p.id = s.plan_id
  left join credit_balances cb on cb.account_id = ${a.id}`;

/** Expensive columns only for the page's rows. By type: personal accounts first, each group by name. */
export async function listAccounts(
  db: Db,
  { page, limit, sort, search, filters }: ListQuery,
  readsTaxIds: boolean,
): Promise<Page<AccountRow>> {
  const chosen = filters.map(({ field, value }) => inArray(FILTERED[field] as SQL, value as string[]));
  const where = and(sql`not ${a.isStaff}`, searchCondition(search, readsTaxIds), ...chosen);
  const first = sql`${(sort.descending ? desc : asc)(ORDERS[sort.field] ?? label)} nulls last`;
  const order = sort.field === 'type' ? sql`${first}, ${label}, ${a.id}` : sql`${first}, ${a.id}`;
  const from = sql`from ${a} ${withPlan} where ${where}`;
  const rows = await readPlatform<AccountRow & { total: number }>(
    db,
    sql`with chosen as (
          select ${a.id} as id, row_number() over (order by ${order}) as place, count(*) over ()::int as total ${from}
          order by place limit ${limit} offset ${(page - 1) * limit})
        select ${rowFields}, chosen.total from chosen join ${a} on ${a.id} = chosen.id ${withPlan}
        order by chosen.place`,
  );
  const data = rows.map(({ total: _, ...row }) => row);
  if (rows.length > 0 || page === 1) return { data, total: rows[0]?.total ?? 0, page, limit };
  const [counted] = await readPlatform<{ total: number }>(db, sql`select count(*)::int as total ${from}`);
  return { data, total: counted!.total, page, limit };
}

/** Locks against erasure. Throws `ApiError` `not_found`, also for a staff account. */
export async function requireCustomer(tx: Tx, id: string): Promise<void> {
  const [found] = await tx
    .select({ id: a.id })
    .from(a)
    .where(and(eq(a.id, id), eq(a.isStaff, false)))
    .for('no key update');
  if (!found) throw notFound();
}

/** Throws `ApiError` `not_found`, also for a staff account. */
export async function showAccount(db: Db, id: string): Promise<AccountRow> {
  const [row] = await readPlatform<AccountRow>(
    db,
    sql`select ${rowFields} from ${a} ${withPlan} where ${a.id} = ${id} and not ${a.isStaff}`,
  );
  if (!row) throw notFound();
  return row;
}
