import { type Common, type Kind, make, numberFrom } from '../kind.ts';

/** A non-negative integer. */
export function count<RO extends boolean = false, OPT extends boolean = false>(
  options: Common<RO, OPT, number> & { min?: number; max?: number } = {},
) {
  const { min = 0, max = 2_147_483_647 } = options;
  return make<number, RO, OPT>('count', options, { min, max });
}

export const kind: Kind = {
  filter: 'numbers',
  order: 'amount',
  fromText: numberFrom,
  schemas: (z, { min = 0, max = 2_147_483_647 }) => ({ record: z.int(), input: z.int().min(min).max(max) }),
};
