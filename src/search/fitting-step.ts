import type { HitSentence } from './quote.ts';
import { isWithin, limitsIn, quantitiesIn } from './records/limits.ts';
import type { SearchResult } from './search.ts';
import { fold } from './words.ts';

/**
 * Of the steps of the paragraph that answers, tells only the one that suits the quantity in the question: `De 6 a 2 dias antes, metade.`
 * for `cancelei faltando 4 dias`, and not `Até 7 dias antes, tudo.`
 */
export function withFittingStep(question: string, result: SearchResult): SearchResult {
  const [best, ...others] = result.hits;
  const [first] = best?.sentences ?? [];
  if (result.fact || !best || !first || best.isPhrased || best.passage.answer !== null) return result;
  const quantities = quantitiesIn(fold(question));
  /** Null for a line that is no step. */
  const suits = ({ text }: HitSentence): boolean | null => {
    const pairs = limitsIn(fold(text)).flatMap((limit) =>
      quantities.filter(({ unit }) => unit === limit.unit).map(({ value }) => isWithin(value, limit)),
    );
    return pairs.length === 0 ? null : pairs.includes(true);
  };
  const isBeside = ({ start }: HitSentence) =>
    !/\n\s*\n/.test(best.passage.text.slice(Math.min(start, first.start), Math.max(start, first.start)));
  const near = quantities.length > 0 ? best.sentences.filter(isBeside) : [];
  const suiting = near.filter((line) => suits(line) === true);
  const between = suiting.filter(({ text }) =>
    limitsIn(fold(text)).some(({ min, max }) => min !== null && max !== null),
  );
  // `De 29 a 15 dias: metade.` rather than `Avisamos com 10 dias de antecedência.`
  const [step, ...further] = between.length === 1 ? between : suiting;
  const misses = near.filter((line) => suits(line) === false);
  if (!step || further.length > 0) return result;
  // Other limits may stand in the same paragraph; a step directly follows another one.
  const follows = misses.some(({ start, text }) => {
    const end = start + text.length;
    return end <= step.start && /^\P{L}*$/u.test(best.passage.text.slice(end, step.start));
  });
  if (!follows) return result;
  const rest = near.filter((line) => suits(line) === null);
  return { ...result, hits: [{ ...best, sentences: [{ ...step, score: first.score }, ...rest] }, ...others] };
}
