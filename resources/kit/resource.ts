import type { Field, InputValueOf, ValueOf } from './field.ts';

export type Fields = Record<string, Field>;
type Name<F> = Extract<keyof F, string>;

/**
 * What the rows belong to. `context`: each row belongs to a context, and requests for lists name the contexts.
 * `account`: rows belong to the account. `platform`: rows of all accounts, for staff only.
 */
type ResourceScope = 'context' | 'account' | 'platform';

/**
 * An action on rows that the console draws: it sends POST `<api>/<id>/<name>`, and with `on: 'rows'` also POST
 * `<api>/bulk-<name>` with the selected ids. The texts are below `<resource>.actions`: `<name>` (what it does), `<name>Of` (the
 * same with the row's name), `<name>Done` (what has happened) and, if a dialog asks first, `<name>Ask`. They may use the row's
 * fields as `row.<field>`. Those of several rows are `<name>RowsDone` and `<name>RowsAsk`, with `count`; those of a button for all
 * rows `<name>All`, `<name>AllDone`, `<name>AllNone` and `<name>AllAsk`; the name of a file is `<name>File`.
 */
export interface DeclaredAction<F extends Fields = Fields> {
  readonly name: string;
  readonly icon: string;
  /** `row` by default. */
  readonly on?: 'row' | 'rows';
  /** The values of fields that a row must have. Other rows stay as they are. */
  readonly when?: { readonly [K in Name<F>]?: readonly ValueOf<F[K]>[] };
  /**
   * A button above the list does it to all rows in a state, as far as the view's filters `by` leave them: POST `<api>/<name>` with
   * these filters, null for none. The answer is their number. The texts are those of `<name>All`.
   */
  readonly all?: { readonly state: readonly [field: Name<F>, value: string]; readonly by: readonly Name<F>[] };
  /** What the action writes to the row, besides its input: fields of the row. It needs no `serve` then. */
  readonly set?: { readonly [K in Name<F>]?: ValueOf<F[K]> };
  /** What a dialog asks for. Labels are below `actions.<name>Ask.fields`. */
  readonly input?: Fields;
  /** `primary`: the next step of the rows that it fits. `danger`: a dialog asks first. */
  readonly tone?: 'primary' | 'danger';
  /**
   * `file`: the answer is saved; the request is a GET. `shown`: the answer is a secret, which a dialog shows. `result`: a part
   * draws it below the row; nothing is changed.
   */
  readonly answer?: 'file' | 'shown' | 'result';
  /** The form has it, too, and saves the row first. Its label is then `<name>Saved`. */
  readonly inForm?: boolean;
  /** The last part of its path, if not the name. */
  readonly path?: string;
  /** The action of the policy that allows it, if it has none of its own. */
  readonly allowedBy?: string;
  /** Other resources whose rows the action changes. */
  readonly changes?: readonly string[];
}

/**
 * A link from a row to another page of the console, beside its actions, for those who may do `allowedBy` (resource and
 * action). A field in braces, as in `/conversations/{conversationId}`, stands for its value; a row without it has no link. The
 * texts are those of an action.
 */
interface RowLink<F extends Fields = Fields> {
  readonly name: string;
  readonly icon: string;
  readonly to: `${string}{${Name<F> | 'id'}}${string}`;
  readonly allowedBy: readonly [resource: string, action: string];
}

/** The rows of another resource that name a row in their filter `by`. They are drawn on its page. */
interface RelatedList {
  readonly resource: string;
  readonly by: string;
  /** Those of its list, without `by`, by default. */
  readonly columns?: readonly string[];
}

/**
 * A figure about the rows that a list has with its filters: how many there are, or the sum of `of`; for each value of a choice or
 * a toggle, or for each of the last `days` of a date or a moment. Titles are below `<resource>.cards`.
 */
export interface Card<N = string> {
  readonly measure: 'count' | 'sum';
  readonly by: N;
  readonly of?: N;
  readonly days?: number;
}

type FormRows<N = string> = readonly (N | readonly N[])[];

type DeclaredActions<F extends Fields = Fields> = readonly (string | DeclaredAction<F>)[];

/** A named view of a list: the values of filters, and an order. Its name is `views.<name>` of the resource's texts. */
export interface DeclaredView<N extends string = string> {
  readonly filters?: { readonly [K in N]?: string | readonly string[] };
  readonly sort?: N | `-${N}`;
}

interface Declaration<F extends Fields = Fields, A extends DeclaredActions<F> = DeclaredActions<F>> {
  /** Plural, kebab-case: the name in the policy and the locale and, unless `api` is set, the path of the API. */
  readonly name: string;
  readonly scope: ResourceScope;
  /** Of rows of the account, the caller only gets those that concern their contexts. The resource's source says which. */
  readonly narrowedTo?: 'contexts';
  /**
   * `derived`: the engine defines the table and writes its rows. `owned`: a capability does both, and the engine at
   * most lists and shows the rows.
   */
  readonly storage?: 'derived' | 'owned';
  /** The field that names a row in headings and confirmations. */
  readonly title: Name<F>;
  /** The ids of rows are made of their titles (`plano-ouro`) instead of UUIDs. */
  readonly hasSlugs?: boolean;
  /** The path of the list in the console; absent if the resource has no screen. */
  readonly path?: string;
  /** The path of the API below /api, if not `/<name>`. The list filter `contextId` replaces `:contextId` in it. */
  readonly api?: string;
  /** An account has at most so many rows. `error` is the code of the refusal. */
  readonly atMost?: { readonly rows: number; readonly error: string };
  readonly menu?: { readonly under?: string; readonly icon: string; readonly order: number };
  readonly fields: F;
  readonly list: {
    readonly columns: readonly Name<F>[];
    /** The columns that narrow tables leave out, so that the others are not cut off. Cards on phones show them. */
    readonly wideColumns?: readonly Name<F>[];
    readonly search?: readonly Name<F>[];
    readonly filters?: readonly Name<F>[];
    /** Query parameters of the list without a drawn filter, even if they are `filters`. The console keeps them in its URL. */
    readonly params?: readonly string[];
    /** The values of filters for which the user has chosen none. */
    readonly initial?: { readonly [K in Name<F>]?: readonly string[] };
    /** The field to sort by; a leading `-` means descending. If absent, the server decides the order. */
    readonly sort?: Name<F> | `-${Name<F>}`;
    /** The list has no pages: the server returns all rows. */
    readonly isWhole?: boolean;
    /** All rows can be downloaded as CSV and XLSX, by those who may `export`. */
    readonly export?: boolean;
    /** Rows can be created from a CSV file, by those who may `import`. */
    readonly import?: boolean;
    readonly pollMs?: number;
    /** Open lists and pages of rows are told of changes at once. `pollMs` finds what they miss. */
    readonly live?: boolean;
    /** Views to choose from, besides those that people save. */
    readonly views?: Readonly<Record<string, DeclaredView<Name<F>>>>;
    /** Makes rows selectable, to delete them together or to give one of these fields the same value. */
    readonly bulk?: readonly Name<F>[];
  };
  /**
   * The rows of the form, or those of each of its sections, whose titles are `<resource>.sections.<name>`. Fields in an inner list are
   * side by side.
   */
  readonly form?: FormRows<Name<F>> | { readonly [section: string]: FormRows<Name<F>> };
  /** The sections of the form are tabs. */
  readonly hasFormTabs?: boolean;
  /** The fields of a row's page; all if absent. */
  readonly show?: readonly Name<F>[];
  /** Figures above the list, for those who may list the rows. GET `<api>/cards/<name>` answers them. */
  readonly cards?: { readonly [name: string]: Card<Name<F>> };
  /** Lists on the page of a row, for those who may list their rows. */
  readonly related?: readonly RelatedList[];
  /** The page of a row shows who has changed it, to those who may see its `history`. */
  readonly history?: boolean;
  /** The actions of the audit log about these rows, besides `<name>_…`. */
  readonly recordedAs?: readonly string[];
  /** The actions that the policy knows. Those that the console draws on a row are objects. */
  readonly actions: A;
  readonly links?: readonly RowLink<F>[];
}

type ReadOnlyNames<F> = { [K in keyof F]: [InputValueOf<F[K]>] extends [never] ? K : never }[keyof F];
export type FieldsOf<R> = R extends { readonly fields: infer F } ? F : never;
/** A row as it is read: all fields, the id and, for the scope `context`, the context's id. */
export type RecordOf<R> = { id: string; contextId?: string } & {
  [K in keyof FieldsOf<R>]: ValueOf<FieldsOf<R>[K]>;
};
/** A row as it is written: the fields that are not read-only. */
export type InputOf<R> = {
  [K in Exclude<keyof FieldsOf<R>, ReadOnlyNames<FieldsOf<R>>>]: InputValueOf<FieldsOf<R>[K]>;
};

/** The actions that a declaration draws, and what each of them asks for. */
export type CallsOf<R> = R extends { readonly types?: infer A extends DeclaredActions }
  ? { [C in Exclude<A[number], string> as C['name']]: C extends { input: infer I } ? InputOf<{ fields: I }> : object }
  : never;

/** A completed declaration. Names are plain strings here, so that the type fits any resource. */
export interface Resource<F extends Fields = Fields, A extends DeclaredActions = DeclaredActions> extends Omit<
  Declaration,
  'fields' | 'title' | 'list' | 'form' | 'show' | 'storage' | 'path' | 'api' | 'actions' | 'links'
> {
  /** Only carries the types; never set. */
  readonly types?: A;
  readonly fields: F;
  readonly title: string;
  readonly list: {
    readonly columns: readonly string[];
    readonly wideColumns?: readonly string[];
    readonly search?: readonly string[];
    readonly filters?: readonly string[];
    readonly params?: readonly string[];
    readonly initial?: { readonly [name: string]: readonly string[] | undefined };
    /** Empty if the server decides the order. */
    readonly sort: string;
    readonly isWhole?: boolean;
    readonly export?: boolean;
    readonly import?: boolean;
    readonly pollMs?: number;
    readonly live?: boolean;
    readonly views?: Readonly<Record<string, DeclaredView>>;
    readonly bulk?: readonly string[];
  };
  readonly form?: FormRows;
  /** The fields of each section of the form. */
  readonly sections?: Readonly<Record<string, readonly string[]>>;
  readonly show?: readonly string[];
  readonly storage: 'derived' | 'owned';
  /** Empty if the resource has no screen. */
  readonly path: string;
  readonly api: string;
  readonly actions: readonly string[];
  readonly rowCalls?: readonly DeclaredAction[];
  readonly links?: readonly (Omit<RowLink, 'to'> & { to: string })[];
}

function formOf(form: NonNullable<Declaration['form']>): Pick<Resource, 'form' | 'sections'> {
  if (Array.isArray(form)) return { form: form as FormRows };
  const sections = Object.entries(form as Readonly<Record<string, FormRows>>);
  return {
    form: sections.flatMap(([, rows]) => rows),
    sections: Object.fromEntries(sections.map(([name, rows]) => [name, rows.flat()])),
  };
}

/** Returns a declaration completed with default values. schema.ts derives the schemas from it. */
export const defineResource = <const F extends Fields, const A extends DeclaredActions<F>>({
  form,
  ...declaration
}: Declaration<F, A>): Resource<F, A> => ({
  storage: 'owned',
  path: '',
  api: `/${declaration.name}`,
  ...declaration,
  ...(form && formOf(form)),
  list: { sort: '', ...declaration.list },
  actions: declaration.actions.flatMap((action) => {
    if (typeof action === 'string') return action;
    return action.allowedBy === undefined ? action.name : [];
  }),
  rowCalls: declaration.actions.filter((action) => typeof action !== 'string'),
});
