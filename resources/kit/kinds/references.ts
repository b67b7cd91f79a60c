import { type Common, type Kind, make, partsOf } from '../kind.ts';

/** Ids of rows of another resource. Those of rows that have been deleted are not returned. */
export function references<RO extends boolean = false>(to: string, options: Common<RO, false, string[]> = {}) {
  return make<string[], RO, false>('references', options, { to });
}

export const kind: Kind = {
  filter: 'values',
  isList: true,
  fromText: partsOf,
  schemas: (z) => ({ record: z.array(z.uuid()) }),
};
