import type { Field, InputValueOf, ValueOf } from './field.ts';

/** The actions that the engine knows. A resource may declare more of its own (`resend`, `retry`…). */
export const ENGINE_ACTS = ['list', 'show', 'create', 'edit', 'delete'] as const;
export type EngineAct = (typeof ENGINE_ACTS)[number];

export type Fields = Record<string, Field>;
type Name<F> = Extract<keyof F, string>;

/**
 * On which rows a call works. `context`: rows belong to one context and every list names the contexts it asks for;
 * `account`: rows belong to the account; `platform`: rows of every account, for staff alone.
 */
export type ResourceScope = 'context' | 'account' | 'platform';

export interface Declaration<F extends Fields = Fields> {
  /** Plural, kebab-case: the resource in the policy, the locale file and, unless `api` says otherwise, the path of its calls. */
  readonly name: string;
  readonly scope: ResourceScope;
  /** `derived`: the engine makes the table and writes it. `owned`: a capability does, the engine lists and shows. */
  readonly storage?: 'derived' | 'owned';
  /** The field by which a row is named in headings and confirmations. */
  readonly title: Name<F>;
  /** The address of its list in the console; left out: it has no screen of its own. */
  readonly path?: string;
  /** The address of its calls below /api when it is not `/<name>`. `:contextId` in it is the list's filter of that name. */
  readonly api?: string;
  readonly menu?: { readonly under?: string; readonly icon: string; readonly order: number };
  readonly fields: F;
  readonly list: {
    readonly columns: readonly Name<F>[];
    readonly search?: readonly Name<F>[];
    readonly filters?: readonly Name<F>[];
    /** Parameters of the list's call that the engine draws no filter for; the address keeps them as they are. */
    readonly params?: readonly string[];
    /** What a filter asks for until one is chosen. */
    readonly initial?: { readonly [K in Name<F>]?: readonly string[] };
    /** The field to sort by; a leading `-` means the greatest first. Left out: the rows have an order of their own. */
    readonly sort?: Name<F> | `-${Name<F>}`;
    readonly pollMs?: number;
  };
  /** Rows of the form; an inner list stands side by side. */
  readonly form?: readonly (Name<F> | readonly Name<F>[])[];
  readonly actions: readonly string[];
}

type ReadOnlyNames<F> = { [K in keyof F]: [InputValueOf<F[K]>] extends [never] ? K : never }[keyof F];
export type FieldsOf<R> = R extends { readonly fields: infer F } ? F : never;
/** What is read: every field, with the row's id (and context, where rows have one). */
export type RecordOf<R> = { id: string; contextId?: string } & {
  [K in keyof FieldsOf<R>]: ValueOf<FieldsOf<R>[K]>;
};
/** What is written: the fields that are not read-only. */
export type InputOf<R> = {
  [K in Exclude<keyof FieldsOf<R>, ReadOnlyNames<FieldsOf<R>>>]: InputValueOf<FieldsOf<R>[K]>;
};

/** A declaration completed. Its names are plain strings here, so that any resource fits where no one in particular is meant. */
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
  /** Empty: it has no screen of its own. */
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
