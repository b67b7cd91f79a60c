import { and, eq, sql } from 'drizzle-orm';
import { findWidgetContext, type WidgetContext } from '../db/platform.ts';
import { conversations } from '../db/schema/chat.ts';
import { readTenant, tenant, type Tx, withTenant } from '../db/tenant.ts';
import { finishJob } from '../jobs/queue.ts';
import type { JobHandler } from '../jobs/worker.ts';
import { recordEvent } from '../outgoing-webhooks/record-event.ts';
import { openPersonalData } from '../personal-data/hide-personal-data.ts';
import type { Services } from '../runtime/services.ts';
import { classifyConversation } from './classify/classify.ts';
import type { ConversationLabels } from './classify/labels.ts';
import { chooseModel } from './models/choose-model.ts';
import { classifyByModel } from './models/classify.ts';
import type { Turn } from './models/model.ts';
import { changeLabelsStatements } from './roll-up.ts';
import { humanWanted, readExchanges, type StoredExchange } from './transcript.ts';

type StoredLabels = Pick<
  typeof conversations.$inferSelect,
  'sentiment' | 'goal' | 'wantedHuman' | 'satisfied' | 'labelledBy'
>;

/** As a provider may get it. */
async function hiddenTurns(
  { db }: Services,
  { accountId, contextId }: WidgetContext,
  conversationId: string,
  exchanges: readonly StoredExchange[],
): Promise<Turn[]> {
  const [known] = await readTenant<{ name: string | null }>(
    db,
    tenant(accountId, [contextId]),
    sql`select name from visitor_details where account_id = ${accountId} and conversation_id = ${conversationId}`,
  );
  const { hide } = openPersonalData(known?.name ? [known.name] : []);
  return exchanges.map(({ question, answer }) => ({ question: hide(question), answer: hide(answer) }));
}

/** Null without a model, or if it fails. */
async function labelByModel(
  services: Services,
  { id, contextId }: Pick<typeof conversations.$inferSelect, 'id' | 'contextId'>,
  exchanges: readonly StoredExchange[],
  signal: AbortSignal,
): Promise<ConversationLabels | null> {
  const context = await findWidgetContext(services.db, contextId);
  const config = context && chooseModel(services, context).config;
  if (!config) return null;
  const turns = context.hidesPersonalData ? await hiddenTurns(services, context, id, exchanges) : exchanges;
  return classifyByModel(config, services.outbound, turns, { signal }).catch(() => null);
}

/** By the context's model, or else by the built-in classifier, whose labels are estimates. */
async function labelsOf(...by: Parameters<typeof labelByModel>): Promise<StoredLabels> {
  const [, , exchanges] = by;
  const byModel = await labelByModel(...by);
  if (byModel) return { ...byModel, labelledBy: 'model' };
  const { sentiment, goal, wantedHuman, satisfied } = classifyConversation(exchanges.map(({ question }) => question));
  return { sentiment, goal, wantedHuman, satisfied, labelledBy: 'classifier' };
}

const labelling = (
  accountId: string,
  id: string,
  { sentiment, goal, wantedHuman, satisfied, labelledBy }: StoredLabels,
) =>
  changeLabelsStatements(
    accountId,
    id,
    sql`update conversations set sentiment = ${sentiment}, goal = ${goal}, wanted_human = ${wantedHuman},
      satisfied = coalesce(satisfied, ${satisfied}::boolean), labelled_by = ${labelledBy}
    where account_id = ${accountId}::uuid and id = ${id}::uuid`,
  );

/** A conversation that continues ends again; feedback alone does not end it a second time. */
async function recordEnd(tx: Tx, accountId: string, id: string): Promise<void> {
  const [conversation] = await tx
    .select()
    .from(conversations)
    .where(and(eq(conversations.accountId, accountId), eq(conversations.id, id)));
  if (!conversation) return;
  const { contextId, firstQuestion, interactions, startedAt, lastAt, ...labels } = conversation;
  const { sentiment, goal, satisfied, wantedHuman } = labels;
  const about = { accountId, contextId, conversationId: id };
  await recordEvent(tx, {
    ...about,
    type: 'conversation.ended',
    cause: `${id}:${interactions}`,
    data: {
      conversation_id: id,
      first_question: firstQuestion,
      interactions,
      started_at: startedAt.toISOString(),
      last_at: lastAt.toISOString(),
      sentiment,
      goal,
      satisfied,
      human_wanted: wantedHuman,
    },
  });
  if (wantedHuman) await recordEvent(tx, humanWanted(about, null));
}

/** After the visitor has left; the visitor's own feedback stays. */
export function labelWorker(services: Services): JobHandler {
  const { db } = services;
  return {
    async run(job, signal) {
      const owner = tenant(job.accountId, 'all');
      const thisConversation = and(eq(conversations.accountId, job.accountId), eq(conversations.id, job.subjectId));
      const [found] = await withTenant(db, owner, (tx) => tx.select().from(conversations).where(thisConversation));
      const exchanges = found ? await readExchanges(db, owner, found.id) : [];
      const labels = found && exchanges.length > 0 ? await labelsOf(services, found, exchanges, signal) : null;
      await withTenant(db, owner, async (tx) => {
        if (labels) {
          for (const statement of labelling(job.accountId, job.subjectId, labels)) await tx.execute(statement);
          await recordEnd(tx, job.accountId, job.subjectId);
        }
        await finishJob(tx, job);
      });
    },
  };
}
