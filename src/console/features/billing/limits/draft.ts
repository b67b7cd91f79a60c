import { type CreditBranch, type CreditLimits, overspread, spreadOf } from '../../../../shared/credit-limits.ts';

export const LIMIT_MAX = 2_000_000;

/** What is typed so far, by context: null is no limit. */
export type Draft = Readonly<Record<string, number | null>>;

export interface Row extends CreditBranch {
  depth: number;
  /** Of its limit, among the contexts below. */
  spread: number;
  /** Of its limit, not used yet; null without a limit. */
  left: number | null;
  isChanged: boolean;
  hasChildren: boolean;
  fault: null | { kind: 'invalid' } | { kind: 'parent' | 'plan'; name: string; limit: number; spread: number };
}

const isValid = (limit: number | null) => limit === null || (limit > 0 && limit <= LIMIT_MAX);
/** What an account can spread: the period's credits and those that last. */
export const allCredits = ({ credits }: CreditLimits): number =>
  Math.round((credits.granted + credits.lasting) * 1_000) / 1_000;

/** The tree as it would be with what is typed. */
export function rowsOf(limits: CreditLimits, draft: Draft): Row[] {
  const typed = limits.data.map((branch) => ({
    ...branch,
    limit: branch.id in draft ? (draft[branch.id] ?? null) : branch.limit,
  }));
  const byId = new Map(typed.map((branch) => [branch.id, branch]));
  const spread = spreadOf(typed);
  const over = new Map(overspread(typed, allCredits(limits)).map(({ id, above }) => [id, above]));
  const faultOf = ({ id, limit }: CreditBranch): Row['fault'] => {
    if (!isValid(limit)) return { kind: 'invalid' };
    const above = over.get(id);
    if (above === undefined) return null;
    const holder = above === null ? null : byId.get(above);
    const told = { spread: spread.get(above) ?? 0, name: holder?.name ?? '' };
    return { ...told, kind: holder ? 'parent' : 'plan', limit: holder?.limit ?? allCredits(limits) };
  };
  return typed.map((branch, at) => ({
    ...branch,
    // Those above that are not shown do not count: a member may see a part of the tree.
    depth: branch.inheritance.split('.').filter((id) => byId.has(id)).length - 1,
    spread: spread.get(branch.id) ?? 0,
    left: branch.limit === null ? null : Math.max(0, Math.round((branch.limit - branch.used) * 1_000) / 1_000),
    isChanged: branch.limit !== limits.data[at]?.limit,
    hasChildren: typed.some(({ parentId }) => parentId === branch.id),
    fault: faultOf(branch),
  }));
}

/** Gives each child of a context (null: each root) the same part of its credits, in whole credits where they suffice. */
export function spreadEvenly(limits: CreditLimits, draft: Draft, parentId: string | null): Draft {
  const rows = rowsOf(limits, draft);
  const ids = new Set(rows.map(({ id }) => id));
  const children = rows.filter((row) =>
    parentId === null ? row.parentId === null || !ids.has(row.parentId) : row.parentId === parentId,
  );
  const all = parentId === null ? allCredits(limits) : (rows.find(({ id }) => id === parentId)?.limit ?? 0);
  const step = all >= children.length ? 1 : 1_000;
  const part = Math.floor((all / children.length) * step) / step;
  if (children.length === 0 || part <= 0) return draft;
  return { ...draft, ...Object.fromEntries(children.map(({ id }) => [id, part])) };
}
