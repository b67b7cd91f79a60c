import { rarity } from './bm25f.ts';
import { isGeneric } from './generic.ts';
import type { Intent } from './intent.ts';
import { intentOf, isNegative } from './intent.ts';
import { rootOf } from './roots.ts';
import type { Segment } from './segment.ts';
import { STOPWORDS } from './stopwords.ts';
import { typedWords } from './typed-words.ts';
import { wordsOf } from './words.ts';

interface QuestionWord {
  word: string;
  stem: string;
  /** 0.5 for generic words, otherwise 1. */
  share: number;
  /** Rarity of its stem in the base, times `share`. */
  weight: number;
  wordWeight: number;
}

export interface Question {
  words: QuestionWord[];
  weight: number;
  intent: Intent;
  implied: readonly number[];
  isNegative: boolean;
  typed: ReadonlySet<string>;
  sequence: readonly string[];
  names: ReadonlySet<string>;
}

const GENERIC_SHARE = 0.5;

/** Search terms for questions that contain only stopwords: `onde vocês estão?` asks for an address. */
const NAMED_BY: Partial<Record<Intent, readonly string[]>> = {
  place: ['endereco', 'localizacao'],
  time: ['horario', 'funcionamento'],
  money: ['preco', 'valor'],
};

const stemsOf = (words: string): ReadonlySet<string> => new Set(words.split(' ').map((word) => rootOf(word)));
/** Words that name the kind of answer, where passages show it without naming it. */
const NAMING: Partial<Record<Intent, ReadonlySet<string>>> = {
  money: stemsOf('preco custo custa custam valor valores tarifa taxa montante mensalidade'),
};

export function readQuestion(chain: readonly Segment[], question: string): Question {
  const typed = typedWords(question);
  const content = new Set(typed.filter((word) => !STOPWORDS.has(word)));
  const intent = intentOf(typed.join(' '));
  const named = content.size > 0 ? [] : (NAMED_BY[intent] ?? []);
  const words = [...content, ...named].map((one) => readWord(chain, one));
  return {
    words,
    weight: words.reduce((sum, { weight }) => sum + weight, 0),
    intent,
    implied: content.size > 1 ? words.flatMap(({ stem }, index) => (NAMING[intent]?.has(stem) ? [index] : [])) : [],
    isNegative: isNegative(question),
    typed: new Set(typed),
    sequence: typed,
    names: namesOf(question),
  };
}

function readWord(chain: readonly Segment[], word: string): QuestionWord {
  const ofStem = rootOf(word);
  const share = isGeneric(ofStem) ? GENERIC_SHARE : 1;
  const holding = chain.reduce(
    (sum, { wordIds, wordPassages }) => sum + (wordPassages[wordIds.get(word) ?? -1] ?? 0),
    0,
  );
  return {
    word,
    stem: ofStem,
    share,
    weight: rarityOfStem(chain, ofStem) * share,
    wordWeight: rarity(countPassages(chain), holding),
  };
}

/** Inverse document frequency. */
export function rarityOfStem(chain: readonly Segment[], stem: string): number {
  const holding = chain.reduce((sum, { byStem }) => sum + byStem.holding(stem), 0);
  return rarity(countPassages(chain), holding);
}

export function countPassages(chain: readonly Segment[]): number {
  return chain.reduce((sum, { passages }) => sum + passages.length, 0);
}

const CAPITAL = /\p{Lu}/u;
/** Above this share of capitalised words, capital letters say nothing. */
const NAMES_MAX = 0.75;

/** Returns the words with a capital letter that does not start a sentence. */
function namesOf(question: string): ReadonlySet<string> {
  const typed = wordsOf(question).filter(({ word }) => !STOPWORDS.has(word));
  const names = typed.filter(
    ({ start }) => start > 0 && CAPITAL.test(question[start]!) && !/[.!?]\s*$/.test(question.slice(0, start)),
  );
  const isShouted = typed.length > 2 && names.length > NAMES_MAX * typed.length;
  return new Set(isShouted ? [] : names.map(({ word }) => word));
}
