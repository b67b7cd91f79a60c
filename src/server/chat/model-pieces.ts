import type { ChatEvent } from '../../shared/chat-protocol.ts';
import type { Hit } from '../knowledge/search/search.ts';
import { t } from '../runtime/translate.ts';
import type { AnswerContext, Reply } from './answer-context.ts';
import { answeringBy, declineWith, sympathyWith } from './decline.ts';
import { embeddedModel } from './models/embedded.ts';
import { sourcesOf } from './sources.ts';
import { suggestionsOf } from './suggestions.ts';

/** Streams a model's answer, then acts on its verdict, which also sets the reply's outcome. */
export async function* modelPieces(run: AnswerContext, speech: Reply, signal: AbortSignal): AsyncGenerator<ChatEvent> {
  const answering = speech.answering!;
  let hasSpoken = false;
  let hasSources = false;
  for await (const piece of answering.stream(signal)) {
    const isCorrection = typeof piece !== 'string';
    if (isCorrection && hasSpoken) yield { event: 'restart', data: {} };
    hasSpoken &&= !isCorrection;
    hasSources &&= !isCorrection;
    const text = isCorrection ? piece.instead : piece;
    if (text === '') continue;
    // Send the sources with the first text. A question back to the visitor has none.
    if (!hasSources && answering.verdict().kind !== 'asked_back') {
      yield { event: 'sources', data: sourcesOf(answering.used) };
      hasSources = true;
    }
    hasSpoken = true;
    yield { event: 'delta', data: { text } };
  }
  if (signal.aborted) return;
  const verdict = answering.verdict();
  if (verdict.kind === 'answered' || verdict.kind === 'asked_back') {
    speech.outcome = verdict.kind;
    if (verdict.kind === 'answered' && verdict.suggestions?.length) yield* offerBesides(speech, verdict.suggestions);
    return;
  }
  // Take back the streamed text, which leaked instructions or contains only courtesies.
  if (hasSpoken) yield { event: 'restart', data: {} };
  const offered =
    verdict.kind === 'suggested' ? verdict.suggestions : verdict.kind === 'unsupported' ? nearestTo(run) : [];
  yield* offered.length > 0 ? suggest(run, speech, offered) : decline(run, speech);
}

/** Returns the passages that the embedded model would use, to offer them in place of an unsupported answer. */
const nearestTo = (run: AnswerContext): readonly Hit[] =>
  answeringBy(run, embeddedModel) ? (run.found?.result.hits ?? []) : [];

function* suggest(run: AnswerContext, speech: Reply, offered: readonly Hit[]): Generator<ChatEvent> {
  const suggestions = suggestionsOf(offered);
  Object.assign(speech, { outcome: 'suggested', suggestions });
  const text = run.complains ? sympathyWith(run, t('chat.suggested_short')) : t('chat.suggested');
  yield { event: 'delta', data: { text } };
  yield { event: 'suggestions', data: suggestions };
}

function* decline(run: AnswerContext, speech: Reply): Generator<ChatEvent> {
  const { text, outcome, person } = declineWith(run);
  Object.assign(speech, { outcome, person });
  yield { event: 'delta', data: { text: text! } };
}

/** Offers suggestions for the questions of the message that have no answer. */
function* offerBesides(speech: Reply, hits: readonly Hit[]): Generator<ChatEvent> {
  speech.suggestions = suggestionsOf(hits);
  yield { event: 'delta', data: { text: `\n\n${t('chat.suggested_besides')}` } };
  yield { event: 'suggestions', data: speech.suggestions };
}
