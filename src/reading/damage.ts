import type { Damage } from '../shared/constants.ts';

/** Characters examined: the rest of a text is like its beginning. */
const EXAMINED_MAX = 200_000;
/** Words of a whole text, and per page of a file. */
const FEW_WORDS = 8;
const FEW_WORDS_ON_PAGE = 12;

/** UTF-8 read as another encoding (`PreÃ§o`), or letters that are lost (`Pre�o`). */
const WRONG_ENCODING =
  /Ã[\u0080-\u00bf\u0192\u02c6\u02dc\u2013-\u2022\u2026\u2030\u2039\u203a\u20ac\u2122\u0152\u0153\u0160\u0161\u0178\u017d\u017e]|Â[ºª°§·»«]|â€[™œ\u009d“”¦˜]|\ufffd/g;
/** A letter that is lost: `Pre?o`. Addresses have question marks, too. */
const LOST_LETTER = /(?<!\S)[^\s/=&@]*\p{L}\?{1,2}\p{Ll}[^\s/=&@]*(?!\S)/gu;
/** Letters of a font without Unicode: private use, control characters, codes of glyphs. */
const NO_LETTERS = /[\ue000-\uf8ff\u0001-\u0008\u000e-\u001f]|\(cid:\d+\)/g;
/** `H O R Á R I O`. */
const SPACED = /(?<![\p{L}\p{N}])(?:\p{L} ){4,}\p{L}(?![\p{L}\p{N}])/gu;
const LATIN_WORD = /(?<![\p{L}\p{N}])[A-Za-zÀ-ÖØ-öø-ÿ]{4,}(?![\p{L}\p{N}])/gu;
const UNSPEAKABLE = /^[^aeiouyà-æè-ïò-öù-üý]+$|[^aeiouyà-æè-ïò-öù-üý]{6}/i;

const countOf = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;
const lengthOf = (found: RegExpMatchArray | null) => found?.join('').replace(/ /g, '').length ?? 0;

function hasGarbage(text: string): boolean {
  const ink = text.replace(/\s+/g, '');
  if (countOf(ink, NO_LETTERS) > ink.length * 0.02) return true;
  const letters = countOf(ink, /[\p{L}\p{N}]/gu);
  if (ink.length >= 100 && letters < ink.length * 0.45) return true;
  const words = text.match(LATIN_WORD) ?? [];
  const unspeakable = words.filter((word) => UNSPEAKABLE.test(word)).length;
  return words.length >= 20 && unspeakable > words.length * 0.2;
}

/** Wrong encoding, letters that make no words or stand apart, or almost no words; null for none. */
export function damageOf(whole: string, pages = 1): Damage | null {
  const text = whole.slice(0, EXAMINED_MAX);
  const words = countOf(text, /[\p{L}\p{N}]+/gu);
  const wrong = countOf(text, WRONG_ENCODING) + countOf(text, LOST_LETTER);
  if (wrong >= 2 && wrong > words * 0.005) return 'encoding';
  if (hasGarbage(text)) return 'letters';
  const spaced = text.match(SPACED);
  if (spaced && (spaced.length >= 3 || lengthOf(spaced) > lengthOf(text.match(/\p{L}+/gu)) * 0.1)) return 'spaced';
  const isShort = text.length === whole.length && words < (pages > 1 ? pages * FEW_WORDS_ON_PAGE : FEW_WORDS);
  return isShort ? 'few_words' : null;
}
