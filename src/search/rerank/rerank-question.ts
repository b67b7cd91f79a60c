import { endsLikeVerb, rootOf } from '../roots.ts';
import { STOPWORDS } from '../stopwords.ts';
import { typedWords } from '../typed-words.ts';
import { intentBank, type IntentShares } from './intent-bank.ts';
import { currentLexicon } from './lexicon-files.ts';
import { isLight, rarityOfUnit, shareOf } from './light-words.ts';
import { BEGINNING, type RerankSegment } from './rerank-segment.ts';
import { expressionsIn } from './units.ts';
import { namesWant, type Want, wantOf } from './wants.ts';

interface QuestionUnit {
  unit: string;
  /** Rarity in general Portuguese, 0 to 1. */
  atLarge: number;
  /** Lower for light words, numbers and words within an expression. */
  share: number;
  /** Rarity (general and in the base) times `share`. */
  weight: number;
  holdingCount: number;
  nearest: number;
  isNoun: boolean;
}

export interface UnitSimilarities {
  /** Rows count from 1; 0: similar to no unit of the question. */
  rowOf: Uint16Array;
  /** One similarity per unit of the question; row 0 is unused. */
  rows: Float32Array;
}

export interface RerankQuestion {
  units: readonly QuestionUnit[];
  weight: number;
  similarities: readonly UnitSimilarities[];
  words: readonly { word: string; root: string; isStopword: boolean }[];
  /** Per segment, the weight of each unit in the language of the answers. */
  rewordedIn: readonly Float32Array[];
  /** Similarities to the intents of the question bank. */
  intents: IntentShares;
  want: Want | null;
  naming: readonly number[];
}

const IN_EXPRESSION_SHARE = 0.5;
/** Passages at which rarity in the base counts as much as in general Portuguese. */
const PASSAGES_HALF = 20;
/** Common prefix (`imunizar`, `imunidade`), as a share of the longer word. */
const BEGINNING_SHARE = 0.7;
const BEGINNING_LIKE = 0.7;

export function readRerankQuestion(chain: readonly RerankSegment[], question: string): RerankQuestion {
  const words = typedWords(question).map((word, at, all) => {
    return { word, root: rootOf(word), isStopword: STOPWORDS.has(word) || isOwner(all, at) };
  });
  const found = expressionsIn(
    currentLexicon(),
    words.map(({ root }) => root),
  );
  const covered = new Set(found.flatMap(({ at, length }) => Array.from({ length }, (_, index) => at + index)));
  const units = new Map<string, Pick<QuestionUnit, 'unit' | 'share' | 'isNoun'>>();
  for (const { unit } of found) units.set(unit, { unit, share: 1, isNoun: false });
  words.forEach(({ word, root, isStopword }, at) => {
    if (isStopword || units.has(root)) return;
    const isIn = covered.has(at);
    const share = shareOf(root) * (isIn ? IN_EXPRESSION_SHARE : 1);
    const isNoun = !isLight(root) && !isIn && !endsLikeVerb(word);
    units.set(root, { unit: root, share, isNoun });
  });
  const questionUnits = [...units.values()];
  const similarities = chain.map((segment) => similaritiesIn(segment, questionUnits));
  const holdingCounts = new Float64Array(questionUnits.length);
  chain.forEach((segment, at) => countHolding(segment, similarities[at]!, holdingCounts));
  const nearest = nearestIn(similarities, questionUnits.length);
  const count = chain.reduce((sum, { passages }) => sum + passages.length, 0);
  const all = questionUnits.map(({ unit, share, isNoun }, at) => {
    const atLarge = rarityOfUnit(unit);
    const weight = share * mixedRarity(atLarge, holdingCounts[at]!, count);
    return { unit, share, isNoun, atLarge, holdingCount: holdingCounts[at]!, nearest: nearest[at]!, weight };
  });
  const want = wantOf(words.map(({ word }) => word).join(' '));
  const naming = all.flatMap(({ unit }, at) => (namesWant(unit, want) ? [at] : []));
  const weight = all.reduce((sum, one) => sum + one.weight, 0);
  const roots = words.map(({ root }) => root);
  const reworded = intentBank().reword(roots);
  const intents = intentBank().asksFor(roots);
  const rewordedIn = chain.map(({ units: own }) => Float32Array.from(own, (unit) => reworded.get(unit) ?? 0));
  return {
    rewordedIn,
    intents,
    units: all,
    words,
    similarities,
    weight,
    want,
    naming: naming.length < all.length ? naming : [],
  };
}

const RELATIVES: ReadonlySet<string> = new Set(
  'mae pai filho filha marido esposa mulher namorado namorada avo irmao irma sogra sogro tio tia primo prima amigo amiga'.split(
    ' ',
  ),
);

/** `o bolo da minha mãe`: to whom something belongs is no detail that a base could state. */
const isOwner = (words: readonly string[], at: number): boolean =>
  RELATIVES.has(words[at]!) && /^(?:meus?|minhas?)$/.test(words[at - 1] ?? '') && /^d[ao]s?$/.test(words[at - 2] ?? '');

/** A small base says little about rarity. The larger it is, the more its own counts. */
function mixedRarity(atLarge: number, holdingCount: number, count: number): number {
  const own = count / (count + PASSAGES_HALF);
  const localCount = Math.min(holdingCount, count);
  const local = Math.log(1 + (count - localCount + 0.5) / (localCount + 0.5)) / Math.log(1 + (count + 0.5) / 0.5);
  return own * local + (1 - own) * atLarge;
}

function similaritiesIn(segment: RerankSegment, wanted: readonly { unit: string }[]): UnitSimilarities {
  const { units, unitIds, byBeginning } = segment;
  const found: { id: number; at: number; similarity: number }[] = [];
  wanted.forEach(({ unit }, at) => {
    const put = (other: string, similarity: number) => {
      const id = unitIds.get(other);
      if (id !== undefined) found.push({ id, at, similarity });
    };
    for (const id of unit.includes('_') ? [] : (byBeginning.get(unit.slice(0, BEGINNING)) ?? [])) {
      if (beginsAlike(unit, units[id]!)) found.push({ id, at, similarity: BEGINNING_LIKE });
    }
    for (const [other, similarity] of currentLexicon().similaritiesOf(unit)) put(other, similarity);
    put(unit, 1);
  });
  const rowOf = new Uint16Array(units.length);
  let count = 0;
  for (const { id } of found) if (rowOf[id] === 0) rowOf[id] = ++count;
  const rows = new Float32Array((count + 1) * wanted.length);
  for (const { id, at, similarity } of found) {
    const cell = rowOf[id]! * wanted.length + at;
    rows[cell] = Math.max(rows[cell]!, similarity);
  }
  return { rowOf, rows };
}

function beginsAlike(one: string, other: string): boolean {
  const minLength = Math.max(BEGINNING, Math.ceil(BEGINNING_SHARE * Math.max(one.length, other.length)));
  if (other.length < minLength || one.length < minLength) return false;
  for (let at = 0; at < minLength; at++) if (one.charCodeAt(at) !== other.charCodeAt(at)) return false;
  return true;
}

/** Passages that contain each unit, weighted by the similarity of their most similar unit. */
function countHolding({ passages }: RerankSegment, similarities: UnitSimilarities, holdingCounts: Float64Array): void {
  const maxima = new Float32Array(holdingCounts.length);
  for (const { head, body } of passages) {
    maxima.fill(0);
    raiseMaxima(maxima, head, similarities);
    raiseMaxima(maxima, body, similarities);
    for (let at = 0; at < maxima.length; at++) holdingCounts[at]! += maxima[at]!;
  }
}

function nearestIn(similarities: readonly UnitSimilarities[], width: number): Float32Array {
  const maxima = new Float32Array(width);
  for (const { rows } of similarities) {
    for (let index = 0; index < rows.length; index++) {
      maxima[index % width] = Math.max(maxima[index % width]!, rows[index]!);
    }
  }
  return maxima;
}

/** Raises each similarity in `maxima` to that of the most similar unit in `list`. */
export function raiseMaxima(maxima: Float32Array, list: Uint32Array, { rowOf, rows }: UnitSimilarities): void {
  const width = maxima.length;
  for (let index = 0; index < list.length; index++) {
    const row = rowOf[list[index]!]!;
    if (row === 0) continue;
    for (let at = 0; at < width; at++) if (rows[row * width + at]! > maxima[at]!) maxima[at] = rows[row * width + at]!;
  }
}

/** Returns the similarity between a segment's unit and the question's most similar unit. */
export function similarityOf(unit: number, { rowOf, rows }: UnitSimilarities, width: number): number {
  const row = rowOf[unit]!;
  let max = 0;
  if (row > 0) for (let at = 0; at < width; at++) max = Math.max(max, rows[row * width + at]!);
  return max;
}
