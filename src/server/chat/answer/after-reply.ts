import { type SQL, sql } from 'drizzle-orm';
import type { LinkRule } from '../../../shared/chat-protocol.ts';
import { creditPeriod, creditPeriodSql } from '../../billing/credits.ts';
import { periodsAt } from '../limits/notices.ts';
import { noticeKeysQuery } from '../limits/store-notice.ts';
import { linkRulesQuery } from '../link-rules.ts';
import type { AnswerContext } from './answer-context.ts';

export interface AfterReply {
  links: LinkRule[];
  balance: { granted: number; monthly: number; lasting: number; period: string } | null;
  usedCredits: number;
  noticed: string[];
}

/** For the same round trip as the statements that store the reply. */
export function afterReplyQuery({ request: { context }, owner, scope }: AnswerContext, at = new Date()): SQL {
  const { accountId } = owner;
  const { contextId, periodStart } = context;
  const plan = sql`(select ${creditPeriodSql(sql`period_start`)} from credit_balances where account_id = ${accountId}::uuid)`;
  return sql`
    select (select coalesce(json_agg(r), '[]') from (${linkRulesQuery(scope)}) r) as links,
      (select json_build_object('granted', granted, 'monthly', monthly, 'lasting', lasting,
        'period', ${creditPeriodSql(sql`period_start`)}) from credit_balances where account_id = ${accountId}::uuid) as balance,
      coalesce((select used from usage_counters where account_id = ${accountId}::uuid and context_id = ${contextId}::uuid
        and kind = 'credits' and bucket = ${creditPeriod(periodStart)}), 0) as "usedCredits",
      array(${noticeKeysQuery(accountId, contextId, periodsAt(at, periodStart), plan)}) as noticed`;
}
