import { setImmediate } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Segment } from '../../../search/segment.ts';
import { fold } from '../../../search/words.ts';
import { isAnswerableWithoutModel } from '../../chat/answer/dry-run.ts';
import { readCourtesy } from '../../chat/question/message-parts.ts';
import type { WidgetContext } from '../../db/platform.ts';
import { type Db, readTenant, type Tenant } from '../../db/tenant.ts';
import type { Services } from '../../runtime/services.ts';

/** Questions to ask again; where to search for them. */
const MAX_QUESTIONS = 100;
const MAX_CONVERSATIONS = 500;
const MAX_DAYS = 90;

export interface LostAnswer {
  conversationId: string;
  messageId: string;
}

const findAnswered = (db: Db, owner: Tenant, contextId: string) =>
  readTenant<LostAnswer & { question: string; searched: string | null }>(
    db,
    owner,
    sql`select m.conversation_id as "conversationId", m.id as "messageId", m.question, m.searched
        from (select v.account_id, v.id from conversations v
            where v.account_id = ${owner.accountId} and v.context_id = ${contextId} and v.type <> 'preview'
              and v.started_at > now() - make_interval(days => ${MAX_DAYS})
            order by v.started_at desc limit ${MAX_CONVERSATIONS}) v
          join messages m on m.account_id = v.account_id and m.conversation_id = v.id
        where m.outcome = 'answered' and m.grounded and m.model = 'embedded' and m.rating is distinct from 'down'
          and not exists (select from limit_notices n cross join jsonb_array_elements(n.details->'lost') l
            where n.account_id = m.account_id and n.context_id = ${contextId} and n.limit = 'answers'
              and n.dismissed_at is not null and l->>'messageId' = m.id::text)
        order by m.created_at desc`,
  );

/** Asked without a model. */
export interface AskedBase {
  services: Services;
  context: WidgetContext;
  owner: Tenant;
  base: readonly Segment[];
  signal: AbortSignal;
}

export async function findLostAnswers({ services, context, owner, base, signal }: AskedBase): Promise<LostAnswer[]> {
  const seenKeys = new Set<string>();
  const lost: LostAnswer[] = [];
  for (const { question, searched, ...ids } of await findAnswered(services.db, owner, context.contextId)) {
    const asked = searched ?? question;
    const key = fold(asked).replace(/\W+/g, ' ').trim();
    // What was searched for lacks the thanks of a message that only praises.
    if (seenKeys.has(key) || readCourtesy(question)) continue;
    if (signal.aborted || seenKeys.size === MAX_QUESTIONS) break;
    seenKeys.add(key);
    if (!(await isAnswerableWithoutModel(services, context, asked, { signal, base }))) lost.push(ids);
    // Yields to the event loop, so that visitors' questions are not delayed.
    await setImmediate();
  }
  return lost;
}
