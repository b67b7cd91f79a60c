import type { Hit } from '../../../search/search.ts';
import type { Suggestion } from '../../../shared/chat-protocol.ts';
import { t } from '../../runtime/translate.ts';
import { embeddedModel } from '../models/embedded.ts';
import { sourcesOf } from '../question/sources.ts';
import { suggestionsOf } from '../question/suggestions.ts';
import type { AnswerContext, Reply } from './answer-context.ts';
import type { ReplyStep } from './answer-states.ts';
import { declinedReply, modelAnswer, prependSympathy } from './decline.ts';

/** If its model fails and may be replaced, the embedded model's reply follows. */
export async function* streamReply(
  context: AnswerContext,
  reply: Reply,
  signal: AbortSignal,
): AsyncGenerator<ReplyStep> {
  if (reply.text !== undefined) {
    yield { reply, event: { event: 'delta', data: { text: reply.text } } };
    return;
  }
  let latest = reply;
  let hasSent = false;
  try {
    for await (const step of streamModel(context, reply, signal)) {
      latest = step.reply;
      hasSent ||= step.event !== undefined;
      yield step;
    }
  } catch (error) {
    if (signal.aborted || !context.chosen.config?.fallsBack) throw error;
    if (hasSent) yield { reply: latest, event: { event: 'restart', data: {} } };
    const withoutModel = { ...context, chosen: { ...context.chosen, config: null } };
    yield* streamReply(withoutModel, standInFor(context, latest), signal);
  }
}

function standInFor(context: AnswerContext, { person }: Reply): Reply {
  const answering = modelAnswer(context, embeddedModel);
  return answering ? { answering, model: embeddedModel, outcome: 'answered', person } : declinedReply(context);
}

/** The verdict decides the reply's outcome. */
async function* streamModel(context: AnswerContext, reply: Reply, signal: AbortSignal): AsyncGenerator<ReplyStep> {
  const answering = reply.answering!;
  let hasText = false;
  let hasSources = false;
  for await (const piece of answering.stream(signal)) {
    const isCorrection = typeof piece !== 'string';
    if (isCorrection && hasText) yield { reply, event: { event: 'restart', data: {} } };
    hasText &&= !isCorrection;
    hasSources &&= !isCorrection;
    const text = isCorrection ? piece.instead : piece;
    if (text === '') continue;
    // Send the sources with the first text. A question back to the visitor has none.
    if (!hasSources && answering.verdict().kind !== 'asked_back') {
      yield { reply, event: { event: 'sources', data: sourcesOf(answering.used) } };
      hasSources = true;
    }
    hasText = true;
    yield { reply, event: { event: 'delta', data: { text } } };
  }
  if (signal.aborted) return;
  const verdict = answering.verdict();
  if (verdict.kind === 'asked_back') {
    yield { reply: { ...reply, outcome: 'asked_back' } };
    return;
  }
  if (verdict.kind === 'answered') {
    yield* withSuggestions({ ...reply, outcome: 'answered' }, verdict.suggestions ?? []);
    return;
  }
  if (verdict.kind === 'shown') {
    const suggestions = suggestionsOf(verdict.suggestions);
    const shown: Reply = { ...reply, outcome: 'shown', suggestions };
    yield { reply: shown, ...(suggestions.length > 0 && { event: { event: 'suggestions', data: suggestions } }) };
    return;
  }
  // Take back the streamed text, which leaked instructions or contains only courtesies.
  if (hasText) yield { reply, event: { event: 'restart', data: {} } };
  const offered =
    verdict.kind === 'suggested' ? verdict.suggestions : verdict.kind === 'unsupported' ? nearestTo(context) : [];
  const suggestions = suggestionsOf(offered);
  yield* suggestions.length > 0 ? suggest(context, reply, suggestions) : decline(context, reply);
}

/** Offered in place of an unsupported answer. */
const nearestTo = (context: AnswerContext): readonly Hit[] =>
  modelAnswer(context, embeddedModel) ? context.found.result.hits : [];

function* suggest(context: AnswerContext, answered: Reply, suggestions: Suggestion[]): Generator<ReplyStep> {
  const reply: Reply = { ...answered, outcome: 'suggested', suggestions };
  const text = context.complains ? prependSympathy(context, t('chat.suggested_short')) : t('chat.suggested');
  yield { reply, event: { event: 'delta', data: { text } } };
  yield { reply, event: { event: 'suggestions', data: suggestions } };
}

function* decline(context: AnswerContext, answered: Reply): Generator<ReplyStep> {
  const { text, outcome, person } = declinedReply(context);
  yield { reply: { ...answered, outcome, person }, event: { event: 'delta', data: { text: text! } } };
}

function* withSuggestions(answered: Reply, hits: readonly Hit[]): Generator<ReplyStep> {
  const suggestions = suggestionsOf(hits);
  if (suggestions.length === 0) {
    yield { reply: answered };
    return;
  }
  const reply: Reply = { ...answered, suggestions };
  yield { reply, event: { event: 'delta', data: { text: `\n\n${t('chat.suggested_besides')}` } } };
  yield { reply, event: { event: 'suggestions', data: suggestions } };
}
