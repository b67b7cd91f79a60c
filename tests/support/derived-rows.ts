import { resources } from '../../resources/index.ts';
import { type Field, type FileType, fulfils } from '../../resources/kit/field.ts';
import type { Resource } from '../../resources/kit/resource.ts';
import { PICTURE } from './operations.ts';

/** Resources that are stored by the generic engine: they consist of a declaration only. */
export const derivedResources = resources.filter(({ storage }) => storage === 'derived');

/** A word that is also valid in a web address. */
type Mark = string;
type Ids = Record<string, string>;

const VALUE_OF: Record<Field['kind'], (field: Field, mark: Mark, ids: Ids) => unknown> = {
  text: ({ max = 255 }, mark) => mark.slice(0, max),
  longText: ({ max = 255 }, mark) => mark.slice(0, max),
  url: (_field, mark) => `https://${mark}.com.br`,
  email: (_field, mark) => `${mark}@empresa.com.br`,
  choice: ({ options = [] }) => options[0],
  choices: ({ options = [] }) => options.slice(0, 1),
  toggle: () => true,
  date: () => '2026-11-27',
  moment: () => new Date().toISOString(),
  count: ({ min = 0 }) => Math.max(1, min),
  decimal: ({ min = 0 }) => Math.max(0.5, min),
  money: () => 9_900,
  color: () => '#0B7A5E',
  reference: ({ to = '' }, _mark, ids) => ids[to],
  references: ({ to = '' }, _mark, ids) => [ids[to]],
  // Sent before the row.
  file: () => undefined,
  image: () => undefined,
  list: ({ items = {} }, mark, ids) => [valuesOf(items, mark, ids)],
};

function valuesOf(fields: Readonly<Record<string, Field>>, mark: Mark, ids: Ids): Record<string, unknown> {
  const written = Object.entries(fields).filter(([, { readOnly }]) => !readOnly);
  const values = Object.fromEntries(written.map(([name, field]) => [name, VALUE_OF[field.kind](field, mark, ids)]));
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, fulfils(fields[name]?.when, values) ? value : null]),
  );
}

/** Bytes of which a field for files accepts the first one of its types. */
const SAMPLES: readonly [FileType, Buffer][] = [
  ['pdf', Buffer.from('%PDF-1.4\n%%EOF')],
  ['png', Buffer.from(PICTURE, 'base64')],
  ['txt', Buffer.from('Texto de exemplo.')],
];

/** Returns a file for each field of a resource that takes one. */
export const filesFor = ({ fields }: Resource): [field: string, bytes: Buffer][] =>
  Object.entries(fields).flatMap(([name, { fileTypes = [] }]) => {
    const found = SAMPLES.find(([type]) => fileTypes.includes(type));
    return found ? [[name, found[1]]] : [];
  });

/**
 * Returns valid input for a row of a resource. All texts are `mark`, so that rows with different marks never collide.
 */
export const rowOf = ({ fields }: Resource, mark: Mark, ids: Ids) => valuesOf(fields, mark, ids);
