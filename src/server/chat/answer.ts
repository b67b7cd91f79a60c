import { v7 as uuidv7 } from 'uuid';
import type { AskBody, ChatEvent, Source } from '../../shared/chat-protocol.ts';
import type { WidgetContext } from '../db/platform.ts';
import { tenant } from '../db/tenant.ts';
import { openBase, type Place } from '../knowledge/base.ts';
import type { Passage } from '../knowledge/search/passage.ts';
import { type Hit, search } from '../knowledge/search/search.ts';
import { say } from '../locale.ts';
import type { Services } from '../services.ts';
import { matchLinkRules } from './link-rules.ts';
import { embeddedModel } from './models/embedded.ts';
import {
  type Answered,
  type ConversationType,
  findExchange,
  openConversation,
  type StoredExchange,
  storeExchange,
} from './transcript.ts';

/** Characters of a passage that a source shows. */
const EXCERPT = 320;

export interface Ask extends AskBody {
  context: WidgetContext;
  type: ConversationType;
}

const placeOf = ({ accountId, contextId, inheritance }: WidgetContext): Place => ({
  tenant: tenant(accountId, [contextId]),
  inheritance,
});

function excerptOf(text: string): string {
  if (text.length <= EXCERPT) return text;
  const cut = text.slice(0, EXCERPT);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), EXCERPT / 2)).trimEnd()}…`;
}

const sourceOf = ({ contentId, title, question, url, page, heading, text }: Passage): Source => ({
  contentId,
  title: question ?? title,
  ...(url ? { url } : {}),
  ...(page ? { page } : {}),
  ...(heading ? { heading } : {}),
  excerpt: excerptOf(text),
});

/** One source a content and page, in the order of the hits. */
function sourcesOf(hits: readonly Hit[]): Source[] {
  const sources = hits.map(({ passage }) => sourceOf(passage));
  const key = ({ contentId, page, heading }: Source) => `${contentId}:${page ?? heading ?? ''}`;
  return sources.filter((source, at) => sources.findIndex((other) => key(other) === key(source)) === at);
}

async function* tellAgain(services: Services, place: Place, told: StoredExchange): AsyncGenerator<ChatEvent> {
  if (told.sources.length > 0) yield { event: 'sources', data: told.sources };
  yield { event: 'delta', data: { text: told.answer } };
  const links = await matchLinkRules(services.db, place, told.answer);
  yield { event: 'done', data: { messageId: told.id, grounded: told.grounded, links } };
}

/**
 * Checks a question before anything is answered, so that a refusal is still an HTTP status.
 * @throws Refusal `not_found` for a conversation that is not this visitor's.
 */
export async function admit(services: Services, ask: Ask): Promise<void> {
  const { context, conversationId, visitorToken } = ask;
  if (!conversationId) return;
  const { tenant: owner } = placeOf(context);
  await openConversation(services.db, { tenant: owner, contextId: context.contextId, conversationId, visitorToken });
}

/** Answers one question: search, decline or answer, stream, store and charge. Its events are those of the protocol. */
export async function* answer(services: Services, ask: Ask, signal: AbortSignal): AsyncGenerator<ChatEvent> {
  const { context, question, visitorToken, type } = ask;
  const place = placeOf(context);
  const conversationId = ask.conversationId ?? uuidv7();
  const messageId = ask.messageId ?? uuidv7();
  yield { event: 'conversation', data: { id: conversationId } };
  const told = ask.conversationId && (await findExchange(services.db, place.tenant, conversationId, messageId));
  if (told) return yield* tellAgain(services, place, told);

  const result = search(await openBase(services.db, place), question);
  const answering = result.isAnswerable ? embeddedModel.answer({ question, result }) : null;
  const sources = answering ? sourcesOf(answering.used) : [];
  if (sources.length > 0) yield { event: 'sources', data: sources };
  let text = '';
  if (answering) {
    for await (const piece of answering.stream(signal)) {
      text += piece;
      yield { event: 'delta', data: { text: piece } };
    }
  } else {
    text = context.defaultMessage ?? say('chat.default_message');
    yield { event: 'delta', data: { text } };
  }
  const { tokens, cost } = answering?.spent() ?? { tokens: 0, cost: 0 };
  const grounded = answering !== null;
  const stored: Answered = {
    ...{ contextId: context.contextId, conversationId, messageId, type, visitorToken, question },
    ...{ answer: text, grounded, model: embeddedModel.name, tokens, cost, sources },
  };
  await storeExchange(services.db, place.tenant, stored);
  yield { event: 'done', data: { messageId, grounded, links: await matchLinkRules(services.db, place, text) } };
}
