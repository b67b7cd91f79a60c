import {
  type CreditBranch,
  type CreditLimits,
  overAllocatedLimits,
  sumsBelowLimits,
} from '../../../../shared/credit-limits.ts';

export const LIMIT_MAX = 2_000_000;

/** The typed limits, by context id; null means no limit. */
export type LimitsDraft = Readonly<Record<string, number | null>>;

export interface LimitsRow extends CreditBranch {
  depth: number;
  /** Sum of the limits directly below this context, in credits. Contexts without a limit are passed through. */
  spread: number;
  /** Credits left of the limit; null without a limit. */
  left: number | null;
  hasChildren: boolean;
  fault: null | { kind: 'invalid' } | { kind: 'parent' | 'plan'; name: string; limit: number; spread: number };
}

const isValid = (limit: number | null) => limit === null || (limit > 0 && limit <= LIMIT_MAX);
/** Returns the credits that the account can assign to contexts: this period's and those that do not expire. */
export const allCredits = ({ credits }: CreditLimits): number =>
  Math.round((credits.granted + credits.lasting) * 1_000) / 1_000;

export function rowsOf(limits: CreditLimits, draft: LimitsDraft): LimitsRow[] {
  const typed = limits.data.map((branch) => ({
    ...branch,
    limit: branch.id in draft ? (draft[branch.id] ?? null) : branch.limit,
  }));
  const byId = new Map(typed.map((branch) => [branch.id, branch]));
  const spread = sumsBelowLimits(typed);
  const over = new Map(overAllocatedLimits(typed, allCredits(limits)).map(({ id, above }) => [id, above]));
  const faultOf = ({ id, limit }: CreditBranch): LimitsRow['fault'] => {
    if (!isValid(limit)) return { kind: 'invalid' };
    const above = over.get(id);
    if (above === undefined) return null;
    const parent = above === null ? null : byId.get(above);
    return {
      kind: parent ? 'parent' : 'plan',
      name: parent?.name ?? '',
      limit: parent?.limit ?? allCredits(limits),
      spread: spread.get(above) ?? 0,
    };
  };
  return typed.map((branch) => ({
    ...branch,
    // The user may see only part of the tree, so hidden ancestors do not count.
    depth: branch.inheritance.split('.').filter((id) => byId.has(id)).length - 1,
    spread: spread.get(branch.id) ?? 0,
    left: branch.limit === null ? null : Math.max(0, Math.round((branch.limit - branch.used) * 1_000) / 1_000),
    hasChildren: typed.some(({ parentId }) => parentId === branch.id),
    fault: faultOf(branch),
  }));
}

/**
 * Returns the draft with the credits of a context (null: of the account) divided equally among its children. Each share is
 * rounded down to whole credits, or to thousandths if there is less than one credit per child.
 */
export function spreadEvenly(limits: CreditLimits, draft: LimitsDraft, parentId: string | null): LimitsDraft {
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
