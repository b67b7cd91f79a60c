import { normalise } from '../normalise.ts';
import { editDistance } from '../spelling.ts';
import { STOPWORDS } from '../stopwords.ts';
import { isGreeting } from '../typed-words.ts';
import { wordsOf } from '../words.ts';
import { isKnownAtLarge } from './background.ts';
import { currentLexicon, placesLexicon } from './lexicon-files.ts';
import { soundOf } from './phonetic.ts';
import type { RerankSegment } from './rerank-segment.ts';
import { rootOf } from './roots.ts';
import { joined } from './units.ts';

export interface CorrectedWord {
  word: string;
  root: string;
  isStopword: boolean;
  isCorrected: boolean;
}

const SLIP_FROM = 4;
const TWO_SLIPS_FROM = 8;

/** Expands abbreviations, corrects repeated letters and typos, removes greetings. */
export function correctedWords(chain: readonly RerankSegment[], question: string): CorrectedWord[] {
  const typed = wordsOf(normalise(question)).map(({ word }) => word);
  const words: CorrectedWord[] = [];
  for (let at = 0; at < typed.length; at++) {
    const word = typed[at]!;
    const next = typed[at + 1];
    const compound = joined(word, next);
    if (isGreeting(word, next)) at++;
    else if (compound !== null) {
      words.push(meant(compound));
      at++;
    } else words.push(isKnown(chain, word) ? meant(word) : putRight(chain, word));
  }
  return words;
}

function meant(word: string, isCorrected = false): CorrectedWord {
  return { word, root: rootOf(word), isStopword: STOPWORDS.has(word), isCorrected };
}

function isKnown(chain: readonly RerankSegment[], word: string): boolean {
  if (word.length < SLIP_FROM || /\d/.test(word) || STOPWORDS.has(word)) return true;
  const root = rootOf(word);
  if (currentLexicon().has(root) || currentLexicon().words.has(word) || isKnownAtLarge(root)) return true;
  if (placesLexicon().has(root)) return true;
  return chain.some(({ segment, unitIds }) => segment.wordIds.has(word) || unitIds.has(root));
}

/** One that sounds the same or else the nearest by edit distance. The base's words come first. */
function putRight(chain: readonly RerankSegment[], word: string): CorrectedWord {
  const lists = [...chain.map(({ segment }) => segment.words), atLarge()];
  const sound = soundOf(word);
  for (const list of lists) {
    const other = soundsOf(list).get(sound);
    if (other !== undefined) return meant(other, true);
  }
  const allowed = word.length < TWO_SLIPS_FROM ? 1 : 2;
  let best: { word: string; slips: number } | null = null;
  for (const list of lists) {
    for (const other of list) {
      if (other.length < SLIP_FROM - 1 || Math.abs(other.length - word.length) > allowed) continue;
      const slips = editDistance(word, other, allowed) + (other[0] === word[0] ? 0 : 0.5);
      if (slips < (best?.slips ?? allowed + 0.6)) best = { word: other, slips };
    }
  }
  return best === null ? meant(word) : meant(best.word, true);
}

let known: readonly string[] | null = null;
const atLarge = (): readonly string[] => (known ??= [...currentLexicon().words, ...STOPWORDS]);

const sounds = new WeakMap<readonly string[], ReadonlyMap<string, string>>();

function soundsOf(words: readonly string[]): ReadonlyMap<string, string> {
  const made = sounds.get(words);
  if (made !== undefined) return made;
  const ofWords = new Map<string, string>();
  for (const word of words) {
    if (word.length < SLIP_FROM - 1) continue;
    const sound = soundOf(word);
    if (!ofWords.has(sound)) ofWords.set(sound, word);
  }
  sounds.set(words, ofWords);
  return ofWords;
}
