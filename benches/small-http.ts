import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { createApp } from '../src/server/app.ts';
import { chunks, contents, contextLimits, contexts } from '../src/server/db/tables.ts';
import { withPlatform } from '../src/server/db/tenant.ts';
import { createAccount } from '../src/server/identity/accounts.ts';
import { analysePassage } from '../src/server/knowledge/search/analyse.ts';
import type { SearchOutcome } from '../src/server/knowledge/search/search.ts';
import { openBench } from './bench-server.ts';
import { contains } from './search-measures.ts';
import type { Asked } from './small-print.ts';
import { type Business, passagesOf, type SmallQuestion } from './small-set.ts';

type Bench = Awaited<ReturnType<typeof openBench>>;

/** Asks every question over HTTP, follow-ups behind the question before them, of a server with the embedded model. */
export async function askOverHttp(businesses: readonly Business[]): Promise<Asked[]> {
  const bench = await openBench();
  const app = await createApp({ services: bench.services });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const asked: Asked[] = [];
  for (const business of businesses) {
    const { contextId, itemOf } = await store(bench, business);
    const url = `${address}/api/widgets/${contextId}/messages`;
    for (const question of business.questions) {
      const before = question.after === undefined ? null : await tell(url, { question: question.after });
      const told = await tell(url, { question: question.q, ...(before && { conversationId: before.conversationId }) });
      asked.push({ contents: business.items.length, question, ...judge(question, told, itemOf) });
    }
  }
  await app.close();
  await bench.close();
  return asked;
}

/** An account of its own for a business, trained. `itemOf`: which item each content is. */
async function store({ services: { db } }: Bench, { items }: Business) {
  const email = `${uuidv7()}@bench.com.br`;
  const person = { name: 'Bench', email, passwordHash: 'x', isVerified: true, role: 'OWNER', planId: 'free' } as const;
  const itemOf = new Map<string, string>();
  const contextId = await withPlatform(db, async (tx) => {
    const { accountId, contextId } = await createAccount(tx, person);
    const messages = { minute: '', daily: '', monthly: '', credits: '', deactivated: '' };
    await tx.insert(contextLimits).values({ accountId, contextId, perMinute: 100_000, messages, notify: false });
    for (const item of items) {
      const id = uuidv7();
      itemOf.set(id, item.id);
      const passages = passagesOf(item);
      const [{ question, answer, title }] = passages as [(typeof passages)[number]];
      const kind =
        question === null ? ({ type: 'FILE', format: 'txt' } as const) : ({ type: 'FAQ', format: 'faq' } as const);
      const state = { status: 'done', trainedVersion: 1 } as const;
      await tx
        .insert(contents)
        .values({ ...kind, ...state, ...{ accountId, contextId, id, question, answer }, title: question ?? title });
      await tx.insert(chunks).values(
        passages.map((passage, ordinal) => ({
          ...{ accountId, contextId, contentId: id, version: 1, ordinal },
          ...{ heading: passage.heading, page: passage.page, text: passage.text },
          analysis: Buffer.from(analysePassage(passage)),
        })),
      );
    }
    await tx.update(contexts).set({ knowledgeVersion: 1 }).where(eq(contexts.id, contextId));
    return contextId;
  });
  return { contextId, itemOf };
}

interface Told {
  conversationId: string;
  outcome: SearchOutcome;
  text: string;
  sources: string[];
  suggestions: string[];
}

async function tell(url: string, body: object): Promise<Told> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  const told: Told = { conversationId: '', outcome: 'unknown', text: '', sources: [], suggestions: [] };
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  for (const block of (await response.text()).split('\n\n')) {
    const [, event, line] = /^event: (.+)\ndata: (.+)/.exec(block) ?? [];
    if (event === undefined || line === undefined) continue;
    const data = JSON.parse(line);
    if (event === 'conversation') told.conversationId = data.id;
    if (event === 'delta') told.text += data.text;
    if (event === 'restart') told.text = '';
    if (event === 'sources') told.sources = data.map(({ contentId }: { contentId: string }) => contentId);
    if (event === 'suggestions') told.suggestions = data.map(({ contentId }: { contentId: string }) => contentId);
    if (event === 'done') told.outcome = data.outcome ?? (data.grounded ? 'answered' : 'unknown');
  }
  return told;
}

function judge({ expect, contains: holds = [] }: SmallQuestion, told: Told, itemOf: ReadonlyMap<string, string>) {
  const has = (ids: readonly string[]) => ids.some((id) => expect?.includes(itemOf.get(id) ?? '') ?? false);
  const isQuoted = holds.length === 0 || contains(told.text, holds);
  return {
    outcome: told.outcome,
    isAnswerable: expect !== null,
    isFirst: has(told.sources) || (expect !== null && holds.length > 0 && isQuoted),
    isAmongThree: has(told.suggestions),
    isQuoted,
  };
}
