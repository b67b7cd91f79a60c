import { randomUUID } from 'node:crypto';
import { extractAnswer } from '../../../search/extract-answer.ts';
import type { SearchResult } from '../../../search/search.ts';
import type { Segment } from '../../../search/segment.ts';
import type { ExchangeOutcome, Suggestion } from '../../../shared/chat-protocol.ts';
import { chargeStatements } from '../../billing/credits.ts';
import type { WidgetContext } from '../../db/platform.ts';
import { changeTenant } from '../../db/tenant.ts';
import { openBase } from '../../knowledge/base.ts';
import { ApiError } from '../../runtime/api-error.ts';
import type { Services } from '../../runtime/services.ts';
import { embeddedModel } from '../models/embedded.ts';
import { sourcesOf } from '../question/sources.ts';
import { suggestionsOf } from '../question/suggestions.ts';
import type { ThreadExchange } from '../thread.ts';
import {
  type AnswerContext,
  type AnswerRequest,
  createQuestionContext,
  type QuestionContext,
  type Reply,
} from './answer-context.ts';
import { advance, type ReservedAnswer, startStreaming, type StreamingAnswer } from './answer-states.ts';
import { chooseReply } from './choose-reply.ts';
import { chargedFor, refund, reserve } from './reserve-reply.ts';
import { retrieve } from './retrieve.ts';
import { isGrounded } from './store-reply.ts';
import { streamReply } from './stream-reply.ts';

interface DryRunAnswer {
  answer: string;
  outcome: ExchangeOutcome;
  suggestions: readonly Suggestion[];
  contentIds: string[];
  model: string;
  cost: number;
}

interface DryRunOptions {
  signal: AbortSignal;
  base?: readonly Segment[];
  isCharged?: boolean;
}

const requestFor = (context: WidgetContext, question: string): AnswerRequest => ({
  context,
  question,
  type: 'preview',
  ip: '',
  messageId: randomUUID(),
});

/** In a conversation that is not stored, of its first question if nothing was said `earlier`. */
const createDryRunContext = (
  services: Services,
  context: WidgetContext,
  question: string,
  earlier?: readonly ThreadExchange[],
): QuestionContext =>
  createQuestionContext(
    services,
    { ...requestFor(context, question), earlier },
    {
      conversationId: randomUUID(),
      exchanges: [],
      answered: null,
      offeredPerson: true,
      isWithPerson: false,
      visitorName: null,
    },
  );

async function finishStream(reserved: ReservedAnswer, signal: AbortSignal): Promise<StreamingAnswer> {
  const { context, reply } = reserved;
  let answer = startStreaming(reserved);
  // Quoted text is complete at once and needs no streaming.
  if (reply.answering?.text !== undefined) return { ...answer, text: reply.answering.text };
  for await (const step of streamReply(context, reply, signal)) answer = advance(answer, step);
  return answer;
}

async function charge({ services, request, owner, thread }: AnswerContext, cost: number): Promise<void> {
  const charged = { ...chargedFor(request, thread), periodStart: request.context.periodStart, cost };
  await changeTenant(services.db, owner, ...chargeStatements(owner.accountId, charged));
}

async function finishDryRun(
  context: AnswerContext,
  reply: Reply,
  { signal, isCharged }: DryRunOptions,
): Promise<DryRunAnswer> {
  const isPaid = isCharged === true && reply.answering !== undefined && reply.model !== embeddedModel;
  const reserved: ReservedAnswer = isPaid
    ? await reserve({ state: 'decided', context, reply, interaction: null })
    : { state: 'reserved', context, reply, interaction: null, hasCredits: false };
  // Without enough credits, `reserve` returns another reply, but a dry run is about this one.
  if (isPaid && !reserved.hasCredits) throw new ApiError('limit_credits');
  try {
    const { reply: final, text } = await finishStream(reserved, signal);
    signal.throwIfAborted();
    const cost = isPaid ? (final.answering?.spent().cost ?? 0) : 0;
    if (isPaid) await charge(context, cost);
    const used = isGrounded(final) ? sourcesOf(final.answering?.used ?? []) : [];
    const contentIds = used.map(({ contentId }) => contentId);
    const { outcome, suggestions = [], model } = final;
    const answer = [text, ...suggestions.map(({ label }) => `– ${label}`)].join('\n');
    return { answer, outcome, suggestions, contentIds, model: model.name, cost };
  } catch (error) {
    if (isPaid) await refund(reserved);
    throw error;
  }
}

/** Stores nothing and is free unless `isCharged`. Throws `ApiError` `limit_credits`, and the provider's errors. */
export async function dryRun(
  services: Services,
  context: WidgetContext,
  question: string,
  options: DryRunOptions,
): Promise<DryRunAnswer> {
  const questionContext = createDryRunContext(services, context, question);
  const base = options.base ?? (await openBase(services.db, questionContext.scope));
  const found = await retrieve(questionContext, base, options.signal);
  return finishDryRun(found, chooseReply(found), options);
}

export async function isAnswerableWithoutModel(
  services: Services,
  context: WidgetContext,
  question: string,
  { signal, base }: { signal: AbortSignal; base: readonly Segment[] },
): Promise<boolean> {
  const questionContext = createDryRunContext(services, context, question);
  const chosen = { ...questionContext.chosen, model: embeddedModel, config: null };
  const { answering, outcome } = chooseReply(await retrieve({ ...questionContext, chosen }, base, signal));
  return (answering?.verdict().kind ?? outcome) === 'answered';
}

interface AnswerDraft {
  /** Null if no passage answers well enough. */
  answer: (DryRunAnswer & { sources: ReturnType<typeof sourcesOf> }) | null;
  /** Of the plan's model, in thousandths of a credit; null without one that costs credits. */
  maxCost: number | null;
  nearest: NearPassage[];
}

/** What the base says of most like it: `title` is the content's. */
type NearPassage = Pick<Suggestion, 'contentId' | 'label' | 'excerpt'> & { title: string };

/** The record that the question asks for, if there is one, and the nearest passage of each content. */
function nearestOf({ hits, fact }: SearchResult): NearPassage[] {
  const all = [...(fact?.used ?? []), ...hits];
  const titles = new Map(all.map(({ passage }) => [passage.contentId, passage.title]));
  const [record] = suggestionsOf(fact?.used ?? []);
  return suggestionsOf(all).map(({ contentId, label, excerpt }) => ({
    contentId,
    title: titles.get(contentId) || label,
    label,
    excerpt: fact && record?.contentId === contentId ? fact.text : excerpt,
  }));
}

function quote({ input }: AnswerContext): AnswerDraft['answer'] {
  const found = extractAnswer(input.result);
  if (!found) return null;
  const sources = sourcesOf(found.used);
  const contentIds = sources.map(({ contentId }) => contentId);
  const { name: model } = embeddedModel;
  return { answer: found.text, outcome: 'answered', suggestions: [], contentIds, model, cost: 0, sources };
}

/** Charged; null if the model has none or its provider fails. Throws `ApiError` `limit_credits`. */
async function writeByModel(context: AnswerContext, signal: AbortSignal): Promise<AnswerDraft['answer']> {
  const { input, chosen } = context;
  const answering = chosen.model.answer(input);
  if (!answering) return null;
  const reply: Reply = { answering, model: chosen.model, outcome: 'answered' };
  const written = await finishDryRun(context, reply, { signal, isCharged: true }).catch((error: unknown) => {
    if (signal.aborted || (error instanceof ApiError && error.code === 'limit_credits')) throw error;
    return null;
  });
  return written && answering.verdict().kind === 'answered' ? { ...written, sources: sourcesOf(answering.used) } : null;
}

/**
 * Quoted for free, or with `byModel` written from the nearest passages and charged. Throws `ApiError` `limit_credits`.
 */
export async function draft(
  services: Services,
  context: WidgetContext,
  question: string,
  { signal, byModel, earlier }: { signal: AbortSignal; byModel: boolean; earlier?: readonly ThreadExchange[] },
): Promise<AnswerDraft> {
  const questionContext = createDryRunContext(services, context, question, earlier);
  const found = await retrieve(questionContext, await openBase(services.db, questionContext.scope), signal);
  const { input, chosen } = found;
  const nearest = nearestOf(input.result);
  if (input.result.outcome === 'unknown') return { answer: null, maxCost: null, nearest };
  const isPaid = chosen.model !== embeddedModel;
  const written = isPaid && byModel ? await writeByModel(found, signal) : null;
  const quoted = input.result.outcome === 'answered' ? quote(found) : null;
  return { answer: written ?? quoted, maxCost: isPaid ? chosen.model.estimate(input) : null, nearest };
}
