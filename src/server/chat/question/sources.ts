import type { Hit } from '../../../search/search.ts';
import type { Source } from '../../../shared/chat-protocol.ts';

const EXCERPT = 320;
const EXCERPT_MAX = 640;

function cutAt(text: string, start: number, length: number): number {
  if (text.length <= start + length) return text.length;
  return Math.max(text.lastIndexOf(' ', start + length), start + length / 2);
}

/** After a whole word. If the quotes are further down, the part that contains them. */
export function excerptOf(text: string, quotes: readonly string[] = []): string {
  const spans = quotes.flatMap((quote) => {
    const start = text.indexOf(quote);
    return start < 0 ? [] : [{ start, end: start + quote.length }];
  });
  const from = Math.min(...spans.map(({ start }) => start), text.length);
  const to = Math.max(...spans.map(({ end }) => end), 0);
  if (to - from > EXCERPT_MAX) return spans.length > 1 ? quotes.join(' … ') : excerptOf(text);
  const start = to <= EXCERPT ? 0 : from;
  const end = Math.max(to, cutAt(text, start, EXCERPT));
  return `${start > 0 ? '…' : ''}${text.slice(start, end).trimEnd()}${end < text.length ? '…' : ''}`;
}

const sourceOf = ({ passage: { contentId, title, question, url, page, heading, text }, quotes }: Hit): Source => ({
  contentId,
  title: question ?? title,
  ...(url ? { url } : {}),
  ...(page ? { page } : {}),
  ...(heading ? { heading } : {}),
  excerpt: excerptOf(text, quotes),
});

export function sourcesOf(hits: readonly Hit[]): Source[] {
  const sources = hits.map(sourceOf);
  const key = ({ contentId, page, heading }: Source) => `${contentId}:${page ?? heading ?? ''}`;
  return sources.filter((source, at) => sources.findIndex((other) => key(other) === key(source)) === at);
}
