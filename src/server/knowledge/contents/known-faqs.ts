import { and, eq, sql } from 'drizzle-orm';
import { questionKey } from '../../../reading/faq-sheet/read-sheet.ts';
import { contents } from '../../db/schema/knowledge.ts';
import type { Tenant, Tx } from '../../db/tenant.ts';

interface KnownFaq {
  id: string;
  answer: string | null;
}

export async function knownFaqs(
  tx: Tx,
  { accountId }: Tenant,
  contextId: string,
  questions: readonly string[],
): Promise<Map<string, KnownFaq>> {
  const rows = await tx
    .select({ id: contents.id, question: contents.question, answer: contents.answer })
    .from(contents)
    .where(
      and(
        eq(contents.accountId, accountId),
        eq(contents.contextId, contextId),
        eq(contents.type, 'FAQ'),
        // Questions with the same key have the same digest, but not the other way round.
        sql`${contents.questionDigest} in (select question_digest(q) from unnest(${sql.param(questions)}::text[]) q)`,
      ),
    )
    .orderBy(contents.id);
  return new Map(rows.map(({ question, ...faq }) => [questionKey(question ?? ''), faq]));
}
