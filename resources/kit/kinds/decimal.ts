import { type Common, type Kind, make, numberFrom } from '../kind.ts';

/** A non-negative number with at most `scale` decimals, up to `max` (default below a trillion); transmitted as a number. */
export function decimal<RO extends boolean = false, OPT extends boolean = false>(
  options: Common<RO, OPT, number> & { scale: number; min?: number; max?: number },
) {
  const { scale, min = 0, max = 999_999_999_999.99 } = options;
  return make<number, RO, OPT>('decimal', options, { scale, min, max });
}

export const kind: Kind = {
  filter: 'numbers',
  order: 'amount',
  fromText: numberFrom,
  schemas: (z, { min = 0, max = 0, scale = 0 }) => ({
    record: z.number(),
    input: z
      .number()
      .min(min)
      .max(max)
      .multipleOf(10 ** -scale),
  }),
};
