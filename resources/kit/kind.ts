import type { z } from 'zod';
import type { FieldKind } from './field.ts';
import type { FileType } from './kinds/file.ts';

/** zod, which schema.ts passes to the kinds: the console loads them at startup, so they must not import it. */
export type Zod = typeof z;

export interface Schemas {
  record: z.ZodType;
  /** For written values, if they differ from the values read. */
  input?: z.ZodType;
}

/**
 * What a kind of field is wherever it is used. What the database and the console add is in the files of the same name in
 * src/server/db/kinds and src/console/resource/kinds.
 */
export interface Kind {
  /** How lists are filtered: by one or more values, or by a range. Texts are found by `list.search` instead. */
  readonly filter?: 'values' | 'days' | 'moments' | 'numbers';
  /** How the console names the orders of a list; absent if it offers none. */
  readonly order?: 'text' | 'time' | 'amount';
  /** Found by `list.search`. */
  readonly isText?: boolean;
  /** A value is an array, which has no order. */
  readonly isList?: boolean;
  /** A value is a file, which has a table of its own. */
  readonly isFile?: boolean;
  /**
   * Returns the value that a cell of an imported table stands for, as an export writes it; by default the text itself. What
   * it cannot read, it returns as it is, so that the schema refuses it. `optionOf` returns the value with a label.
   */
  readonly fromText?: (text: string, optionOf: (label: string) => string) => unknown;
  /** `schemasOf` returns those of the fields in this one. */
  readonly schemas: (zod: Zod, field: Field, schemasOf: (field: Field) => Required<Schemas>) => Schemas;
}

/** The tone of a value that is a status. The console shows each as a shape with its colour. */
export type Tone = 'good' | 'waiting' | 'moving' | 'bad' | 'off';

/** The tones of these values. */
export type Tones<V extends readonly string[]> = Readonly<Record<V[number], Tone>>;

/** The values of other fields that a row must have one of. */
export type Condition = Readonly<Record<string, readonly unknown[] | undefined>>;

/**
 * What happens to a row when the row that it references is deleted: `restrict` refuses the deletion, `cascade` deletes
 * this row, too, and `clear` empties the field.
 */
export type OnDelete = 'restrict' | 'cascade' | 'clear';

/**
 * A field of a resource: its kind and limits. Its schemas (schema.ts), database column and inputs are derived from it.
 * `T` is the type of the value read, `I` of the value written (`never` for a read-only field).
 */
export interface Field<T = unknown, I = unknown> {
  readonly kind: FieldKind;
  /** Only carries the types; never set. */
  readonly types?: { readonly read: T; readonly written: I };
  readonly readOnly: boolean;
  readonly optional: boolean;
  readonly unique: boolean;
  /** Has rights of its own in the policy: the object `<resource>.<field>`, with the actions `read` and `write`. */
  readonly guarded: boolean;
  readonly initial?: T;
  /** For `choice` and `choices`: the values, in display order. */
  readonly options?: readonly string[];
  /** For `choice` and `toggle`: the tones of the values, if they are statuses. */
  readonly tones?: Readonly<Record<string, Tone>>;
  /** For text kinds: limits for the number of characters. For numbers: limits for the value. For `list`: for the number of items. For `file` and `image`: for the size, in MiB. */
  readonly min?: number;
  readonly max?: number;
  /** For `decimal`: the number of decimals. */
  readonly scale?: number;
  /** For `url`: whether it may contain a user name and password. */
  readonly hasCredentials?: boolean;
  /** For `url`: whether its host may be a name that only the own network knows. */
  readonly mayBeLocalName?: boolean;
  /** For `text` and `longText`: read masked and never kept in the browser. A `text` is hidden while it is typed. */
  readonly isSecret?: boolean;
  /** For a unique text: the toggle without which values that differ only in case are the same. */
  readonly caseToggle?: string;
  /** For `moment`: shown with its date and time instead of relative to now. */
  readonly isExact?: boolean;
  /** For `reference` and `references`: the name of the referenced resource. */
  readonly to?: string;
  /** For `reference`, in resources that the engine stores. */
  readonly onDelete?: OnDelete;
  /** For `file` and `image`: the types that it can have. */
  readonly fileTypes?: readonly FileType[];
  /** For `list`: the fields of an item. */
  readonly items?: Readonly<Record<string, Field>>;
  /** The condition under which a row has the field, and whether the field is required then. */
  readonly when?: Condition;
  readonly isNeeded?: boolean;
  /** Of `computed` fields: the SQL expression that is read instead of a column. */
  readonly expression?: string;
}

export interface Common<RO extends boolean, OPT extends boolean, T> {
  readonly readOnly?: RO;
  readonly optional?: OPT;
  readonly unique?: boolean;
  readonly guarded?: boolean;
  readonly initial?: T;
}
type Read<T, OPT> = OPT extends true ? T | null : T;
type Write<T, RO, OPT> = RO extends true ? never : Read<T, OPT>;
type Made<T, RO, OPT> = Field<Read<T, OPT>, Write<T, RO, OPT>>;

/** Returns a field of a kind. `extras` are what only this kind has. */
export function make<T, RO extends boolean = false, OPT extends boolean = false>(
  kind: FieldKind,
  options: Common<RO, OPT, T> = {},
  extras: Partial<Field> = {},
): Made<T, RO, OPT> {
  const { optional = false, readOnly = false, unique = false, guarded = false, initial } = options;
  return { kind, readOnly, optional, unique, guarded, initial, ...extras } as Made<T, RO, OPT>;
}

/** The schemas of a text of one line or more. */
export const lineSchemas: Kind['schemas'] = (z, { max = 255 }) => ({
  record: z.string(),
  input: z.string().trim().min(1).max(max),
});

/** Returns the number in a text as Portuguese writes it (1.234,5) or as a program does (1234.5); other texts as they are. */
export function numberFrom(text: string): number | string {
  const number = Number(text.includes(',') ? text.replaceAll('.', '').replace(',', '.') : text);
  return Number.isNaN(number) ? text : number;
}

/** Returns the texts between commas. */
export const partsOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
