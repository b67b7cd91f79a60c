import { z } from 'zod';
import { type Field, kindOf } from './field.ts';
import type { Condition, Schemas } from './kind.ts';
import { daySchema } from './kinds/date.ts';
import { emailSchema } from './kinds/email.ts';
import { momentSchema } from './kinds/moment.ts';
import { webAddressSchema } from './kinds/url.ts';
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

/** The schema of a web address as input: completes it with its scheme, then validates it. Also for forms without a resource. */
export const webAddress = memoize(() => webAddressSchema(z));

/** The schema of an email address as input: trims and lowercases it. */
export const emailAddress = memoize(() => emailSchema(z));

/** The schema of an instant as input, in UTC. */
export const momentInput = memoize(() => momentSchema(z));

export const dayInput = memoize(() => daySchema(z));

export const momentOrDay = memoize(() => momentInput().or(dayInput()));

const emptyIsNull = (value: unknown) => (value === '' || value === undefined ? null : value);

/** Returns the sentence about a condition in the API's description. */
const whenText = (condition: Condition, isNeeded = false) =>
  `${isNeeded ? 'Required if, and only' : 'Only'} if ${Object.entries(condition)
    .map(([name, values = []]) => `${name} is ${values.map(String).join(' or ')}`)
    .join(' and ')}; null otherwise.`;

/** Returns the schemas of a field: `record` for the value read, `input` for the value written. */
export const fieldSchemas: (field: Field) => Required<Schemas> = memoizeByKey((field) => {
  const { optional, initial, when: condition, isNeeded } = field;
  const { record, input = record } = kindOf(field).schemas(z, field, fieldSchemas);
  const nullable = optional ? z.preprocess(emptyIsNull, input.nullable()) : input;
  const writable = condition ? nullable.describe(whenText(condition, isNeeded)) : nullable;
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

const idSchema = ({ hasSlugs }: Resource) => (hasSlugs ? z.string().min(1).max(60) : z.uuid());

export const rowParams = memoizeByKey((resource: Resource) => z.object({ id: idSchema(resource) }));

/** Returns the schema of a row as it is read. Its title is the name of the type in the API's description. */
export const recordSchema = memoizeByKey((declaration: Resource): z.ZodObject => {
  const { name: resource, scope, fields } = declaration;
  const schemas = Object.entries(fields).map(([name, field]) => {
    const { record } = fieldSchemas(field);
    if (!field.guarded) return [name, record];
    return [name, record.optional().describe(`Only for callers who may read \`${resource}.${name}\`.`)];
  });
  const scopeFields = scope === 'context' ? { contextId: z.uuid() } : {};
  const title = typeNameOf(resource);
  return z.object({ id: idSchema(declaration), ...scopeFields, ...Object.fromEntries(schemas) }).meta({ title });
});

/** Returns the schema of a row as it is written. It drops unknown keys. */
export const inputSchema = memoizeByKey(({ name: resource, fields }: Resource): z.ZodObject => {
  const writable = Object.entries(fields).filter(([, { readOnly }]) => !readOnly);
  const schemas = writable.map(([name, field]) => {
    const { input } = fieldSchemas(field);
    if (!field.guarded) return [name, input];
    const right = `Only from callers who may write \`${resource}.${name}\`.`;
    return [name, input.describe([input.description, right].filter(Boolean).join(' '))];
  });
  return z.object(Object.fromEntries(schemas));
});
