import type { Operation, Request, Schema } from './operations.ts';

/** Values for which the limits of schemas, database and JSON differ, by format. */
const TEXTS = [
  ...['', ' ', 'null', '\0', 'a\0b', '\ud800', '\udfff fim', '\u{1f469}\u200d\u{1f4bb}', '\\', "'; --", '%', '_'],
  ...['true', '__proto__', 'constructor', '../../etc/passwd', '//a.b', 'http://[::1', 'javascript:alert(1)', 'ana@'],
  ...['a'.repeat(300), 'ã'.repeat(11_000), '[]', '{"a":1}', 'a@b.c', '<b>', '{{name}}', '=1+1'],
];
const MOMENTS = [
  ...['0000-01-01', '0000-01-01T00:00:00Z', '2024-01-01T00:00:00+23:59', '2024-01-01T00:00:00-23:59', '2024-02-30'],
  ...['9999-12-31', '9999-12-31T23:59:59-23:59', '0001-01-01T00:00:00+10:00', '-000001-01-01', '+275760-09-13'],
];
const NUMBERS = [
  ...['-1', '1e400', 'NaN', 'Infinity', '99999999999999999999', '0x10', '1.5', ''],
  ...[0, -1, 1.5, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 1e21, 1e308],
];
const IDS = ['00000000-0000-0000-0000-000000000000', '%', 'all', '\0', ''];
const SHAPES = [true, false, null, [], [null], [[]], [''], {}, { a: {} }, { $gt: '' }, Array(300).fill('a')];
export const HOSTILE: readonly unknown[] = [...TEXTS, ...MOMENTS, ...NUMBERS, ...IDS, ...SHAPES];

/** Returns the values that nearly match a schema. */
function fitting(schema: Schema): readonly unknown[] {
  const { type, format, anyOf = [], items } = schema;
  // Includes the valid values, because each one makes a different query, such as a column to sort by.
  if (schema.enum) return [...schema.enum, ...TEXTS];
  if (format === 'date' || format === 'date-time') return MOMENTS;
  if (format === 'uuid') return IDS;
  if (type === 'integer' || type === 'number') return NUMBERS;
  const inner = [...anyOf, ...(items ? [items] : [])].flatMap(fitting);
  return inner.length > 0 ? [...new Set(inner)] : TEXTS;
}

/** A part of a request where a value can be inserted. */
export interface InputPosition {
  name: string;
  isQuery: boolean;
  fitting: readonly unknown[];
  put(request: Request, value: unknown): Request;
}

const written = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(String) : [typeof value === 'object' ? JSON.stringify(value) : String(value)];

/** Lone surrogates cannot be encoded as UTF-8; URLs get their replacement character. */
const encoded = (value: unknown) => written(value).map((text) => encodeURIComponent(text.toWellFormed()));

function inQuery(name: string, schema: Schema): InputPosition {
  return {
    name: `?${name}`,
    isQuery: true,
    fitting: fitting(schema),
    put(request, value) {
      const [path = '', rest = ''] = request.url.split('?');
      const others = rest.split('&').filter((part) => part !== '' && !part.startsWith(`${name}=`));
      const own = encoded(value).map((text) => `${name}=${text}`);
      return { ...request, url: `${path}?${[...others, ...own].join('&')}` };
    },
  };
}

function inPath(operation: Operation, name: string): InputPosition {
  const at = operation.path.split('/').indexOf(`{${name}}`);
  return {
    name: `/${name}`,
    isQuery: false,
    fitting: [...IDS, ...TEXTS],
    put(request, value) {
      const [path = '', ...query] = request.url.split('?');
      const parts = path.split('/');
      // Skips the prefix `/api`.
      parts[at + 1] = encoded(value)[0] ?? '';
      return { ...request, url: [parts.join('/'), ...query].join('?') };
    },
  };
}

function replaced(node: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(node)) return node.map((item, at) => (String(at) === key ? replaced(item, rest, value) : item));
  const fields = typeof node === 'object' && node !== null ? (node as Record<string, unknown>) : {};
  return { ...fields, [key]: replaced(fields[key], rest, value) };
}

const inBody = ({ path, schema }: BodyField): InputPosition => ({
  name: path.join('.'),
  isQuery: false,
  fitting: fitting(schema),
  put: (request, value) => ({
    ...request,
    payload: JSON.stringify(replaced(JSON.parse(String(request.payload)), path, value)),
  }),
});

interface BodyField {
  path: readonly string[];
  schema: Schema;
}

function fieldsOf(schema: Schema, path: readonly string[] = []): BodyField[] {
  const options = [schema, ...(schema.anyOf ?? []), ...(schema.allOf ?? [])];
  const inner = options.flatMap((option) => Object.entries(option.properties ?? {}));
  const items = options.flatMap(({ items: item }) => (item ? fieldsOf(item, [...path, '0']) : []));
  return [{ path, schema }, ...inner.flatMap(([name, field]) => fieldsOf(field, [...path, name])), ...items];
}

/** Returns all values of an operation that come from the client. */
export function inputPositionsOf(operation: Operation): InputPosition[] {
  const { parameters, body, path } = operation;
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const isJson = body?.type === 'application/json';
  const attempts = [
    ...parameters.filter((one) => one.in === 'query').map(({ name, schema }) => inQuery(name, schema)),
    ...(isJson ? fieldsOf(body.schema).map(inBody) : []),
  ];
  // Invalid ids are all rejected in the same way, so query and body get the larger share.
  return [...names.map((name) => inPath(operation, name)), ...attempts, ...attempts, ...attempts];
}
