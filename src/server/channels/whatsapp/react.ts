import { sql } from 'drizzle-orm';
import type { ChatEvent } from '../../../shared/chat-protocol.ts';
import { answer } from '../../chat/answer/answer.ts';
import { answerChosen } from '../../chat/answer/answer-chosen.ts';
import { withErrorEvent } from '../../chat/answer/error-event.ts';
import { wantsHuman } from '../../chat/classify/classify.ts';
import { callPerson, leave } from '../../chat/handover/states.ts';
import { availabilityOf } from '../../chat/handover/visitor-talk.ts';
import { rateTalk, writeAsVisitor } from '../../chat/handover/write.ts';
import { collectAnswer } from '../../chat/visitors/complete-answer.ts';
import type { ChannelRow, WidgetContext } from '../../db/platform.ts';
import type { channelContacts, channelEvents } from '../../db/schema/channels.ts';
import { readTenant, type Tenant } from '../../db/tenant.ts';
import { networkKey } from '../../runtime/address-key.ts';
import { ApiError } from '../../runtime/api-error.ts';
import type { Services } from '../../runtime/services.ts';
import { t } from '../../runtime/translate.ts';
import { answerMessages, type MessageBody, textMessages } from './compose.ts';
import { visitorTokenOf } from './contact-token.ts';
import { keepFile } from './keep-file.ts';
import { markRead } from './mark-read.ts';
import { type Said, understand } from './understand.ts';

export type Contact = typeof channelContacts.$inferSelect;
export type Event = typeof channelEvents.$inferSelect;

export interface Log {
  info(fields: object, message: string): void;
}

/** What is known when a visitor's message is answered. */
export interface ContactTurn {
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
export interface Reaction {
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

/**
 * Answers a visitor's message, passes it to the person who is called or there, or leaves it. Returns what is to be sent. Doing
 * it again has the same result.
 */
export async function react(turn: ContactTurn): Promise<Reaction> {
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
  if (said.kind === 'helped' && conversationId)
    await rateTalk(services.db, owner, conversationId, said.helped).catch(ignoreNotFound);
  if (contact.silentUntil && contact.silentUntil > new Date()) return SILENT;
  // Beside the answer, which it must not delay.
  void markRead(services, channel, event.externalId);
  return answerSaid(turn, said);
}

async function tellPerson(
  { services, owner, conversationId, messageId }: ContactTurn,
  text: string,
): Promise<Reaction> {
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

async function answerSaid(turn: ContactTurn, said: Exclude<Said, { kind: 'nothing' }>): Promise<Reaction> {
  const { conversationId } = turn;
  switch (said.kind) {
    case 'chosen':
      return answerChoice(turn, said);
    case 'call':
      return conversationId ? call(turn, { conversationId }) : answerText(turn, said.text);
    case 'helped':
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
const requestOf = ({ services, channel, context, contact, conversationId, messageId }: ContactTurn) => ({
  context,
  type: 'whatsapp' as const,
  messageId,
  visitorToken: visitorTokenOf(services.key, channel, contact.peer),
  profileName: contact.name,
  ...(conversationId && { conversationId }),
});

async function answerText(turn: ContactTurn, question: string): Promise<Reaction> {
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
      afterwards: () => callPerson(services.db, context, conversationId).catch(ignoreNobody),
    });
  });
}

const offerOf = async ({ services, context }: ContactTurn) =>
  (await availabilityOf(services.db, context))?.canCall ? ('join' as const) : undefined;

function ignoreNobody(error: unknown): void {
  if (!(error instanceof ApiError && error.code === 'nobody_there')) throw error;
}

async function answerChoice(turn: ContactTurn, said: Extract<Said, { kind: 'chosen' }>): Promise<Reaction> {
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

async function call(turn: ContactTurn, { conversationId }: { conversationId: string }): Promise<Reaction> {
  const { services, context } = turn;
  try {
    await callPerson(services.db, context, conversationId);
    return { state: 'answered', messages: [] };
  } catch (error) {
    ignoreNobody(error);
    const { note } = (await availabilityOf(services.db, context)) ?? {};
    return replying(textMessages(note ?? t('inbox.nobody_now')));
  }
}

const collected = ({ context, log }: ContactTurn, events: AsyncGenerator<ChatEvent>) =>
  collectAnswer(withErrorEvent(events, context, { error: (fields, message) => log.info(fields, message) }));

/** Tells the visitor why there is no answer, in the owner's words, instead of failing. */
async function told(turn: ContactTurn, work: () => Promise<Reaction>): Promise<Reaction> {
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
