import { type SQL, sql } from 'drizzle-orm';
import type { LoggedDecision } from '../../../../access-control/replay-decisions.ts';
import { isoMoment } from '../../db/iso-moment.ts';
import { type Db, readPlatform } from '../../db/tenant.ts';

const BATCH = 2_000;

type DecisionRow = LoggedDecision & { id: string };

/** Those of all accounts, the latest first. */
export async function* loggedDecisions(db: Db, days: number): AsyncGenerator<LoggedDecision[]> {
  let last: DecisionRow | undefined;
  do {
    const afterLast: SQL = last ? sql`and (d.at, d.id) < (${last.at}::timestamptz, ${last.id}::uuid)` : sql``;
    const rows = await readPlatform<DecisionRow>(
      db,
      sql`select d.id, ${isoMoment(sql`d.at`)} as at, d.allowed, d.refusal, d.role, d.flags, d.resource, d.action, d.count, d.request_id as "requestId",
            coalesce(k.name, u.name, coalesce(d.api_key_id, d.user_id)::text) as who, coalesce(a.company_name, a.name) as account
          from access_decisions d join accounts a on a.id = d.account_id
            left join api_keys k on k.account_id = d.account_id and k.id = d.api_key_id
            left join users u on u.account_id = d.account_id and u.id = d.user_id
          where d.at > now() - make_interval(days => ${days}::int) ${afterLast}
          order by d.at desc, d.id desc limit ${BATCH}`,
    );
    if (rows.length > 0) yield rows;
    last = rows.length === BATCH ? rows.at(-1) : undefined;
  } while (last);
}
