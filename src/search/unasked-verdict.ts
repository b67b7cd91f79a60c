import { daysIn } from './facts/opening-hours.ts';
import { type AskedKind, hourIn, kindIn } from './records/asked.ts';
import { quantitiesIn } from './records/limits.ts';
import { stancesIn } from './records/policy-records.ts';
import { RESTRICTS } from './records/verdict.ts';
import { rootOf } from './roots.ts';
import type { SearchResult } from './search.ts';
import { sentencesOf } from './sentences.ts';
import { STOPWORDS } from './stopwords.ts';
import { typedWords } from './typed-words.ts';
import { fold, wordsOf } from './words.ts';

/** To these, the yes of a FAQ that asks something else may be a no: `Sim, por R$ 12` for `é grátis?` */
const OTHERWISE: ReadonlySet<AskedKind> = new Set(['free', 'charged', 'required']);

const YES = /^(?:sim|claro|com certeza)\b/i;

const kindOf = (question: string) => kindIn(typedWords(question).join(' '));

const measures = (question: string) => quantitiesIn(fold(question)).length > 0 || hourIn(fold(question)) !== null;

/** A FAQ's yes or no is to its own question, and not to what another one asks about costs, a quantity or a day. */
export function withoutUnaskedVerdict(asked: string, result: SearchResult): SearchResult {
  const [best, ...others] = result.hits;
  const { question: own, answer } = best?.passage ?? {};
  const { fact } = result;
  if (result.outcome !== 'answered' || !best || best.isPhrased || own == null || answer == null) return result;
  if (fact && fact.text !== answer.trim()) return result;
  const kind = kindOf(asked);
  const isOtherKind = kind !== null && OTHERWISE.has(kind) && kindOf(own) !== kind;
  const isMeasured = measures(asked) && !measures(own);
  const isOtherDay = daysIn(asked).some((day) => !daysIn(own).includes(day));
  // A no holds for every quantity and day.
  const isUnasked = isOtherKind || (YES.test(answer) && (isMeasured || isOtherDay || isExcepted(asked, own, answer)));
  if (!isUnasked) return result;
  const told = fact && { ...fact, text: withoutVerdict(fact.text) };
  return { ...result, fact: told, hits: [{ ...best, isVerdictUnasked: true }, ...others] };
}

/** `Sim, o regular tem turmas online. O intensivo é somente presencial.` is no yes for the `intensivo`. */
function isExcepted(asked: string, own: string, answer: string): boolean {
  const [first, ...later] = sentencesOf(answer).map(({ start, end }) => answer.slice(start, end));
  const told = new Set(rootsOf(`${own} ${first}`));
  const others = rootsOf(asked).filter((root) => !told.has(root));
  return later.some(
    (sentence) =>
      (RESTRICTS.test(fold(sentence)) || stancesIn(fold(sentence)).includes('refused')) &&
      rootsOf(sentence).some((root) => others.includes(root)),
  );
}

const rootsOf = (text: string) => wordsOf(text).flatMap(({ word }) => (STOPWORDS.has(word) ? [] : [rootOf(word)]));

/** Not before what is understood only with it: `Sim, se o endereço for atendido.` */
const VERDICT = /^(?:sim|claro|com certeza|n[aã]o)[,.:;!]\s+(?!(?:se|caso|desde que|mas|por[eé]m|e|quando)\b)/iu;

export function withoutVerdict(answer: string): string {
  const rest = answer.replace(VERDICT, '');
  return `${rest.charAt(0).toUpperCase()}${rest.slice(1)}`;
}
