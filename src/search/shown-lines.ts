import { haveOneLabel, headingOf, isQuotable, withoutListMark } from './quotable.ts';
import { saysLess } from './quote.ts';
import type { Hit } from './search.ts';
import { renderRow, rowAt } from './table-rows.ts';

export interface ShownLines {
  text: string;
  /** The hit with what is shown of it as its quotes. */
  used: Hit;
}

/** Characters; a FAQ's answer up to this length is shown whole. */
const SHOWN_MAX = 420;
const MAX_SCORE_GAP = 1;

/** In their order, with the question or heading above. Null if none says anything. */
export function shownLines(hit: Hit): ShownLines | null {
  const { passage } = hit;
  if (passage.isBoilerplate) return null;
  const { answer, question } = passage;
  const isWhole = answer !== null && answer.trim().length <= SHOWN_MAX;
  const quotes = isWhole ? [answer.trim()] : linesOf(hit);
  const [first] = quotes;
  if (first === undefined || first === '') return null;
  const isBelowOne = isWhole || haveOneLabel(passage, quotes);
  const above = question ?? (isBelowOne ? headingOf(passage, quotes) : null);
  const lines = isWhole ? quotes : quotes.map((quote) => renderLine(passage.text, quote));
  if (!isBelowOne)
    for (const [at, quote] of quotes.entries()) {
      const label = headingOf(passage, [quote]);
      if (label) lines[at] = `${label}: ${lines[at]}`;
    }
  return { text: [...(above ? [above] : []), ...lines].join('\n'), used: { ...hit, quotes } };
}

export function bestLine(hit: Hit): string {
  const [best] = hit.sentences.filter((sentence) => isQuotable(hit.passage, sentence));
  return best ? renderLine(hit.passage.text, best.text) : '';
}

function linesOf({ passage, sentences }: Hit): string[] {
  const [best, second] = sentences.filter((sentence) => isQuotable(passage, sentence));
  if (!best) return [];
  const isNear = second && best.score - second.score <= MAX_SCORE_GAP;
  const isShort = second && best.text.length + second.text.length < SHOWN_MAX;
  const shown = isNear && isShort && !saysLess(second, best) ? [best, second] : [best];
  return shown.sort((a, b) => a.start - b.start).map(({ text }) => text);
}

function renderLine(text: string, line: string): string {
  const row = rowAt(text, text.indexOf(line));
  return row ? renderRow(row) : withoutListMark(line);
}
