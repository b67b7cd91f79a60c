import { HEADING_SEPARATOR, nearestHeading, type Passage } from '../passage.ts';
import { isInFirstParagraph } from '../quotable.ts';
import { raiseMaxima, type RerankQuestion, similarityOf } from '../rerank/rerank-question.ts';
import type { RerankSegment } from '../rerank/rerank-segment.ts';
import { rootOf } from '../roots.ts';
import { wordsOf } from '../words.ts';
import { onlyNames } from './asked.ts';
import { unitNamed } from './limits.ts';
import { lacksAmount, namesOtherAmount } from './named-amounts.ts';
import { recordsOf } from './read-records.ts';
import type { BusinessRecord } from './record.ts';
import { repeats, sentencesIn, surroundingsOf } from './surroundings.ts';

export interface RecordMatch<Found extends BusinessRecord = BusinessRecord> {
  record: Found;
  passage: Passage;
  /** By the line, its heading and its passage's question, 0 to 1. */
  covered: number;
  own: number;
  /** A word of the subject itself, and not only synonyms. */
  isLiteral: boolean;
  /** The line and its heading have every noun of the subject itself, and the line one of them. */
  isNamed: boolean;
  /** The line and the label of its paragraph have every noun of the subject itself. */
  isBelowName: boolean;
  /** The heading of its passage names the subject and nothing else: `CASAMENTO`. */
  isHeaded: boolean;
  /** The heading of its passage has every noun of the subject itself. */
  isInHeading: boolean;
  /** The label has them all: `Prazo de entrega`. */
  isLabelled: boolean;
  /** Has the expressions of the subject itself, such as `ar condicionado`. */
  hasExpressions: boolean;
  returned: number;
  /** Weight of the least covered word that looks like a noun, times what is missing of it. */
  missing: number;
  /** Names each noun of the subject, if only by a synonym; the heading only counts with the noun itself. */
  hasEachNoun: boolean;
  /** A noun of the subject stands in the title of the whole text only. */
  isOfTitle: boolean;
  /** Lacks what the question wants to do, if that changes everything: `cancelar a reserva`. */
  missesAct: boolean;
  /** A price that is no cost of the subject: `multa`, `limite`. */
  isOtherAmount: boolean;
  /** See `Surroundings`. */
  entry: string;
  /** Text of the sentence. */
  opening: string | null;
  /** The label above the line if it names more of the subject than the line does: `Entrega`. */
  label: string | null;
  /** The line only names where something else is: `erro na arte` for `fazem a arte?` */
  isBeside: boolean;
  /** Whether a part of the line names the subject. */
  isAbout: (part: string) => boolean;
  /** Whether a part of the line has every noun of the subject itself. */
  hasNouns: (part: string) => boolean;
}

const SIZES: ReadonlyMap<string, string> = new Map(
  Object.entries({ pequeno: 'P', pequena: 'P', media: 'M', grande: 'G' }).map(([word, letter]) => [
    rootOf(word),
    letter,
  ]),
);

const ACTS: ReadonlySet<string> = new Set(
  'cancelar desistir devolver trocar remarcar desmarcar adiar trancar encerrar'.split(' ').map(rootOf),
);

interface Place {
  segment: RerankSegment;
  at: number;
  index: number;
}

/** Factors on what the line above, and the heading or question of the passage, name. */
const LABEL_SHARE = 0.95;
const HEAD_SHARE = 0.9;
const ABOUT = 0.6;
const LITERAL = 0.99;
/** `Aniversário infantil` for `aniversário de criança`. */
const SAME_NAME = 0.9;
const VERB_SHARE = 0.5;
/** Similarity below which the base has nothing like it. */
const LACKED = 0.7;
const SYNONYM = 1.25;

/** `subject`: indexes of the question's units. */
export function matchRecords(
  question: RerankQuestion,
  subject: readonly number[],
  places: readonly Place[],
): RecordMatch[] {
  return places.flatMap((place) => {
    const records = recordsOf(place.segment.segment.passages[place.index]!);
    return records.length === 0 ? [] : matchIn(question, subject, place, records);
  });
}

function matchIn(
  question: RerankQuestion,
  subject: readonly number[],
  { segment, at, index }: Place,
  records: readonly BusinessRecord[],
): RecordMatch[] {
  const { units, similarities } = question;
  const { head, sentences } = segment.passages[index]!;
  const passage = segment.segment.passages[index]!;
  const lines = sentencesIn(segment.segment, index);
  const expressions = subject.flatMap((whole) => {
    const roots = units[whole]!.unit.split('_');
    const parts = subject.filter((part) => part !== whole && roots.includes(units[part]!.unit));
    return parts.length > 0 ? [{ whole, parts }] : [];
  });
  const maximaOf = (list: Uint32Array) => {
    const found = new Float32Array(units.length);
    raiseMaxima(found, list, similarities[at]!);
    const maxima = found.map(named);
    // What has the words of an expression has the expression: `multa` for `pagar multa`.
    for (const { whole, parts } of expressions) {
      const ofWhole = maxima[whole]!;
      maxima[whole] = Math.max(ofWhole, Math.min(...parts.map((part) => maxima[part]!)));
      for (const part of parts) maxima[part] = Math.max(maxima[part]!, ofWhole);
    }
    return maxima;
  };
  const unitsOf = (part: string) =>
    Uint32Array.from(wordsOf(part).flatMap(({ word }) => segment.unitIds.get(rootOf(word)) ?? []));
  const inHead = maximaOf(head);
  const inLine = sentences.map((list, sentence) => withSizes(maximaOf(list), lines[sentence]!.text));
  /** `Coroa de flores G` for `coroa grande`. */
  function withSizes(maxima: Float32Array, line: string): Float32Array {
    for (const unit of subject) {
      const letter = SIZES.get(units[unit]!.unit);
      if (letter !== undefined && new RegExp(`(?<![\\p{L}\\d])${letter}(?![\\p{L}\\d])`, 'u').test(line))
        maxima[unit] = 1;
    }
    return maxima;
  }
  const weights = subject.map((unit) => weightOf(units[unit]!));
  const single = subject.filter((unit) => units[unit]!.isNoun);
  // The words of an expression such as `imposto de renda` are no nouns of their own.
  const nouns = single.length > 0 ? single : subject.filter((unit) => units[unit]!.unit.includes('_'));
  /** `caixa de som na piscina` is not about pools. */
  const lacksExpression = expressions.some(({ whole }) => units[whole]!.nearest < LACKED);
  const isOfSubject = (part: string) => subject.some((one) => units[one]!.unit === part);
  const isAlike = (unit: number) => similarityOf(unit, similarities[at]!, units.length) >= ABOUT;
  /** They name the subject and nothing else. */
  const areSubject = (list: Uint32Array, min: number) => {
    const maxima = maximaOf(list);
    return (
      nouns.length > 0 &&
      nouns.every((unit) => maxima[unit]! >= min) &&
      Array.from(list).every((unit) =>
        segment.units[unit]!.split('_').every((part) => onlyNames(part) || isOfSubject(part) || isAlike(unit)),
      )
    );
  };
  // A FAQ that asks for nothing else: `Tem taxa de matrícula?`
  const isAsked = passage.question !== null && areSubject(segment.passages[index]!.askedUnits, LITERAL);
  const isHeaded =
    passage.question === null && single.length > 0 && areSubject(unitsOf(nearestHeading(passage)), SAME_NAME);
  const inHeading = maximaOf(unitsOf(nearestHeading(passage)));
  const isInHeading =
    passage.question === null &&
    subject.length > 0 &&
    (nouns.length > 0 ? nouns : subject).every((unit) => inHeading[unit]! >= LITERAL);
  const isInHead =
    passage.question === null && (nouns.length > 0 ? nouns : subject).every((unit) => inHead[unit]! >= LITERAL);
  /** `R$ 42,90.` and `Taxa: R$ 42,90` are the price of what the heading names. */
  const isHeadsPrice = (record: BusinessRecord) =>
    isInHead &&
    subject.length > 0 &&
    record.kind === 'price' &&
    isInFirstParagraph(passage, record.quote.start) &&
    wordsOf(record.name).every(({ word }) => onlyNames(rootOf(word)) || /^\d/.test(word) || unitNamed(word) !== null);
  const typed = question.words.map(({ word }) => word);
  const meant = nouns.map((unit) => units[unit]!.unit).filter((noun) => !isOnlyAt(typed, [noun]));
  const isBeside = (line: string) =>
    isOnlyAt(
      wordsOf(line).map(({ word }) => word),
      meant,
    );
  const asked = typed.join(' ');
  const above = passage.question ?? nearestHeading(passage);
  const isOtherAmount = (name: string, line: string, label = '', isOwn: boolean) =>
    namesOtherAmount(asked, isOwn ? name : `${name} ${above}`) || lacksAmount(asked, `${line} ${label} ${above}`);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const share = (of: (unit: number) => number) =>
    total === 0 ? 1 : subject.reduce((sum, unit, one) => sum + weights[one]! * of(unit), 0) / total;
  const askedShare = (list: Uint32Array) => {
    let [matched, all] = [0, 0];
    for (const unit of list) {
      all += segment.unitWeights[unit]!;
      matched += segment.unitWeights[unit]! * similarityOf(unit, similarities[at]!, units.length);
    }
    return all === 0 ? 0 : matched / all;
  };
  return records.map((record) => {
    const { sentence, entry, firstStep, opening, columns, filled, label } = surroundingsOf(passage, lines, record);
    const inNames = [entry, columns?.join(' ') ?? ''].flatMap((names) =>
      names === '' ? [] : [maximaOf(unitsOf(names))],
    );
    const before = firstStep ?? opening;
    const inSteps = before === null ? [] : [inLine[before]!];
    const said = inLine[sentence] ?? inHead;
    const own = said.map((similarity, unit) =>
      Math.max(similarity, ...[...inNames, ...inSteps].map((one) => one[unit]!)),
    );
    const nearby = label && inLine[label.sentence]!;
    const any = (unit: number) => Math.max(own[unit]!, LABEL_SHARE * (nearby?.[unit] ?? 0), HEAD_SHARE * inHead[unit]!);
    const hasName = nouns.length > 0 && label?.isOfParagraph === true;
    /** A heading is the label of a table that stands directly below it. */
    const isBelowHeading =
      nouns.length > 0 &&
      columns !== null &&
      label?.isOfParagraph !== true &&
      passage.question === null &&
      isInFirstParagraph(passage, record.quote.start) &&
      nouns.every((unit) => Math.max(own[unit]!, inHeading[unit]!) >= LITERAL);
    const isBelow = nearby !== null && subject.some((unit) => LABEL_SHARE * nearby[unit]! > own[unit]!);
    // What describes a priced row is no part of its name: `Creche | das 7h às 19h, com passeios | R$ 65`.
    const cells = record.kind === 'price' ? record.name.split(' | ') : [];
    const returned =
      cells.length > 1 ? cells.map((cell) => askedShare(unitsOf(cell))) : [askedShare(sentences[sentence] ?? head)];
    const isLiteral = subject.some((unit) => own[unit]! >= LITERAL);
    const missing = subject.map((unit) => (units[unit]!.isNoun ? units[unit]!.atLarge * (1 - any(unit)) : 0));
    return {
      record,
      passage,
      covered: share(any),
      own: share((unit) => own[unit]!),
      isLiteral,
      isNamed:
        !lacksExpression &&
        nouns.some((unit) => own[unit]! >= LITERAL) &&
        nouns.every((unit) => Math.max(own[unit]!, inHead[unit]!, nearby?.[unit] ?? 0) >= LITERAL),
      isHeaded,
      isInHeading,
      isBelowName:
        isAsked ||
        isHeaded ||
        (label?.isOfParagraph !== true && isHeadsPrice(record)) ||
        isBelowHeading ||
        (hasName &&
          nouns.every((unit) => Math.max(own[unit]!, nearby![unit]!, inHead[unit]!) >= LITERAL) &&
          nouns.some((unit) => nearby![unit]! >= LITERAL)),
      isLabelled: hasName && nouns.every((unit) => nearby![unit]! >= LITERAL),
      hasExpressions: expressions.every(({ whole, parts }) => parts.length === 1 || own[whole]! >= LITERAL),
      returned: Math.max(...returned),
      missing: Math.max(0, ...missing),
      hasEachNoun: nouns.every(
        (unit) => own[unit]! >= ABOUT || Math.max(inHead[unit]!, nearby?.[unit] ?? 0) >= LITERAL,
      ),
      isOfTitle:
        passage.question === null &&
        !(passage.heading ?? '').includes(HEADING_SEPARATOR) &&
        nouns.some((unit) => Math.max(own[unit]!, nearby?.[unit] ?? 0) < ABOUT),
      missesAct: subject.some((unit) => ACTS.has(units[unit]!.unit) && any(unit) < ABOUT),
      isOtherAmount:
        record.kind === 'price' &&
        isOtherAmount(
          record.name,
          lines[sentence]?.text ?? '',
          label?.text,
          isLiteral && nouns.every((unit) => own[unit]! >= LITERAL),
        ),
      entry,
      opening: opening === null ? null : lines[opening]!.text,
      label:
        label && isBelow && !label.text.includes('|') && !repeats(label.text, lines[sentence]?.text ?? '')
          ? label.text
          : null,
      isBeside: isBeside(passage.text.slice(record.quote.start, record.quote.end)),
      hasNouns: (part) => {
        const maxima = maximaOf(unitsOf(filled === null ? part : `${part} ${filled.join(' ')}`));
        return nouns.length > 0 && nouns.every((unit) => maxima[unit]! >= LITERAL);
      },
      isAbout: (part) => {
        const maxima = maximaOf(unitsOf(part));
        return subject.length === 0 || subject.some((unit) => maxima[unit]! >= ABOUT);
      },
    };
  });
}

/** Verbs and light words say less about what a question is about than nouns. */
const weightOf = ({ weight, isNoun }: RerankQuestion['units'][number]) => (isNoun ? 1 : VERB_SHARE) * weight;
/** Returns the similarity from which a word counts as named: a synonym counts almost in full. */
const named = (similarity: number) => Math.min(1, SYNONYM * similarity);

const PLACES: ReadonlySet<string> = new Set(['na', 'no', 'nas', 'nos']);

/** Returns whether the words have the nouns, and never without such a preposition before them. */
function isOnlyAt(words: readonly string[], nouns: readonly string[]): boolean {
  const found = words.flatMap((word, at) => (nouns.includes(rootOf(word)) ? [at] : []));
  return found.length > 0 && found.every((at) => PLACES.has(words[at - 1] ?? ''));
}
