import type { Source } from '../../shared/chat-protocol.ts';
import type { Passage } from '../knowledge/search/passage.ts';
import type { Hit } from '../knowledge/search/search.ts';

/** Characters of a passage that a source shows. */
const EXCERPT = 320;

/** The beginning of a passage, cut after a word. */
export function excerptOf(text: string): string {
  if (text.length <= EXCERPT) return text;
  const cut = text.slice(0, EXCERPT);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), EXCERPT / 2)).trimEnd()}…`;
}

const sourceOf = ({ contentId, title, question, url, page, heading, text }: Passage): Source => ({
  contentId,
  title: question ?? title,
  ...(url ? { url } : {}),
  ...(page ? { page } : {}),
  ...(heading ? { heading } : {}),
  excerpt: excerptOf(text),
});

/** One source a content and page, in the order of the hits. */
export function sourcesOf(hits: readonly Hit[]): Source[] {
  const sources = hits.map(({ passage }) => sourceOf(passage));
  const key = ({ contentId, page, heading }: Source) => `${contentId}:${page ?? heading ?? ''}`;
  return sources.filter((source, at) => sources.findIndex((other) => key(other) === key(source)) === at);
}
