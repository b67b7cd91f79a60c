import { evidenceKindsOf, NUMBER } from './evidence-kinds.ts';
import { languageOf, USUAL_LANGUAGE } from './language.ts';
import { INTENTS } from './load-intents.ts';
import { normalise } from './normalise.ts';
import { isKnownAtLarge } from './rerank/background.ts';
import { currentLexicon, placesLexicon } from './rerank/lexicon-files.ts';
import { rootOf } from './roots.ts';
import type { Segment } from './segment.ts';
import { nearestWord, Spelling, type WordList } from './spelling.ts';
import { STOPWORDS } from './stopwords.ts';
import { typedWords } from './typed-words.ts';
import { type Word, wordsOf } from './words.ts';

/** Of each half of a split word, and of a word to split or to join. */
const HALF_MIN = 3;
const JOINED_MIN = 7;
/** Each correction scans the vocabulary. */
const GUESSES_MAX = 24;

/**
 * Returns the question with its mistyped words replaced by the ones meant, and with missing and extra
 * spaces corrected. Chat spellings stay: see `normalise`. So do questions in other languages.
 */
export function correctSpelling(chain: readonly Segment[], question: string): string {
  if ((languageOf(question) ?? USUAL_LANGUAGE) !== USUAL_LANGUAGE) return question;
  const typed = wordsOf(question);
  let guesses = GUESSES_MAX;
  let corrected = '';
  let copied = 0;
  const replace = ({ start }: Word, { end }: Word, meant: string) => {
    corrected += question.slice(copied, start) + meant;
    copied = end;
  };
  for (let at = 0; at < typed.length; at++) {
    const word = typed[at]!;
    const next = typed[at + 1];
    if (isKnown(chain, word.word)) continue;
    if (next && isOneWord(chain, word.word, next.word)) {
      replace(word, next, word.word + next.word);
      at++;
      continue;
    }
    if (guesses-- <= 0) break;
    const meant = meantBy(chain, word.word, isName(question, word));
    if (meant !== null) replace(word, word, meant);
  }
  return corrected + question.slice(copied);
}

/** Returns whether a word needs no correction: one of the base or of visitors, a stopword, a number or a chat spelling. */
const isKnown = (chain: readonly Segment[], word: string): boolean =>
  STOPWORDS.has(word) ||
  isInBase(chain, word) ||
  visitorWords().has(word) ||
  (evidenceKindsOf(word, false) & NUMBER) !== 0 ||
  normalise(word) !== word;

/** `Sertãozinho` within a sentence is a place, and not a mistyped `cartãozinho`. */
const isName = (question: string, { start }: Word) =>
  /\p{Lu}/u.test(question[start]!) &&
  /[\p{L}\d,]\s+$/u.test(question.slice(0, start)) &&
  question !== question.toUpperCase();

/**
 * A name, or a word whose root the language knows, may be rare: only one that sounds the same is meant, and not `planta` for
 * `plantar`.
 */
function meantBy(chain: readonly Segment[], typed: string, isName: boolean): string | null {
  const root = rootOf(typed);
  const isWord = isName || currentLexicon().has(root) || placesLexicon().has(root) || isKnownAtLarge(root);
  const nearest = nearestWord([...chain, lexiconWords()], typed, (_, isSameSound) => isSameSound || !isWord);
  if (isWord) return typed === `${nearest}r` ? null : nearest;
  return nearest ?? split(chain, typed);
}

function isInBase(chain: readonly Segment[], word: string): boolean {
  const ofStem = rootOf(word);
  return chain.some(({ wordIds, stemIds }) => wordIds.has(word) || stemIds.has(ofStem));
}

function isOneWord(chain: readonly Segment[], first: string, second: string): boolean {
  if (first.length + second.length < JOINED_MIN || STOPWORDS.has(first) || STOPWORDS.has(second)) return false;
  return chain.some(({ wordIds }) => wordIds.has(first + second));
}

/** `revisaocompleta`; the most balanced split. */
function split(chain: readonly Segment[], word: string): string | null {
  if (word.length < JOINED_MIN) return null;
  const holds = (half: string) => STOPWORDS.has(half) || chain.some(({ wordIds }) => wordIds.has(half));
  let best: [string, string] | null = null;
  for (let at = HALF_MIN; at <= word.length - HALF_MIN; at++) {
    const [first, second] = [word.slice(0, at), word.slice(at)];
    const isBetter = best === null || Math.min(at, word.length - at) > Math.min(best[0].length, best[1].length);
    if (isBetter && holds(first) && holds(second)) best = [first, second];
  }
  return best?.join(' ') ?? null;
}

let ofVisitors: ReadonlySet<string> | null = null;

function visitorWords(): ReadonlySet<string> {
  if (ofVisitors) return ofVisitors;
  const lines = INTENTS.flatMap(({ phrasings, ownerLines }) => [...phrasings, ...ownerLines]);
  ofVisitors = new Set([...currentLexicon().words, ...STOPWORDS, ...lines.flatMap((line) => typedWords(line))]);
  return ofVisitors;
}

let known: WordList | null = null;

function lexiconWords(): WordList {
  if (known === null) {
    const words = [...visitorWords()];
    known = { words, spelling: new Spelling(words), handicap: 0.5 };
  }
  return known;
}
