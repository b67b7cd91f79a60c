import { createStore } from './value-store.ts';

/** The content of the upgrade dialog: the missing flag, if known, or a sentence about a limit that was reached. */
interface Upgrade {
  flag: string | undefined;
  limit?: string;
}
const upgrade = createStore<Upgrade | null>(null);

export const showUpgrade = (flag?: string) => upgrade.set({ flag });
/** Opens the upgrade dialog for a limit that was reached, with the server's sentence. */
export const showPlanLimit = (sentence: string) => upgrade.set({ flag: undefined, limit: sentence });
export const hideUpgrade = () => upgrade.set(null);
export const shownUpgrade = upgrade.get;
export const useShownUpgrade = upgrade.use;
