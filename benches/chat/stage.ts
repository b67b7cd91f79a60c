import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { addLastingCredits } from '../../src/server/billing/balance.ts';
import { plans } from '../../src/server/db/schema/billing.ts';
import { contextLimits } from '../../src/server/db/schema/chat.ts';
import { chunks, contents, contexts } from '../../src/server/db/schema/knowledge.ts';
import { tenant, withPlatform, withTenant } from '../../src/server/db/tenant.ts';
import { analysePassage } from '../../src/server/knowledge/search/analyse.ts';
import { createModel } from '../../src/server/staff/models/models.ts';
import { openBench } from '../bench-server.ts';
import type { EvalDocument } from '../search/question-set.ts';

/** In thousandths of a credit: enough for the model to answer every visitor. */
const CREDITS = 1_000_000_000;
const BATCH = 500;

type Bench = Awaited<ReturnType<typeof openBench>>;

async function store({ services: { db }, account }: Bench, documents: readonly EvalDocument[]): Promise<void> {
  const { accountId, contextId } = account;
  for (let from = 0; from < documents.length; from += BATCH) {
    const rows = documents.slice(from, from + BATCH).map(({ passage }) => ({ passage, id: uuidv7() }));
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
  // Without the maintenance that a running server does, the query plan would differ.
  await db.pool.query('vacuum (analyze)');
}

/** Opens the base for all visitors at once: credits for everyone, and no limit that stops them. */
async function open({ services: { db }, account }: Bench): Promise<void> {
  const { accountId, contextId } = account;
  const messages = { minute: '', daily: '', monthly: '', credits: '', deactivated: '' };
  await withPlatform(db, async (tx) => {
    await tx.update(contexts).set({ knowledgeVersion: 1 }).where(eq(contexts.id, contextId));
    await tx.insert(contextLimits).values({ accountId, contextId, perMinute: 100_000, messages, notify: false });
  });
  const credited = { credits: CREDITS, cause: 'bench' };
  await withTenant(db, tenant(accountId, 'all'), (tx) => addLastingCredits(tx, accountId, credited));
}

const modelOf = ({ services: { db, key }, account }: Bench, port: number, deltas: number) =>
  createModel(db, key, account, {
    name: 'Bench',
    kind: 'chat',
    provider: 'openai-compatible',
    modelName: String(deltas),
    keys: ['bench-key'],
    baseUrl: `http://127.0.0.1:${port}/v1`,
    inputTokensPerCredit: 20_000,
    outputTokensPerCredit: 5_000,
    inputPrice: 1,
    outputPrice: 4,
    conversion: { amount: 100, credits: 500 },
    temperature: 0.3,
    tokenWindow: 16_000,
    maxResponseTokens: 500,
    fallsBack: false,
    prompts: { answer: '', classify: '' },
    defaultMessages: { declined: '', error: '' },
  });

/**
 * Opens a platform with one account that has the documents in its base, and a model provider in a separate process.
 * `use` chooses the number of tokens of an answer; 0 is the embedded model.
 */
export async function openStage(documents: readonly EvalDocument[]) {
  const provider = fork(join(import.meta.dirname, 'provider.ts'));
  const [port] = (await once(provider, 'message')) as [number];
  const bench = await openBench({ allow: [`127.0.0.1:${port}`] });
  await store(bench, documents);
  await open(bench);
  const models = new Map<number, string | null>([[0, null]]);
  const use = async (tokens: number) => {
    if (!models.has(tokens)) models.set(tokens, (await modelOf(bench, port, tokens)).id);
    await withPlatform(bench.services.db, (tx) => tx.update(plans).set({ modelId: models.get(tokens) }));
  };
  const close = async () => {
    provider.disconnect();
    await bench.close();
  };
  return { bench, use, close, modelUrl: `http://127.0.0.1:${port}/v1/chat/completions` };
}
