import type { AnswerReasons, ChatEvent } from '../../shared/chat-protocol.ts';
import { releaseCredits, RENEW_MS, renewReservation, reserveCredits } from '../billing/credits.ts';
import { openBase } from '../knowledge/base.ts';
import { questionLikeness } from '../knowledge/search/similar.ts';
import { ApiError } from '../runtime/api-error.ts';
import type { Services } from '../runtime/services.ts';
import { type AnswerContext, type AnswerRequest, createAnswerContext, ownerOf, type Reply } from './answer-context.ts';
import { AnswerFailure } from './answer-failure.ts';
import { answeringBy, declineWith, personFor } from './decline.ts';
import type { Retrieved } from './find-passages.ts';
import { noticeCredits } from './limits/account-notices.ts';
import { reserveInteraction } from './limits/admit.ts';
import { noticeLimits } from './limits/notices.ts';
import { limitSentence } from './limits/sentence.ts';
import { answersWithoutCredits, freeModel, replyTextWithoutCredits } from './limits/without-credits.ts';
import { matchLinkRules } from './link-rules.ts';
import { readCourtesy } from './message-parts.ts';
import { modelPieces } from './model-pieces.ts';
import { embeddedModel } from './models/embedded.ts';
import { reasonsOf } from './reasons.ts';
import { retrieve } from './retrieve.ts';
import { answerSmallTalk } from './small-talk.ts';
import { sourcesOf } from './sources.ts';
import {
  answerIdOf,
  answerOutcomeOf,
  type ConversationThread,
  type ExchangeOutcome,
  readThread,
  storeExchange,
} from './transcript.ts';

/**
 * Minimum similarity (0 to 1) at which a courtesy counts as one of the owner's own questions, so that the owner's
 * answer is used.
 */
const OWN_COURTESY = 0.9;

async function* repeatReply({ services, scope, thread }: AnswerContext): AsyncGenerator<ChatEvent> {
  const told = thread.told!;
  yield { event: 'conversation', data: { id: thread.conversationId } };
  if (told.sources.length > 0) yield { event: 'sources', data: told.sources };
  yield { event: 'delta', data: { text: told.answer } };
  if (told.suggestions.length > 0) yield { event: 'suggestions', data: told.suggestions };
  const links = await matchLinkRules(services.db, scope, told.answer);
  const { id: messageId, grounded } = told;
  yield { event: 'done', data: { messageId, outcome: answerOutcomeOf(told.outcome), grounded, links } };
}

/**
 * Chooses the reply before anything is streamed: small talk, a model's answer, or, if there is none, the contact of
 * a person or the text for unknown answers. A model may still decline or offer suggestions later, in its stream.
 */
export function chooseReply(run: AnswerContext): Reply {
  const { ask, found, chosen, asksForPerson } = run;
  const { question, context, messageId } = ask;
  const isKnown = found?.result.outcome === 'answered';
  const courtesy = readCourtesy(question);
  if (courtesy && !(isKnown && isOwnCourtesy(question, found))) {
    const { botName: bot, companyName: company } = context.appearance;
    const text = answerSmallTalk(courtesy, messageId, { bot, company });
    return { text, model: embeddedModel, outcome: 'small_talk' };
  }
  const answering = answeringBy(run, chosen.model);
  if (!answering) return declineWith(run);
  const person = asksForPerson || run.complains ? personFor(run, true) : undefined;
  return { answering, model: chosen.model, outcome: 'answered', person };
}

function isOwnCourtesy(question: string, { result }: Retrieved): boolean {
  const asked = result.hits[0]?.passage.question;
  return asked != null && questionLikeness(asked, question) >= OWN_COURTESY;
}

export const chargedFor = ({ context, messageId }: AnswerRequest, { conversationId }: ConversationThread) => ({
  contextId: context.contextId,
  answerId: answerIdOf(conversationId, messageId),
});

/**
 * Reserves the credits that a reply may cost. If the account has too few, returns a free reply instead: the embedded
 * model's answer from the same passages, or, if the owner chose so, the contact of a person. Throws `ApiError`
 * `limit_credits`, with the owner's message, if there is no contact.
 */
export async function reserveReply(run: AnswerContext, speech: Reply): Promise<Reply> {
  const { services, ask, owner, input, thread } = run;
  if (!speech.answering || !input) return speech;
  const { limits, periodStart, inheritance } = ask.context;
  const amount = speech.model.estimate(input);
  const above = inheritance.split('.').slice(0, -1);
  const entry = { ...chargedFor(ask, thread), amount, limit: limits?.credits ?? null, above, periodStart };
  try {
    await reserveCredits(services.db, owner, entry);
    return { ...speech, isReserved: true };
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'limit_credits')) throw error;
    return replyWithoutCredits(run);
  }
}

function replyWithoutCredits(run: AnswerContext): Reply {
  const { context } = run.ask;
  if (answersWithoutCredits(context)) {
    const answering = answeringBy(run, freeModel);
    return answering ? { answering, model: embeddedModel, outcome: 'answered' } : declineWith(run);
  }
  const said = replyTextWithoutCredits(context, run.base);
  if (said) return { ...said, model: embeddedModel, outcome: 'unpaid' };
  throw new ApiError('limit_credits', { message: limitSentence(context, 'credits') });
}

/**
 * Renews the reservation regularly, so that it does not expire like that of a dead process. Returns the function
 * that stops it.
 */
function keepReservationAlive({ services, ask, owner, thread }: AnswerContext, { isReserved }: Reply): () => void {
  if (!isReserved) return () => undefined;
  const { answerId } = chargedFor(ask, thread);
  // A failed renewal does no harm: the answer is charged when it is stored, even without a reservation.
  const renew = () => void renewReservation(services.db, owner, answerId).catch(() => undefined);
  const timer = setInterval(renew, RENEW_MS);
  return () => clearInterval(timer);
}

/** Releases the credits and the counts that were reserved for an answer that was not given. */
export async function release({ services, ask, owner, thread, reservation }: AnswerContext): Promise<void> {
  const { periodStart } = ask.context;
  await releaseCredits(services.db, owner, { ...chargedFor(ask, thread), periodStart });
  await reservation?.release();
}

/** Streams a reply. If its model fails and may be replaced, the embedded model's reply follows. */
export async function* replyPieces(run: AnswerContext, speech: Reply, signal: AbortSignal): AsyncGenerator<ChatEvent> {
  if (speech.text !== undefined) {
    yield { event: 'delta', data: { text: speech.text } };
    return;
  }
  let hasSpoken = false;
  try {
    for await (const event of modelPieces(run, speech, signal)) {
      hasSpoken = true;
      yield event;
    }
  } catch (error) {
    if (signal.aborted || !run.chosen.config?.fallsBack) throw error;
    if (hasSpoken) yield { event: 'restart', data: {} };
    const answering = answeringBy(run, embeddedModel);
    const { person } = speech;
    const standIn: Reply = answering
      ? { answering, model: embeddedModel, outcome: 'answered', person }
      : declineWith(run);
    Object.assign(speech, { answering: undefined, suggestions: undefined, ...standIn });
    yield* replyPieces({ ...run, chosen: { ...run.chosen, config: null } }, speech, signal);
  }
}

async function storeReply(run: AnswerContext, speech: Reply, answer: string, outcome: ExchangeOutcome): Promise<void> {
  const { services, ask, owner, thread, found } = run;
  const { context, question, visitorToken, type, messageId } = ask;
  const spent = (outcome !== 'failed' && speech.answering?.spent()) || { inputTokens: 0, outputTokens: 0, cost: 0 };
  const grounded = outcome !== 'failed' && isGrounded(speech);
  await storeExchange(services.db, owner, {
    ...{ contextId: context.contextId, periodStart: context.periodStart, conversationId: thread.conversationId },
    ...{ messageId, type, visitorToken, question, answer, grounded, outcome, cost: spent.cost },
    ...{ model: speech.model.name, tokens: spent.inputTokens + spent.outputTokens },
    searched: found && found.resolved !== question ? found.resolved : null,
    sources: grounded ? sourcesOf(speech.answering!.used) : [],
    suggestions: outcome === 'suggested' || outcome === 'answered' ? (speech.suggestions ?? []) : [],
    offeredPerson: speech.person !== undefined,
    reasons: whyOf(run, speech),
  });
}

function whyOf(
  { ask: { context }, found, reservation }: AnswerContext,
  { answering, outcome }: Reply,
): AnswerReasons | null {
  // There is nothing to explain about small talk.
  if (!found || outcome === 'small_talk') return null;
  const { used = [], system = '' } = answering ?? {};
  const heldBack = answering?.heldBack?.() ?? [];
  const isUsed = outcome === 'answered' || outcome === 'cut';
  const counted = reservation?.used ?? null;
  return reasonsOf({ result: found.result, used: isUsed ? used : [], context, counted, system, heldBack });
}

const isGrounded = ({ answering, outcome }: Reply) => answering !== undefined && outcome === 'answered';

/**
 * Streams a reply and stores it. If the visitor leaves before the end, the text so far is stored. A failed answer
 * costs nothing.
 */
async function* streamReply(run: AnswerContext, speech: Reply, signal: AbortSignal): AsyncGenerator<ChatEvent> {
  const { services, ask, owner, scope, thread, reservation } = run;
  let text = '';
  let isCorrected = false;
  let state: 'open' | 'failed' | 'kept' = 'open';
  const stopRenewing = keepReservationAlive(run, speech);
  try {
    yield { event: 'conversation', data: { id: thread.conversationId } };
    for await (const event of replyPieces(run, speech, signal)) {
      if (event.event === 'restart') {
        text = '';
        isCorrected = true;
      }
      if (event.event === 'delta') text += event.data.text;
      yield event;
    }
    if (signal.aborted) return;
    await storeReply(run, speech, text, speech.outcome);
    state = 'kept';
    if (reservation) await noticeLimits(services, ask.context, owner, reservation.used);
    if (speech.isReserved) await noticeCredits(services, owner);
    const links = await matchLinkRules(services.db, scope, text);
    const { person } = speech;
    const outcome = answerOutcomeOf(speech.outcome);
    const done = { messageId: ask.messageId, outcome, grounded: isGrounded(speech), links };
    yield { event: 'done', data: { ...done, ...(isCorrected && { corrected: true }), ...(person && { person }) } };
  } catch (error) {
    if (state !== 'open' || signal.aborted) throw error;
    state = 'failed';
    throw new AnswerFailure(run.chosen.words.error, { cause: error });
  } finally {
    stopRenewing();
    // Still open: the visitor disconnected, during a `yield` or by the signal.
    if (state === 'open' && text !== '') await storeReply(run, speech, text, 'cut');
    else if (state !== 'kept') await release(run);
    // Store it all the same, so that the owner sees which questions failed.
    if (state === 'failed') await storeReply(run, speech, text, 'failed').catch(() => undefined);
  }
}

/**
 * Answers one question: checks the limits, searches, then streams an answer, suggestions or the text for unknown
 * answers. All checks happen before the first event, so that a refusal becomes an HTTP status. Returns the events of
 * the chat protocol.
 *
 * Throws `ApiError` `not_found` for a conversation of another visitor; `limit_…` or `chat_deactivated`.
 */
export async function answer(
  services: Services,
  ask: AnswerRequest,
  signal: AbortSignal,
): Promise<AsyncGenerator<ChatEvent>> {
  const run = await createAnswerContext(services, ask, await readThread(services.db, ownerOf(ask.context), ask));
  if (run.thread.told) return repeatReply(run);
  if (ask.type !== 'preview') run.reservation = await reserveInteraction(services, ask.context, ask);
  try {
    await retrieve(run, await openBase(services.db, run.scope), signal);
    return streamReply(run, await reserveReply(run, chooseReply(run)), signal);
  } catch (error) {
    await run.reservation?.release();
    throw error;
  }
}
