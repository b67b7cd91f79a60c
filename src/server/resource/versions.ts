import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Resource } from '../../../resources/kit/resource.ts';
import { memoizeByKey, recordSchema } from '../../../resources/kit/schema.ts';
import { canonicalJson, flatten, type NewerRow, unflatten } from '../../shared/changes.ts';
import { lastSave } from '../audit/last-save.ts';
import type { Tx } from '../db/tenant.ts';
import { ApiError } from '../runtime/api-error.ts';
import { t } from '../runtime/translate.ts';

/** Characters of the hashes of a path and of a value in a version. */
const [PATH_CHARS, VALUE_CHARS] = [4, 8];
const CHARS = PATH_CHARS + VALUE_CHARS;
const PARTS = new RegExp(`.{${CHARS}}`, 'g');

const hash = (text: string, length: number) => createHash('sha256').update(text).digest('base64url').slice(0, length);
const hashOfPath = (path: string) => hash(path, PATH_CHARS);
const hashOf = (value: unknown) => hash(canonicalJson(value), VALUE_CHARS);

/**
 * Returns the version of a row: a hash per value, so that a later save can tell which values have changed since. It needs
 * no column, and any way of writing the row changes it.
 */
export const versionOf = (values: object): string =>
  Object.entries(flatten(values))
    .map(([path, value]) => hashOfPath(path) + hashOf(value))
    .join('');

export function withoutPaths(version: string, paths: readonly string[]): string {
  const hashes = paths.map(hashOfPath);
  const parts = version.match(PARTS) ?? [];
  return parts.filter((part) => !hashes.includes(part.slice(0, PATH_CHARS))).join('');
}

/** Returns the schema of one row that can be edited, as it is read. */
export const editableRecord = memoizeByKey((resource: Resource): z.ZodObject => {
  const record = recordSchema(resource);
  return record.extend({ version: z.string() }).meta({ title: `${record.meta()?.title as string}Detail` });
});

export const editableValues = ({ fields }: Resource, row: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([name]) => fields[name] && !fields[name].readOnly));

export const withVersion = <R extends object>(resource: Resource, row: R): R & { version: string } => ({
  ...row,
  version: versionOf(editableValues(resource, row)),
});

/** A locked row that is about to be changed. */
interface EditedRow {
  accountId: string;
  /** Also of other rows that the actions name when they change these values; absent if there is one such row. */
  id?: string | readonly string[];
  /** The actions of the audit log that change these values. */
  actions: readonly string[];
  /** The values that can be edited, as they are now. */
  values: object;
  /** The whole row, which a refused caller gets; `values` by default. */
  row?: object;
}

/**
 * Returns the part of `change` that its sender has changed since `version`; values that others have changed meanwhile
 * stay. Without a version, returns the whole change. The caller must hold a lock on the row.
 *
 * Throws `ApiError` `changed_meanwhile` if somebody else has changed one of these values to another one.
 */
export async function mergeChange<C extends object>(
  tx: Tx,
  { accountId, actions, id, values, row = values }: EditedRow,
  { version, ...change }: C & { version?: string },
): Promise<Omit<C, 'version'>> {
  if (version === undefined) return change as Omit<C, 'version'>;
  const parts = version.match(PARTS) ?? [];
  const read = new Map(parts.map((part) => [part.slice(0, PATH_CHARS), part.slice(PATH_CHARS)]));
  const [wanted, now] = [flatten(change), flatten(values)];
  const own = Object.keys(wanted).filter((path) => hashOf(wanted[path]) !== read.get(hashOfPath(path)));
  const refused = own.filter((path) => {
    const present = hashOf(now[path]);
    return path in now && present !== read.get(hashOfPath(path)) && present !== hashOf(wanted[path]);
  });
  if (refused.length === 0) return unflatten(Object.fromEntries(own.map((path) => [path, wanted[path]]))) as never;
  const saved = await lastSave(tx, accountId, actions, id);
  const message = t('errors.changed_meanwhile');
  throw new ApiError('changed_meanwhile', {
    errors: refused.map((field) => ({ field, code: 'changed_meanwhile', message })),
    current: { ...row, version: versionOf(values), saved } satisfies NewerRow,
  });
}
