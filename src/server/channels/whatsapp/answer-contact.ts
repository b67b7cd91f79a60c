import { and, asc, eq, sql } from 'drizzle-orm';
import type { ChatEvent } from '../../../shared/chat-protocol.ts';
import { answer } from '../../chat/answer/answer.ts';
import { answerChosen } from '../../chat/answer/answer-chosen.ts';
import { withErrorEvent } from '../../chat/answer/error-event.ts';
import { wantsHuman } from '../../chat/classify/classify.ts';
import { callPerson, leave } from '../../chat/handover/states.ts';
import { availabilityOf } from '../../chat/handover/visitor-talk.ts';
import { rateTalk, writeAsVisitor } from '../../chat/handover/write.ts';
import { collectAnswer } from '../../chat/visitors/complete-answer.ts';
import { type ChannelRow, findWidgetContext, type WidgetContext } from '../../db/platform.ts';
import { channelContacts, channelEvents } from '../../db/schema/channels.ts';
import { type Db, readTenant, type Tenant, tenant, type Tx, withTenant } from '../../db/tenant.ts';
import { addJob, deferJob, finishJob, type Job } from '../../jobs/queue.ts';
import type { JobHandler } from '../../jobs/worker.ts';
import { networkKey } from '../../runtime/address-key.ts';
import { ApiError } from '../../runtime/api-error.ts';
import { digest } from '../../runtime/secrets.ts';
import type { Services } from '../../runtime/services.ts';
import { t } from '../../runtime/translate.ts';
import { answerMessages, type MessageBody, textMessages } from './compose.ts';
import { visitorTokenOf } from './contact-token.ts';
import { keepFile } from './keep-file.ts';
import { markRead } from './mark-read.ts';
import { lockContact, queueSends } from './queue-sends.ts';
import { channelOf } from './read-channel.ts';
import { type Said, understand } from './understand.ts';

const LANES = { total: 24, perAccount: 6 };
/** A visitor who writes after this long begins a new conversation. */
const NEW_AFTER_HOURS = 24;
const ATTEMPTS_MAX = 4;

type Contact = typeof channelContacts.$inferSelect;
type Event = typeof channelEvents.$inferSelect;

interface Log {
  info(fields: object, message: string): void;
}

/** What is known when a visitor's message is answered. */
interface Turn {
  services: Services;
  owner: Tenant;
  channel: ChannelRow;
  context: WidgetContext;
  contact: Contact;
  event: Event;
  /** The id under which the message is stored in the conversation: a repetition is the same question. */
  messageId: string;
  /** The conversation to continue; undefined for a new one. */
  conversationId: string | undefined;
  isWithPerson: boolean;
  signal: AbortSignal;
  log: Log;
}

/** What follows from a message. */
interface Reaction {
  state: 'answered' | 'silent' | 'failed';
  messages: MessageBody[];
  /** `notice`: sent even to a visitor who has stopped the messages. */
  kind?: 'answer' | 'notice';
  conversationId?: string;
  contact?: Partial<Pick<Contact, 'stoppedAt' | 'noticedAt'>>;
  /** What is done once the messages are queued, and again after a crash. */
  afterwards?: () => Promise<void>;
}

const SILENT: Reaction = { state: 'silent', messages: [] };
const say = (key: string, values: Record<string, unknown> = {}): MessageBody[] =>
  textMessages(t(`channels.say.${key}`, values));
const replying = (messages: MessageBody[], more: Partial<Reaction> = {}): Reaction => ({
  state: 'answered',
  messages,
  ...more,
});

/** Answers the waiting messages of a contact, one after another, in the order in which they were written. */
export function whatsappInWorker(services: Services, log: Log): JobHandler {
  const { db } = services;
  return {
    lanes: LANES,
    async run(job, signal) {
      const owner = tenant(job.accountId, 'all');
      for (;;) {
        signal.throwIfAborted();
        const turn = await nextTurn(services, owner, job.subjectId, signal, log);
        if (!turn) return finish(db, owner, job);
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

/** Ends the job. Another one follows if a message came meanwhile. */
async function finish(db: Db, owner: Tenant, job: Job): Promise<void> {
  await withTenant(db, owner, async (tx) => {
    await finishJob(tx, job);
    const waiting = await firstWaiting(tx, owner.accountId, job.subjectId);
    const { accountId, kind, subjectId } = job;
    if (waiting) await addJob(tx, { accountId, kind, subjectId });
  });
}

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

/** An id that the message always has, however often it is answered (UUID version 8, RFC 9562). */
function messageIdOf({ channelId, externalId }: Event): string {
  const hex = digest(`${channelId} ${externalId}`);
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}

async function nextTurn(
  services: Services,
  owner: Tenant,
  contactId: string,
  signal: AbortSignal,
  log: Log,
): Promise<Turn | null> {
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
    messageId: messageIdOf(event),
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

async function react(turn: Turn): Promise<Reaction> {
  const { services, channel, contact, event, owner, conversationId, isWithPerson } = turn;
  const said = understand(event.payload);
  if (said.kind === 'nothing') return SILENT;
  if (said.kind === 'file') await keepFile(services, channel, event, said);
  if (said.kind === 'stop') {
    if (conversationId) await leave(services.db, owner, conversationId);
    return replying(say('stopped'), { kind: 'notice', contact: { stoppedAt: new Date() } });
  }
  if (contact.stoppedAt) {
    return said.kind === 'resume' ? replying(say('resumed'), { contact: { stoppedAt: null } }) : SILENT;
  }
  if (isWithPerson) return tellPerson(turn, said.text);
  if (contact.silentUntil && contact.silentUntil > new Date()) return SILENT;
  // Beside the answer, which it must not delay.
  void markRead(services, channel, event.externalId);
  return answerSaid(turn, said);
}

async function tellPerson({ services, owner, conversationId, messageId }: Turn, text: string): Promise<Reaction> {
  // The message that called the person is in the conversation already.
  const known = await readTenant(
    services.db,
    owner,
    sql`select 1 from messages where account_id = ${owner.accountId}::uuid and conversation_id = ${conversationId}::uuid
          and id = ${messageId}::uuid`,
  );
  if (known.length === 0) await writeAsVisitor(services.db, owner, conversationId!, { id: messageId, text });
  return { state: 'answered', messages: [] };
}

async function answerSaid(turn: Turn, said: Exclude<Said, { kind: 'nothing' }>): Promise<Reaction> {
  const { services, owner, conversationId } = turn;
  switch (said.kind) {
    case 'chosen':
      return answerChoice(turn, said);
    case 'call':
      return conversationId ? call(turn, { conversationId }) : answerText(turn, said.text);
    case 'helped':
      if (conversationId) await rateTalk(services.db, owner, conversationId, said.helped).catch(ignoreNotFound);
      return replying(say('thanks'));
    case 'file': {
      if (said.caption === '') return replying(say(`not_read.${said.what}`));
      const { messages, ...reaction } = await answerText(turn, said.caption);
      return { ...reaction, messages: [...say(`caption_read.${said.what}`), ...messages] };
    }
    case 'other':
      return replying(say(`not_read.${said.what}`));
    default:
      return answerText(turn, said.text);
  }
}

function ignoreNotFound(error: unknown): void {
  if (!(error instanceof ApiError && error.code === 'not_found')) throw error;
}

/** The parts of a question that are the same for a text and a choice. */
const requestOf = ({ services, channel, context, contact, conversationId, messageId }: Turn) => ({
  context,
  type: 'whatsapp' as const,
  messageId,
  visitorToken: visitorTokenOf(services.key, channel, contact.peer),
  ...(conversationId && { conversationId }),
});

async function answerText(turn: Turn, question: string): Promise<Reaction> {
  const { services, contact, signal, channel, context } = turn;
  // The contact's id stands for the address that the limit per minute counts.
  const request = { ...requestOf(turn), question, ip: contact.id };
  return told(turn, async () => {
    const answered = await collected(turn, await answer(services, request, signal));
    // The visitor's words went to a person who was called meanwhile.
    if (answered.answer === '') return { state: 'answered', messages: [], conversationId: answered.conversationId };
    const { conversationId } = answered;
    // What is offered beside an answer is not stored with it: after a crash it is found out again.
    const handover = answered.handover ?? (wantsHuman(question) ? await offerOf(turn) : undefined);
    const messages = answerMessages({ ...answered, handover }, channel.phone);
    if (handover !== 'join') return replying(messages, { conversationId });
    return replying(messages, {
      conversationId,
      afterwards: () => callPerson(services, context, conversationId).catch(ignoreNobody),
    });
  });
}

const offerOf = async ({ services, context }: Turn) =>
  (await availabilityOf(services.db, context))?.canCall ? ('join' as const) : undefined;

function ignoreNobody(error: unknown): void {
  if (!(error instanceof ApiError && error.code === 'nobody_there')) throw error;
}

async function answerChoice(turn: Turn, said: Extract<Said, { kind: 'chosen' }>): Promise<Reaction> {
  const { services, contact, channel } = turn;
  const { contentId, ordinal, text } = said;
  const network = networkKey(services.key, contact.id);
  return told(turn, async () => {
    try {
      // Without the message's id, the newest exchange that offered the suggestion is meant.
      const events = await answerChosen(services, { ...requestOf(turn), chosen: { contentId, ordinal }, network });
      return replying(answerMessages(await collected(turn, events), channel.phone));
    } catch (error) {
      const isGone =
        error instanceof ApiError && ['suggestion_gone', 'suggestion_not_offered', 'not_found'].includes(error.code);
      if (!isGone) throw error;
      return answerText(turn, text);
    }
  });
}

async function call(turn: Turn, { conversationId }: { conversationId: string }): Promise<Reaction> {
  const { services, context } = turn;
  try {
    await callPerson(services, context, conversationId);
    return { state: 'answered', messages: [] };
  } catch (error) {
    ignoreNobody(error);
    const { note } = (await availabilityOf(services.db, context)) ?? {};
    return replying(textMessages(note ?? t('inbox.nobody_now')));
  }
}

const collected = ({ context, log }: Turn, events: AsyncGenerator<ChatEvent>) =>
  collectAnswer(withErrorEvent(events, context, { error: (fields, message) => log.info(fields, message) }));

/** Tells the visitor why there is no answer, in the owner's words, instead of failing. */
async function told(turn: Turn, work: () => Promise<Reaction>): Promise<Reaction> {
  try {
    return await work();
  } catch (error) {
    turn.signal.throwIfAborted();
    if (!(error instanceof ApiError) || !/^(?:limit_|chat_deactivated|answer_failed)/.test(error.code)) throw error;
    const { person, sentence } = error;
    const text = sentence ?? t(`errors.${error.code}`, error.values);
    const nothing = {
      conversationId: '',
      sources: [],
      suggestions: [],
      messageId: turn.messageId,
      grounded: false,
      links: [],
    };
    return replying(answerMessages({ ...nothing, answer: text, outcome: 'unknown', person }, turn.channel.phone));
  }
}

/** Stores what follows from a message, once. Until all of it is done, the message counts as waiting. */
async function settle(turn: Turn, { afterwards, ...reaction }: Reaction): Promise<void> {
  const { services, owner, event } = turn;
  await withTenant(services.db, owner, async (tx) => {
    await keepReaction(tx, turn, reaction);
    if (!afterwards) await setState(tx, event, reaction.state);
  });
  services.wake();
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
  { owner, contact, event, context, conversationId: running }: Turn,
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
