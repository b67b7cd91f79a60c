import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { plans } from '../../src/server/db/schema/billing.ts';
import { withPlatform } from '../../src/server/db/tenant.ts';
import { openBench } from '../bench-server.ts';
import type { EvalDocument } from '../search/question-set.ts';
import { storeModel } from '../store-model.ts';
import { allowAllVisitors, storeBase } from '../trained-base.ts';

type Bench = Awaited<ReturnType<typeof openBench>>;

const modelOf = ({ services }: Bench, port: number, deltas: number) =>
  storeModel(services, {
    name: 'Bench',
    modelName: String(deltas),
    baseUrl: `http://127.0.0.1:${port}/v1`,
    inputTokensPerCredit: 20_000,
    outputTokensPerCredit: 5_000,
    outputPrice: 4,
    temperature: 0.3,
    tokenWindow: 16_000,
    maxResponseTokens: 500,
  });

/**
 * Opens a platform with one account that has the documents in its base, and a model provider in a separate process.
 * `use` chooses the number of tokens of an answer; 0 is the embedded model.
 */
export async function openModelSetup(documents: readonly EvalDocument[]) {
  const provider = fork(join(import.meta.dirname, 'provider.ts'));
  const [port] = (await once(provider, 'message')) as [number];
  const bench = await openBench({ allow: [`127.0.0.1:${port}`] });
  await storeBase(
    bench,
    documents.map(({ passage }) => passage),
  );
  // Without the maintenance that a running server does, the query plan would differ.
  await bench.database.pool.query('vacuum (analyze)');
  await allowAllVisitors(bench);
  const models = new Map<number, string | null>([[0, null]]);
  const use = async (tokens: number) => {
    if (!models.has(tokens)) models.set(tokens, await modelOf(bench, port, tokens));
    await withPlatform(bench.services.db, (tx) => tx.update(plans).set({ modelId: models.get(tokens) }));
  };
  const close = async () => {
    provider.disconnect();
    await bench.close();
  };
  return { bench, use, close, modelUrl: `http://127.0.0.1:${port}/v1/chat/completions` };
}
