/** The content of the plan's dialog: the missing flag, if known, or the sentence about a limit that is reached. */
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

/** Opens the dialog about a feature of a higher plan. */
export const showUpgrade = (flag?: string) => set({ flag });
/** Opens the dialog about a limit that is reached, with the server's sentence. */
export const showPlanLimit = (sentence: string) => set({ flag: undefined, limit: sentence });
export const hideUpgrade = () => set(null);
export const shownUpgrade = () => shown;
export function watchUpgrade(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
