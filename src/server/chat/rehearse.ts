import { randomUUID } from 'node:crypto';
import type { Suggestion } from '../../shared/chat-protocol.ts';
import { chargeStatements } from '../billing/credits.ts';
import type { WidgetContext } from '../db/platform.ts';
import { changeTenant } from '../db/tenant.ts';
import { openBase } from '../knowledge/base.ts';
import { extractAnswer } from '../knowledge/search/extract-answer.ts';
import type { Segment } from '../knowledge/search/segment.ts';
import { ApiError } from '../runtime/api-error.ts';
import type { Services } from '../runtime/services.ts';
import { chargedFor, chooseReply, release, replyPieces, reserveReply } from './answer.ts';
import { type AnswerContext, type AnswerRequest, createAnswerContext, type Reply } from './answer-context.ts';
import { embeddedModel } from './models/embedded.ts';
import { retrieve } from './retrieve.ts';
import { sourcesOf } from './sources.ts';
import type { ExchangeOutcome } from './transcript.ts';

export interface Rehearsal {
  answer: string;
  outcome: ExchangeOutcome;
  /** The suggestions, which are also listed in `answer`. */
  suggestions: Suggestion[];
  /** The ids of the contents that the answer is based on. */
  contentIds: string[];
  model: string;
  /** The charge in thousandths of a credit. */
  cost: number;
}

export interface RehearsalOptions {
  signal: AbortSignal;
  /** Replaces the context's knowledge base. */
  base?: readonly Segment[];
  /** Whether to charge for a model that costs credits. True if the account asked for it. */
  isCharged?: boolean;
}

const asking = (context: WidgetContext, question: string): AnswerRequest => {
  const messageId = randomUUID();
  return { context, question, type: 'preview', ip: '', messageId, requestId: messageId } as AnswerRequest;
};

/** Returns the state of a first question in a conversation that is not stored. */
const begin = (services: Services, context: WidgetContext, question: string): Promise<AnswerContext> =>
  createAnswerContext(services, asking(context, question), {
    ...{ conversationId: randomUUID(), exchanges: [], told: null, offeredPerson: true },
  });

async function speak(run: AnswerContext, speech: Reply, signal: AbortSignal): Promise<string> {
  // Quoted text is complete at once and needs no streaming.
  if (speech.answering?.text !== undefined) return speech.answering.text;
  let text = '';
  for await (const event of replyPieces(run, speech, signal)) {
    if (event.event === 'restart') text = '';
    if (event.event === 'delta') text += event.data.text;
  }
  return text;
}

/** Charges the cost of a paid rehearsal. */
async function settle({ services, ask, owner, thread }: AnswerContext, cost: number): Promise<void> {
  const charged = { ...chargedFor(ask, thread), periodStart: ask.context.periodStart, cost };
  await changeTenant(services.db, owner, ...chargeStatements(owner.accountId, charged));
}

async function tell(run: AnswerContext, speech: Reply, { signal, isCharged }: RehearsalOptions): Promise<Rehearsal> {
  const isPaid = isCharged === true && speech.answering !== undefined && speech.model !== embeddedModel;
  const reserved = isPaid ? await reserveReply(run, speech) : speech;
  // Without enough credits, `reserveReply` returns another reply, but a rehearsal is about this one.
  if (isPaid && !reserved.isReserved) throw new ApiError('limit_credits');
  try {
    const said = await speak(run, reserved, signal);
    signal.throwIfAborted();
    const cost = isPaid ? (reserved.answering?.spent().cost ?? 0) : 0;
    if (isPaid) await settle(run, cost);
    const used = reserved.outcome === 'answered' ? sourcesOf(reserved.answering?.used ?? []) : [];
    const contentIds = used.map(({ contentId }) => contentId);
    const { outcome, suggestions = [], model } = reserved;
    const answer = [said, ...suggestions.map(({ label }) => `– ${label}`)].join('\n');
    return { answer, outcome, suggestions, contentIds, model: model.name, cost };
  } catch (error) {
    if (isPaid) await release(run);
    throw error;
  }
}

/**
 * Answers a question as for a visitor, with the same search, model and texts, but stores nothing: no conversation,
 * no statistics, no limits. It is free unless `isCharged` is set.
 *
 * Throws `ApiError` `limit_credits` if it is charged and the account has too few credits; also throws the errors of
 * the model's provider.
 */
export async function rehearse(
  services: Services,
  context: WidgetContext,
  question: string,
  options: RehearsalOptions,
): Promise<Rehearsal> {
  const run = await begin(services, context, question);
  await retrieve(run, options.base ?? (await openBase(services.db, run.scope)), options.signal);
  return tell(run, chooseReply(run), options);
}

/** Returns whether the knowledge base answers a question with the embedded model alone. */
export async function answersAlone(
  services: Services,
  context: WidgetContext,
  question: string,
  { signal, base }: { signal: AbortSignal; base: readonly Segment[] },
): Promise<boolean> {
  const run = await begin(services, context, question);
  run.chosen = { ...run.chosen, model: embeddedModel, config: null };
  await retrieve(run, base, signal);
  const { answering, outcome } = chooseReply(run);
  return (answering?.verdict().kind ?? outcome) === 'answered';
}

export interface AnswerDraft {
  /** Null if no passage answers the question well enough. */
  told: (Rehearsal & { sources: ReturnType<typeof sourcesOf> }) | null;
  /**
   * Maximum cost of the plan's model for writing it, in thousandths of a credit; null if the plan has no model that
   * costs credits.
   */
  most: number | null;
}

/** Returns the answer quoted from the passages. */
function quote({ input }: AnswerContext): AnswerDraft['told'] {
  const found = input && extractAnswer(input.result, input.resolved);
  if (!found) return null;
  const sources = sourcesOf(found.used);
  const contentIds = sources.map(({ contentId }) => contentId);
  const { name: model } = embeddedModel;
  return { answer: found.text, outcome: 'answered', suggestions: [], contentIds, model, cost: 0, sources };
}

/**
 * Returns the answer that the plan's model writes, and charges it; null if the model has no answer or its provider
 * fails. Throws `ApiError` `limit_credits`.
 */
async function writeByModel(run: AnswerContext, signal: AbortSignal): Promise<AnswerDraft['told']> {
  const { input, chosen } = run;
  const answering = input && chosen.model.answer(input);
  if (!answering) return null;
  const speech: Reply = { answering, model: chosen.model, outcome: 'answered' };
  const told = await tell(run, speech, { signal, isCharged: true }).catch((error: unknown) => {
    if (signal.aborted || (error instanceof ApiError && error.code === 'limit_credits')) throw error;
    return null;
  });
  return told && answering.verdict().kind === 'answered' ? { ...told, sources: sourcesOf(answering.used) } : null;
}

/**
 * Returns a draft answer: quoted from a passage for free, or, with `byModel`, written by the plan's model from the
 * nearest passages and charged. Throws `ApiError` `limit_credits`.
 */
export async function draft(
  services: Services,
  context: WidgetContext,
  question: string,
  { signal, byModel }: { signal: AbortSignal; byModel: boolean },
): Promise<AnswerDraft> {
  const run = await begin(services, context, question);
  await retrieve(run, await openBase(services.db, run.scope), signal);
  const { input, chosen } = run;
  if (!input || input.result.outcome === 'unknown') return { told: null, most: null };
  const isPaid = chosen.model !== embeddedModel;
  const written = isPaid && byModel ? await writeByModel(run, signal) : null;
  const quoted = input.result.outcome === 'answered' ? quote(run) : null;
  return { told: written ?? quoted, most: isPaid ? chosen.model.estimate(input) : null };
}
