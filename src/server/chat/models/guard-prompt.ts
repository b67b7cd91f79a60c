import { fold } from '../../../search/words.ts';

/** In words: no answer repeats so many by chance. */
const LEAK = 10;
/** In words: the text is held back, because it may become a leak. */
const SUSPICIOUS = 3;

const QUOTED = /“[^”]*”|"[^"]*"|«[^»]*»/;

const WORD = /[\p{L}\p{N}]+/gu;

interface PromptGuard {
  push(piece: string): string;
  end(): string;
  /** It began to repeat its instructions: discard the whole answer. */
  hasLeaked(): boolean;
}

interface WordRun {
  at: number;
  words: number;
}

const foldedWords = (text: string): string[] => (text.match(WORD) ?? []).map(fold);

/** Whatever their punctuation and case. Quotes in them may be said, and words that also stand in the public text. */
export function guardPrompt(secrets: readonly string[], publicText: () => string): PromptGuard {
  // An empty word ends each part, so that no run continues in the next one.
  const secretWords = secrets.flatMap((secret) => secret.split(QUOTED)).flatMap((part) => [...foldedWords(part), '']);
  const positions = new Map<string, number[]>();
  secretWords.forEach((word, at) => positions.set(word, [...(positions.get(word) ?? []), at]));
  const isPublic = (words: readonly string[]) =>
    ` ${foldedWords(publicText()).join(' ')} `.includes(` ${words.join(' ')} `);

  let text = '';
  let [shown, read] = [0, 0];
  let runs: WordRun[] = [];
  let starts: number[] = [];
  let hasLeaked = false;

  const longest = () => runs.reduce((longestRun, { words }) => Math.max(longestRun, words), 0);

  function readWord(word: string, start: number): void {
    const before = new Map(runs.map(({ at, words }) => [at, words]));
    runs = (positions.get(word) ?? []).map((at) => ({ at, words: (before.get(at - 1) ?? 0) + 1 }));
    starts = [...starts, start].slice(-LEAK);
    hasLeaked ||= runs.some(({ at, words }) => words >= LEAK && !isPublic(secretWords.slice(at - LEAK + 1, at + 1)));
  }

  /** The last word may continue in the next piece. */
  function readWords(isEnd: boolean): void {
    const from = read;
    for (const { 0: word, index } of text.slice(from).matchAll(WORD)) {
      read = from + index;
      if (read + word.length === text.length && !isEnd) return;
      readWord(fold(word), read);
    }
    read = text.length;
  }

  function forget(): void {
    const removed = Math.min(shown, read);
    text = text.slice(removed);
    shown -= removed;
    read -= removed;
    starts = starts.map((start) => start - removed);
  }

  function push(piece: string): string {
    if (hasLeaked) return '';
    text += piece;
    readWords(false);
    if (hasLeaked) return '';
    const run = longest();
    const upTo = run < SUSPICIOUS ? text.length : Math.max(shown, starts.at(-run)!);
    const ready = text.slice(shown, upTo);
    shown = upTo;
    forget();
    return ready;
  }

  function end(): string {
    readWords(true);
    return hasLeaked ? '' : text.slice(shown);
  }

  return { push, end, hasLeaked: () => hasLeaked };
}
