import { type Common, type Kind, make } from '../kind.ts';

/** One of several values. Their labels are in the locale under `<resource>.options.<field>.<value>`. */
export function choice<
  const V extends readonly [string, ...string[]],
  RO extends boolean = false,
  OPT extends boolean = false,
>(values: V, options: Common<RO, OPT, V[number]> = {}) {
  return make<V[number], RO, OPT>('choice', options, { options: values });
}

export const kind: Kind = {
  filter: 'values',
  order: 'text',
  schemas: (z, { options = [] }) => ({ record: z.enum(options) }),
};
