import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { analysePassage } from '../../src/search/analyse.ts';
import type { SearchOutcome } from '../../src/search/search.ts';
import { contextLimits } from '../../src/server/db/schema/chat.ts';
import { chunks, contents, contexts } from '../../src/server/db/schema/knowledge.ts';
import { withPlatform } from '../../src/server/db/tenant.ts';
import { createAccount } from '../../src/server/identity/accounts.ts';
import type { openBench } from '../bench-server.ts';
import { type Business, passagesOf } from './businesses.ts';

type Bench = Awaited<ReturnType<typeof openBench>>;

/** Creates an account for a business and trains its contents. `itemOf`: the item of each content. */
export async function storeBusiness({ services: { db } }: Bench, { items }: Business) {
  const email = `${uuidv7()}@bench.com.br`;
  const person = { name: 'Bench', email, passwordHash: 'x', isVerified: true, role: 'OWNER', planId: 'free' } as const;
  const itemOf = new Map<string, string>();
  const account = await withPlatform(db, async (tx) => {
    const created = await createAccount(tx, person);
    const { accountId, contextId } = created;
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
        .values({ ...kind, ...state, accountId, contextId, id, question, answer, title: question ?? title });
      await tx.insert(chunks).values(
        passages.map((passage, ordinal) => ({
          accountId,
          contextId,
          contentId: id,
          version: 1,
          ordinal,
          heading: passage.heading,
          page: passage.page,
          text: passage.text,
          analysis: Buffer.from(analysePassage(passage)),
        })),
      );
    }
    await tx.update(contexts).set({ knowledgeVersion: 1 }).where(eq(contexts.id, contextId));
    return created;
  });
  return { ...account, itemOf };
}

export interface WidgetReply {
  conversationId: string;
  outcome: SearchOutcome;
  text: string;
  sources: string[];
  suggestions: string[];
  isGrounded: boolean;
  hasPerson: boolean;
}

export async function sendQuestion(url: string, body: object): Promise<WidgetReply> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  const reply: WidgetReply = {
    conversationId: '',
    outcome: 'unknown',
    text: '',
    sources: [],
    suggestions: [],
    isGrounded: false,
    hasPerson: false,
  };
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  for (const block of (await response.text()).split('\n\n')) {
    const [, event, line] = /^event: (.+)\ndata: (.+)/.exec(block) ?? [];
    if (event === undefined || line === undefined) continue;
    const data = JSON.parse(line);
    if (event === 'conversation') reply.conversationId = data.id;
    if (event === 'delta') reply.text += data.text;
    if (event === 'restart') reply.text = '';
    if (event === 'sources') reply.sources = data.map(({ contentId }: { contentId: string }) => contentId);
    if (event === 'suggestions') reply.suggestions = data.map(({ contentId }: { contentId: string }) => contentId);
    if (event === 'done') {
      reply.outcome = data.outcome;
      reply.isGrounded = data.grounded;
      reply.hasPerson = data.person !== undefined;
    }
  }
  return reply;
}
