import { setImmediate } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { questionSimilarity, SAME_QUESTION } from '../../../search/question-similarity.ts';
import { search } from '../../../search/search.ts';
import type { UnansweredQuestion } from '../../../shared/seo.ts';
import { unanswered } from '../../db/exchange-outcomes.ts';
import { isoMoment } from '../../db/iso-moment.ts';
import { type Db, readTenant, type Tenant } from '../../db/tenant.ts';
import { rowsIn } from '../../resource/scope.ts';
import { openBase } from '../base.ts';

const MAX_CONSIDERED = 200;
const DAYS = 90;
const MAX_RETURNED = 10;

interface UnansweredRow extends UnansweredQuestion {
  inheritance: string;
}

/** Of the context and those that inherit from it; identical texts are merged. */
const findUnansweredRows = (db: Db, owner: Tenant, contextId: string): Promise<UnansweredRow[]> =>
  readTenant(
    db,
    owner,
    sql`select coalesce(m.searched, m.question) as question, x.inheritance, count(*)::int as count,
          ${isoMoment(sql`max(m.created_at)`)} as "lastAt"
        from messages m
          join conversations v on v.account_id = m.account_id and v.id = m.conversation_id
          join contexts x on x.account_id = v.account_id and x.id = v.context_id
        where ${rowsIn('v', owner)} and m.account_id = ${owner.accountId} and ${unanswered('m')} and v.type <> 'preview'
          and m.created_at > now() - make_interval(days => ${DAYS})
          and ${contextId} = any(string_to_array(x.inheritance, '.'))
        group by 1, 2 order by max(m.created_at) desc limit ${MAX_CONSIDERED}`,
  );

async function keepNearest(
  db: Db,
  owner: Tenant,
  contentId: string,
  unanswered: readonly UnansweredRow[],
): Promise<UnansweredRow[]> {
  const near: UnansweredRow[] = [];
  const byContext = Map.groupBy(unanswered, ({ inheritance }) => inheritance);
  for (const [inheritance, questions] of byContext) {
    const base = await openBase(db, { tenant: owner, inheritance });
    for (const one of questions) {
      const [hit] = search(base, one.question, { limit: 1 }).hits;
      if (hit?.passage.contentId === contentId) near.push(one);
      // Lets visitors' questions run in between.
      await setImmediate();
    }
  }
  return near;
}

/** Newest first. */
const byTime = (a: UnansweredQuestion, b: UnansweredQuestion) => b.lastAt.localeCompare(a.lastAt);

/** Keeps the wording of the newest. */
function mergeSimilar(rows: readonly UnansweredRow[]): UnansweredQuestion[] {
  const groups: UnansweredQuestion[] = [];
  for (const { question, count, lastAt } of rows) {
    const known = groups.find((group) => questionSimilarity(group.question, question) >= SAME_QUESTION);
    if (known) known.count += count;
    else groups.push({ question, count, lastAt });
  }
  return groups.sort((a, b) => b.count - a.count || byTime(a, b)).slice(0, MAX_RETURNED);
}

/** They match the page best but are not answered; most frequent first. */
export async function findUnanswered(
  db: Db,
  owner: Tenant,
  page: { contentId: string; contextId: string },
): Promise<UnansweredQuestion[]> {
  const unansweredRows = await findUnansweredRows(db, owner, page.contextId);
  const near = await keepNearest(db, owner, page.contentId, unansweredRows);
  return mergeSimilar(near.sort(byTime));
}
