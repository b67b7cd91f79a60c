import { type Common, type Kind, make, partsOf } from '../kind.ts';

/** Several values, labelled like those of `choice`; at least one, unless `initial` is empty. */
export function choices<const V extends readonly [string, ...string[]], RO extends boolean = false>(
  values: V,
  options: Common<RO, false, V[number][]> = {},
) {
  return make<V[number][], RO, false>('choices', options, { options: values });
}

export const kind: Kind = {
  filter: 'values',
  isList: true,
  fromText: (text, optionOf) => partsOf(text).map(optionOf),
  schemas: (z, { options = [], initial }) => ({
    record: z.array(z.enum(options)),
    input: z
      .array(z.enum(options))
      .min(Array.isArray(initial) && initial.length === 0 ? 0 : 1)
      .max(options.length),
  }),
};
