import { nearestHeading, type Passage, questionOf, withoutExtension } from '../../../search/passage.ts';
import { isFooter, openingTitle } from '../../../search/quotable.ts';
import type { Hit } from '../../../search/search.ts';
import { bestLine } from '../../../search/shown-lines.ts';
import { type Suggestion, SUGGESTIONS_MAX } from '../../../shared/chat-protocol.ts';

const LABEL_MAX = 120;
const LINE_MAX = 140;

function cutAfterWord(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), length / 2)).replace(/[\s.,;:]+$/, '')}…`;
}

/** Or the nearest heading, the title in the text, or the content's. */
export function labelOf(passage: Passage): string {
  const name = questionOf(passage) ?? (nearestHeading(passage) || openingTitle(passage) || nameOf(passage.title));
  return cutAfterWord(name.trim(), LABEL_MAX);
}

function nameOf(title: string): string {
  const name = withoutExtension(title);
  return name.includes(' ') ? name : name.replace(/[-_]+/g, ' ');
}

const lineOf = (hit: Hit): string =>
  cutAfterWord((bestLine(hit) || hit.passage.text).replace(/\s+/g, ' ').trim(), LINE_MAX);

/** Up to the maximum number of suggestions. */
export function eachContentOnce(hits: readonly Hit[]): Hit[] {
  const first = hits.filter(
    ({ passage }, at) => hits.findIndex((other) => other.passage.contentId === passage.contentId) === at,
  );
  return first.slice(0, SUGGESTIONS_MAX);
}

/** Nobody asks for a footer. A FAQ's answer may well be an address. */
const isOffered = (hit: Hit): boolean =>
  questionOf(hit.passage) !== null ||
  (!hit.passage.isBoilerplate && !isFooter(labelOf(hit.passage)) && !isFooter(lineOf(hit)));

/** Without footers, so there may be none. */
export const suggestionsOf = (hits: readonly Hit[]): Suggestion[] =>
  eachContentOnce(hits.filter(isOffered)).map((hit) => ({
    contentId: hit.passage.contentId,
    ordinal: hit.passage.ordinal,
    label: labelOf(hit.passage),
    excerpt: lineOf(hit),
  }));
