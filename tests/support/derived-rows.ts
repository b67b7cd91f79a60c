import type { Field } from '../../resources/kit/field.ts';
import type { Resource } from '../../resources/kit/resource.ts';
import { resources } from '../../resources/index.ts';

/** Resources whose rows the engine writes: a declaration is all that there is of them. */
export const derivedResources = resources.filter(({ storage }) => storage === 'derived');

/** A word that also stands in an address. */
type Mark = string;
type Ids = Record<string, string>;

const VALUE_OF: Record<Field['kind'], (field: Field, mark: Mark, ids: Ids) => unknown> = {
  text: ({ max = 255 }, mark) => mark.slice(0, max),
  longText: ({ max = 255 }, mark) => mark.slice(0, max),
  url: (_field, mark) => `https://${mark}.com.br`,
  email: (_field, mark) => `${mark}@empresa.com.br`,
  choice: ({ options = [] }) => options[0],
  toggle: () => true,
  moment: () => new Date().toISOString(),
  count: ({ min = 0 }) => Math.max(1, min),
  money: () => 9_900,
  reference: ({ to = '' }, _mark, ids) => ids[to],
  references: ({ to = '' }, _mark, ids) => [ids[to]],
};

/** What may be sent to make a row of a resource; its texts are `mark`, so that rows of different marks never collide. */
export const rowOf = ({ fields }: Resource, mark: Mark, ids: Ids): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, { readOnly }]) => !readOnly)
      .map(([name, field]) => [name, VALUE_OF[field.kind](field, mark, ids)]),
  );
