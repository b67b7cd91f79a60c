import { and, asc, eq, sql } from 'drizzle-orm';
import { findWidgetContext, type WidgetContext } from '../../db/platform.ts';
import { channelContacts, channelEvents } from '../../db/schema/channels.ts';
import { type Db, readTenant, type Tenant, tenant, type Tx, withTenant } from '../../db/tenant.ts';
import { deferJob, finishOrRepeat } from '../../jobs/queue.ts';
import type { JobHandler } from '../../jobs/worker.ts';
import { idFrom } from '../../runtime/secrets.ts';
import type { Services } from '../../runtime/services.ts';
import { t } from '../../runtime/translate.ts';
import { textMessages } from './compose.ts';
import { lockContact, queueSends } from './queue-sends.ts';
import { type Contact, type ContactTurn, type Event, type Log, react, type Reaction } from './react.ts';
import { channelOf } from './read-channel.ts';

const CONCURRENCY = { total: 24, perAccount: 6 };
/** A visitor who writes after this long begins a new conversation. */
const NEW_AFTER_HOURS = 24;
const ATTEMPTS_MAX = 4;

/** Answers the waiting messages of a contact, one after another, in the order in which they were written. */
export function whatsappInWorker(services: Services, log: Log): JobHandler {
  const { db } = services;
  return {
    concurrency: CONCURRENCY,
    async run(job, signal) {
      const owner = tenant(job.accountId, 'all');
      for (;;) {
        signal.throwIfAborted();
        const turn = await nextTurn(services, owner, job.subjectId, signal, log);
        if (!turn) return finishOrRepeat(db, job, (tx) => firstWaiting(tx, job.accountId, job.subjectId));
        try {
          await settle(turn, await react(turn));
        } catch (error) {
          if (signal.aborted) throw error;
          const attempts = turn.event.attempts + 1;
          log.info({ err: error, event: turn.event.id, attempts }, 'a message of a channel could not be answered');
          if (attempts < ATTEMPTS_MAX) {
            await withTenant(db, owner, (tx) => tx.update(channelEvents).set({ attempts }).where(isEvent(turn.event)));
            return deferJob(db, job, 2 ** attempts);
          }
          await settle(turn, { state: 'failed', messages: textMessages(turn.context.appearance.messages.error) });
        }
      }
    },
  };
}

const isEvent = ({ accountId, id }: Pick<Event, 'accountId' | 'id'>) =>
  and(eq(channelEvents.accountId, accountId), eq(channelEvents.id, id));
const isContact = ({ accountId, id }: Pick<Contact, 'accountId' | 'id'>) =>
  and(eq(channelContacts.accountId, accountId), eq(channelContacts.id, id));

async function firstWaiting(tx: Tx, accountId: string, contactId: string): Promise<Event | undefined> {
  const e = channelEvents;
  const [event] = await tx
    .select()
    .from(e)
    .where(and(eq(e.accountId, accountId), eq(e.contactId, contactId), eq(e.state, 'waiting')))
    // Meta's clock only has seconds.
    .orderBy(asc(e.sentAt), asc(e.id))
    .limit(1);
  return event;
}

async function nextTurn(
  services: Services,
  owner: Tenant,
  contactId: string,
  signal: AbortSignal,
  log: Log,
): Promise<ContactTurn | null> {
  const { db } = services;
  const { accountId } = owner;
  const found = await withTenant(db, owner, async (tx) => {
    const event = await firstWaiting(tx, accountId, contactId);
    const [contact] = await tx
      .select()
      .from(channelContacts)
      .where(isContact({ accountId, id: contactId }));
    return event && contact && { event, contact };
  });
  const channel = found && (await channelOf(db, owner, { contactId }));
  const context = channel && (await findWidgetContext(db, channel.contextId));
  if (!found || !channel || !context) return null;
  const { event, contact } = found;
  const running = contact.conversationId ? await readConversation(db, owner, contact.conversationId) : undefined;
  const continues = running && (running.isWithPerson || running.isRecent);
  return {
    ...{ services, owner, channel, context, contact, event, signal, log },
    messageId: idFrom(`${event.channelId} ${event.externalId}`),
    conversationId: continues ? contact.conversationId! : undefined,
    isWithPerson: running?.isWithPerson ?? false,
  };
}

const readConversation = async (db: Db, owner: Tenant, id: string) =>
  (
    await readTenant<{ isRecent: boolean; isWithPerson: boolean }>(
      db,
      owner,
      sql`select c.last_at > now() - make_interval(hours => ${NEW_AFTER_HOURS}) as "isRecent",
            exists (select from handovers h where h.account_id = c.account_id and h.conversation_id = c.id
              and h.state in ('waiting', 'taken')) as "isWithPerson"
          from conversations c where c.account_id = ${owner.accountId}::uuid and c.id = ${id}::uuid`,
    )
  )[0];

/** Stores what follows from a message, once. Until all of it is done, the message counts as waiting. */
async function settle(turn: ContactTurn, { afterwards, ...reaction }: Reaction): Promise<void> {
  const { services, owner, event } = turn;
  await withTenant(services.db, owner, async (tx) => {
    await keepReaction(tx, turn, reaction);
    if (!afterwards) await setState(tx, event, reaction.state);
  });
  if (!afterwards) return;
  await afterwards();
  await withTenant(services.db, owner, (tx) => setState(tx, event, reaction.state));
}

const setState = (tx: Tx, event: Event, state: Event['state']) =>
  tx
    .update(channelEvents)
    .set({ state })
    .where(and(isEvent(event), eq(channelEvents.state, 'waiting')));

async function keepReaction(
  tx: Tx,
  { owner, contact, event, context, conversationId: running }: ContactTurn,
  { messages, kind = 'answer', conversationId, contact: change }: Omit<Reaction, 'afterwards'>,
): Promise<void> {
  const locked = await lockContact(tx, owner.accountId, contact.id);
  if (!locked) return;
  const isFirst = contact.noticedAt === null && messages.length > 0;
  const about = { conversationId: conversationId ?? running ?? null };
  const notice = isFirst ? textMessages(noticeOf(context)) : [];
  await queueSends(tx, locked, [
    ...notice.map((body) => ({ ...about, cause: 'notice', kind: 'notice' as const, body })),
    ...messages.map((body, at) => ({ ...about, cause: `${event.id} ${at}`, kind, body })),
  ]);
  const next = { ...change, ...(conversationId && { conversationId }), ...(isFirst && { noticedAt: new Date() }) };
  if (Object.keys(next).length > 0) await tx.update(channelContacts).set(next).where(isContact(contact));
  if (conversationId && conversationId !== contact.conversationId) await keepDetails(tx, contact, conversationId);
}

/** What a visitor is told at the first word: who answers, what happens with the messages, and how to end it. */
function noticeOf({ appearance }: WidgetContext): string {
  const { botName, companyName, consent } = appearance;
  return [t('channels.say.notice', { company: companyName || botName }), consent?.url].filter(Boolean).join(' ');
}

/** Notes who the visitor of a new conversation is. */
const keepDetails = (tx: Tx, { accountId, name, peer }: Contact, conversationId: string) =>
  tx.execute(sql`
    insert into visitor_details (account_id, conversation_id, name, data)
    select account_id, id, ${name}, ${JSON.stringify({ WhatsApp: /^\d+$/.test(peer) ? `+${peer}` : peer })}::jsonb
    from conversations where account_id = ${accountId}::uuid and id = ${conversationId}::uuid
    on conflict (account_id, conversation_id) do nothing`);
