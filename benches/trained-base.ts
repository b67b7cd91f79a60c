import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { analysePassage } from '../src/search/analyse.ts';
import type { Passage } from '../src/search/passage.ts';
import { addLastingCredits } from '../src/server/billing/balance.ts';
import { contextLimits } from '../src/server/db/schema/chat.ts';
import { chunks, contents, contexts } from '../src/server/db/schema/knowledge.ts';
import { tenant, withPlatform, withTenant } from '../src/server/db/tenant.ts';
import type { openBench } from './bench-server.ts';

/** In thousandths of a credit: enough for every visitor of a bench. */
const CREDITS = 1_000_000_000;
const BATCH = 500;

type Bench = Awaited<ReturnType<typeof openBench>>;
/** An account of the bench, and the services that reach it. */
type AccountBench = Pick<Bench, 'services' | 'account'>;

/** Stores the passages as trained FAQs. */
export async function storeBase(
  { services: { db }, account }: AccountBench,
  passages: readonly Pick<Passage, 'title' | 'heading' | 'text' | 'question' | 'answer'>[],
): Promise<void> {
  const { accountId, contextId } = account;
  for (let from = 0; from < passages.length; from += BATCH) {
    const rows = passages.slice(from, from + BATCH).map((passage) => ({ passage, id: uuidv7() }));
    await withPlatform(db, async (tx) => {
      await tx.insert(contents).values(
        rows.map(({ id, passage }) => ({
          accountId,
          contextId,
          id,
          title: passage.title,
          type: 'FAQ' as const,
          format: 'faq' as const,
          status: 'done' as const,
          trainedVersion: 1,
          question: passage.question,
          answer: passage.answer,
        })),
      );
      await tx.insert(chunks).values(
        rows.map(({ id, passage }) => ({
          accountId,
          contextId,
          contentId: id,
          version: 1,
          ordinal: 0,
          text: passage.text,
          analysis: Buffer.from(analysePassage(passage)),
        })),
      );
    });
  }
}

/** Opens the base for all visitors at once: credits for everyone, and no limit that stops them. */
export async function allowAllVisitors({ services: { db }, account }: AccountBench): Promise<void> {
  const { accountId, contextId } = account;
  const messages = { minute: '', daily: '', monthly: '', credits: '', deactivated: '' };
  await withPlatform(db, async (tx) => {
    await tx.update(contexts).set({ knowledgeVersion: 1 }).where(eq(contexts.id, contextId));
    await tx.insert(contextLimits).values({ accountId, contextId, perMinute: 100_000, messages, notify: false });
  });
  const credited = { credits: CREDITS, cause: 'bench' };
  await withTenant(db, tenant(accountId, 'all'), (tx) => addLastingCredits(tx, accountId, credited));
}
