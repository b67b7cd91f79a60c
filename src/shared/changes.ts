type Values = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date) && !('id' in value);

/** Returns the values of an object by dotted path (`person.email`). Lists and
 * files, which have an id, count as one value; undefined is left out. */
export function flatten(values: object, prefix = ''): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]): [string, unknown][] => {
      if (isObject(value)) return Object.entries(flatten(value, `${prefix}${name}.`));
      return value === undefined ? [] : [[`${prefix}${name}`, value]];
    }),
  );
}

/** Returns the values with the changed ones in their place, also within objects. */
export const mergeValues = <V extends object>(values: V, change: object): V =>
  unflatten({ ...flatten(values), ...flatten(change) }) as V;

export function unflatten(flat: Values): Record<string, unknown> {
  const whole: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(flat)) {
    const names = path.split('.');
    const last = names.pop() as string;
    let part = whole;
    for (const name of names) part = (part[name] ??= {}) as Record<string, unknown>;
    part[last] = value;
  }
  return whole;
}

const withSortedKeys = (_: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** Returns a value as JSON: the same whatever the order of its keys: the database does not keep that of an item of a list. */
export const canonicalJson = (value: unknown): string => JSON.stringify(value ?? null, withSortedKeys);

export const isSame = (one: unknown, other: unknown) => canonicalJson(one) === canonicalJson(other);

export function changedPaths(values: object, before: object): string[] {
  const [after, known] = [flatten(values), flatten(before)];
  return Object.keys(after).filter((path) => !isSame(after[path], known[path]));
}

export function changedValues<V extends object>(values: V, before: object): Partial<V> {
  const after = flatten(values);
  return unflatten(Object.fromEntries(changedPaths(values, before).map((path) => [path, after[path]]))) as Partial<V>;
}

export interface LastSave {
  userName: string;
  createdAt: string;
}

/** The `current` of a 409 `changed_meanwhile`. */
export type NewerRow = Values & { version: string; saved: LastSave | null };
