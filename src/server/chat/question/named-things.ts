import { extractAnswer } from '../../../search/extract-answer.ts';
import { currentLexicon } from '../../../search/rerank/lexicon-files.ts';
import { rootOf } from '../../../search/roots.ts';
import type { Hit } from '../../../search/search.ts';
import { wordsOf } from '../../../search/words.ts';
import { type EarlierQuestion, namedIn } from './follow-up.ts';
import type { RetrievalResult } from './retrieval-result.ts';

export const textOf = ({ result }: RetrievalResult): string => extractAnswer(result)?.text ?? '';

const headOf = ({ passage: { title, heading, question } }: Hit) => `${title} ${heading ?? ''} ${question ?? ''}`;

const rootsOf = (text: string): Set<string> => new Set(wordsOf(text).map(({ word }) => rootOf(word)));
const isLike = (root: string, roots: ReadonlySet<string>) =>
  [...currentLexicon().similaritiesOf(root).keys()].some((like) => roots.has(like));

/** Somewhere in the best passage, also by another name. */
export function mentionsNamed({ result }: RetrievalResult, question: string): boolean {
  const [best] = result.hits;
  if (!best || result.fact) return true;
  const roots = rootsOf(`${headOf(best)} ${best.passage.text}`);
  return namedIn(question).every((root) => roots.has(root) || isLike(root, roots));
}

/** In what would be told, not only somewhere in its passage. */
export function tellsNamed(found: RetrievalResult, question: string, topic: EarlierQuestion | undefined): boolean {
  const [best] = found.result.hits;
  if (!best) return false;
  const roots = rootsOf(`${headOf(best)} ${textOf(found)}`);
  // `coxinha` for `e esfiha?` after `tem coxinha?` is what was asked about before.
  const told = rootsOf(`${best.passage.question ?? ''} ${textOf(found)}`);
  const before = rootsOf(topic?.searched ?? topic?.question ?? '');
  const others = new Set([...told].filter((root) => !before.has(root)));
  const isWithTopic = found.resolved !== question;
  return namedIn(question).every((root) => roots.has(root) || (isWithTopic && isLike(root, others)));
}

/** Something that the question before named is told. */
export function tellsOfTopic(found: RetrievalResult, topic: EarlierQuestion | undefined): boolean {
  const [best] = found.result.hits;
  const named = namedIn(topic?.searched ?? topic?.question ?? '');
  if (!best || named.length === 0) return true;
  const roots = rootsOf(`${headOf(best)} ${textOf(found)}`);
  return named.some((root) => roots.has(root) || isLike(root, roots));
}
