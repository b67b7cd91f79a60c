import { type Common, type Kind, make, numberFrom } from '../kind.ts';

/** The message of a schema's limits in centavos, which people read and type in reais. */
export const IN_CENTAVOS = 'centavos';

/** An amount in centavos of BRL; not negative as input. */
export function money<RO extends boolean = false, OPT extends boolean = false>(
  options: Common<RO, OPT, number> & { min?: number; max?: number } = {},
) {
  return make<number, RO, OPT>('money', options, { min: options.min, max: options.max });
}

export const kind: Kind = {
  filter: 'numbers',
  order: 'amount',
  fromText: (text) => {
    const reais = numberFrom(text.replace(/^R\$\s*/, ''));
    return typeof reais === 'number' ? Math.round(reais * 100) : text;
  },
  schemas: (z, { min = 0, max = 2_147_483_647 }) => ({
    record: z.int(),
    input: z.int().min(min, IN_CENTAVOS).max(max, IN_CENTAVOS),
  }),
};
