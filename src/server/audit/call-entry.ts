import { isSame } from '../../shared/changes.ts';

const TEXT_MAX = 120;
const LIST_MAX = 10;
/** Secret or not text: never recorded. */
const OMITTED = /password|secret|token|code|keys?$|avatar|image|icon|bytes|setupId|version/i;
const TITLES = ['name', 'title', 'word', 'question', 'email', 'url', 'fileName'];

type AuditValues = Record<string, unknown>;
type ShortValue = string | number | boolean | null | readonly (string | number)[];

const isRecord = (value: unknown): value is AuditValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

const isShort = (value: unknown): value is ShortValue =>
  value === null ||
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  (typeof value === 'string' && value.length <= TEXT_MAX) ||
  (Array.isArray(value) &&
    value.length <= LIST_MAX &&
    value.every((one) => typeof one === 'number' || (typeof one === 'string' && one.length <= TEXT_MAX)));

/** They hold secrets in part: recorded without their values. */
const NAMED_ONLY = /^headers$/;
const CREDENTIALS = /^(https?:\/\/)[^/?#]*@/i;

function plain(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'string' ? value.replace(CREDENTIALS, '$1') : value;
}

/** `guarded`: fields that not everybody may read who reads the entry. */
export function titleOf(sources: readonly unknown[], guarded: readonly string[]): string | null {
  for (const source of sources.filter(isRecord))
    for (const name of TITLES.filter((one) => !guarded.includes(one))) {
      const title = source[name];
      if (typeof title === 'string' && title.trim() !== '') return title.slice(0, TEXT_MAX);
    }
  return null;
}

export function idOf(result: unknown): string | undefined {
  const one = Array.isArray(result) ? (result as unknown[])[0] : result;
  if (typeof one === 'string') return one;
  return isRecord(one) && typeof one.id === 'string' ? one.id : undefined;
}

/** Values where both are short, else only names. Without a previous state, the requested values. */
export function changesOf(body: unknown, before: unknown): AuditValues {
  if (!isRecord(body)) return {};
  const old = isRecord(before) ? before : undefined;
  const names = Object.keys(body).filter(
    (name) =>
      !OMITTED.test(name) &&
      body[name] !== undefined &&
      !(old && name in old && isSame(plain(old[name]), plain(body[name]))),
  );
  const short = names.filter(
    (name) => !NAMED_ONLY.test(name) && isShort(plain(body[name])) && isShort(plain(old?.[name]) ?? null),
  );
  const parts = names.filter((name) => !short.includes(name));
  const pick = (from: AuditValues) => Object.fromEntries(short.map((name) => [name, plain(from[name]) ?? null]));
  const values = short.length === 0 ? {} : old ? { before: pick(old), after: pick(body) } : pick(body);
  return { ...values, ...(parts.length > 0 ? { parts } : {}) };
}
