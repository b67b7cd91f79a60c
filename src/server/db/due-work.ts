import { sql } from 'drizzle-orm';
import { VISITOR_TYPES } from '../../shared/chat-types.ts';
import { missed } from './exchange-outcomes.ts';
import { isRecent } from './running-until.ts';
import { type Db, readPlatform, type Tx } from './tenant.ts';

/* Over all accounts; callers continue with the tenant of the row found. */

const WEEK_SECONDS = 7 * 24 * 3_600;

/** Weekly, not read for a week and not queued. Longest first, at most `anAccount` per account. */
export const findDueSyncs = (
  db: Db,
  { anAccount, limit }: { anAccount: number; limit: number },
): Promise<{ accountId: string; id: string }[]> =>
  readPlatform(
    db,
    sql`select account_id as "accountId", id from (
          select c.account_id, c.id, coalesce(c.synced_at, c.created_at) as looked_at,
            row_number() over (partition by c.account_id order by coalesce(c.synced_at, c.created_at)) as turn
          from contents c
          where c.weekly_sync and c.type in ('LINK', 'SITEMAP') and c.status in ('done', 'error')
            and not ${isRecent(sql`coalesce(c.synced_at, c.created_at)`, WEEK_SECONDS)}
            and not exists (select 1 from jobs j where j.account_id = c.account_id and j.subject_id = c.id
              and j.kind in ('sync', 'train') and j.state = 'waiting')) due
        where turn <= ${anAccount} order by turn, looked_at limit ${limit}`,
  );

/** Inheritance paths over all accounts, newest first. */
export const findContextsUsedLast = (db: Db, limit: number): Promise<{ accountId: string; inheritance: string }[]> =>
  readPlatform(
    db,
    sql`select account_id as "accountId", inheritance from contexts
        order by greatest(widget_seen_at, updated_at) desc limit ${limit}`,
  );

/** Unanswered or badly rated questions without a gap. */
export async function findAccountsWithGaps(db: Db, limit: number): Promise<string[]> {
  const rows = await readPlatform<{ accountId: string }>(
    db,
    sql`select distinct account_id as "accountId" from messages
        where gap_id is null and ${missed()} limit ${limit}`,
  );
  return rows.map(({ accountId }) => accountId);
}

/** What a test run reads of the account's own rows. */
const testedRows = sql`concat_ws('|', c.manner::text, c.default_message,
  (select string_agg(a.id::text || ':' || a.knowledge_version, ',' order by a.id) from contexts a
    where a.account_id = c.account_id and a.id::text = any(string_to_array(c.inheritance, '.'))),
  (select string_agg(q.id::text || ':' || q.updated_at, ',' order by q.id) from test_questions q
    where q.account_id = c.account_id and q.context_id = c.id))`;

/** Of everything that determines a context's answers: knowledge, model, prompt and test questions. */
const testSetup = sql`(
  select md5(concat_ws('|', ${testedRows}, m.id::text, m.updated_at::text))
  from (select 1) one
    left join subscriptions s on s.account_id = c.account_id
    left join plans p on p.id = s.plan_id
    left join models m on m.id = p.model_id)`;

/** `setup` includes the model. */
export async function findTestSetup(db: Db, contextId: string): Promise<{ setup: string; rows: string } | undefined> {
  const found = await readPlatform<{ setup: string; rows: string }>(
    db,
    sql`select ${testSetup} as setup, ${testedRows} as rows from contexts c where c.id = ${contextId}`,
  );
  return found[0];
}

/** In a transaction of the context's account. */
export async function readTestedRows(tx: Tx, contextId: string): Promise<string | undefined> {
  const { rows } = await tx.execute<{ rows: string }>(
    sql`select ${testedRows} as rows from contexts c where c.id = ${contextId}`,
  );
  return rows[0]?.rows;
}

/** Not run with the current knowledge, model and prompt. */
export const findTestsDue = (db: Db, limit: number): Promise<{ accountId: string; contextId: string }[]> =>
  readPlatform(
    db,
    sql`select c.account_id as "accountId", c.id as "contextId" from contexts c
        where exists (select from test_questions q where q.account_id = c.account_id and q.context_id = c.id)
          and not exists (select from jobs j where j.account_id = c.account_id and j.kind = 'test' and j.subject_id = c.id)
          and c.tested_setup is distinct from ${testSetup}
        limit ${limit}`,
  );

const knowledgeOf = sql`(
  select md5(string_agg(a.id::text || ':' || a.knowledge_version, ',' order by a.id)) from contexts a
  where a.account_id = c.account_id and a.id::text = any(string_to_array(c.inheritance, '.')))`;

export async function findKnowledgeState(
  db: Db,
  contextId: string,
): Promise<{ now: string; checked: string | null } | null> {
  const [row] = await readPlatform<{ now: string; checked: string | null }>(
    db,
    sql`select ${knowledgeOf} as now, c.checked_knowledge as checked from contexts c where c.id = ${contextId}`,
  );
  return row ?? null;
}

/** Since the last check, and no longer changing. */
export const findKnowledgeChanged = (db: Db, limit: number): Promise<{ accountId: string; contextId: string }[]> =>
  readPlatform(
    db,
    sql`select c.account_id as "accountId", c.id as "contextId" from contexts c
        where c.knowledge_version > 0 and c.checked_knowledge is distinct from ${knowledgeOf}
          and not exists (select from jobs j
            where j.account_id = c.account_id and j.kind = 'check-knowledge' and j.subject_id = c.id)
          and not exists (select from contents k
            where k.account_id = c.account_id and k.context_id = c.id and k.status in ('pending', 'working'))
        limit ${limit}`,
  );

interface WeeklyDue {
  accountId: string;
  account: string;
  readers: { userId: string; name: string; email: string }[];
}

/** Without accounts about to be deleted, staff, and those without an owner who wants the email. */
export const findWeeklyDue = (
  db: Db,
  which: { monday: string; since: string; limit: number } | { accountId: string },
): Promise<WeeklyDue[]> =>
  readPlatform(
    db,
    sql`select a.id as "accountId", coalesce(a.company_name, a.name) as account, r.readers
        from accounts a cross join lateral (
          select json_agg(json_build_object('userId', u.id, 'name', u.name, 'email', u.email) order by u.id) as readers
          from users u where u.account_id = a.id and u.role = 'OWNER' and u.status = 'ACTIVE' and u.weekly_mail) r
        where r.readers is not null and not a.is_staff and a.deletes_at is null and ${
          'accountId' in which
            ? sql`a.id = ${which.accountId}`
            : sql`a.weekly_mailed is distinct from ${which.monday} and exists (
                select from daily_figures f where f.account_id = a.id and f.day >= ${which.since} and f.type in ${VISITOR_TYPES}
                  and f.conversations + f.interactions > 0)
              order by a.id limit ${which.limit}`
        }`,
  );

interface ChangedTalk {
  accountId: string;
  conversationId: string;
  handoverId: string;
  revision: number;
}

/** In the last ten seconds, over all accounts. */
export const findChangedTalks = (db: Db): Promise<ChangedTalk[]> =>
  readPlatform(
    db,
    sql`select account_id as "accountId", conversation_id as "conversationId", id as "handoverId", revision
        from handovers where changed_at > now() - interval '10 seconds'`,
  );
