import type { Passage } from '../passage.ts';
import { entryAt } from '../quotable.ts';
import type { RerankSegment } from '../rerank/rerank-segment.ts';
import { rootOf } from '../roots.ts';
import { STOPWORDS } from '../stopwords.ts';
import { isFilled, rowAt } from '../table-rows.ts';
import { fold, wordsOf } from '../words.ts';
import { onlyNames } from './asked.ts';
import { limitsIn } from './limits.ts';
import type { BusinessRecord } from './record.ts';

/** What stands around a record and may name what it is about. */
export interface Surroundings {
  /** Index of its sentence in the passage. */
  sentence: number;
  /** Name of the entry, or first cell of the row, that its line continues: `Quarto Standard` for `Diária R$ 220.` Empty for its first sentence. */
  entry: string;
  /** Index of the first sentence of its line, if the record is a further step of it; null otherwise. */
  firstStep: number | null;
  /** The first sentence of its line, if the record is a price that names nothing: `Taxa de uso: R$ 70` after `A churrasqueira …` */
  opening: number | null;
  /** Names of the columns of its table, and of those in which its row has something. Null without a header. */
  columns: readonly string[] | null;
  filled: readonly string[] | null;
  label: Label | null;
}

interface Label {
  sentence: number;
  text: string;
  /** It only names something and stands above the record's paragraph. */
  isOfParagraph: boolean;
}

/** A passage's sentences, in their order. */
export type Sentences = readonly { start: number; text: string }[];

export function sentencesIn({ tokens, passages }: RerankSegment['segment'], index: number): Sentences {
  const { text } = passages[index]!;
  const starts = tokens.spanStarts.subarray(tokens.sentences[index], tokens.sentences[index + 1]);
  const ends = tokens.spanEnds.subarray(tokens.sentences[index], tokens.sentences[index + 1]);
  return Array.from(starts, (start, at) => ({ start, text: text.slice(start, ends[at]) }));
}

export function surroundingsOf({ text }: Passage, sentences: Sentences, record: BusinessRecord): Surroundings {
  const { start } = record.quote;
  const sentence = Math.max(
    0,
    sentences.findLastIndex((one) => one.start <= start),
  );
  const begins = lineStart(text, sentences, sentence);
  const row = rowAt(text, start);
  return {
    sentence,
    entry:
      row && row.start < (sentences[sentence]?.start ?? 0)
        ? row.cells[0]!
        : entryAt(text, sentences[sentence]?.start ?? 0),
    firstStep: begins < sentence && isStep(record, sentences[begins]!.text, sentences[sentence]!.text) ? begins : null,
    opening: begins < sentence && record.kind === 'price' && isUnnamed(record.name) ? begins : null,
    columns: row?.header ?? null,
    filled: row?.header?.filter((_, at) => isFilled(row.cells[at] ?? '')) ?? null,
    label: (row && labelOfTable(text, sentences, row.table)) ?? labelOf(text, sentences, sentence),
  };
}

const rootsOf = (text: string): string[] =>
  wordsOf(text).flatMap(({ word }) => (STOPWORDS.has(word) ? [] : [rootOf(word)]));

/** `Pacotes de festa` for `Pacote Kids: …` */
export function repeats(label: string, line: string): boolean {
  const said = new Set(rootsOf(line));
  return rootsOf(label).some((root) => said.has(root));
}

/** Returns the first sentence of the line that a sentence is in. */
function lineStart(text: string, sentences: Sentences, sentence: number): number {
  let begins = sentence;
  const isSameLine = (at: number) => !text.slice(sentences[at - 1]!.start, sentences[at]!.start).includes('\n');
  while (begins > 0 && isSameLine(begins)) begins--;
  return begins;
}

const STEP = /^(?:de|com|entre|at[ée]|a partir|acima|abaixo|menos|mais|menores|maiores|depois|antes) /i;

/** `De 15 a 7 dias: metade.` after `Cancelamento com mais de 15 dias: devolução integral.` */
function isStep(record: BusinessRecord, before: string, own: string): boolean {
  if (record.kind !== 'policy' || !STEP.test(own)) return false;
  return limitsIn(fold(before)).some(({ unit }) => record.limits.some((limit) => limit.unit === unit));
}

const isUnnamed = (name: string) => wordsOf(name).every(({ word }) => word === 'uso' || onlyNames(rootOf(word)));

/** Maximum number of sentences below the label that they belong to. */
const BELOW_LABEL = 12;
const LABEL_MAX = 60;
/** Names something: it states nothing and is no entry of a list. */
const NAMES = /^\p{Lu}[^:|\d]*$/u;

/** An entry of the list itself: `Centro grátis`, `Topo sob consulta`. */
const STATES = /(?<!\p{L})(?:gr[áa]tis|consult(?:a|ar|e))$/iu;

const TABLE_LABEL_MAX = 80;

/** The line directly above its first row: `CARTÃO DE VISITA (couchê 300 g)`. */
function labelOfTable(text: string, sentences: Sentences, table: number): Label | null {
  const above = sentences.findLastIndex(({ start }) => start < table);
  const { start, text: line } = sentences[above] ?? { start: 0, text: '' };
  const isDirect = /^[^\S\n]*\n[^\S\n]*$/.test(text.slice(start + line.length, table));
  const isLine = above >= 0 && lineStart(text, sentences, above) === above && isDirect;
  return isLine && line.length <= TABLE_LABEL_MAX && !/[.!?;]$/.test(line)
    ? { sentence: above, text: line.replace(/:$/, ''), isOfParagraph: true }
    : null;
}

/** The nearest line above that is short, without a number, and without a full stop. */
function labelOf(text: string, sentences: Sentences, sentence: number): Label | null {
  for (let above = sentence - 1; above >= 0 && above >= sentence - BELOW_LABEL; above--) {
    const { start, text: line } = sentences[above]!;
    const name = line.replace(/:$/, '');
    const bare = name.replace(/\s*\([^()]*\)/g, '');
    if (line.length > LABEL_MAX || /\d|:\s/.test(bare) || STATES.test(bare) || /[.!?]$/.test(line)) continue;
    const between = text.slice(start + line.length, sentences[sentence]!.start);
    return {
      sentence: above,
      text: name,
      isOfParagraph: NAMES.test(bare) && !/\n\s*\n/.test(above === 0 ? between.trimStart() : between),
    };
  }
  return null;
}
