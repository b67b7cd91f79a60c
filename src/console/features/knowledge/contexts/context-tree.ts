import type { contexts } from '../../../../../resources/contexts.ts';
import type { RecordOf } from '../../../../../resources/kit/resource.ts';
import { fold } from '../../../../shared/fold.ts';

export type Context = RecordOf<typeof contexts>;
export interface Branch extends Context {
  /** Steps below its outermost ancestor in sight. */
  depth: number;
  parent: Context | undefined;
  children: Context[];
  /** For each step from the root's children down to this one: whether more siblings follow, so the line goes on. */
  lines: boolean[];
}

const byName = new Intl.Collator('pt-BR', { sensitivity: 'base', numeric: true });
/**
 * Puts contexts in the order of a tree: parents before children, siblings by name. A context whose parent is out of
 * sight (an invited person sees some contexts only) stands at the root.
 */
export function treeOf(contexts: readonly Context[]): Branch[] {
  const byId = new Map(contexts.map((context) => [context.id, context]));
  const under = new Map<string | undefined, Context[]>();
  for (const context of contexts) {
    const parentId = context.parentId && byId.has(context.parentId) ? context.parentId : undefined;
    under.set(parentId, [...(under.get(parentId) ?? []), context]);
  }
  const walk = (parent: Context | undefined, depth: number, above: boolean[]): Branch[] =>
    (under.get(parent?.id) ?? [])
      .toSorted((a, b) => byName.compare(a.name, b.name))
      .flatMap((context, at, siblings) => {
        const lines = depth === 0 ? [] : [...above, at < siblings.length - 1];
        const branch = { ...context, depth, parent, children: under.get(context.id) ?? [], lines };
        return [branch, ...walk(context, depth + 1, lines)];
      });
  return walk(undefined, 0, []);
}

/** The branches whose names hold what is searched, each with its ancestors, so that its place stays clear. */
export function searchTree(tree: readonly Branch[], search: string): Branch[] {
  const wanted = fold(search.trim());
  if (wanted === '') return [...tree];
  const found = tree.filter(({ name }) => fold(name).includes(wanted));
  const kept = new Set(found.flatMap(({ id, inheritance }) => [id, ...inheritance.split('.')]));
  return tree.filter(({ id }) => kept.has(id));
}

/** What a search found, those that are called just so before the others. */
export function bestFirst(found: readonly Branch[], search: string): Branch[] {
  const wanted = fold(search.trim());
  const isExact = ({ name }: Branch) => fold(name) === wanted;
  return [...found.filter(isExact), ...found.filter((branch) => !isExact(branch))];
}

/** The branches that are in sight while some are folded. */
export function unfolded(tree: readonly Branch[], folded: ReadonlySet<string>): Branch[] {
  let hidden = Infinity;
  return tree.filter(({ id, depth }) => {
    if (depth > hidden) return false;
    hidden = folded.has(id) ? depth : Infinity;
    return true;
  });
}

/** So many contexts are seen at a glance; a larger tree begins with branches folded. */
export const SHOWN_AT_FIRST = 60;

/**
 * What is folded before anybody has folded or unfolded: nothing in a tree that is seen at a glance. In a larger one, whole
 * levels are open as far as they fit, and the way to the context in use.
 */
export function foldedAtFirst(tree: readonly Branch[], current: Context | undefined): Set<string> {
  if (tree.length <= SHOWN_AT_FIRST) return new Set();
  const way = new Set(current ? [current.id, ...current.inheritance.split('.')] : []);
  const closed = (open: number) =>
    new Set(
      tree
        .filter(({ id, depth, children }) => children.length > 0 && depth >= open && !way.has(id))
        .map(({ id }) => id),
    );
  let folds = closed(0);
  for (let open = 1; ; open++) {
    const next = closed(open);
    if (next.size === folds.size || unfolded(tree, next).length > SHOWN_AT_FIRST) return folds;
    folds = next;
  }
}

/** What is folded at first in a large tree while a search has found some of it: all that does not hold a found one. */
export function foldedAround(tree: readonly Branch[], found: readonly Branch[]): Set<string> {
  if (tree.length <= SHOWN_AT_FIRST) return new Set();
  const holding = new Set(found.map(({ parent }) => parent?.id));
  return new Set(tree.filter(({ id, children }) => children.length > 0 && !holding.has(id)).map(({ id }) => id));
}

/** Whether one context is the other or lies below it: such a one cannot become its parent. */
export const isWithin = (context: { id: string; inheritance: string }, outer: string) =>
  context.id === outer || context.inheritance.split('.').includes(outer);
