import { sql } from 'drizzle-orm';
import { VISITOR_TYPES } from '../../../shared/chat-types.ts';
import type { WidgetContext } from '../../db/platform.ts';
import { type Db, readTenant, tenant } from '../../db/tenant.ts';

const MAX_QUESTIONS = 3;
/** As long as the suggestions that an owner writes. */
const LONGEST = 120;
const DAYS = 30;
/** Only the newest conversations count, so that busy chats take no longer. */
const MAX_CONVERSATIONS = 1_000;
const KEPT_MS = 10 * 60_000;
const MAX_KEPT = 1_000;

const kept = new Map<string, { until: number; questions: Promise<string[]> }>();

/** Questions of the base, never visitors' words: those whose answers most conversations got and nobody rated badly. */
async function readMostAnswered(db: Db, { accountId, contextId }: WidgetContext): Promise<string[]> {
  const rows = await readTenant<{ question: string }>(
    db,
    tenant(accountId, 'all'),
    sql`select c.question
        from (
          select v.id from conversations v
          where v.account_id = ${accountId}::uuid and v.context_id = ${contextId}::uuid and v.type in ${VISITOR_TYPES}
            and v.started_at > now() - make_interval(days => ${DAYS})
          order by v.started_at desc, v.id desc limit ${MAX_CONVERSATIONS}) recent
          join messages m on m.account_id = ${accountId}::uuid and m.conversation_id = recent.id and m.outcome = 'answered'
          join contents c on c.account_id = m.account_id and c.id::text = m.sources -> 0 ->> 'contentId'
        where c.type = 'FAQ' and c.enabled and c.trained_version is not null and length(c.question) <= ${LONGEST}
        group by c.id, c.question
        having count(distinct recent.id) > 1 and count(*) filter (where m.rating = 'down') = 0
        order by count(distinct recent.id) desc, c.question limit ${MAX_QUESTIONS}`,
  );
  return rows.map(({ question }) => question);
}

/** Returns the questions to show before the first one: the owner's or, without any, those most asked and answered. */
export function firstQuestionsOf(db: Db, context: WidgetContext): Promise<string[]> | string[] {
  const { contextId, appearance } = context;
  if (appearance.suggestions.length > 0) return appearance.suggestions;
  const known = kept.get(contextId);
  if (known && known.until > Date.now()) return known.questions;
  // The questions are an extra: the widget opens without them.
  const questions = readMostAnswered(db, context).catch(() => []);
  kept.delete(contextId);
  kept.set(contextId, { until: Date.now() + KEPT_MS, questions });
  const oldest = kept.keys().next().value;
  if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
  return questions;
}
