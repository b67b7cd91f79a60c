/** Kept of a value that somebody typed. */
const TEXT_MAX = 120;
/** Kept of a list. */
const LIST_MAX = 10;
/** Names of values that are secret, or no text. */
const UNKEPT = /password|secret|token|code|keys?$|avatar|image|icon|bytes|setupId|version/i;
/** What a row is called by, the first that it has. */
const TITLES = ['name', 'title', 'word', 'question', 'email', 'url', 'fileName'];

type Values = Record<string, unknown>;
type Short = string | number | boolean | null | readonly (string | number)[];

export const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

const isShort = (value: unknown): value is Short =>
  value === null ||
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  (typeof value === 'string' && value.length <= TEXT_MAX) ||
  (Array.isArray(value) &&
    value.length <= LIST_MAX &&
    value.every((one) => typeof one === 'number' || (typeof one === 'string' && one.length <= TEXT_MAX)));

const plain = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value);
const isSame = (a: unknown, b: unknown) => JSON.stringify(plain(a) ?? null) === JSON.stringify(plain(b) ?? null);

/** What people call it. */
export function titleOf(...sources: unknown[]): string | null {
  for (const source of sources.filter(isValues))
    for (const name of TITLES) {
      const title = source[name];
      if (typeof title === 'string' && title.trim() !== '') return title.slice(0, TEXT_MAX);
    }
  return null;
}

/** The id that a transaction answered with; of several, the first. */
export function idOf(result: unknown): string | undefined {
  const one = Array.isArray(result) ? (result as unknown[])[0] : result;
  if (typeof one === 'string') return one;
  return isValues(one) && typeof one.id === 'string' ? one.id : undefined;
}

/**
 * What a call changed: values that are short as they were and as they are, of all others the names. Without what was
 * there before, what was asked for.
 */
export function changesOf(body: unknown, before: unknown): Values {
  if (!isValues(body)) return {};
  const old = isValues(before) ? before : undefined;
  const names = Object.keys(body).filter(
    (name) => !UNKEPT.test(name) && body[name] !== undefined && !(old && name in old && isSame(old[name], body[name])),
  );
  const short = names.filter((name) => isShort(plain(body[name])) && isShort(plain(old?.[name]) ?? null));
  const parts = names.filter((name) => !short.includes(name));
  const pick = (from: Values) => Object.fromEntries(short.map((name) => [name, plain(from[name]) ?? null]));
  const values = short.length === 0 ? {} : old ? { before: pick(old), after: pick(body) } : pick(body);
  return { ...values, ...(parts.length > 0 ? { parts } : {}) };
}
