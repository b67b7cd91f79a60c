import { z } from 'zod';
import { type Field, type FieldKind, withScheme } from './field.ts';
import type { Resource } from './resource.ts';

/** Returns what `make` returned when it was first called for that key. */
function onceFor<K extends object, T>(make: (key: K) => T): (key: K) => T {
  const made = new WeakMap<K, T>();
  return (key) => {
    const known = made.get(key) ?? make(key);
    made.set(key, known);
    return known;
  };
}

/** Schemas of values are made when one is first asked for: the console checks one form at a time. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

const isWebAddress = (value: string) => {
  // A URL takes any number of slashes before its host; whoever writes more than two has left it out.
  if (!/^https?:\/\/[^/\\]/i.test(value) || !URL.canParse(value) || /\s/.test(value)) return false;
  const { hostname, username, password } = new URL(value);
  // `mailto:a@b.com` with https:// before it would be the site b.com with a name and a password.
  if (username || password) return false;
  return hostname === 'localhost' || hostname.includes('.') || hostname.startsWith('[');
};

/** A web address as it is written: `withScheme` is applied, then it must parse. Shared by forms that are no resource. */
export const webAddress = once(() => {
  const address = z.string().min(1).max(2_048);
  return z
    .string()
    .transform(withScheme)
    .pipe(address.refine(isWebAddress, { params: { code: 'invalid_url' } }));
});

/** An e-mail address as it is written: trimmed and lowercased. */
export const emailAddress = once(() => z.string().trim().toLowerCase().max(254).pipe(z.email()));

/** Years that PostgreSQL and ISO 8601 write alike. */
const hasPlainYear = (written: string) => /^(?!0000)\d{4}-/.test(written);
const invalidDate = { params: { code: 'invalid_date' } };
const day = once(() => z.iso.date().refine(hasPlainYear, invalidDate));

function inUtc(moment: string): string {
  const at = new Date(moment);
  return Number.isNaN(at.getTime()) ? moment : at.toISOString();
}

/** A moment as it is written, turned into UTC: ISO 8601 knows offsets (up to 23:59) that PostgreSQL does not. */
export const momentInput = once(() =>
  z.iso.datetime({ offset: true }).overwrite(inUtc).refine(hasPlainYear, invalidDate),
);

/** A moment, or a day. */
export const momentOrDay = once(() => momentInput().or(day()));

interface Schemas {
  record: z.ZodType;
  /** What is written, where that is not what is read. */
  input?: z.ZodType;
}

const line = ({ max = 255 }: Field): Schemas => ({ record: z.string(), input: z.string().trim().min(1).max(max) });

function numberOf({ min = 0, max = 2_147_483_647, isFraction }: Field): Schemas {
  const number = isFraction ? z.number() : z.int();
  return { record: number, input: number.min(min).max(max) };
}

const BY_KIND: Record<FieldKind, (field: Field) => Schemas> = {
  text: line,
  longText: line,
  url: () => ({ record: z.string(), input: webAddress() }),
  email: () => ({ record: z.string(), input: emailAddress() }),
  choice: ({ options = [] }) => ({ record: z.enum(options) }),
  toggle: () => ({ record: z.boolean() }),
  moment: () => ({ record: z.iso.datetime({ offset: true }), input: momentInput() }),
  count: numberOf,
  money: () => ({ record: z.int() }),
  reference: () => ({ record: z.uuid() }),
  references: () => ({ record: z.array(z.uuid()) }),
};

const emptyIsNull = (value: unknown) => (value === '' || value === undefined ? null : value);

/** The schemas of a field: `record` is what is read of it, `input` what is written. */
export const fieldSchemas = onceFor((field: Field) => {
  const { optional, initial } = field;
  const { record, input = record } = BY_KIND[field.kind](field);
  const written = optional ? z.preprocess(emptyIsNull, input.nullable()) : input;
  return {
    record: optional ? record.nullable() : record,
    input: initial === undefined ? written : written.default(initial as never),
  };
});

/** What is read of a resource's row. */
export const recordSchema = onceFor(({ scope, fields }: Resource): z.ZodObject => {
  const schemas = Object.entries(fields).map(([name, field]) => [name, fieldSchemas(field).record]);
  const place = scope === 'context' ? { contextId: z.uuid() } : {};
  return z.object({ id: z.uuid(), ...place, ...Object.fromEntries(schemas) });
});

/** What is written of a resource's row; unknown keys are dropped. */
export const inputSchema = onceFor(({ fields }: Resource): z.ZodObject => {
  const written = Object.entries(fields).filter(([, { readOnly }]) => !readOnly);
  return z.object(Object.fromEntries(written.map(([name, field]) => [name, fieldSchemas(field).input])));
});
