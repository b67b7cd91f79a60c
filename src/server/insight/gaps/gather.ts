import { setImmediate } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { ChatType } from '../../../shared/chat-types.ts';
import { asksNothing, isComplaint } from '../../chat/classify/classify.ts';
import { missed } from '../../db/exchange-outcomes.ts';
import { lockAccount } from '../../db/lock-account.ts';
import { knowledgeGaps } from '../../db/schema/insight.ts';
import { type Db, NO_CONTEXT, readTenant, type Tenant, tenant, type Tx, withTenant } from '../../db/tenant.ts';
import { addJobs } from '../../jobs/queue.ts';
import { recordEvent } from '../../outgoing-webhooks/record-event.ts';
import { cleanQuestion } from './clean-question.ts';
import { gapSimilarity, type Meaning, meaningOf, MIN_GAP_SIMILARITY } from './meaning.ts';

const BATCH_SIZE = 200;
/** Questions, and gaps to compare with, while a reader waits. */
const MAX_AT_READ = 60;
const MAX_GAPS_AT_READ = 300;
const MAX_CANDIDATES = 30;

interface UnansweredQuestion {
  conversationId: string;
  messageId: string;
  contextId: string;
  type: ChatType;
  /** As it was searched, completed with the earlier topic. */
  question: string;
  typed: string;
  createdAt: Date;
}

interface KnownGap {
  id: string;
  contextId: string;
  themeId: string;
  state: 'open' | 'dismissed' | 'resolved';
  updatedAt: Date;
  question: string;
}

type IndexedGap = Pick<KnownGap, 'id' | 'contextId' | 'themeId'> & { meaning: Meaning; order: number };

const findUnanswered = (db: Db, owner: Tenant, limit: number) =>
  readTenant<UnansweredQuestion>(
    db,
    owner,
    sql`select m.conversation_id as "conversationId", m.id as "messageId", v.context_id as "contextId", v.type,
          coalesce(m.searched, m.question) as question, m.question as typed, m.created_at as "createdAt"
        from messages m join conversations v on v.account_id = m.account_id and v.id = m.conversation_id
        where m.account_id = ${owner.accountId} and m.gap_id is null and ${missed('m')}
        order by m.created_at, m.id limit ${limit}`,
  );

const findKnownGaps = (db: Db, owner: Tenant) =>
  readTenant<KnownGap>(
    db,
    owner,
    sql`select g.id, g.context_id as "contextId", g.theme_id as "themeId", g.state, g.updated_at as "updatedAt", first.question
        from knowledge_gaps g cross join lateral (
          select coalesce(m.searched, m.question) as question from messages m
          where m.account_id = g.account_id and m.gap_id = g.id and ${missed('m')}
          order by m.created_at limit 1) first
        where g.account_id = ${owner.accountId} order by g.id`,
  );

class GapIndex {
  readonly #byKey = new Map<string, IndexedGap[]>();
  #count = 0;

  add(group: Omit<IndexedGap, 'order'>): void {
    const placedGroup = { ...group, order: this.#count++ };
    for (const key of group.meaning.keys) {
      const known = this.#byKey.get(key);
      if (known) known.push(placedGroup);
      else this.#byKey.set(key, [placedGroup]);
    }
  }

  /** With the same meaning in this context, and the closest in any, to share its theme. */
  find(meaning: Meaning, contextId: string): { own: IndexedGap | null; any: IndexedGap | null } {
    const counts = new Map<IndexedGap, number>();
    for (const key of meaning.keys) {
      for (const group of this.#byKey.get(key) ?? []) counts.set(group, (counts.get(group) ?? 0) + 1);
    }
    const near = [...counts]
      .sort(
        ([a, m], [b, n]) =>
          Number(b.contextId === contextId) - Number(a.contextId === contextId) || n - m || a.order - b.order,
      )
      .slice(0, 2 * MAX_CANDIDATES);
    let [own, any]: [IndexedGap | null, IndexedGap | null] = [null, null];
    let [bestSimilarity, bestAnySimilarity] = [MIN_GAP_SIMILARITY, MIN_GAP_SIMILARITY];
    for (const [group] of near) {
      const similarity = gapSimilarity(meaning, group.meaning);
      if (
        group.contextId === contextId &&
        similarity >= bestSimilarity &&
        (own === null || similarity > bestSimilarity)
      )
        [own, bestSimilarity] = [group, similarity];
      if (similarity >= bestAnySimilarity && (any === null || similarity > bestAnySimilarity))
        [any, bestAnySimilarity] = [group, similarity];
    }
    return { own, any };
  }
}

interface OpenedGap {
  id: string;
  contextId: string;
  themeId: string;
  conversationId: string;
  question: string;
}

interface GapAssignment {
  fresh: OpenedGap[];
  /** `NO_CONTEXT` (the nil UUID) marks messages that belong to no gap. */
  assigned: { gapId: string; conversationId: string; messageId: string }[];
  reopened: Map<string, OpenedGap>;
}

async function assignGaps(
  all: readonly UnansweredQuestion[],
  known: readonly KnownGap[],
  signal?: AbortSignal,
): Promise<GapAssignment> {
  const groups = new GapIndex();
  for (const { question, ...group } of known) {
    const meaning = meaningOf(question);
    if (meaning) groups.add({ ...group, meaning });
  }
  const closed = new Map(known.filter(({ state }) => state === 'resolved').map((one) => [one.id, one]));
  const plan: GapAssignment = { fresh: [], assigned: [], reopened: new Map() };
  for (const { question, typed, contextId, type, conversationId, messageId, createdAt } of all) {
    if (signal?.aborted) break;
    // Previews are the owner's own tests, and mere complaints ask for nothing.
    const isNoGap = type === 'preview' || (isComplaint(question) && asksNothing(question));
    const meaning = isNoGap ? null : meaningOf(question);
    const found = meaning && groups.find(meaning, contextId);
    const clean = meaning ? cleanQuestion(typed, question) : question;
    let gapId = meaning ? (found?.own?.id ?? null) : NO_CONTEXT;
    if (meaning && gapId === null) {
      gapId = uuidv7();
      const fresh = { id: gapId, contextId, themeId: found?.any?.themeId ?? gapId };
      plan.fresh.push({ ...fresh, conversationId, question: clean });
      groups.add({ ...fresh, meaning });
    }
    const resolved = closed.get(gapId!);
    if (resolved && createdAt > resolved.updatedAt) {
      const { id, themeId } = resolved;
      plan.reopened.set(id, { id, contextId, themeId, conversationId, question: clean });
    }
    plan.assigned.push({ gapId: gapId!, conversationId, messageId });
    await setImmediate();
  }
  return plan;
}

/** For outgoing webhooks. The console shows gaps by their theme. */
const recordOpened = (tx: Tx, accountId: string, gap: OpenedGap, cause: string) =>
  recordEvent(tx, {
    accountId,
    contextId: gap.contextId,
    conversationId: gap.conversationId,
    type: 'gap.opened',
    cause,
    data: { gap_id: gap.themeId, question: gap.question, reopened: cause !== gap.id },
  });

/** False, storing nothing, when another process changed the gaps meanwhile. */
async function saveAssignment(
  db: Db,
  owner: Tenant,
  known: number,
  { fresh, assigned, reopened }: GapAssignment,
): Promise<boolean> {
  const { accountId } = owner;
  return withTenant(db, owner, async (tx) => {
    await lockAccount(tx, accountId);
    const { rows } = await tx.execute<{ count: number }>(
      sql`select count(*)::int as count from knowledge_gaps g where g.account_id = ${accountId} and exists (
            select from messages m where m.account_id = g.account_id and m.gap_id = g.id and ${missed('m')})`,
    );
    if (rows[0]!.count !== known) return false;
    if (fresh.length > 0) {
      const rows = fresh.map(({ id, contextId, themeId }) => ({ accountId, id, contextId, themeId }));
      await tx.insert(knowledgeGaps).values(rows);
      for (const gap of fresh) await recordOpened(tx, accountId, gap, gap.id);
    }
    await tx.execute(sql`
      update messages m set gap_id = p."gapId"
      from jsonb_to_recordset(${JSON.stringify(assigned)}::jsonb) p("gapId" uuid, "conversationId" uuid, "messageId" uuid)
      where m.account_id = ${accountId} and m.conversation_id = p."conversationId" and m.id = p."messageId" and m.gap_id is null`);
    if (reopened.size > 0) {
      const { rows: opened } = await tx.execute<{ id: string; at: string }>(sql`
        update knowledge_gaps set state = 'open', updated_at = now()
        where account_id = ${accountId} and state = 'resolved' and id in ${[...reopened.keys()]}
        returning id, updated_at::text as at`);
      for (const { id, at } of opened) await recordOpened(tx, accountId, reopened.get(id)!, `${id}:${at}`);
    }
    return true;
  });
}

/** Each message is assigned once, so only new ones cost time. Returns whether there are more than `limit`. */
export async function gatherGaps(
  db: Db,
  accountId: string,
  limit = BATCH_SIZE,
  signal?: AbortSignal,
): Promise<boolean> {
  const owner = tenant(accountId, 'all');
  const found = await findUnanswered(db, owner, limit);
  if (found.length === 0) return false;
  const known = await findKnownGaps(db, owner);
  const isSaved = await saveAssignment(db, owner, known.length, await assignGaps(found, known, signal));
  return !isSaved || found.length === limit;
}

/** If that is quick; otherwise queues a job. Returns whether questions are still waiting. */
export async function gatherAtRead(db: Db, accountId: string): Promise<boolean> {
  const owner = tenant(accountId, 'all');
  const [row] = await readTenant<{ isWaiting: boolean; known: number }>(
    db,
    owner,
    sql`select exists (select from messages m where m.account_id = ${accountId} and m.gap_id is null and ${missed('m')}) as "isWaiting",
          (select count(*)::int from (
            select from knowledge_gaps g where g.account_id = ${accountId} limit ${MAX_GAPS_AT_READ + 1}) k) as known`,
  );
  if (!row?.isWaiting) return false;
  if (row.known <= MAX_GAPS_AT_READ) return gatherGaps(db, accountId, MAX_AT_READ);
  await addJobs(db, [{ accountId, kind: 'gaps', subjectId: accountId }]);
  return true;
}
