import type { contexts } from '../../../../../resources/contexts.ts';
import type { RecordOf } from '../../../../../resources/kit/resource.ts';
import { fold } from '../../../../shared/fold.ts';
import { t } from '../../../providers/i18n.ts';

export type Context = RecordOf<typeof contexts>;
export interface Branch extends Context {
  /** Number of levels below its topmost visible ancestor; 0 for a root. */
  depth: number;
  parent: Context | undefined;
  children: Context[];
  /** For each level below the root: whether more siblings follow, so that the line continues. */
  lines: boolean[];
}

const byName = new Intl.Collator('pt-BR', { sensitivity: 'base', numeric: true });
/**
 * Returns contexts in tree order: parents before children, siblings by name. A context whose parent is not visible to
 * the user is a root.
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

/** Returns the branches whose names contain the search text, with their ancestors. */
export function searchTree(tree: readonly Branch[], search: string): Branch[] {
  const wanted = fold(search.trim());
  if (wanted === '') return [...tree];
  const found = tree.filter(({ name }) => fold(name).includes(wanted));
  const visibleIds = new Set(found.flatMap(({ id, inheritance }) => [id, ...inheritance.split('.')]));
  return tree.filter(({ id }) => visibleIds.has(id));
}

/** Returns the results of a search, exact matches first. */
export function bestFirst(found: readonly Branch[], search: string): Branch[] {
  const wanted = fold(search.trim());
  const isExact = ({ name }: Branch) => fold(name) === wanted;
  return [...found.filter(isExact), ...found.filter((branch) => !isExact(branch))];
}

/** Returns the branches that are visible, which excludes those inside a folded branch. */
export function unfolded(tree: readonly Branch[], folded: ReadonlySet<string>): Branch[] {
  let hidden = Infinity;
  return tree.filter(({ id, depth }) => {
    if (depth > hidden) return false;
    hidden = folded.has(id) ? depth : Infinity;
    return true;
  });
}

/** Maximum number of contexts shown at first; larger trees start with folded branches. */
export const SHOWN_AT_FIRST = 60;

/**
 * Returns the initially folded branches: none in a small tree. In a larger one, it leaves open as many whole levels as
 * fit, and the path to the current context.
 */
export function foldedAtFirst(tree: readonly Branch[], current: Context | undefined): Set<string> {
  if (tree.length <= SHOWN_AT_FIRST) return new Set();
  const pathIds = new Set(current ? [current.id, ...current.inheritance.split('.')] : []);
  const closed = (open: number) =>
    new Set(
      tree
        .filter(({ id, depth, children }) => children.length > 0 && depth >= open && !pathIds.has(id))
        .map(({ id }) => id),
    );
  let folds = closed(0);
  for (let open = 1; ; open++) {
    const next = closed(open);
    if (next.size === folds.size || unfolded(tree, next).length > SHOWN_AT_FIRST) return folds;
    folds = next;
  }
}

/** Returns the branches of a large tree that a search folds initially: all those without a result inside. */
export function foldedWithout(tree: readonly Branch[], found: readonly Branch[]): Set<string> {
  if (tree.length <= SHOWN_AT_FIRST) return new Set();
  const holding = new Set(found.map(({ parent }) => parent?.id));
  return new Set(tree.filter(({ id, children }) => children.length > 0 && !holding.has(id)).map(({ id }) => id));
}

/** Returns whether a context is `outer` or below it, and therefore cannot become its parent. */
export const isWithin = (context: { id: string; inheritance: string }, outer: string) =>
  context.id === outer || context.inheritance.split('.').includes(outer);

/** Returns the number of a context's contents as text. A context without contents may answer with inherited ones. */
export const contentsText = ({ contents, status }: Context): string =>
  contents === 0 && status === 'ready' ? t('contexts.inheritedOnly') : t('contexts.contents', { count: contents });
