import { setTimeout as wait } from 'node:timers/promises';
import { extractAnswer } from '../../../search/extract-answer.ts';
import type { Hit } from '../../../search/search.ts';
import { type ShownLines, shownLines } from '../../../search/shown-lines.ts';
import { isUnconfirmed } from '../../../search/unconfirmed.ts';
import { EMBEDDED_ANSWER_COST } from '../../../shared/constants.ts';
import { EMBEDDED_MODEL_ID } from '../../../shared/models.ts';
import { t } from '../../runtime/translate.ts';
import type { Answering, AnswerModel } from './model.ts';

/** Quoted text appears at reading pace, not all at once. */
const PIECE = 24;
const PACE_MS = 12;

const piecesOf = (text: string): string[] => text.match(new RegExp(`[\\s\\S]{1,${PIECE}}(?:\\S*\\s*)`, 'g')) ?? [];

const spent = () => ({ inputTokens: 0, outputTokens: 0, cost: EMBEDDED_ANSWER_COST });

async function* atReadingPace(text: string, signal: AbortSignal): AsyncGenerator<string> {
  for (const piece of piecesOf(text)) {
    if (signal.aborted) return;
    yield piece;
    await wait(PACE_MS);
  }
}

const suggesting = (suggestions: readonly Hit[]): Answering => ({
  used: [],
  async *stream() {
    // The caller writes the text that introduces the suggestions.
  },
  spent,
  verdict: () => ({ kind: 'suggested', suggestions }),
});

const showing = ({ text, used }: ShownLines, near: readonly Hit[]): Answering => ({
  used: [used],
  stream: (signal) => atReadingPace(`${t('chat.shown')}\n\n${text}`, signal),
  spent,
  verdict: () => ({
    kind: 'shown',
    suggestions: near.filter(({ passage }) => passage.contentId !== used.passage.contentId),
  }),
});

/** Quotes, or shows or suggests, as the search decided. Needs no API key and cannot invent anything. */
export const embeddedModel: AnswerModel = {
  id: EMBEDDED_MODEL_ID,
  name: 'embedded',
  estimate: () => EMBEDDED_ANSWER_COST,
  answer({ result, history }) {
    const { outcome, suggestions } = result;
    const found =
      outcome === 'answered'
        ? extractAnswer(
            result,
            history.map(({ answer }) => answer),
          )
        : null;
    const lines = outcome === 'shown' ? shownLines(result.hits[0]!) : null;
    if (lines) return showing(lines, suggestions);
    const doubtful = found?.used.find(isUnconfirmed);
    if (found && doubtful) return showing({ text: found.text, used: doubtful }, suggestions);
    if (!found) return outcome !== 'unknown' && suggestions.length > 0 ? suggesting(suggestions) : null;
    return {
      used: found.used,
      text: found.text,
      stream: (signal) => atReadingPace(found.text, signal),
      spent,
      verdict: () => ({ kind: 'answered' }),
    };
  },
};
