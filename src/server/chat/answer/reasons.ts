import type { Hit, SearchResult } from '../../../search/search.ts';
import type { AnswerReasons, HeldBack } from '../../../shared/chat-protocol.ts';
import type { WidgetContext } from '../../db/platform.ts';
import { excerptOf } from '../question/sources.ts';

const PASSAGES_MAX = 5;
const HELD_BACK_MAX = 10;
const SENTENCE_MAX = 300;
const CLAIM_MAX = 100;

const shortened = ({ sentence, claims }: HeldBack): HeldBack => ({
  sentence: sentence.slice(0, SENTENCE_MAX),
  claims: claims.slice(0, HELD_BACK_MAX).map(({ kind, text }) => ({ kind, text: text.slice(0, CLAIM_MAX) })),
});

const rounded = (value: number) => Math.round(value * 1_000) / 1_000;

interface ReasonsInput {
  result: SearchResult;
  used: readonly Hit[];
  context: Pick<WidgetContext, 'limits'>;
  /** In the day and month; null if none were counted. */
  counted: { daily: number; monthly: number } | null;
  system: string;
  heldBack: readonly HeldBack[];
}

function limitsOf({ context: { limits }, counted }: ReasonsInput): AnswerReasons['limits'] {
  if (!counted || !limits) return [];
  return (['daily', 'monthly'] as const).flatMap((limit) => {
    const of = limits[limit];
    return of === null ? [] : [{ limit, used: counted[limit], of }];
  });
}

export function reasonsOf(input: ReasonsInput): AnswerReasons {
  const { result, used, system, heldBack } = input;
  const isUsed = ({ passage }: Hit) =>
    used.some((hit) => hit.passage.contentId === passage.contentId && hit.passage.ordinal === passage.ordinal);
  const listed = result.hits.filter((hit, at) => at < PASSAGES_MAX || isUsed(hit));
  return {
    confidence: rounded(result.confidence),
    passages: listed.map((hit) => {
      const { contentId, title, question, heading, page, text } = hit.passage;
      const excerpt = excerptOf(text);
      return {
        contentId,
        title: question ?? title,
        heading,
        page,
        excerpt,
        score: rounded(hit.score),
        used: isUsed(hit),
      };
    }),
    limits: limitsOf(input),
    system,
    ...(heldBack.length > 0 && { heldBack: heldBack.slice(0, HELD_BACK_MAX).map(shortened) }),
  };
}
