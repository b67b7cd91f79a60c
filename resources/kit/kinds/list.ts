import type { Field, ValueOf } from '../field.ts';
import { type Common, type Kind, make } from '../kind.ts';

/**
 * A list of up to `max` items (default 20), each with these fields; at least one, unless `initial` is empty. The first
 * field names an item.
 */
export function list<const F extends Readonly<Record<string, Field>>, RO extends boolean = false>(
  items: F,
  options: Common<RO, false, { [K in keyof F]: ValueOf<F[K]> }[]> & { max?: number } = {},
) {
  const { max = 20 } = options;
  return make<{ [K in keyof F]: ValueOf<F[K]> }[], RO, false>('list', options, { items, max });
}

export const kind: Kind = {
  isList: true,
  schemas: (z, { items = {}, max = 0, initial }, schemasOf) => {
    const shapeOf = (side: 'record' | 'input') =>
      Object.fromEntries(Object.entries(items).map(([name, item]) => [name, schemasOf(item)[side]]));
    return {
      record: z.array(z.object(shapeOf('record'))),
      input: z
        .array(z.object(shapeOf('input')))
        .min(Array.isArray(initial) && initial.length === 0 ? 0 : 1)
        .max(max),
    };
  },
};
