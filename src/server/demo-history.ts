import { sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { DAY_MS } from '../shared/constants.ts';
import { addConversationsStatement, addExchangesStatement, addLabelsStatement } from './chat/roll-up.ts';
import { conversations, messages } from './db/schema/chat.ts';
import { type Db, type Tenant, type Tx, withTenant } from './db/tenant.ts';
import { chargeDemoHistory, type DemoAnswer } from './demo-credits.ts';
import { type DemoTopic, demoTopics } from './demo-topics.ts';

/** 30 days that the screens show by default, and 30 to compare with. */
const DAYS = 60;
const HOUR_MS = 3_600_000;
/** Thousandths of a credit for an answer by the embedded model. */
const COST = 200;
const BATCH = 200;

type Conversation = typeof conversations.$inferInsert;
type Message = typeof messages.$inferInsert;

function sequence(): () => number {
  let seed = 11;
  return () => {
    seed = (seed * 1_103_515 + 12_345) % 2_147_483_648;
    return seed / 2_147_483_648;
  };
}

interface Visit {
  accountId: string;
  contextId: string;
  topic: DemoTopic;
  startedAt: Date;
  chance: number;
}

function exchangeOf({ accountId, topic, startedAt }: Visit, conversationId: string, id: string): Message {
  const { question, answer, outcome = 'answered', rating } = topic;
  return {
    accountId,
    conversationId,
    id,
    question,
    answer,
    outcome,
    rating,
    model: 'embedded',
    cost: COST,
    grounded: outcome === 'answered',
    createdAt: startedAt,
  };
}

function conversationOf({ accountId, contextId, topic, startedAt, chance }: Visit, id: string): Conversation {
  const { question, goal, sentiment, wantedHuman = false } = topic;
  // Few visitors give feedback at the end.
  const satisfied = chance < 0.3 ? sentiment !== 'negative' : null;
  return {
    accountId,
    id,
    contextId,
    type: 'widget',
    firstQuestion: question,
    interactions: 1,
    goal,
    sentiment,
    wantedHuman,
    satisfied,
    labelledBy: 'classifier',
    startedAt,
    lastAt: startedAt,
  };
}

function visitsOf(accountId: string, contextIds: readonly string[], now: Date): Visit[] {
  const random = sequence();
  return Array.from({ length: DAYS }, (_, at) => DAYS - at).flatMap((daysAgo) => {
    const day = new Date(now.getTime() - daysAgo * DAY_MS);
    const isWeekend = [0, 6].includes(day.getUTCDay());
    const count = Math.round((isWeekend ? 2 : 5) + (isWeekend ? 1 : 3) * random() + (DAYS - daysAgo) / 20);
    return Array.from({ length: count }, () => ({
      accountId,
      // The first context gets most visits.
      contextId: contextIds[Math.floor(random() ** 2 * contextIds.length)] ?? '',
      topic: demoTopics[Math.floor(random() * demoTopics.length)]!,
      startedAt: new Date(day.getTime() - Math.floor(random() * 6) * HOUR_MS),
      chance: random(),
    }));
  });
}

async function insertAll(tx: Tx, visits: readonly Visit[]): Promise<DemoAnswer[]> {
  const all = visits.map((visit) => ({ visit, id: uuidv7(), messageId: uuidv7() }));
  for (let at = 0; at < all.length; at += BATCH) {
    const some = all.slice(at, at + BATCH);
    await tx.insert(conversations).values(some.map(({ visit, id }) => conversationOf(visit, id)));
    await tx.insert(messages).values(some.map(({ visit, id, messageId }) => exchangeOf(visit, id, messageId)));
  }
  return all.map(({ visit: { contextId, startedAt }, id, messageId }) => ({
    contextId,
    conversationId: id,
    messageId,
    cost: COST,
    createdAt: startedAt,
  }));
}

export function seedDemoHistory(db: Db, tenant: Tenant, contextIds: readonly string[]): Promise<void> {
  const now = new Date();
  const { accountId } = tenant;
  return withTenant(db, tenant, async (tx) => {
    const answers = await insertAll(tx, visitsOf(accountId, contextIds, now));
    await chargeDemoHistory(tx, accountId, answers, now);
    const all = sql`c.account_id = ${accountId}::uuid`;
    await tx.execute(addConversationsStatement(sql`conversations c where ${all}`, 1));
    await tx.execute(addExchangesStatement(all, 1));
    await tx.execute(addLabelsStatement(all, 1));
  });
}
