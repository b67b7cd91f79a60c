import type { Field, InputValueOf, ValueOf } from './field.ts';

/** Actions that the engine implements. A resource may declare others (`resend`, `retry`…). */
export const ENGINE_ACTS = ['list', 'show', 'create', 'edit', 'delete'] as const;
export type EngineAct = (typeof ENGINE_ACTS)[number];

export type Fields = Record<string, Field>;
type Name<F> = Extract<keyof F, string>;

/**
 * The scope of rows. `context`: rows belong to a context, and lists name their contexts. `account`: rows belong to
 * the account. `platform`: rows of all accounts, for staff only.
 */
export type ResourceScope = 'context' | 'account' | 'platform';

export interface Declaration<F extends Fields = Fields> {
  /** Plural, kebab-case: the name in the policy and the locale and, unless `api` is set, the path of the API. */
  readonly name: string;
  readonly scope: ResourceScope;
  /**
   * `derived`: the engine creates and writes the table. `owned`: a capability does; the engine only lists and shows.
   */
  readonly storage?: 'derived' | 'owned';
  /** The field that names a row in headings and confirmations. */
  readonly title: Name<F>;
  /** Path of its list in the console; absent if it has no screen. */
  readonly path?: string;
  /** Path of its API below /api, if it is not `/<name>`. `:contextId` in it is the list filter of that name. */
  readonly api?: string;
  readonly menu?: { readonly under?: string; readonly icon: string; readonly order: number };
  readonly fields: F;
  readonly list: {
    readonly columns: readonly Name<F>[];
    readonly search?: readonly Name<F>[];
    readonly filters?: readonly Name<F>[];
    /** Query parameters of the list without a generated filter; the console keeps them in its URL. */
    readonly params?: readonly string[];
    /** Default values of filters. */
    readonly initial?: { readonly [K in Name<F>]?: readonly string[] };
    /** The field to sort by; a leading `-` means the greatest first. Left out: the rows have an order of their own. */
    readonly sort?: Name<F> | `-${Name<F>}`;
    readonly pollMs?: number;
  };
  /** Rows of the form; fields in an inner list stand side by side. */
  readonly form?: readonly (Name<F> | readonly Name<F>[])[];
  readonly actions: readonly string[];
}

type ReadOnlyNames<F> = { [K in keyof F]: [InputValueOf<F[K]>] extends [never] ? K : never }[keyof F];
export type FieldsOf<R> = R extends { readonly fields: infer F } ? F : never;
/** What is read: every field, the row's id and, if it has one, its context. */
export type RecordOf<R> = { id: string; contextId?: string } & {
  [K in keyof FieldsOf<R>]: ValueOf<FieldsOf<R>[K]>;
};
/** What is written: the fields that are not read-only. */
export type InputOf<R> = {
  [K in Exclude<keyof FieldsOf<R>, ReadOnlyNames<FieldsOf<R>>>]: InputValueOf<FieldsOf<R>[K]>;
};

/** A completed declaration. Names are plain strings here, so that the type fits any resource. */
export interface Resource<F extends Fields = Fields> extends Omit<
  Declaration,
  'fields' | 'title' | 'list' | 'form' | 'storage' | 'path' | 'api'
> {
  readonly fields: F;
  readonly title: string;
  readonly list: {
    readonly columns: readonly string[];
    readonly search?: readonly string[];
    readonly filters?: readonly string[];
    readonly params?: readonly string[];
    readonly initial?: { readonly [name: string]: readonly string[] | undefined };
    /** Empty: the rows have an order of their own. */
    readonly sort: string;
    readonly pollMs?: number;
  };
  readonly form?: readonly (string | readonly string[])[];
  readonly storage: 'derived' | 'owned';
  /** Empty if it has no screen. */
  readonly path: string;
  readonly api: string;
}

/** Completes a declaration with what stands in it only where it is unusual. Its schemas are made by schema.ts. */
export const defineResource = <const F extends Fields>(declaration: Declaration<F>): Resource<F> => ({
  storage: 'owned',
  path: '',
  api: `/${declaration.name}`,
  ...declaration,
  list: { sort: '', ...declaration.list },
});
