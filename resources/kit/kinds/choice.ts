import { type Common, type Kind, make, type Tone } from '../kind.ts';

/**
 * One of several values. Their labels are in the locale under `<resource>.options.<field>.<value>`. Values that are
 * statuses are given with their tones: `choice({ paid: 'good', open: 'waiting' })`.
 */
export function choice<const V extends string, RO extends boolean = false, OPT extends boolean = false>(
  values: readonly [V, ...V[]] | Readonly<Record<V, Tone>>,
  options: Common<RO, OPT, NoInfer<V>> = {},
) {
  const isPlain = (given: typeof values): given is readonly [V, ...V[]] => Array.isArray(given);
  if (isPlain(values)) return make<V, RO, OPT>('choice', options, { options: values });
  return make<V, RO, OPT>('choice', options, { options: Object.keys(values), tones: values });
}

export const kind: Kind = {
  filter: 'values',
  order: 'text',
  fromText: (text, optionOf) => optionOf(text),
  schemas: (z, { options = [] }) => ({ record: z.enum(options) }),
};
