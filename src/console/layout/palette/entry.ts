import { fold } from '../../../shared/fold.ts';
import { likeness } from './match.ts';

export const GROUPS = ['recent', 'screen', 'action', 'context', 'content', 'conversation', 'ask'] as const;
export type Group = (typeof GROUPS)[number];

/** Something that the palette leads to. */
export interface Entry {
  /** The same thing has the same id, whoever finds it. */
  id: string;
  group: Exclude<Group, 'recent'>;
  label: string;
  /** A name of MenuIcon's. */
  icon: string;
  /** Said beside the label: where it is. */
  hint?: string;
  /** More words to find it by. */
  words?: string;
  run: () => void;
}

export interface Section {
  name: Group;
  entries: Entry[];
}

/** How many of a kind are shown beside others. */
const MOST = 6;
const MOST_RECENT = 5;
/** What was chosen lately comes before its equals. */
const RECENT_BONUS = 0.6;

const byGroup = (entries: readonly Entry[]): Section[] => {
  const names = [...new Set(entries.map(({ group }) => group))];
  return names.map((name) => ({ name, entries: entries.filter(({ group }) => group === name).slice(0, MOST) }));
};

/** Everything there is before anything is typed: what was chosen last, then all by its kind. */
export function arrangeAll(entries: readonly Entry[], recent: readonly string[]): Section[] {
  const known = recent.flatMap((id) => entries.find((entry) => entry.id === id) ?? []).slice(0, MOST_RECENT);
  const rest = entries.filter((entry) => !known.includes(entry) && entry.group !== 'context');
  const names = [...new Set(rest.map(({ group }) => group))];
  const sections = names.map((name) => ({ name, entries: rest.filter(({ group }) => group === name) }));
  return known.length > 0 ? [{ name: 'recent' as const, entries: known }, ...sections] : sections;
}

/**
 * What fits the typed text: the kinds in the order of their best. What the server found fits already, and comes after
 * what fits at least as well.
 */
export function arrange(
  typed: string,
  entries: readonly Entry[],
  found: readonly Entry[],
  recent: readonly string[],
): Section[] {
  const weighed = entries
    .map((entry) => {
      const fits = likeness(typed, entry.label, `${entry.words ?? ''} ${entry.hint ?? ''}`);
      return { entry, weight: fits > 0 && recent.includes(entry.id) ? fits + RECENT_BONUS : fits };
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight);
  // Letters that lie scattered are a guess: beside true words they are noise.
  const best = weighed[0]?.weight ?? 0;
  const good = best >= 3 ? weighed.filter(({ weight }) => weight >= 1.8) : weighed;
  const fresh = found.filter(({ label }) => fold(label).trim() !== '');
  return byGroup([...good.map(({ entry }) => entry), ...fresh]);
}
