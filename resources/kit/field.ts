import { z } from 'zod';

export const FIELD_KINDS = [
  'text',
  'longText',
  'url',
  'email',
  'choice',
  'toggle',
  'moment',
  'count',
  'money',
  'reference',
  'references',
] as const;
export type FieldKind = (typeof FIELD_KINDS)[number];

/**
 * One field of a resource: how it is read (`record`), how it is written (`input`) and what the screens need to draw it.
 * `T` is what is read, `I` what may be written (`never` for a read-only field).
 */
export interface Field<T = unknown, I = unknown> {
  readonly kind: FieldKind;
  readonly record: z.ZodType<T>;
  readonly input: z.ZodType<I>;
  readonly readOnly: boolean;
  readonly optional: boolean;
  readonly unique: boolean;
  readonly initial?: T;
  /** choice: its values, in the order in which they are offered. */
  readonly options?: readonly string[];
  /** text kinds: characters; count: the value. */
  readonly min?: number;
  readonly max?: number;
  /** reference kinds: the name of the resource pointed at. */
  readonly to?: string;
}

export type ValueOf<F> = F extends Field<infer T, infer _I> ? T : never;
export type InputValueOf<F> = F extends Field<infer _T, infer I> ? I : never;

interface Common<RO extends boolean, OPT extends boolean, T> {
  readonly readOnly?: RO;
  readonly optional?: OPT;
  readonly unique?: boolean;
  readonly initial?: T;
}
type Read<T, OPT> = OPT extends true ? T | null : T;
type Write<T, RO, OPT> = RO extends true ? never : Read<T, OPT>;
type Made<T, RO, OPT> = Field<Read<T, OPT>, Write<T, RO, OPT>>;

interface Schemas<T> {
  record: z.ZodType<T>;
  /** What is written, where that is not what is read. */
  input?: z.ZodType<T>;
}

function complete<T>({ record, input = record }: Schemas<T>, { optional, initial }: Common<boolean, boolean, T>) {
  const emptyIsNull = (value: unknown) => (value === '' || value === undefined ? null : value);
  let written: z.ZodType = optional ? z.preprocess(emptyIsNull, input.nullable()) : input;
  if (initial !== undefined) written = written.default(initial as never);
  return { record: optional ? record.nullable() : record, input: written };
}

/** The schemas are made when one is asked for: the console has every resource, and checks the fields of one form. */
function make<T, RO extends boolean = false, OPT extends boolean = false>(
  kind: FieldKind,
  schemasOf: () => Schemas<T>,
  options: Common<RO, OPT, T> = {},
  extras: Partial<Field> = {},
): Made<T, RO, OPT> {
  const { optional = false, readOnly = false, unique = false, initial } = options;
  let made: ReturnType<typeof complete<T>> | undefined;
  const schemas = () => (made ??= complete(schemasOf(), options));
  return {
    kind,
    get record() {
      return schemas().record;
    },
    get input() {
      return schemas().input;
    },
    readOnly,
    optional,
    unique,
    initial,
    ...extras,
  } as unknown as Made<T, RO, OPT>;
}

/** A line of text, trimmed; 1 to `max` characters (255 unless told). */
export function text<RO extends boolean = false, OPT extends boolean = false>(
  options: Common<RO, OPT, string> & { max?: number } = {},
) {
  const max = options.max ?? 255;
  return make('text', () => ({ record: z.string(), input: z.string().trim().min(1).max(max) }), options, { max });
}

/** Several lines of text; 1 to `max` characters (5,000 unless told). */
export function longText<RO extends boolean = false, OPT extends boolean = false>(
  options: Common<RO, OPT, string> & { max?: number } = {},
) {
  const max = options.max ?? 5_000;
  return make('longText', () => ({ record: z.string(), input: z.string().trim().min(1).max(max) }), options, { max });
}

/**
 * Keeps http:// and https:// addresses and puts https:// before anything else (spec 5) but what begins with a slash: `//host`
 * has no host to put it before.
 */
export function withScheme(address: string): string {
  const trimmed = address.trim();
  return trimmed === '' || /^(https?:\/\/|[/\\])/i.test(trimmed) ? trimmed : `https://${trimmed}`;
}

const isWebAddress = (value: string) => {
  // A URL takes any number of slashes before its host; whoever writes more than two has left it out.
  if (!/^https?:\/\/[^/\\]/i.test(value) || !URL.canParse(value) || /\s/.test(value)) return false;
  const { hostname, username, password } = new URL(value);
  // `mailto:a@b.com` with https:// before it would be the site b.com with a name and a password.
  if (username || password) return false;
  return hostname === 'localhost' || hostname.includes('.') || hostname.startsWith('[');
};
/** Made when one is first asked for: the console knows every field, and checks one form. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** A web address as it is written: `withScheme` is applied, then it must parse. Shared by forms that are no resource. */
export const webAddress = once(() => {
  const address = z.string().min(1).max(2_048);
  return z
    .string()
    .transform(withScheme)
    .pipe(address.refine(isWebAddress, { params: { code: 'invalid_url' } }));
});

/** A web address; https:// is put before one that names no scheme. */
export function url<RO extends boolean = false, OPT extends boolean = false>(options: Common<RO, OPT, string> = {}) {
  return make('url', () => ({ record: z.string(), input: webAddress() as unknown as z.ZodType<string> }), options, {
    max: 2_048,
  });
}

/** An e-mail address as it is written: trimmed and lowercased. */
export const emailAddress = once(() => z.string().trim().toLowerCase().max(254).pipe(z.email()));

export function email<RO extends boolean = false, OPT extends boolean = false>(options: Common<RO, OPT, string> = {}) {
  return make('email', () => ({ record: z.string(), input: emailAddress() as unknown as z.ZodType<string> }), options, {
    max: 254,
  });
}

/** One of a few values; its words live in the locale under `<resource>.options.<field>.<value>`. */
export function choice<
  const V extends readonly [string, ...string[]],
  RO extends boolean = false,
  OPT extends boolean = false,
>(values: V, options: Common<RO, OPT, V[number]> = {}) {
  return make<V[number], RO, OPT>('choice', () => ({ record: z.enum(values) as z.ZodType<V[number]> }), options, {
    options: values,
  });
}

/** Yes or no. */
export function toggle<RO extends boolean = false, OPT extends boolean = false>(
  options: Common<RO, OPT, boolean> = {},
) {
  return make('toggle', () => ({ record: z.boolean() }), options);
}

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

/** A moment in time, ISO 8601 in UTC on the wire. */
export function moment<RO extends boolean = false, OPT extends boolean = false>(options: Common<RO, OPT, string> = {}) {
  const schemas = () => ({
    record: z.iso.datetime({ offset: true }) as z.ZodType<string>,
    input: momentInput() as z.ZodType<string>,
  });
  return make('moment', schemas, options);
}

/** A number that is not negative; a whole one, unless it is `isFraction`. */
export function count<RO extends boolean = false, OPT extends boolean = false>(
  options: Common<RO, OPT, number> & { min?: number; max?: number; isFraction?: boolean } = {},
) {
  const { min = 0, max = 2_147_483_647, isFraction = false } = options;
  const number = () => (isFraction ? z.number() : z.int());
  return make('count', () => ({ record: number(), input: number().min(min).max(max) }), options, { min, max });
}

/** An amount in centavos of BRL. */
export function money<RO extends boolean = false, OPT extends boolean = false>(options: Common<RO, OPT, number> = {}) {
  return make('money', () => ({ record: z.int() }), options);
}

/** The id of a row of another resource. */
export function reference<RO extends boolean = false, OPT extends boolean = false>(
  to: string,
  options: Common<RO, OPT, string> = {},
) {
  return make('reference', () => ({ record: z.uuid() as z.ZodType<string> }), options, { to });
}

/** The ids of any number of rows of another resource. */
export function references<RO extends boolean = false>(to: string, options: Common<RO, false, string[]> = {}) {
  return make('references', () => ({ record: z.array(z.uuid() as z.ZodType<string>) }), options, { to });
}
