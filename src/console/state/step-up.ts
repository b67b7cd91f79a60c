import { createStore } from './value-store.ts';

interface StepUp {
  settle(isProven: boolean): void;
  answer: Promise<boolean>;
}
const stepUp = createStore<StepUp | null>(null);

/**
 * Opens the dialog that asks who the user is. Resolves with whether they have proven it. Calls that need it at the same
 * time share one dialog.
 */
export function askToConfirm(): Promise<boolean> {
  const open = stepUp.get();
  if (open) return open.answer;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  stepUp.set({
    answer: promise,
    settle: (isProven) => {
      stepUp.set(null);
      resolve(isProven);
    },
  });
  return promise;
}

export const useStepUp = stepUp.use;
