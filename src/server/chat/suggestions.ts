import { type Suggestion, SUGGESTIONS_MAX } from '../../shared/chat-protocol.ts';
import { askedOf, HEADING_JOINT, type Passage } from '../knowledge/search/passage.ts';
import type { Hit } from '../knowledge/search/search.ts';
import { excerptOf } from './sources.ts';

/** Words that stand for a passage without a name of its own. */
const FIRST_WORDS = 8;
/** Characters of a label. */
const LABEL_MAX = 120;

function cutAfterWord(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), length / 2)).replace(/[\s.,;:]+$/, '')}…`;
}

/** A FAQ's question, the heading right above a passage, or its first words in quotation marks. */
export function labelOf(passage: Passage): string {
  const { heading, text } = passage;
  const name = askedOf(passage) ?? heading?.slice(heading.lastIndexOf(HEADING_JOINT) + 1);
  if (name?.trim()) return cutAfterWord(name.trim(), LABEL_MAX);
  const words = text.trim().split(/\s+/);
  const first = words.slice(0, FIRST_WORDS).join(' ');
  const label = cutAfterWord(words.length > FIRST_WORDS ? `${first.replace(/[.,;:]+$/, '')}…` : first, LABEL_MAX);
  return `“${label}”`;
}

/** The first passage of each content, and no more than may be offered. */
export function eachContentOnce(hits: readonly Hit[]): Hit[] {
  const first = hits.filter(
    ({ passage }, at) => hits.findIndex((other) => other.passage.contentId === passage.contentId) === at,
  );
  return first.slice(0, SUGGESTIONS_MAX);
}

/** Passages as they are offered. */
export const suggestionsOf = (hits: readonly Hit[]): Suggestion[] =>
  eachContentOnce(hits).map(({ passage }) => ({
    contentId: passage.contentId,
    ordinal: passage.ordinal,
    label: labelOf(passage),
    excerpt: excerptOf(passage.text),
  }));
