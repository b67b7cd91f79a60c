import { late } from './late.tsx';

/* Inputs for numbers, and the filters with them: most lists have none. */

export const NumberInput = late(async () => ({
  default: (await import('../components/number-input.tsx')).NumberInput,
}));
export const ReaisInput = late(async () => ({ default: (await import('../components/reais-input.tsx')).ReaisInput }));

/** The filter by a range, with `Amount` as both of its inputs. */
export const NumberFilter = late(() => import('./number-filter.tsx'));
