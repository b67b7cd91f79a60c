export type FieldKind =
  | 'text'
  | 'longText'
  | 'url'
  | 'email'
  | 'choice'
  | 'choices'
  | 'toggle'
  | 'moment'
  | 'count'
  | 'money'
  | 'reference'
  | 'references';

/** How lists are filtered by a kind: by one or more values, or by a range. Texts are found by `list.search` instead. */
export const FILTERED_BY: { readonly [K in FieldKind]?: 'value' | 'range' } = {
  choice: 'value',
  choices: 'value',
  toggle: 'value',
  reference: 'value',
  references: 'value',
  moment: 'range',
  count: 'range',
  money: 'range',
};

/** Returns whether values of a kind have an order. */
export const isOrdered = (kind: FieldKind) => kind !== 'choices' && kind !== 'references';

/**
 * What happens to a row when the row that it references is deleted: `restrict` refuses the deletion, `cascade` deletes
 * this row, too, and `clear` empties the field.
 */
export type OnDelete = 'restrict' | 'cascade' | 'clear';

/**
 * A field of a resource: its kind and limits. Its schemas (schema.ts), database column and inputs are derived from it.
 * The console loads every declaration at startup, so this file must not import zod. `T` is the type of the value read,
 * `I` of the value written (`never` for a read-only field).
 */
export interface Field<T = unknown, I = unknown> {
  readonly kind: FieldKind;
  /** Only carries the types; never set. */
  readonly types?: { readonly read: T; readonly written: I };
  readonly readOnly: boolean;
  readonly optional: boolean;
  readonly unique: boolean;
  readonly initial?: T;
  /** For `choice` and `choices`: the values, in display order. */
  readonly options?: readonly string[];
  /** For text kinds: limits for the number of characters. For `count` and `money`: limits for the value. */
  readonly min?: number;
  readonly max?: number;
  /** For `count`: whether decimals are allowed. */
  readonly isFraction?: boolean;
  /** For `url`: whether it may contain a user name and password. */
  readonly hasCredentials?: boolean;
  /** For a unique text: the toggle without which values that differ only in case are the same. */
  readonly caseToggle?: string;
  /** For `moment`: shown with its date and time instead of relative to now. */
  readonly isExact?: boolean;
  /** For `reference` and `references`: the name of the referenced resource. */
  readonly to?: string;
  /** For `reference`, in resources that the engine stores. */
  readonly onDelete?: OnDelete;
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

function make<T, RO extends boolean = false, OPT extends boolean = false>(
  kind: FieldKind,
  options: Common<RO, OPT, T> = {},
  extras: Partial<Field> = {},
): Made<T, RO, OPT> {
  const { optional = false, readOnly = false, unique = false, initial } = options;
  return { kind, readOnly, optional, unique, initial, ...extras } as Made<T, RO, OPT>;
}

/** A single line of text, trimmed; 1 to `max` characters (default 255). */
export function text<RO extends boolean = false, OPT extends boolean = false>(
  options: Common<RO, OPT, string> & { max?: number; caseToggle?: string } = {},
) {
  return make<string, RO, OPT>('text', options, { max: options.max ?? 255, caseToggle: options.caseToggle });
}

/** Several lines of text; 1 to `max` characters (default 5,000). */
export function longText<RO extends boolean = false, OPT extends boolean = false>(
  options: Common<RO, OPT, string> & { max?: number } = {},
) {
  return make<string, RO, OPT>('longText', options, { max: options.max ?? 5_000 });
}

/**
 * Returns a trimmed address with its scheme: prepends https:// unless it starts with http:// or https://.
 * Addresses that start with a slash, such as `//host`, are not changed, so that their validation fails.
 */
export function withScheme(address: string): string {
  const trimmed = address.trim();
  return trimmed === '' || /^(https?:\/\/|[/\\])/i.test(trimmed) ? trimmed : `https://${trimmed}`;
}

/**
 * A web address; https:// is prepended if the scheme is missing. With `hasCredentials`, it may contain a user name and
 * password.
 */
export function url<RO extends boolean = false, OPT extends boolean = false>(
  options: Common<RO, OPT, string> & { hasCredentials?: boolean } = {},
) {
  return make<string, RO, OPT>('url', options, { max: 2_048, hasCredentials: options.hasCredentials });
}

/** An email address. */
export function email<RO extends boolean = false, OPT extends boolean = false>(options: Common<RO, OPT, string> = {}) {
  return make<string, RO, OPT>('email', options, { max: 254 });
}

/** One of several values. Their labels are in the locale under `<resource>.options.<field>.<value>`. */
export function choice<
  const V extends readonly [string, ...string[]],
  RO extends boolean = false,
  OPT extends boolean = false,
>(values: V, options: Common<RO, OPT, V[number]> = {}) {
  return make<V[number], RO, OPT>('choice', options, { options: values });
}

/** Several values, labelled like those of `choice`; at least one, unless `initial` is empty. */
export function choices<const V extends readonly [string, ...string[]], RO extends boolean = false>(
  values: V,
  options: Common<RO, false, V[number][]> = {},
) {
  return make<V[number][], RO, false>('choices', options, { options: values });
}

/** A boolean. */
export function toggle<RO extends boolean = false, OPT extends boolean = false>(
  options: Common<RO, OPT, boolean> = {},
) {
  return make<boolean, RO, OPT>('toggle', options);
}

/** A timestamp, transmitted as ISO 8601 in UTC. */
export function moment<RO extends boolean = false, OPT extends boolean = false>(
  options: Common<RO, OPT, string> & { isExact?: boolean } = {},
) {
  return make<string, RO, OPT>('moment', options, { isExact: options.isExact });
}

/** A non-negative number; an integer unless `isFraction` is set. */
export function count<RO extends boolean = false, OPT extends boolean = false>(
  options: Common<RO, OPT, number> & { min?: number; max?: number; isFraction?: boolean } = {},
) {
  const { min = 0, max = 2_147_483_647, isFraction = false } = options;
  return make<number, RO, OPT>('count', options, { min, max, isFraction });
}

/** The message of a schema's limits in centavos, which people read and type in reais. */
export const IN_CENTAVOS = 'centavos';

/** An amount in centavos of BRL; not negative as input. */
export function money<RO extends boolean = false, OPT extends boolean = false>(
  options: Common<RO, OPT, number> & { min?: number; max?: number } = {},
) {
  return make<number, RO, OPT>('money', options, { min: options.min, max: options.max });
}

/**
 * The id of a row of another resource. In resources that the engine stores, the row exists, in the same account (and in
 * the same context, if both belong to one), and `onDelete` (default `restrict`) says what its deletion does.
 */
export function reference<RO extends boolean = false, OPT extends boolean = false>(
  to: string,
  options: Common<RO, OPT, string> & { onDelete?: OPT extends true ? OnDelete : Exclude<OnDelete, 'clear'> } = {},
) {
  return make<string, RO, OPT>('reference', options, { to, onDelete: options.onDelete });
}

/** Ids of rows of another resource. Those of rows that have been deleted are not returned. */
export function references<RO extends boolean = false>(to: string, options: Common<RO, false, string[]> = {}) {
  return make<string[], RO, false>('references', options, { to });
}
