import { and, eq, type SQL, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { fold } from '../../search/words.ts';
import { type AuditContext, writeAudit } from '../audit/write-audit.ts';
import { conversations } from '../db/schema/chat.ts';
import { type Db, readTenant, type Tenant, tenant, type Tx, withTenant } from '../db/tenant.ts';
import { addJob, finishJob } from '../jobs/queue.ts';
import type { JobHandler } from '../jobs/worker.ts';
import { proposedBy, withdrawPhrasings } from '../knowledge/phrasings/withdraw.ts';
import { deleteEventsStatement } from '../outgoing-webhooks/record-event.ts';
import { rowsOf } from '../resource/scope.ts';
import { notFound } from '../runtime/api-error.ts';
import type { Services } from '../runtime/services.ts';
import { addConversationsStatement, addExchangesStatement, addLabelsStatement, WORD } from './roll-up.ts';

/**
 * The embedded database serves nobody else meanwhile. `sample`: others' exchanges read first, since lookups are slow.
 */
interface StepSize {
  conversations: number;
  exchanges: number;
  sample: number;
}
/** It runs within the request. */
const FIRST_STEP: StepSize = { conversations: 20, exchanges: 30, sample: 500 };
const STEP: StepSize = { conversations: 50, exchanges: 110, sample: 2_000 };

/** Without a device token, one conversation is all that is known. */
interface Visitor {
  visitorHash: string | null;
  conversationId: string;
}

const isTheirs = (accountId: string, { visitorHash, conversationId }: Visitor): SQL =>
  visitorHash === null
    ? sql`c.account_id = ${accountId} and c.id = ${conversationId}`
    : sql`c.account_id = ${accountId} and c.visitor_hash = ${visitorHash}`;

/** Returns the statements that erase the messages of a visitor, the events about them, and the number on WhatsApp. */
function erasingMessages(accountId: string, { visitorHash }: Visitor): SQL[] {
  const theirs = sql`from visitor_messages where account_id = ${accountId} and visitor_hash = ${visitorHash}`;
  return [
    deleteEventsStatement(accountId, 'message.left', sql`select id::text ${theirs}`),
    sql`delete ${theirs}`,
    sql`delete from channel_contacts where account_id = ${accountId} and visitor_hash = ${visitorHash}`,
  ];
}

/** In the whole account: messages at once, conversations mostly by a job. Charges identify nobody and stay. */
export async function eraseVisitor(
  { db }: Services,
  tenant: Tenant,
  auditContext: AuditContext,
  conversationId: string,
): Promise<void> {
  const { accountId } = tenant;
  const visitor = await withTenant(db, tenant, async (tx): Promise<Visitor> => {
    const [one] = await tx
      .select({ visitorHash: conversations.visitorHash })
      .from(conversations)
      .where(and(rowsOf(conversations, tenant), eq(conversations.id, conversationId)));
    if (!one) throw notFound();
    const found = { visitorHash: one.visitorHash, conversationId };
    const { rows } = await tx.execute<{ count: number }>(
      sql`select count(*)::int as count from conversations c where ${isTheirs(accountId, found)}`,
    );
    for (const statement of erasingMessages(accountId, found)) await tx.execute(statement);
    await addJob(tx, { accountId, kind: 'erase-visitor', subjectId: uuidv7(), payload: { ...found } });
    await writeAudit(tx, auditContext, 'visitor_erased', { detail: { conversations: rows[0]?.count ?? 0 } });
    return found;
  });
  // If this fails, the job does the whole work.
  await eraseFirst(db, accountId, visitor).catch(() => undefined);
}

async function eraseFirst(db: Db, accountId: string, visitor: Visitor): Promise<void> {
  const sharedWords = await usualWords(db, accountId, visitor, FIRST_STEP);
  await eraseStep(db, accountId, visitor, FIRST_STEP, sharedWords);
}

interface Exchange {
  conversationId: string;
  id: string;
  text: string;
}

/** Returns whether there is more. Adds to `sharedWords` what other visitors use, too. */
function eraseStep(
  db: Db,
  accountId: string,
  visitor: Visitor,
  size: StepSize,
  sharedWords: Set<string>,
): Promise<boolean> {
  return withTenant(db, tenant(accountId, 'all'), async (tx) => {
    const locked = await tx.execute<{ id: string }>(
      sql`select c.id from conversations c where ${isTheirs(accountId, visitor)}
          order by c.id = ${visitor.conversationId} desc, c.id limit ${size.conversations} for update`,
    );
    if (locked.rows.length === 0) return false;
    const ids = locked.rows.map(({ id }) => id);
    const found = await tx.execute<Exchange & Record<string, unknown>>(
      sql`select m.conversation_id as "conversationId", m.id, fold_text(m.question || ' ' || m.answer) as text from messages m
          where m.account_id = ${accountId} and m.conversation_id in ${ids}
          order by m.conversation_id, m.id limit ${size.exchanges}`,
    );
    await eraseExchanges(tx, accountId, visitor, found.rows, sharedWords);
    if (found.rows.length === size.exchanges) return true;
    const which = sql`c.account_id = ${accountId} and c.id in ${ids}`;
    await tx.execute(addLabelsStatement(which, -1));
    await tx.execute(addConversationsStatement(sql`conversations c where ${which}`, -1));
    await tx.execute(sql`delete from conversations c where ${which}`);
    return true;
  });
}

async function eraseExchanges(
  tx: Tx,
  accountId: string,
  visitor: Visitor,
  exchanges: readonly Exchange[],
  sharedWords: Set<string>,
): Promise<void> {
  if (exchanges.length === 0) return;
  const ids = JSON.stringify(exchanges.map(({ conversationId, id }) => ({ conversation: conversationId, id })));
  const which = sql`m.account_id = ${accountId} and (m.conversation_id, m.id) in (
    select e.conversation, e.id from jsonb_to_recordset(${ids}::jsonb) e(conversation uuid, id uuid))`;
  const proposed = await proposedBy(tx, which);
  await tx.execute(addExchangesStatement(which, -1));
  await tx.execute(sql`delete from messages m where ${which}`);
  await withdrawPhrasings(tx, accountId, proposed);
  await dropWords(tx, accountId, visitor, wordsOf(exchanges, sharedWords), sharedWords);
}

const IS_WORD = new RegExp(WORD);

/** As stored, except those that stay anyway. Split here because the database takes 20 times as long. */
function wordsOf(exchanges: readonly Pick<Exchange, 'text'>[], sharedWords: ReadonlySet<string>): string[] {
  const words = new Set(exchanges.flatMap(({ text }) => text.split(/[^a-z0-9]+/)));
  return [...words].filter((word) => IS_WORD.test(word) && !sharedWords.has(word));
}

/** Words that nobody else has used may be names. */
async function dropWords(
  tx: Tx,
  accountId: string,
  { visitorHash, conversationId }: Visitor,
  words: readonly string[],
  sharedWords: Set<string>,
): Promise<void> {
  const { rows } = await tx.execute<{ word: string }>(
    sql`select word from words_of_nobody_else(array(select jsonb_array_elements_text(${JSON.stringify(words)}::jsonb)),
          ${visitorHash}, ${conversationId}) word`,
  );
  const unused = rows.map(({ word }) => word);
  for (const word of words) sharedWords.add(word);
  if (unused.length === 0) return;
  await tx.execute(sql`
    delete from conversation_words where account_id = ${accountId} and context_id in (
        select id from contexts where account_id = ${accountId})
      and word in (select jsonb_array_elements_text(${JSON.stringify(unused)}::jsonb))`);
}

/** One query finds most words of a visitor with many conversations. */
async function usualWords(db: Db, accountId: string, visitor: Visitor, { sample }: StepSize): Promise<Set<string>> {
  const rows = await readTenant<Pick<Exchange, 'text'>>(
    db,
    tenant(accountId, 'all'),
    // Folded in JavaScript, because the database takes five times as long.
    sql`select m.question || ' ' || m.answer as text
        from messages m join conversations c on c.account_id = m.account_id and c.id = m.conversation_id
        where m.account_id = ${accountId} and (${isTheirs(accountId, visitor)}) is not true
        order by m.created_at desc limit ${sample}`,
  );
  return new Set(
    wordsOf(
      rows.map(({ text }) => ({ text: fold(text) })),
      new Set(),
    ),
  );
}

async function isAnyLeft(db: Db, accountId: string, visitor: Visitor): Promise<boolean> {
  const anyConversation = sql`select 1 from conversations c where ${isTheirs(accountId, visitor)} limit 1`;
  return (await readTenant(db, tenant(accountId, 'all'), anyConversation)).length > 0;
}

/** In steps that leave the database free in between. */
export function eraseVisitorWorker({ db }: Services): JobHandler {
  return {
    async run(job, signal) {
      const visitor = job.payload as unknown as Visitor;
      if (await isAnyLeft(db, job.accountId, visitor)) {
        const sharedWords = await usualWords(db, job.accountId, visitor, STEP);
        while (await eraseStep(db, job.accountId, visitor, STEP, sharedWords)) signal.throwIfAborted();
      }
      await withTenant(db, tenant(job.accountId, 'all'), (tx) => finishJob(tx, job));
    },
  };
}
