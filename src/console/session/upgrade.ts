/** The content of the upgrade dialog: the missing flag, if known, or a sentence about a limit that was reached. */
interface Upgrade {
  flag: string | undefined;
  limit?: string;
}
let shown: Upgrade | null = null;
const listeners = new Set<() => void>();

function set(next: Upgrade | null): void {
  shown = next;
  listeners.forEach((listener) => listener());
}

/** Opens the upgrade dialog for a feature of a higher plan. */
export const showUpgrade = (flag?: string) => set({ flag });
/** Opens the upgrade dialog for a limit that was reached, with the server's sentence. */
export const showPlanLimit = (sentence: string) => set({ flag: undefined, limit: sentence });
export const hideUpgrade = () => set(null);
export const shownUpgrade = () => shown;
export function watchUpgrade(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
