import { setImmediate } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { answersAlone } from '../../chat/rehearse.ts';
import type { WidgetContext } from '../../db/platform.ts';
import { type Db, readTenant, type Tenant } from '../../db/tenant.ts';
import type { Segment } from '../../knowledge/search/segment.ts';
import { fold } from '../../knowledge/search/words.ts';
import type { Services } from '../../runtime/services.ts';

/** Questions that are asked again at most, of how many conversations and days. */
const REPLAYED = 100;
const CONVERSATIONS = 500;
const DAYS = 90;

export interface Lost {
  conversationId: string;
  messageId: string;
}

/** The questions that the base itself has answered lately, the newest first. */
const findAnswered = (db: Db, owner: Tenant, contextId: string) =>
  readTenant<Lost & { question: string }>(
    db,
    owner,
    sql`select m.conversation_id as "conversationId", m.id as "messageId", coalesce(m.searched, m.question) as question
        from (select v.account_id, v.id from conversations v
            where v.account_id = ${owner.accountId} and v.context_id = ${contextId} and v.type <> 'preview'
              and v.started_at > now() - make_interval(days => ${DAYS})
            order by v.started_at desc limit ${CONVERSATIONS}) v
          join messages m on m.account_id = v.account_id and m.conversation_id = v.id
        where m.outcome = 'answered' and m.grounded and m.model = 'embedded' and m.rating is distinct from 'down'
          and not exists (select from limit_notices n cross join jsonb_array_elements(n.details->'lost') l
            where n.account_id = m.account_id and n.context_id = ${contextId} and n.limit = 'answers'
              and n.dismissed_at is not null and l->>'messageId' = m.id::text)
        order by m.created_at desc`,
  );

/**
 * The questions that the base answered before and answers no more: up to 100 different ones of the last 90 days, without a
 * model. Those of which its owner was told and dismissed it are left out. Where a model's embeddings take part nothing is asked: each question would cost a call.
 */
export async function findLostAnswers(
  services: Services,
  context: WidgetContext,
  owner: Tenant,
  base: readonly Segment[],
  signal: AbortSignal,
): Promise<Lost[]> {
  if (base.some(({ vectors }) => vectors !== undefined)) return [];
  const seen = new Set<string>();
  const lost: Lost[] = [];
  for (const { question, ...ids } of await findAnswered(services.db, owner, context.contextId)) {
    const key = fold(question).replace(/\W+/g, ' ').trim();
    if (seen.has(key)) continue;
    if (signal.aborted || seen.size === REPLAYED) break;
    seen.add(key);
    if (!(await answersAlone(services, context, question, { signal, base }))) lost.push(ids);
    // A visitor's question goes between two of these.
    await setImmediate();
  }
  return lost;
}
