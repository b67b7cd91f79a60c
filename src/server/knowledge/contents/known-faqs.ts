import { and, eq } from 'drizzle-orm';
import { questionKey } from '../../../reading/faq-sheet/read-sheet.ts';
import { contents } from '../../db/schema/knowledge.ts';
import type { Tenant, Tx } from '../../db/tenant.ts';

interface KnownFaq {
  id: string;
  answer: string | null;
}

/** Returns the FAQs of a context, by `questionKey`. */
export async function knownFaqs(tx: Tx, { accountId }: Tenant, contextId: string): Promise<Map<string, KnownFaq>> {
  const faqsOfContext = and(
    eq(contents.accountId, accountId),
    eq(contents.contextId, contextId),
    eq(contents.type, 'FAQ'),
  );
  const rows = await tx
    .select({ id: contents.id, question: contents.question, answer: contents.answer })
    .from(contents)
    .where(faqsOfContext)
    .orderBy(contents.id);
  return new Map(rows.map(({ question, ...faq }) => [questionKey(question ?? ''), faq]));
}
