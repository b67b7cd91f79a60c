import { asc, desc, type SQL, sql } from 'drizzle-orm';
import type { RecordOf } from '../../../../resources/kit/resource.ts';
import type { platformInvoices } from '../../../../resources/platform-invoices.ts';
import type { Page } from '../../../shared/page.ts';
import { isoMoment } from '../../db/iso-moment.ts';
import { type Db, readPlatform } from '../../db/tenant.ts';
import type { ListQuery } from '../../resource/list-query.ts';
import { likePattern } from '../../resource/query.ts';

type PlatformInvoice = RecordOf<typeof platformInvoices>;

/** The legal name for companies. */
const account = sql`coalesce(a.company_name, a.name)`;
const email = sql`coalesce((select u.email from users u where u.account_id = a.id and u.role = 'OWNER'
  order by u.status <> 'ACTIVE', u.created_at, u.id limit 1), '')`;
const status = sql`case when i.refunded_at is not null then 'refunded' else i.status end`;
const isDoubled = sql`i.status = 'paid' and i.refunded_at is null and i.amount > 0 and exists (
  select from invoices o where o.account_id = i.account_id and o.id <> i.id and o.status = 'paid'
    and o.refunded_at is null and (o.type, o.plan, o.amount) = (i.type, i.plan, i.amount)
    and o.issued_at between i.issued_at - interval '1 day' and i.issued_at + interval '1 day')`;

const fields = sql`i.id, i.account_id as "accountId", ${account} as account, ${email} as email,
  ${isoMoment(sql`i.issued_at`)} as "issuedAt", i.type, i.plan, i.order_number as "orderNumber", i.gateway_invoice_id as "gatewayId",
  ${status} as status, ${isDoubled} as "isDoubled", i.amount`;
const from = sql`from invoices i join accounts a on a.id = i.account_id`;

const ORDERS: Record<string, SQL> = {
  account: sql`fold_text(${account})`,
  type: sql`i.type`,
  plan: sql`i.plan`,
  orderNumber: sql`i.order_number`,
  status,
  amount: sql`i.amount`,
};

/** Drafts belong to calls that are still running. */
const SHOWN = ['open', 'paid', 'refunded', 'uncollectible', 'void'];

function searchCondition(search: string): SQL {
  if (search === '') return sql`true`;
  const pattern = likePattern(search);
  const folded = sql`fold_text(${pattern})`;
  return sql`(fold_text(a.name) like ${folded} or fold_text(a.company_name) like ${folded}
    or lower(i.order_number) like lower(${pattern}) or lower(i.gateway_invoice_id) like lower(${pattern})
    or exists (select from users u where u.account_id = a.id and lower(u.email) like lower(${pattern})))`;
}

export async function listPlatformInvoices(
  db: Db,
  { page, limit, sort, filters, search }: ListQuery,
  accountId?: string,
): Promise<Page<PlatformInvoice>> {
  const [chosen] = filters;
  const where = sql`${status} in ${chosen ? (chosen.value as string[]) : SHOWN} and ${searchCondition(search)}
    and ${accountId ? sql`i.account_id = ${accountId}` : sql`true`}`;
  const order = (sort.descending ? desc : asc)(ORDERS[sort.field] ?? sql`i.issued_at`);
  const [data, [counted]] = await Promise.all([
    readPlatform<PlatformInvoice>(
      db,
      sql`select ${fields} ${from} where ${where}
          order by ${order}, i.id desc limit ${limit}::int offset ${(page - 1) * limit}::int`,
    ),
    readPlatform<{ total: number }>(db, sql`select count(*)::int as total ${from} where ${where}`),
  ]);
  return { data, total: counted!.total, page, limit };
}

export async function showPlatformInvoice(db: Db, accountId: string, id: string): Promise<PlatformInvoice> {
  const where = sql`i.account_id = ${accountId} and i.id = ${id}`;
  const [invoice] = await readPlatform<PlatformInvoice>(db, sql`select ${fields} ${from} where ${where}`);
  return invoice!;
}
