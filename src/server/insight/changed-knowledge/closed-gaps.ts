import { setImmediate } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { isAnswerableWithoutModel } from '../../chat/answer/dry-run.ts';
import { unanswered } from '../../db/exchange-outcomes.ts';
import { type Db, readTenant, type Tenant } from '../../db/tenant.ts';
import type { AskedBase } from './lost-answers.ts';

const MAX_GAPS = 50;
const MAX_QUESTIONS = 3;

/** Not those with a badly rated answer (another may be as bad), nor just answered ones (`ask-again`). */
const findOpenGaps = (db: Db, owner: Tenant, contextId: string) =>
  readTenant<{ id: string; questions: string[] }>(
    db,
    owner,
    sql`select g.id, asked.questions
        from knowledge_gaps g cross join lateral (
          select array_agg(one.question) as questions, max(one.at) as at from (
            select coalesce(m.searched, m.question) as question, max(m.created_at) as at from messages m
            where m.account_id = g.account_id and m.gap_id = g.id and m.gap_id is not null and ${unanswered('m')}
            group by 1 order by 2 desc limit ${MAX_QUESTIONS}) one) asked
        where g.account_id = ${owner.accountId} and g.context_id = ${contextId} and g.state = 'open'
          and asked.questions is not null
          and not exists (select from messages m where m.account_id = g.account_id and m.gap_id = g.id
            and m.gap_id is not null and m.rating = 'down')
          and not exists (select from second_answers s where s.account_id = g.account_id
            and s.content_id = g.content_id and s.state = 'waiting')
        order by asked.at desc limit ${MAX_GAPS}`,
  );

export async function findClosedGaps({ services, context, owner, base, signal }: AskedBase): Promise<string[]> {
  const closed: string[] = [];
  for (const { id, questions } of await findOpenGaps(services.db, owner, context.contextId)) {
    let isAnswered = true;
    for (const question of questions) {
      if (signal.aborted) return closed;
      isAnswered &&= await isAnswerableWithoutModel(services, context, question, { signal, base });
      // Yields to the event loop, so that visitors' questions are not delayed.
      await setImmediate();
    }
    if (isAnswered) closed.push(id);
  }
  return closed;
}
