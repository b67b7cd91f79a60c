/** The exclusive-feature dialog: which flag the plan lacks, or that none was named; null while it is shut. */
export interface Upgrade {
  flag: string | undefined;
}
let shown: Upgrade | null = null;
const listeners = new Set<() => void>();

function set(next: Upgrade | null): void {
  shown = next;
  listeners.forEach((listener) => listener());
}

/** Opens the dialog that says that a feature belongs to a higher plan. */
export const showUpgrade = (flag?: string) => set({ flag });
export const hideUpgrade = () => set(null);
export const shownUpgrade = () => shown;
export function watchUpgrade(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
