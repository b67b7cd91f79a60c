import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { createApp } from '../../src/server/app.ts';
import { plans } from '../../src/server/db/schema/billing.ts';
import { contextLimits } from '../../src/server/db/schema/chat.ts';
import { chunks, contents, contexts } from '../../src/server/db/schema/knowledge.ts';
import { withPlatform } from '../../src/server/db/tenant.ts';
import { analysePassage } from '../../src/server/knowledge/search/analyse.ts';
import { createModel } from '../../src/server/staff/models/models.ts';
import { openBench } from '../bench-server.ts';
import { percentile } from '../search/measures.ts';
import { type EvalDocument, readDocuments, readQueries } from '../search/question-set.ts';
import type { Errand, VisitReport } from './visitors.ts';

/*
 * `npm run bench:chat -- FOLDER [--haystack FOLDER]`: how much Prosa adds to a language model's time to first token,
 * what waiting for complete sentences would add, and how one process serves 300 concurrent visitors. The model is a
 * server on a loopback address; it and the visitors are separate processes. FOLDER has the format that bench:search
 * reads.
 */
const ASKED = 150;
/** Thousandths of a credit: enough that the model answers every visitor. */
const CREDITS = 1_000_000_000;
/** Number of longer answers, asked one at a time, to compare the first sentence with the first word. */
const WHOLE = 40;
const VISITORS = 300;
/** Number of tokens in an answer: few for timing the first one, many for overlapping answers. */
const SHORT = 3;
const LONG = 40;

const { values, positionals } = parseArgs({ allowPositionals: true, options: { haystack: { type: 'string' } } });
const folder = positionals[0];
if (!folder) {
  console.error('npm run bench:chat -- FOLDER [--haystack FOLDER]');
  process.exit(2);
}

const provider = fork(join(import.meta.dirname, 'provider.ts'));
const [port] = (await once(provider, 'message')) as [number];
const bench = await openBench({ allow: [`127.0.0.1:${port}`] });
const { services, account } = bench;
const { db, key } = services;

async function store(documents: readonly EvalDocument[]): Promise<void> {
  const { accountId, contextId } = account;
  const BATCH = 500;
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
}

const documents = [...readDocuments(folder), ...(values.haystack ? readDocuments(values.haystack) : [])];
await store(documents);
const modelOf = (deltas: number) =>
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
const [short, long] = [await modelOf(SHORT), await modelOf(LONG)];
const use = ({ id }: { id: string }) =>
  withPlatform(db, (tx) => tx.update(plans).set({ modelId: id, credits: CREDITS }));
await use(short);
await withPlatform(db, async (tx) => {
  const { accountId, contextId } = account;
  await tx.update(contexts).set({ knowledgeVersion: 1 }).where(eq(contexts.id, contextId));
  const messages = { minute: '', daily: '', monthly: '', credits: '', deactivated: '' };
  await tx.insert(contextLimits).values({ accountId, contextId, perMinute: 100_000, messages, notify: false });
});

const app = await createApp({ services });
const url = `${await app.listen({ port: 0, host: '127.0.0.1' })}/api/widgets/${account.contextId}/messages`;
const questions = readQueries(folder)
  .clean.filter(({ kind }) => kind === 'answerable')
  .map(({ question }) => question);

const visitors = fork(join(import.meta.dirname, 'visitors.ts'));
async function send(errand: Errand): Promise<VisitReport[]> {
  const reports = once(visitors, 'message') as Promise<[VisitReport[]]>;
  visitors.send(errand);
  return (await reports)[0];
}
const modelUrl = `http://127.0.0.1:${port}/v1/chat/completions`;
const modelBody = { model: String(SHORT), stream: true, messages: [{ role: 'user', content: 'oi' }] };
const askModel = () =>
  send({ url: modelUrl, bodies: [modelBody], first: '"content"', last: '[DONE]', answered: '[DONE]' });
const askProsa = (at: number, { count = 1, timesSentence = false } = {}) => {
  const bodies = Array.from({ length: count }, (_, n) => ({ question: questions[(at + n) % questions.length] }));
  return send({ url, bodies, first: 'event: delta', last: 'event: done', answered: '"grounded":true', timesSentence });
};

const ms = (value: number) => `${value.toFixed(1)} ms`;
const at = (list: readonly number[], share: number) =>
  percentile(
    [...list].sort((a, b) => a - b),
    share,
  );
const firsts = (list: readonly VisitReport[]) => list.flatMap(({ first }) => first ?? []);

for (let warm = 0; warm < 10; warm++) await askProsa(warm);
const ours: VisitReport[] = [];
const theirs: VisitReport[] = [];
for (let n = 0; n < ASKED; n++) {
  theirs.push(...(await askModel()));
  ours.push(...(await askProsa(n)));
}
const [own, bare] = [firsts(ours), firsts(theirs)];
console.log(
  `database: ${bench.database.kind}; ${documents.length} passages; ${own.length} of ${ASKED} questions went to the model`,
);
console.log(
  `first token, one at a time   model p50 ${ms(at(bare, 0.5))}   through Prosa p50 ${ms(at(own, 0.5))}, p99 ${ms(at(own, 0.99))}`,
);
console.log(`added by Prosa               p50 ${ms(at(own, 0.5) - at(bare, 0.5))}`);

await use(long);
const whole: VisitReport[] = [];
for (let n = 0; n < WHOLE; n++) whole.push(...(await askProsa(n, { timesSentence: true })));
const sentences = whole.flatMap(({ sentence }) => sentence ?? []);
console.log(
  `longer answers               first word p50 ${ms(at(firsts(whole), 0.5))}, first whole sentence p50 ${ms(at(sentences, 0.5))}`,
);

const before = process.memoryUsage().rss;
let peak = before;
const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 50);
const busy = process.cpuUsage();
const crowd = await askProsa(0, { count: VISITORS });
const { user, system } = process.cpuUsage(busy);
clearInterval(watch);
const failed = crowd.flatMap(({ error }) => error ?? []);
const all = firsts(crowd);
console.log(
  `${VISITORS} visitors at once       ${failed.length} errors; first token p50 ${ms(at(all, 0.5))}, p99 ${ms(at(all, 0.99))} (${all.length} by the model)`,
);
console.log(`CPU (this process)           ${ms((user + system) / 1_000 / VISITORS)} an answer`);
console.log(
  `memory (this process)        ${(before / 1e6).toFixed(0)} MB before, ${(peak / 1e6).toFixed(0)} MB at most`,
);
for (const reason of new Set(failed)) console.log(`  ${reason.slice(0, 200)}`);

provider.disconnect();
visitors.disconnect();
await app.close();
await bench.close();
