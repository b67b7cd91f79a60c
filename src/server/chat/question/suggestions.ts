import { HEADING_SEPARATOR, type Passage, questionOf } from '../../../search/passage.ts';
import type { Hit } from '../../../search/search.ts';
import { type Suggestion, SUGGESTIONS_MAX } from '../../../shared/chat-protocol.ts';
import { excerptOf } from './sources.ts';

/** Number of words that label a passage without a title. */
const FIRST_WORDS = 8;
/** Maximum number of characters in a label. */
const LABEL_MAX = 120;

function cutAfterWord(text: string): string {
  if (text.length <= LABEL_MAX) return text;
  const cut = text.slice(0, LABEL_MAX);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), LABEL_MAX / 2)).replace(/[\s.,;:]+$/, '')}…`;
}

/** Returns a FAQ's question, or else the nearest heading, or else the first words in quotation marks. */
export function labelOf(passage: Passage): string {
  const { heading, text } = passage;
  const name = questionOf(passage) ?? heading?.slice(heading.lastIndexOf(HEADING_SEPARATOR) + 1);
  if (name?.trim()) return cutAfterWord(name.trim());
  const words = text.trim().split(/\s+/);
  const first = words.slice(0, FIRST_WORDS).join(' ');
  const label = cutAfterWord(words.length > FIRST_WORDS ? `${first.replace(/[.,;:]+$/, '')}…` : first);
  return `“${label}”`;
}

/** Returns the first passage of each content, up to the maximum number of suggestions. */
export function eachContentOnce(hits: readonly Hit[]): Hit[] {
  const first = hits.filter(
    ({ passage }, at) => hits.findIndex((other) => other.passage.contentId === passage.contentId) === at,
  );
  return first.slice(0, SUGGESTIONS_MAX);
}

/** Converts passages to suggestions for the visitor. */
export const suggestionsOf = (hits: readonly Hit[]): Suggestion[] =>
  eachContentOnce(hits).map(({ passage }) => ({
    contentId: passage.contentId,
    ordinal: passage.ordinal,
    label: labelOf(passage),
    excerpt: excerptOf(passage.text),
  }));
