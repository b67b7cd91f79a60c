import { fold } from '../../knowledge/search/words.ts';

/** Words in a row, as in the prompt, that no answer has by chance. */
const LEAK = 10;
/** From so many words in a row on, what may become a leak is held back. */
const SUSPICIOUS = 3;

const WORD = /[\p{L}\p{N}]+/gu;

export interface PromptGuard {
  /** Takes a piece; gives back what may be shown by now. */
  push(piece: string): string;
  /** What is left to show at the end. */
  end(): string;
  /** Whether the model began to repeat what it was told: nothing of it may stand. */
  hasLeaked(): boolean;
}

interface WordRun {
  /** The place of its last word among the secret's. */
  at: number;
  words: number;
}

/** Keeps what a model was told out of an answer that comes in pieces, in whatever marks and case it repeats it. */
export function guardPrompt(secret: string): PromptGuard {
  const told = (secret.match(WORD) ?? []).map(fold);
  const places = new Map<string, number[]>();
  told.forEach((word, at) => places.set(word, [...(places.get(word) ?? []), at]));

  let text = '';
  /** How much of the text was shown, and read. */
  let [shown, read] = [0, 0];
  let runs: WordRun[] = [];
  /** Where the last words begin. */
  let starts: number[] = [];
  let hasLeaked = false;

  const longest = () => runs.reduce((most, { words }) => Math.max(most, words), 0);

  function readWord(word: string, start: number): void {
    const before = new Map(runs.map(({ at, words }) => [at, words]));
    runs = (places.get(word) ?? []).map((at) => ({ at, words: (before.get(at - 1) ?? 0) + 1 }));
    starts = [...starts, start].slice(-LEAK);
    hasLeaked ||= longest() >= LEAK;
  }

  /** Reads the words that are whole: the next piece may go on with the last one. */
  function readWords(isEnd: boolean): void {
    const from = read;
    for (const { 0: word, index } of text.slice(from).matchAll(WORD)) {
      read = from + index;
      if (read + word.length === text.length && !isEnd) return;
      readWord(fold(word), read);
    }
    read = text.length;
  }

  /** Forgets what was shown and read. */
  function forget(): void {
    const gone = Math.min(shown, read);
    text = text.slice(gone);
    shown -= gone;
    read -= gone;
    starts = starts.map((start) => start - gone);
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
