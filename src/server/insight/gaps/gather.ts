import { setImmediate } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { asksNothing, isComplaint } from '../../chat/classify/classify.ts';
import { missed } from '../../db/exchange-outcomes.ts';
import { knowledgeGaps } from '../../db/schema/insight.ts';
import { type Db, NO_CONTEXT, readTenant, type Tenant, tenant, withTenant } from '../../db/tenant.ts';
import { addJob } from '../../jobs/queue.ts';
import { gapLikeness, type Meaning, meaningOf, SAME_GAP } from './meaning.ts';

/** Questions put into their gaps at once. */
const BATCH = 200;
/** Questions put into their gaps while somebody waits, and among how many gaps they are looked for at most. */
const AT_READ = 60;
const FEW_GAPS = 300;
/** Gaps of which a question is read closely, of those that share most with it. */
const CANDIDATES = 30;

interface Missed {
  conversationId: string;
  messageId: string;
  contextId: string;
  type: 'widget' | 'preview' | 'demo';
  question: string;
  createdAt: Date;
}

interface Known {
  id: string;
  contextId: string;
  themeId: string;
  state: 'open' | 'dismissed' | 'resolved';
  updatedAt: Date;
  question: string;
}

type Group = Pick<Known, 'id' | 'contextId' | 'themeId'> & { meaning: Meaning; order: number };

const findMissed = (db: Db, owner: Tenant, limit: number) =>
  readTenant<Missed>(
    db,
    owner,
    sql`select m.conversation_id as "conversationId", m.id as "messageId", v.context_id as "contextId", v.type,
          coalesce(m.searched, m.question) as question, m.created_at as "createdAt"
        from messages m join conversations v on v.account_id = m.account_id and v.id = m.conversation_id
        where m.account_id = ${owner.accountId} and m.gap_id is null and ${missed('m')}
        order by m.created_at, m.id limit ${limit}`,
  );

/** The gaps that there are, each in the words in which it was first asked. */
const findKnown = (db: Db, owner: Tenant) =>
  readTenant<Known>(
    db,
    owner,
    sql`select g.id, g.context_id as "contextId", g.theme_id as "themeId", g.state, g.updated_at as "updatedAt", first.question
        from knowledge_gaps g cross join lateral (
          select coalesce(m.searched, m.question) as question from messages m
          where m.account_id = g.account_id and m.gap_id = g.id and ${missed('m')}
          order by m.created_at limit 1) first
        where g.account_id = ${owner.accountId} order by g.id`,
  );

/** Gaps by the keys of what they are about. */
class Groups {
  readonly #byKey = new Map<string, Group[]>();
  #count = 0;

  add(group: Omit<Group, 'order'>): void {
    const held = { ...group, order: this.#count++ };
    for (const key of group.meaning.keys) {
      const known = this.#byKey.get(key);
      if (known) known.push(held);
      else this.#byKey.set(key, [held]);
    }
  }

  /** The gap of this context that asks the same, and one of any context, whose theme it shares. */
  find(meaning: Meaning, contextId: string): { own: Group | null; any: Group | null } {
    const counts = new Map<Group, number>();
    for (const key of meaning.keys) {
      for (const group of this.#byKey.get(key) ?? []) counts.set(group, (counts.get(group) ?? 0) + 1);
    }
    const near = [...counts]
      .sort(
        ([a, m], [b, n]) =>
          Number(b.contextId === contextId) - Number(a.contextId === contextId) || n - m || a.order - b.order,
      )
      .slice(0, 2 * CANDIDATES);
    let [own, any]: [Group | null, Group | null] = [null, null];
    let [most, mostAny] = [SAME_GAP, SAME_GAP];
    for (const [group] of near) {
      const like = gapLikeness(meaning, group.meaning);
      if (group.contextId === contextId && like >= most && (own === null || like > most)) [own, most] = [group, like];
      if (like >= mostAny && (any === null || like > mostAny)) [any, mostAny] = [group, like];
    }
    return { own, any };
  }
}

interface Plan {
  fresh: Omit<Known, 'question' | 'state' | 'updatedAt'>[];
  /** Gap by message; `NO_CONTEXT`, the nil UUID, for what belongs to none. */
  placed: { gapId: string; conversationId: string; messageId: string }[];
  /** Gaps that were closed and are asked for again. */
  reopened: Set<string>;
}

async function place(all: readonly Missed[], known: readonly Known[], signal?: AbortSignal): Promise<Plan> {
  const groups = new Groups();
  for (const { question, ...group } of known) {
    const meaning = meaningOf(question);
    if (meaning) groups.add({ ...group, meaning });
  }
  const closed = new Map(known.filter(({ state }) => state === 'resolved').map(({ id, updatedAt }) => [id, updatedAt]));
  const plan: Plan = { fresh: [], placed: [], reopened: new Set() };
  for (const { question, contextId, type, conversationId, messageId, createdAt } of all) {
    if (signal?.aborted) break;
    // Who tries his own chat asks for things that nobody misses; who only complains asks for nothing.
    const isNoGap = type === 'preview' || (isComplaint(question) && asksNothing(question));
    const meaning = isNoGap ? null : meaningOf(question);
    const found = meaning && groups.find(meaning, contextId);
    let gapId = meaning ? (found?.own?.id ?? null) : NO_CONTEXT;
    if (meaning && gapId === null) {
      gapId = uuidv7();
      const fresh = { id: gapId, contextId, themeId: found?.any?.themeId ?? gapId };
      plan.fresh.push(fresh);
      groups.add({ ...fresh, meaning });
    }
    const since = closed.get(gapId!);
    if (since && createdAt > since) plan.reopened.add(gapId!);
    plan.placed.push({ gapId: gapId!, conversationId, messageId });
    // A visitor's question goes between two of these.
    await setImmediate();
  }
  return plan;
}

/** Keeps what was placed, unless somebody else placed something meanwhile; whether it was kept. */
async function keep(db: Db, owner: Tenant, known: number, { fresh, placed, reopened }: Plan): Promise<boolean> {
  const { accountId } = owner;
  return withTenant(db, owner, async (tx) => {
    await tx.execute(sql`select 1 from accounts where id = ${accountId} for no key update`);
    const { rows } = await tx.execute<{ count: number }>(
      sql`select count(*)::int as count from knowledge_gaps g where g.account_id = ${accountId} and exists (
            select from messages m where m.account_id = g.account_id and m.gap_id = g.id and ${missed('m')})`,
    );
    if (rows[0]!.count !== known) return false;
    if (fresh.length > 0) await tx.insert(knowledgeGaps).values(fresh.map((one) => ({ accountId, ...one })));
    await tx.execute(sql`
      update messages m set gap_id = p."gapId"
      from jsonb_to_recordset(${JSON.stringify(placed)}::jsonb) p("gapId" uuid, "conversationId" uuid, "messageId" uuid)
      where m.account_id = ${accountId} and m.conversation_id = p."conversationId" and m.id = p."messageId" and m.gap_id is null`);
    if (reopened.size > 0) {
      await tx.execute(sql`
        update knowledge_gaps set state = 'open', updated_at = now()
        where account_id = ${accountId} and state = 'resolved' and id in ${[...reopened]}`);
    }
    return true;
  });
}

/**
 * Puts questions that went unanswered, or whose answer was rated badly, into the gaps of their meaning, the oldest first.
 * Each is placed once and what was placed before stays, so that it costs what is new. Answers whether there are more.
 * @param limit questions at most.
 */
export async function gatherGaps(db: Db, accountId: string, limit = BATCH, signal?: AbortSignal): Promise<boolean> {
  const owner = tenant(accountId, 'all');
  const found = await findMissed(db, owner, limit);
  if (found.length === 0) return false;
  const known = await findKnown(db, owner);
  const isKept = await keep(db, owner, known.length, await place(found, known, signal));
  return !isKept || found.length === limit;
}

/**
 * What is new is put into its gap while somebody waits for the page, where that is quickly done; else a job sees to it.
 * Answers whether there is more.
 */
export async function gatherAtRead(db: Db, accountId: string): Promise<boolean> {
  const owner = tenant(accountId, 'all');
  const [row] = await readTenant<{ isWaiting: boolean; known: number }>(
    db,
    owner,
    sql`select exists (select from messages m where m.account_id = ${accountId} and m.gap_id is null and ${missed('m')}) as "isWaiting",
          (select count(*)::int from (
            select from knowledge_gaps g where g.account_id = ${accountId} limit ${FEW_GAPS + 1}) k) as known`,
  );
  if (!row?.isWaiting) return false;
  if (row.known <= FEW_GAPS) return gatherGaps(db, accountId, AT_READ);
  await withTenant(db, owner, (tx) => addJob(tx, { accountId, kind: 'gaps', subjectId: accountId }));
  return true;
}
