import { fold } from '../../search/words.ts';
import type { FoundValue } from './found-value.ts';

const WORD = /\p{L}[\p{L}\p{M}'’]*/gu;
const LINKS = new Set(['d', 'da', 'de', 'di', 'do', 'das', 'dos', 'e']);
/** Only these make an uncapitalised first name one: `rosa` and `branca` are words, too. */
const CUE = /(?:\bsou|\bme chamo|\bmeu nome (?:e|eh)|\baqui (?:quem fala )?(?:e|eh)|\bassinado)\s*:?\s+(?:[oa]\s+)?$/;

interface NameWord {
  folded: string;
  /** `É` is none, though it is equal without its accent. */
  isLink: boolean;
  start: number;
  end: number;
}

const wordsOf = (text: string): NameWord[] =>
  [...text.matchAll(WORD)].map(({ 0: word, index }) => ({
    folded: fold(word),
    isLink: LINKS.has(word.toLowerCase()),
    start: index,
    end: index + word.length,
  }));

/** Two of its parts in a row, or one with a capital letter or after `me chamo`. */
export function findNames(text: string, names: readonly string[]): FoundValue[] {
  const own = names.flatMap(wordsOf);
  const parts = new Set(own.flatMap((word) => (word.isLink || word.folded.length < 2 ? [] : word.folded)));
  // `Rosa e branca` are two things, unless the name has this link: `Pires e Castro`.
  const hasAnd = own.some(({ folded, isLink }) => isLink && folded === 'e');
  const joins = (word: NameWord) => word.isLink && (word.folded !== 'e' || hasAnd);
  if (parts.size === 0) return [];
  const found: FoundValue[] = [];
  let open: NameWord[] = [];
  const close = () => {
    while (open.at(-1)?.isLink) open.pop();
    if (open.length > 0 && isName(text, open)) {
      const key = open.map(({ folded }) => folded).join(' ');
      found.push({ kind: 'name', key, start: open[0]!.start, end: open.at(-1)!.end });
    }
    open = [];
  };
  for (const word of wordsOf(text)) {
    const isNext = open.length > 0 && /^[\s.]*$/.test(text.slice(open.at(-1)!.end, word.start));
    if (!isNext) close();
    if (parts.has(word.folded) || (open.length > 0 && joins(word))) open.push(word);
    else close();
  }
  close();
  return found;
}

function isName(text: string, words: readonly NameWord[]): boolean {
  if (new Set(words.flatMap(({ folded, isLink }) => (isLink ? [] : folded))).size > 1) return true;
  const { start } = words[0]!;
  return /\p{Lu}/u.test(text[start]!) || CUE.test(fold(text.slice(Math.max(0, start - 40), start)));
}
