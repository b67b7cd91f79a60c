import type { Field } from '../../../resources/kit/field.ts';
import type { Resource } from '../../../resources/kit/resource.ts';

const known = new WeakMap<Field, Resource>();

/** Two inputs are side by side. */
const inPairs = (names: readonly string[]): string[][] =>
  names.flatMap((_, at) => (at % 2 === 0 ? [names.slice(at, at + 2)] : []));

/**
 * Returns the items of a `list` field as a resource of their own, which has their fields and texts: those of
 * `<resource>.items.<field>`.
 */
export function itemsOf(resource: Resource, name: string, field: Field): Resource {
  const fields = field.items ?? {};
  const names = Object.keys(fields);
  const items = known.get(field) ?? {
    ...resource,
    name: `${resource.name}.items.${name}`,
    title: names[0] ?? '',
    fields,
    form: inPairs(names),
    sections: undefined,
  };
  known.set(field, items);
  return items;
}
