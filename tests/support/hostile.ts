import type { Operation, Request, Schema } from './operations.ts';

/** Values that schemas, the database and JSON draw their lines at different places for. */
export const HOSTILE: readonly unknown[] = [
  ...['', ' ', 'null', '\0', 'a\0b', '\ud800', '\udfff fim', '\u{1f469}\u200d\u{1f4bb}', '\\', "'; --", '%', '_'],
  ...['0000-01-01', '0000-01-01T00:00:00Z', '2024-01-01T00:00:00+23:59', '9999-12-31T23:59:59-23:59', '2024-02-30'],
  ...['-1', '1e400', 'NaN', 'Infinity', '99999999999999999999', '0x10', '1.5', 'true', '__proto__', 'constructor'],
  ...['00000000-0000-0000-0000-000000000000', '../../etc/passwd', '//a.b', 'http://[::1', 'javascript:alert(1)'],
  ...['a'.repeat(300), 'ã'.repeat(11_000), '[]', '{"a":1}', 'ana@', 'a@b.c', '<b>', '{{name}}', '=1+1'],
  ...[0, -1, 1.5, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 1e21, 1e308, true, false, null],
  ...[[], [null], [[]], [''], {}, { a: {} }, { $gt: '' }, Array(300).fill('a')],
];

/** A place of a request that a value can be put into. */
export interface Spot {
  name: string;
  put(request: Request, value: unknown): Request;
}

const written = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(String) : [typeof value === 'object' ? JSON.stringify(value) : String(value)];

/** Lone surrogates have no UTF-8: where an address is meant, they stand as what they become. */
const encoded = (value: unknown) => written(value).map((text) => encodeURIComponent(text.toWellFormed()));

function inQuery(name: string): Spot {
  return {
    name: `?${name}`,
    put(request, value) {
      const [path = '', rest = ''] = request.url.split('?');
      const others = rest.split('&').filter((part) => part !== '' && !part.startsWith(`${name}=`));
      const own = encoded(value).map((text) => `${name}=${text}`);
      return { ...request, url: `${path}?${[...others, ...own].join('&')}` };
    },
  };
}

function inPath(operation: Operation, name: string): Spot {
  const at = operation.path.split('/').indexOf(`{${name}}`);
  return {
    name: `/${name}`,
    put(request, value) {
      const [path = '', ...query] = request.url.split('?');
      const parts = path.split('/');
      // `/api` stands before.
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

const inBody = (path: readonly string[]): Spot => ({
  name: path.join('.'),
  put: (request, value) => ({
    ...request,
    payload: JSON.stringify(replaced(JSON.parse(String(request.payload)), path, value)),
  }),
});

function fieldsOf(schema: Schema, path: readonly string[] = []): (readonly string[])[] {
  const options = [schema, ...(schema.anyOf ?? []), ...(schema.allOf ?? [])];
  const inner = options.flatMap((option) => Object.entries(option.properties ?? {}));
  const items = options.flatMap(({ items: item }) => (item ? fieldsOf(item, [...path, '0']) : []));
  return [path, ...inner.flatMap(([name, field]) => fieldsOf(field, [...path, name])), ...items];
}

/** All places of an operation that a client fills in. */
export function spotsOf(operation: Operation): Spot[] {
  const { parameters, body, path } = operation;
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const isJson = body?.type === 'application/json';
  const asked = [
    ...parameters.filter((one) => one.in === 'query').map(({ name }) => inQuery(name)),
    ...(isJson ? fieldsOf(body.schema).map(inBody) : []),
  ];
  // Bad ids are all refused alike; what is asked for or sent is the larger part.
  return [...names.map((name) => inPath(operation, name)), ...asked, ...asked, ...asked];
}
