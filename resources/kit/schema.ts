import { z } from 'zod';
import { type Field, type FieldKind, IN_CENTAVOS, withScheme } from './field.ts';
import type { Resource } from './resource.ts';

/** Returns a function that calls `make` once per key and then returns the cached result. */
export function memoizeByKey<K extends object, T>(make: (key: K) => T): (key: K) => T {
  const made = new WeakMap<K, T>();
  return (key) => {
    const known = made.get(key) ?? make(key);
    made.set(key, known);
    return known;
  };
}

/** Creates a schema when it is first used, because the console needs only those of the current form. */
function memoize<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

const isWebAddress = (value: string, hasCredentials = false) => {
  // `URL` ignores additional slashes before the host, but an address with more than two has no host.
  if (!/^https?:\/\/[^/\\]/i.test(value) || !URL.canParse(value) || /\s/.test(value)) return false;
  const { hostname, username, password } = new URL(value);
  // `mailto:a@b.com` with https:// prepended would be the site b.com with a user name and password.
  if ((username || password) && !hasCredentials) return false;
  return hostname === 'localhost' || hostname.includes('.') || hostname.startsWith('[');
};

/** The schema of a web address as input: applies `withScheme`, then validates it. Also for forms without a resource. */
export const webAddress = memoize(() => {
  const address = z.string().min(1).max(2_048);
  return z
    .string()
    .transform(withScheme)
    .pipe(address.refine(isWebAddress, { params: { code: 'invalid_url' } }));
});

/** The schema of a web address that may contain a user name and password. With them, it needs its scheme. */
const addressWithCredentials = memoize(() =>
  z.union([
    webAddress(),
    z
      .string()
      .trim()
      .max(2_048)
      .refine((value) => isWebAddress(value, true), { params: { code: 'invalid_url' } }),
  ]),
);

/** The schema of an email address as input: trims and lowercases it. */
export const emailAddress = memoize(() => z.string().trim().toLowerCase().max(254).pipe(z.email()));

/** Returns whether the year is 0001 to 9999, which PostgreSQL and ISO 8601 write in the same way. */
const hasPlainYear = (text: string) => /^(?!0000)\d{4}-/.test(text);
const invalidDate = { params: { code: 'invalid_date' } };
const day = memoize(() => z.iso.date().refine(hasPlainYear, invalidDate));

function inUtc(moment: string): string {
  const at = new Date(moment);
  return Number.isNaN(at.getTime()) ? moment : at.toISOString();
}

/** The schema of an instant as input. Converts it to UTC, because PostgreSQL refuses some valid ISO 8601 offsets. */
export const momentInput = memoize(() =>
  z.iso.datetime({ offset: true }).overwrite(inUtc).refine(hasPlainYear, invalidDate),
);

/** The schema of an instant or a day as input. */
export const momentOrDay = memoize(() => momentInput().or(day()));

interface Schemas {
  record: z.ZodType;
  /** For written values, if they differ from the values read. */
  input?: z.ZodType;
}

const line = ({ max = 255 }: Field): Schemas => ({ record: z.string(), input: z.string().trim().min(1).max(max) });

function numberOf({ min = 0, max = 2_147_483_647, isFraction }: Field, unit?: string): Schemas {
  const number = isFraction ? z.number() : z.int();
  return { record: number, input: number.min(min, unit).max(max, unit) };
}

const BY_KIND: Record<FieldKind, (field: Field) => Schemas> = {
  text: line,
  longText: line,
  url: ({ hasCredentials }) => ({
    record: z.string(),
    input: hasCredentials ? addressWithCredentials() : webAddress(),
  }),
  email: () => ({ record: z.string(), input: emailAddress() }),
  choice: ({ options = [] }) => ({ record: z.enum(options) }),
  choices: ({ options = [], initial }) => ({
    record: z.array(z.enum(options)),
    input: z
      .array(z.enum(options))
      .min(Array.isArray(initial) && initial.length === 0 ? 0 : 1)
      .max(options.length),
  }),
  toggle: () => ({ record: z.boolean() }),
  moment: () => ({ record: z.iso.datetime({ offset: true }), input: momentInput() }),
  count: (field) => numberOf(field),
  money: (field) => numberOf(field, IN_CENTAVOS),
  reference: () => ({ record: z.uuid() }),
  references: () => ({ record: z.array(z.uuid()) }),
};

const emptyIsNull = (value: unknown) => (value === '' || value === undefined ? null : value);

/** Returns the schemas of a field: `record` for the value read, `input` for the value written. */
export const fieldSchemas = memoizeByKey((field: Field) => {
  const { optional, initial } = field;
  const { record, input = record } = BY_KIND[field.kind](field);
  const writable = optional ? z.preprocess(emptyIsNull, input.nullable()) : input;
  return {
    record: optional ? record.nullable() : record,
    input: initial === undefined ? writable : writable.default(initial as never),
  };
});

/** `webhook-deliveries` → `WebhookDelivery`. */
const typeNameOf = (name: string) =>
  name
    .replace(/ies$/, 'y')
    .replace(/s$/, '')
    .replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Returns the schema of a row as it is read. Its title is the name of the type in the API's description. */
export const recordSchema = memoizeByKey(({ name: resource, scope, fields }: Resource): z.ZodObject => {
  const schemas = Object.entries(fields).map(([name, field]) => [name, fieldSchemas(field).record]);
  const scopeFields = scope === 'context' ? { contextId: z.uuid() } : {};
  const title = typeNameOf(resource);
  return z.object({ id: z.uuid(), ...scopeFields, ...Object.fromEntries(schemas) }).meta({ title });
});

/** Returns the schema of a row as it is written. It drops unknown keys. */
export const inputSchema = memoizeByKey(({ fields }: Resource): z.ZodObject => {
  const writable = Object.entries(fields).filter(([, { readOnly }]) => !readOnly);
  return z.object(Object.fromEntries(writable.map(([name, field]) => [name, fieldSchemas(field).input])));
});
