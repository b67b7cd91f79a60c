import type { Segment } from '../../../search/segment.ts';
import type { ChatEvent } from '../../../shared/chat-protocol.ts';
import type { HandoverOffer } from '../../../shared/handover.ts';
import type { Services } from '../../runtime/services.ts';
import { offerFor, personWith, waysToPerson } from '../handover/offers.ts';
import { availabilityOf } from '../handover/visitor-talk.ts';
import { notifyCredits } from '../limits/account-notices.ts';
import { notifyLimits } from '../limits/notices.ts';
import { matchLinkRules, rulesIn } from '../link-rules.ts';
import type { ThreadExchange } from '../thread.ts';
import { answerOutcomeOf } from '../transcript.ts';
import {
  type AnswerContext,
  type AnswerRequest,
  createQuestionContext,
  type QuestionContext,
  type Reply,
} from './answer-context.ts';
import { AnswerFailure } from './answer-failure.ts';
import {
  advance,
  type EarlyEnd,
  endingOf,
  type RefundedAnswer,
  type ReservedAnswer,
  startStreaming,
  type StoredReply,
  type StreamingAnswer,
} from './answer-states.ts';
import { chooseReply } from './choose-reply.ts';
import { measureFirstToken } from './measure-first-token.ts';
import { openQuestion } from './open-question.ts';
import { passToPerson } from './pass-to-person.ts';
import { keepReservationAlive, refund, reserve } from './reserve-reply.ts';
import { retrieve } from './retrieve.ts';
import { isGrounded, store } from './store-reply.ts';
import { streamReply } from './stream-reply.ts';

async function* repeatAnswer(
  { services, request, scope, thread }: QuestionContext,
  stored: ThreadExchange,
  openBase: () => Promise<readonly Segment[]>,
): AsyncGenerator<ChatEvent> {
  yield { event: 'conversation', data: { id: thread.conversationId } };
  if (stored.sources.length > 0) yield { event: 'sources', data: stored.sources };
  yield { event: 'delta', data: { text: stored.answer } };
  if (stored.suggestions.length > 0) yield { event: 'suggestions', data: stored.suggestions };
  const links = await matchLinkRules(services.db, scope, stored.answer);
  const { id: messageId, grounded } = stored;
  const told = [...thread.exchanges.filter(({ createdAt }) => createdAt < stored.createdAt), stored];
  const ways = (await waysToPerson(services.db, request.context, told, openBase)).at(-1);
  yield { event: 'done', data: { messageId, outcome: answerOutcomeOf(stored.outcome), grounded, links, ...ways } };
}

/**
 * Streams a reply and stores it. If the visitor leaves before the end, the text so far is stored. A failed answer
 * costs nothing.
 */
async function* stream(reserved: ReservedAnswer, signal: AbortSignal): AsyncGenerator<ChatEvent> {
  const { context, reply } = reserved;
  let answer: StreamingAnswer | StoredReply = startStreaming(reserved);
  // Without an error, only the visitor ends a stream early: during a `yield`, or by the signal.
  let reason: EarlyEnd = 'disconnected';
  const stopRenewing = keepReservationAlive(reserved);
  try {
    yield { event: 'conversation', data: { id: context.thread.conversationId } };
    for await (const step of streamReply(context, reply, signal)) {
      answer = advance(answer, step);
      if (step.event) yield step.event;
    }
    if (signal.aborted) return;
    answer = await store(answer, answer.reply.outcome);
    yield await doneEvent(answer);
  } catch (error) {
    if (answer.state === 'stored' || signal.aborted) throw error;
    reason = 'failed';
    throw new AnswerFailure(context.chosen.words.error, { cause: error });
  } finally {
    stopRenewing();
    if (answer.state === 'streaming') await breakOff(answer, reason);
  }
}

/** Also sends the owner the notices that are due. */
async function doneEvent({ streamed, after }: StoredReply): Promise<ChatEvent> {
  const { reserved, reply, text, isCorrected } = streamed;
  const { services, request, owner } = reserved.context;
  const { noticed, usedCredits: credits } = after;
  if (reserved.interaction) {
    await notifyLimits(services, request.context, owner, { ...reserved.interaction.used, credits, noticed });
  }
  if (reserved.hasCredits) await notifyCredits(services, owner, after);
  const links = rulesIn(after.links, text);
  const handover = await offerOf(reserved.context, reply);
  const { contact } = reply;
  const person = personWith(reply.person, handover);
  const outcome = answerOutcomeOf(reply.outcome);
  const done = { messageId: request.messageId, outcome, grounded: isGrounded(reply), links };
  const data = { ...done, ...(isCorrected && { corrected: true as const }), ...(person && { person }) };
  return { event: 'done', data: { ...data, ...(contact && { contact }), ...(handover && { handover }) } };
}

async function offerOf(context: AnswerContext, { outcome }: Reply): Promise<HandoverOffer | undefined> {
  const { services, request, thread, team } = context;
  const offer = offerFor({ question: request.question, outcome }, thread.exchanges.at(-1));
  const there = offer && (team ?? (await availabilityOf(services.db, request.context)));
  return there?.canCall ? offer : undefined;
}

async function breakOff(answer: StreamingAnswer, reason: EarlyEnd): Promise<StoredReply | RefundedAnswer> {
  const { state, outcome } = endingOf(answer, reason);
  if (state === 'stored') return store(answer, outcome);
  const refunded = await refund(answer.reserved);
  // The refund stays valid if the failed exchange cannot be stored.
  if (outcome) await store(answer, outcome).catch(() => undefined);
  return refunded;
}

/** All checks come before the first event. Throws `ApiError` `not_found`, `limit_…`, `chat_deactivated`. */
export async function answer(
  services: Services,
  request: AnswerRequest,
  signal: AbortSignal,
): Promise<AsyncGenerator<ChatEvent>> {
  const askedAt = performance.now();
  const { thread, interaction, openBase } = await openQuestion(services, request);
  const question = createQuestionContext(services, request, thread);
  if (thread.answered) return repeatAnswer(question, thread.answered, openBase);
  const { owner } = question;
  const { question: text, messageId: id } = request;
  if (thread.isWithPerson) return passToPerson(services, owner, thread.conversationId, { id, text });
  try {
    const context = await retrieve(question, await openBase(), signal);
    const reserved = await reserve({ state: 'decided', context, reply: chooseReply(context), interaction });
    return measureFirstToken(stream(reserved, signal), { model: reserved.reply.model.name, askedAt });
  } catch (error) {
    await interaction?.release();
    throw error;
  }
}
