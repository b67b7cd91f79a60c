import { fold } from '../../../shared/fold.ts';
import type { ListedGap } from '../../../shared/knowledge-gaps.ts';
import { meaningOf } from './meaning.ts';

interface Asked {
  question: string;
  count: number;
}
type Subject = ListedGap['subject'];

/** Words that name a subject have the full weight: they are neither generic nor a way of asking. */
const FULL_WEIGHT = 1;

const sumOf = (gaps: readonly Asked[]) => gaps.reduce((sum, { count }) => sum + count, 0);
const subjectWords = ({ question }: Asked) =>
  (meaningOf(question)?.words ?? []).filter(({ weight }) => weight === FULL_WEIGHT);

/** As somebody typed it, with its accents. */
function typedAs(folded: string, questions: readonly Asked[]): string {
  const words = questions.flatMap(({ question }) => question.split(/[^\p{L}\p{N}-]+/u));
  const word = words.find((one) => fold(one) === folded) ?? folded;
  return word.charAt(0).toLocaleUpperCase('pt-BR') + word.slice(1).toLocaleLowerCase('pt-BR');
}

/**
 * Puts gaps that share a word one after the other: first the word of most gaps, then that of most of those left, and in the end
 * the gaps that share none. Subjects with most questions come first; within one, the given order stays.
 */
export function bySubject<Gap extends Asked>(gaps: readonly Gap[]): (Gap & { subject: Subject })[] {
  const words = new Map(gaps.map((gap) => [gap, subjectWords(gap)]));
  let left: readonly Gap[] = gaps;
  const groups: { subject: Subject; gaps: readonly Gap[] }[] = [];
  for (;;) {
    const sharing = Map.groupBy(
      left.flatMap((gap) => [...new Set(words.get(gap)!.map(({ stem }) => stem))].map((stem) => ({ gap, stem }))),
      ({ stem }) => stem,
    );
    const [largest] = [...sharing].sort(
      ([, one], [, other]) =>
        other.length - one.length || sumOf(other.map(({ gap }) => gap)) - sumOf(one.map(({ gap }) => gap)),
    );
    if (!largest || largest[1].length < 2) break;
    const [stem, found] = largest;
    const together = found.map(({ gap }) => gap);
    const { word } = words.get(together[0]!)!.find((one) => one.stem === stem)!;
    const subject = { word: typedAs(word, together), gaps: together.length, questions: sumOf(together) };
    groups.push({ subject, gaps: together });
    left = left.filter((gap) => !together.includes(gap));
  }
  groups.sort((one, other) => other.subject!.questions - one.subject!.questions);
  return [...groups, { subject: null, gaps: left }].flatMap((group) =>
    group.gaps.map((gap) => ({ ...gap, subject: group.subject })),
  );
}
