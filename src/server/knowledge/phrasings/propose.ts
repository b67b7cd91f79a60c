import { sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Passage } from '../../../search/passage.ts';
import { phrasingKey } from '../../../search/phrasings.ts';
import type { Segment } from '../../../search/segment.ts';
import { VISITOR_TYPES } from '../../../shared/chat-types.ts';
import { PHRASINGS_MAX } from '../../../shared/phrasings.ts';
import { type Db, type Tenant, type Tx, withTenant } from '../../db/tenant.ts';
import { withoutPersonalData } from '../../personal-data/without-personal-data.ts';
import { bumpKnowledge } from '../contexts.ts';
import { passageDigest } from '../loading/load-phrasings.ts';
import { testPhrasings } from './test-phrasings.ts';
import { isLearnt, proposedByVisitorOf } from './visitors.ts';

/** Per context and per visitor: without the second, one visitor could use up the first. */
const WAITING_MAX = 1_000;
const WAITING_OF_VISITOR_MAX = 30;

interface Proposal {
  conversationId: string;
  messageId: string;
  question: string;
  passage: Passage;
  network: string;
}

interface LearningContent {
  contextId: string;
  learnsAfter: number | null;
  waiting: number;
  own: number;
}

/** Returns the chosen content; undefined if the conversation is not a visitor's (`VISITOR_TYPES`). */
async function readContent(tx: Tx, accountId: string, { passage, conversationId }: Proposal) {
  const { rows } = await tx.execute<LearningContent & Record<string, unknown>>(sql`
    select c.context_id as "contextId", x.learns_after as "learnsAfter",
      ${proposedByVisitorOf(accountId, conversationId)} as own,
      (select count(*)::int from phrasings p join contents o on o.account_id = p.account_id and o.id = p.content_id
        where p.account_id = c.account_id and o.context_id = c.context_id and p.state = 'proposed') as waiting
    from contents c join contexts x on x.account_id = c.account_id and x.id = c.context_id
      join conversations v on v.account_id = c.account_id and v.id = ${conversationId} and v.type in ${VISITOR_TYPES}
    where c.account_id = ${accountId} and c.id = ${passage.contentId}`);
  return rows[0];
}

/** The visitor chose another suggestion. Deletes the phrasing if nobody else proposed it. */
async function withdrawOther(tx: Tx, accountId: string, { conversationId, messageId }: Proposal): Promise<void> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    delete from phrasing_proposals where account_id = ${accountId} and conversation_id = ${conversationId}
      and message_id = ${messageId} returning phrasing_id as id`);
  await tx.execute(sql`
    delete from phrasings p where p.account_id = ${accountId} and p.id in ${[...rows.map(({ id }) => id), uuidv7()]}
      and p.state = 'proposed' and not exists (select from phrasing_proposals o
        where o.account_id = p.account_id and o.phrasing_id = p.id)`);
}

async function findOrCreate(tx: Tx, accountId: string, text: string, { passage }: Proposal, isBelowLimit: boolean) {
  const key = phrasingKey(text);
  const at = sql`account_id = ${accountId} and content_id = ${passage.contentId} and key = ${key}`;
  if (isBelowLimit) {
    const digest = passage.answer === null ? passageDigest(passage.text) : null;
    await tx.execute(sql`
      insert into phrasings (account_id, id, content_id, text, key, state, origin, passage_digest)
      values (${accountId}, ${uuidv7()}, ${passage.contentId}, ${text}, ${key}, 'proposed', 'visitors', ${digest})
      on conflict do nothing`);
  }
  const { rows } = await tx.execute<{ id: string; state: string }>(
    sql`select id, state from phrasings where ${at} for update`,
  );
  return rows[0];
}

/** Enough people, over some days. Returns whether it was accepted. */
async function acceptIfDue(tx: Tx, accountId: string, id: string, after: number): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    update phrasings p set state = 'accepted', decided_at = now()
    where p.account_id = ${accountId} and p.id = ${id} and p.state = 'proposed' and ${isLearnt(after)}
      and (select count(*) from phrasings o where o.account_id = p.account_id and o.content_id = p.content_id
        and o.state = 'accepted') < ${PHRASINGS_MAX}`);
  return (rowCount ?? 0) > 0;
}

async function keepProposal(tx: Tx, accountId: string, text: string, proposal: Proposal): Promise<string | null> {
  const { conversationId, messageId, network } = proposal;
  await withdrawOther(tx, accountId, proposal);
  const content = await readContent(tx, accountId, proposal);
  if (!content) return null;
  const isBelowLimit = content.waiting < WAITING_MAX && content.own < WAITING_OF_VISITOR_MAX;
  const phrasing = await findOrCreate(tx, accountId, text, proposal, isBelowLimit);
  if (!phrasing || phrasing.state === 'rejected') return null;
  await tx.execute(sql`
    insert into phrasing_proposals (account_id, conversation_id, message_id, phrasing_id, network)
    values (${accountId}, ${conversationId}, ${messageId}, ${phrasing.id}, ${network}) on conflict do nothing`);
  const { learnsAfter, contextId } = content;
  if (learnsAfter === null || !(await acceptIfDue(tx, accountId, phrasing.id, learnsAfter))) return null;
  await bumpKnowledge(tx, accountId, [{ contextId, id: proposal.passage.contentId }]);
  return phrasing.id;
}

/** Unless it may contain personal data. Accepted once enough people have proposed it over some days. */
export async function proposePhrasing(
  db: Db,
  tenant: Tenant,
  base: readonly Segment[],
  proposal: Proposal,
): Promise<void> {
  const { question, passage } = proposal;
  const text = withoutPersonalData(question, (word) => base.some(({ wordIds }) => wordIds.has(word)));
  if (text === null || phrasingKey(text) === phrasingKey(passage.question ?? '')) return;
  const accepted = await withTenant(db, tenant, (tx) => keepProposal(tx, tenant.accountId, text, proposal));
  if (accepted) await testPhrasings(db, tenant, [accepted]);
}
