/**
 * The dialog of what the plan does not give: which flag it lacks, or that none was named; or the sentence of a limit that is
 * reached. Null while it is shut.
 */
export interface Upgrade {
  flag: string | undefined;
  limit?: string;
}
let shown: Upgrade | null = null;
const listeners = new Set<() => void>();

function set(next: Upgrade | null): void {
  shown = next;
  listeners.forEach((listener) => listener());
}

/** Opens the dialog that says that a feature belongs to a higher plan. */
export const showUpgrade = (flag?: string) => set({ flag });
/** Opens it for a limit of the plan that is reached, with the server's sentence. */
export const showPlanLimit = (sentence: string) => set({ flag: undefined, limit: sentence });
export const hideUpgrade = () => set(null);
export const shownUpgrade = () => shown;
export function watchUpgrade(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
