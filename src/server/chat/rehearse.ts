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
import { type AnswerRequest, type AnswerContext, type Reply, createAnswerContext } from './answer-context.ts';
import { chargedFor, replyPieces, release, reserveReply, chooseReply } from './answer.ts';
import { embeddedModel } from './models/embedded.ts';
import { retrieve } from './retrieve.ts';
import { sourcesOf } from './sources.ts';
import type { ExchangeOutcome } from './transcript.ts';

export interface Rehearsal {
  answer: string;
  outcome: ExchangeOutcome;
  /** What a visitor could choose from; `answer` names them, too. */
  suggestions: Suggestion[];
  /** Contents that the answer rests on. */
  contentIds: string[];
  model: string;
  /** Thousandths of a credit that were charged. */
  cost: number;
}

export interface RehearsalOptions {
  signal: AbortSignal;
  /** What answers in the place of the context's base. */
  base?: readonly Segment[];
  /** Whether a model that costs is charged for: the account asked for it. */
  isCharged?: boolean;
}

const asking = (context: WidgetContext, question: string): AnswerRequest => {
  const messageId = randomUUID();
  return { context, question, type: 'preview', ip: '', messageId, requestId: messageId } as AnswerRequest;
};

/** A question as a visitor's first one, of a conversation that nobody keeps. */
const begin = (services: Services, context: WidgetContext, question: string): Promise<AnswerContext> =>
  createAnswerContext(services, asking(context, question), {
    ...{ conversationId: randomUUID(), exchanges: [], told: null, offeredPerson: true },
  });

async function speak(run: AnswerContext, speech: Reply, signal: AbortSignal): Promise<string> {
  // What is quoted needs no reader's pace.
  if (speech.answering?.text !== undefined) return speech.answering.text;
  let text = '';
  for await (const event of replyPieces(run, speech, signal)) {
    if (event.event === 'restart') text = '';
    if (event.event === 'delta') text += event.data.text;
  }
  return text;
}

/** Charges what a paid rehearsal cost. */
async function settle({ services, ask, owner, thread }: AnswerContext, cost: number): Promise<void> {
  const charged = { ...chargedFor(ask, thread), periodStart: ask.context.periodStart, cost };
  await changeTenant(services.db, owner, ...chargeStatements(owner.accountId, charged));
}

async function tell(run: AnswerContext, speech: Reply, { signal, isCharged }: RehearsalOptions): Promise<Rehearsal> {
  const isPaid = isCharged === true && speech.answering !== undefined && speech.model !== embeddedModel;
  const reserved = isPaid ? await reserveReply(run, speech) : speech;
  // Where credits are short another speech comes in its place; a rehearsal is about this one.
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
 * Answers a question as a visitor's is answered, by the same search, model and words, and keeps nothing of it: no
 * conversation, no figures, no limits. Costs nothing, unless it is charged.
 * @throws ApiError `limit_credits` when it is charged and the account cannot pay for it; what the model's provider throws.
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

/** Whether a base answers a question by itself, without a model. */
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
  /** Null: no passage says enough. */
  told: (Rehearsal & { sources: ReturnType<typeof sourcesOf> }) | null;
  /** Thousandths of a credit that the plan's model costs at most for writing it; null: it has none that costs. */
  most: number | null;
}

/** What the passages themselves say. */
function quote({ input }: AnswerContext): AnswerDraft['told'] {
  const found = input && extractAnswer(input.result, input.resolved);
  if (!found) return null;
  const sources = sourcesOf(found.used);
  const contentIds = sources.map(({ contentId }) => contentId);
  const { name: model } = embeddedModel;
  return { answer: found.text, outcome: 'answered', suggestions: [], contentIds, model, cost: 0, sources };
}

/** What the plan's model writes, charged; null when it knows nothing or its provider fails. @throws ApiError `limit_credits` */
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
 * An answer to begin from: what a passage that answers the question says, for nothing; or, `byModel` and charged, what the
 * plan's model makes of the nearest passages. Throws `limit_credits`.
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
