import { releaseCredits, RENEW_MS, renewReservation, reserveCredits } from '../../billing/credits.ts';
import { ApiError } from '../../runtime/api-error.ts';
import { noteWithoutCredits } from '../limits/note-without-credits.ts';
import { limitSentence } from '../limits/sentence.ts';
import { answersWithoutCredits, freeModel, replyTextWithoutCredits } from '../limits/without-credits.ts';
import { embeddedModel } from '../models/embedded.ts';
import type { ConversationThread } from '../thread.ts';
import { answerIdOf } from '../transcript.ts';
import type { AnswerContext, AnswerRequest, Reply } from './answer-context.ts';
import type { DecidedAnswer, RefundedAnswer, ReservedAnswer } from './answer-states.ts';
import { declinedReply, modelAnswer } from './decline.ts';

export const chargedFor = ({ context, messageId }: AnswerRequest, { conversationId }: ConversationThread) => ({
  contextId: context.contextId,
  answerId: answerIdOf(conversationId, messageId),
});

/** Without credits free: the embedded model, or a contact if the owner chose so. Throws `ApiError` `limit_credits`. */
export async function reserve({ context, reply, interaction }: DecidedAnswer): Promise<ReservedAnswer> {
  if (!reply.answering) return { state: 'reserved', context, reply, interaction, hasCredits: false };
  const { services, request, owner, input, thread } = context;
  const { limits, periodStart, inheritance } = request.context;
  const amount = reply.model.estimate(input);
  const above = inheritance.split('.').slice(0, -1);
  const entry = { ...chargedFor(request, thread), amount, limit: limits?.credits ?? null, above, periodStart };
  try {
    await reserveCredits(services.db, owner, entry);
    return { state: 'reserved', context, reply, interaction, hasCredits: true };
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'limit_credits')) throw error;
    const isUnserved = request.type !== 'preview' && !answersWithoutCredits(request.context);
    await noteWithoutCredits(services, request.context, amount, isUnserved ? request : null);
    return { state: 'reserved', context, reply: replyWithoutCredits(context), interaction, hasCredits: false };
  }
}

function replyWithoutCredits(context: AnswerContext): Reply {
  const { context: widget } = context.request;
  if (answersWithoutCredits(widget)) {
    const answering = modelAnswer(context, freeModel);
    return answering ? { answering, model: embeddedModel, outcome: 'answered' } : declinedReply(context);
  }
  const contact = replyTextWithoutCredits(widget, context.base);
  if (contact) return { ...contact, model: embeddedModel, outcome: 'unpaid' };
  throw new ApiError('limit_credits', { message: limitSentence(widget, 'credits') });
}

/** So that it does not expire like that of a dead process. Returns the function that stops it. */
export function keepReservationAlive({ context, hasCredits }: ReservedAnswer): () => void {
  if (!hasCredits) return () => undefined;
  const { services, request, owner, thread } = context;
  const { answerId } = chargedFor(request, thread);
  // A failed renewal does no harm: the answer is charged when it is stored, even without a reservation.
  const renew = () => void renewReservation(services.db, owner, answerId).catch(() => undefined);
  const timer = setInterval(renew, RENEW_MS);
  return () => clearInterval(timer);
}

export async function refund({ context, interaction }: ReservedAnswer): Promise<RefundedAnswer> {
  const { services, request, owner, thread } = context;
  const { periodStart } = request.context;
  await releaseCredits(services.db, owner, { ...chargedFor(request, thread), periodStart });
  await interaction?.release();
  return { state: 'refunded' };
}
