import { randomUUID } from 'node:crypto';
import { type Db, readTenant, type Tenant } from '../../db/tenant.ts';
import { saidExchange, type ThreadExchange, threadQuery, type ThreadRow } from '../thread.ts';
import { readMessages } from './talk.ts';

interface AskedInTalk {
  contextId: string;
  conversationId: string;
  question: string;
}

/** Returns what was said in a conversation before a question of its visitor, to the assistant and to people. */
export async function readEarlier(db: Db, tenant: Tenant, asked: AskedInTalk): Promise<ThreadExchange[]> {
  const { contextId, conversationId, question } = asked;
  const scope = { context: { contextId }, conversationId, messageId: randomUUID() };
  const [rows, talk] = await Promise.all([
    readTenant<ThreadRow>(db, tenant, threadQuery(tenant.accountId, scope)),
    readMessages(db, tenant, conversationId, { withNotes: false }),
  ]);
  const said: ThreadExchange[] = [];
  for (const { author, text, at } of talk) {
    const last = said.at(-1);
    if (author === 'visitor') said.push(saidExchange(text, at));
    else if (author === 'person' && last) last.answer = [last.answer, text].filter(Boolean).join('\n');
  }
  const all = [...rows.flatMap(({ exchange }) => exchange ?? []), ...said].sort(
    (a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt),
  );
  const at = all.findLastIndex((one) => one.question === question);
  return at === -1 ? all : all.slice(0, at);
}
