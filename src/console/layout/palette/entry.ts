import { fold } from '../../../shared/fold.ts';

type Group = 'recent' | 'screen' | 'action' | 'context' | 'content' | 'conversation' | 'ask';

/** An entry of the command palette: a screen, action, context, content or conversation. */
export interface PaletteEntry {
  /** Stable, so that recent choices can be recognized. */
  id: string;
  group: Exclude<Group, 'recent'>;
  label: string;
  /** A name that MenuIcon knows. */
  icon: string;
  /** Shown beside the label, such as the menu group of a screen. */
  hint?: string;
  /** Additional words that find the entry. */
  words?: string;
  run: () => void;
}

export interface Section {
  name: Group;
  entries: PaletteEntry[];
}

/** The maximum number of entries of a group while searching. */
const MAX_ENTRIES = 6;
const MAX_RECENT_ENTRIES = 5;
/** Added to the weight of recent choices, so that they come before equally good matches. */
const RECENT_BONUS = 0.6;

const byGroup = (entries: readonly PaletteEntry[]): Section[] => {
  const names = [...new Set(entries.map(({ group }) => group))];
  return names.map((name) => ({ name, entries: entries.filter(({ group }) => group === name).slice(0, MAX_ENTRIES) }));
};

/** Returns the sections shown before the user types: recent choices, then all other entries except contexts. */
export function allSections(entries: readonly PaletteEntry[], recent: readonly string[]): Section[] {
  const known = recent.flatMap((id) => entries.find((entry) => entry.id === id) ?? []).slice(0, MAX_RECENT_ENTRIES);
  const rest = entries.filter((entry) => !known.includes(entry) && entry.group !== 'context');
  const names = [...new Set(rest.map(({ group }) => group))];
  const sections = names.map((name) => ({ name, entries: rest.filter(({ group }) => group === name) }));
  return known.length > 0 ? [{ name: 'recent' as const, entries: known }, ...sections] : sections;
}

/**
 * Returns the sections that match the typed text, in the order of their best match. `found` are the server's results:
 * they match already and come last.
 */
export function sectionsFor(
  typed: string,
  entries: readonly PaletteEntry[],
  found: readonly PaletteEntry[],
  recent: readonly string[],
): Section[] {
  const weighed = entries
    .map((entry) => {
      const fits = likeness(typed, entry.label, `${entry.words ?? ''} ${entry.hint ?? ''}`);
      return { entry, weight: fits > 0 && recent.includes(entry.id) ? fits + RECENT_BONUS : fits };
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight);
  // Weak matches, such as scattered letters, are dropped when there is a strong one.
  const best = weighed[0]?.weight ?? 0;
  const good = best >= 3 ? weighed.filter(({ weight }) => weight >= 1.8) : weighed;
  const fresh = found.filter(({ label }) => fold(label).trim() !== '');
  return byGroup([...good.map(({ entry }) => entry), ...fresh]);
}

const wordsOf = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Returns whether the words contain the letters in this order, the first one at the start of a word. */
function isSubsequence(letters: string, words: readonly string[]): boolean {
  return words.some((word, at) => {
    if (!word.startsWith(letters[0] as string)) return false;
    const rest = words.slice(at).join('');
    let found = 0;
    for (const letter of rest) if (letter === letters[found]) found++;
    return found === letters.length;
  });
}

function closeness(typed: string, words: readonly string[]): number {
  if (words.includes(typed)) return 4;
  if (words.some((word) => word.startsWith(typed))) return 3;
  if (typed.length > 1 && words.some((word) => word.includes(typed))) return 2;
  return typed.length > 1 && isSubsequence(typed, words) ? 1 : 0;
}

/**
 * Returns how well a text matches what was typed; 0 when a typed word is not found. Whole words score higher than
 * prefixes, these higher than substrings, and these higher than scattered letters; shorter texts score higher.
 * `others` are further words that match for a lower score.
 */
export function likeness(typed: string, text: string, others = ''): number {
  const searchWords = wordsOf(typed);
  if (searchWords.length === 0) return 0;
  const [own, more] = [wordsOf(text), wordsOf(others)];
  let sum = 0;
  for (const word of searchWords) {
    const found = Math.max(closeness(word, own), closeness(word, more) - 1.5);
    if (found <= 0) return 0;
    sum += found;
  }
  const begins = fold(text).startsWith(fold(typed.trim())) ? 1 : 0;
  return sum / searchWords.length + begins + 0.5 / (1 + own.length);
}
