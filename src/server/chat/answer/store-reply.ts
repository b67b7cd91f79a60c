import pLimit from 'p-limit';
import type { AnswerReasons, ExchangeOutcome } from '../../../shared/chat-protocol.ts';
import { measurements } from '../../runtime/measurements.ts';
import { sourcesOf } from '../question/sources.ts';
import { chargeExchange, storeExchange } from '../transcript.ts';
import { type AfterReply, afterReplyQuery } from './after-reply.ts';
import type { Reply } from './answer-context.ts';
import type { ReservedAnswer, StoredReply, StreamingAnswer } from './answer-states.ts';
import { reasonsOf } from './reasons.ts';

/** Questions that wait for their first word get the database before answers that are only to be stored. */
const storing = pLimit(2);

const NOTHING_SPENT = { inputTokens: 0, outputTokens: 0, cost: 0 };

export const isGrounded = ({ answering, outcome }: Reply) =>
  answering !== undefined && (outcome === 'answered' || outcome === 'shown');

const WITH_SUGGESTIONS: readonly ExchangeOutcome[] = ['answered', 'shown', 'suggested'];

export async function store(streamed: StreamingAnswer, outcome: ExchangeOutcome): Promise<StoredReply> {
  const { reserved, reply, text } = streamed;
  const { services, request, owner, thread, found, asksForPerson } = reserved.context;
  const { context, question, visitorToken, type, messageId } = request;
  const spent = (outcome !== 'failed' && reply.answering?.spent()) || NOTHING_SPENT;
  const grounded = outcome !== 'failed' && isGrounded(reply);
  const answered = {
    contextId: context.contextId,
    periodStart: context.periodStart,
    conversationId: thread.conversationId,
    messageId,
    type,
    visitorToken,
    question,
    answer: text,
    grounded,
    outcome,
    cost: spent.cost,
    model: reply.model.name,
    tokens: spent.inputTokens + spent.outputTokens,
    searched: found.resolved !== question ? found.resolved : null,
    sources: grounded ? sourcesOf(reply.answering!.used) : [],
    suggestions: WITH_SUGGESTIONS.includes(outcome) ? (reply.suggestions ?? []) : [],
    offeredPerson: reply.person !== undefined,
    asksForPerson,
    reasons: explain(reserved, reply),
  };
  const query = afterReplyQuery(reserved.context, reserved.interaction?.used.at);
  const keep = request.isUnstored ? chargeExchange : storeExchange;
  const after = await storing(() => keep<AfterReply>(services.db, owner, answered, query));
  request.onSpent?.(spent);
  measurements.emit('answer', { outcome, model: reply.model.name, cost: spent.cost });
  return { state: 'stored', streamed, after };
}

function explain({ context: { request, found }, interaction }: ReservedAnswer, reply: Reply): AnswerReasons | null {
  const { answering, outcome } = reply;
  if (outcome === 'small_talk') return null;
  const { used = [], system = '' } = answering ?? {};
  const heldBack = answering?.heldBack?.() ?? [];
  const isUsed = outcome === 'answered' || outcome === 'shown' || outcome === 'cut';
  const counted = interaction?.used ?? null;
  return reasonsOf({
    result: found.result,
    used: isUsed ? used : [],
    context: request.context,
    counted,
    system,
    heldBack,
  });
}
