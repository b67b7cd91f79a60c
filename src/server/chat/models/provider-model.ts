import type { Hit, SearchResult } from '../../../search/search.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { openPersonalData, type PersonalData } from '../../personal-data/hide-personal-data.ts';
import type { ModelConfig } from '../../providers/model-config.ts';
import {
  charactersOf,
  type ChatPrompt,
  type ChatStream,
  type ChatTimeouts,
  streamChat,
  timeoutsOf,
} from '../../providers/stream-chat.ts';
import { maxTokensOf, type TokenUsage } from '../../providers/tokens.ts';
import { eachContentOnce } from '../question/suggestions.ts';
import { withoutCitations } from './citations.ts';
import { guardPrompt } from './guard-prompt.ts';
import { OWN_RULES } from './instructions.ts';
import { type MarkerWatch, watchForMarkers } from './markers.ts';
import type { Answering, AnswerInput, AnswerModel, Verdict } from './model.ts';
import { MARKS_NOTE, REMINDER, writePrompt } from './prompt.ts';
import { type CheckedPiece, checkSupport } from './support/check-support.ts';
import type { Evidence } from './support/evidence.ts';
import { evidenceFor } from './support/evidence-for.ts';

/** Sources: their scores are at most `MAX_SCORE_GAP` below the best. */
const USED_MAX = 3;
const MAX_SCORE_GAP = 1;
/** After it declined or made suggestions, before the connection is closed. */
const PATIENCE = 200;

export function costOf(
  { inputTokensPerCredit, outputTokensPerCredit }: ModelConfig,
  { inputTokens, outputTokens }: TokenUsage,
): number {
  const exact = 1_000 * (inputTokens / inputTokensPerCredit + outputTokens / outputTokensPerCredit);
  // Round first: 0.1 + 0.05 is slightly more than 0.15 in floating point, which would cost one thousandth too much.
  return Math.ceil(Number(exact.toFixed(6)));
}

/** Only search hits, not the rest of a short base. */
function usedOf(shown: readonly Hit[], { hits }: SearchResult): Hit[] {
  const best = shown[0]?.score ?? 0;
  const found = shown.slice(0, Math.min(USED_MAX, hits.length));
  return found.filter(({ score }) => best - score <= MAX_SCORE_GAP);
}

/** If none of its numbers is valid, the model declined. */
function verdictOf(watch: MarkerWatch, shown: readonly Hit[]): Verdict {
  const marked = watch.marked();
  if (marked.kind !== 'suggested') return marked;
  const named = marked.numbers.flatMap((number) => shown[number - 1] ?? []);
  const suggestions = eachContentOnce(named);
  return suggestions.length > 0 ? { kind: 'suggested', suggestions } : { kind: 'declined' };
}

const worstUsageOf = (prompt: ChatPrompt): TokenUsage => ({
  inputTokens: maxTokensOf(charactersOf(prompt)),
  outputTokens: prompt.maxOutputTokens,
});

/** Ours, those of staff for the model, and the owner's. */
const secretsOf = ({ prompts }: ModelConfig, { voice: { answerProfile } }: AnswerInput): string[] => [
  `${OWN_RULES}\n${MARKS_NOTE}\n${REMINDER}`,
  prompts.answer,
  answerProfile.personality,
  answerProfile.restrictions,
];

/** The visitor's words as the provider gets them. What the passages publish stays: a visitor may quote it. */
function hideIn(input: AnswerInput): { hidden: AnswerInput; personalData: PersonalData } {
  const { question, resolved, history, names, reading } = input;
  const published = reading.flatMap(({ passage: { title, heading, question: asked, text } }) => [
    title,
    heading,
    asked,
    text,
  ]);
  const personalData = openPersonalData(
    names,
    published.filter((text) => text !== null),
  );
  if (!input.hidesPersonalData) return { hidden: input, personalData };
  const { hide, hideWords } = personalData;
  const turns = history.map((turn) => ({ question: hide(turn.question), answer: hide(turn.answer) }));
  const hidden = { ...input, history: turns, question: hide(question) };
  return { hidden: { ...hidden, resolved: hideWords(resolved) }, personalData };
}

function writeHiddenPrompt(config: ModelConfig, input: AnswerInput) {
  const { hidden, personalData } = hideIn(input);
  return { ...writePrompt(config, hidden, !personalData.isEmpty()), personalData };
}

/** The text passes through them in this order: the later ones compare it with the visitor's own words. */
function openFilters(
  secrets: readonly string[],
  evidence: Evidence,
  shown: readonly Hit[],
  personalData: PersonalData,
) {
  const reveal = personalData.reveal();
  const watch = watchForMarkers();
  const guard = guardPrompt(secrets, () => shown.map(({ passage }) => passage.text).join('\n'));
  const citations = withoutCitations();
  const support = checkSupport(evidence, () => watch.marked().kind === 'asked_back');
  return {
    watch,
    guard,
    support,
    push: (piece: string): CheckedPiece[] => {
      const text = guard.push(watch.push(reveal.push(piece)));
      return guard.hasLeaked() ? [] : support.push(citations.push(text));
    },
    end: (): CheckedPiece[] => {
      const rest = guard.push(watch.push(reveal.end()) + watch.end()) + guard.end();
      return guard.hasLeaked() ? [] : [...support.push(citations.push(rest) + citations.end()), ...support.end()];
    },
  };
}

export function providerModel(
  config: ModelConfig,
  outbound: Outbound,
  timeouts: ChatTimeouts = timeoutsOf(config),
): AnswerModel {
  function answer(input: AnswerInput): Answering | null {
    if (input.result.hits.length === 0) return null;
    const { shown, personalData, ...prompt } = writeHiddenPrompt(config, input);
    const evidence = evidenceFor(input, shown);
    const secrets = secretsOf(config, input);
    const open = () => openFilters(secrets, evidence, shown, personalData);
    let filters = open();
    const isOver = () => ['declined', 'suggested'].includes(filters.watch.marked().kind);
    let chat: ChatStream | null = null;

    async function* stream(signal: AbortSignal): AsyncGenerator<CheckedPiece> {
      chat = streamChat(config, outbound, prompt, { signal, timeouts });
      let afterwards = 0;
      try {
        for await (const piece of chat.text) {
          if (typeof piece !== 'string') {
            filters = open();
            yield { instead: '' };
          }
          const text = typeof piece === 'string' ? piece : piece.instead;
          if (isOver() && (afterwards += text.length) > PATIENCE) return;
          yield* filters.push(text);
          if (filters.guard.hasLeaked()) return;
        }
      } catch (error) {
        // An error after the marker does no harm, because the rest is not used.
        if (isOver()) return;
        yield* filters.support.end();
        throw error;
      }
      if (!signal.aborted) yield* filters.end();
    }

    const spent = () => {
      const usage = chat?.usage() ?? { inputTokens: 0, outputTokens: 0 };
      return { ...usage, cost: costOf(config, usage) };
    };
    const verdict = (): Verdict => {
      if (filters.guard.hasLeaked()) return { kind: 'declined' };
      return filters.support.isEmpty() ? { kind: 'unsupported' } : verdictOf(filters.watch, shown);
    };
    return {
      used: usedOf(shown, input.result),
      system: prompt.instructions,
      stream,
      spent,
      verdict,
      heldBack: () => filters.support.heldBack(),
      firstTextAt: () => chat?.firstTextAt() ?? null,
    };
  }

  return {
    id: config.id,
    name: config.name,
    estimate: (input) => costOf(config, worstUsageOf(writeHiddenPrompt(config, input))),
    answer,
  };
}
