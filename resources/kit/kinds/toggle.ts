import { type Common, type Kind, make } from '../kind.ts';

/** A boolean. */
export function toggle<RO extends boolean = false, OPT extends boolean = false>(
  options: Common<RO, OPT, boolean> = {},
) {
  return make<boolean, RO, OPT>('toggle', options);
}

export const kind: Kind = { filter: 'values', order: 'text', schemas: (z) => ({ record: z.boolean() }) };
