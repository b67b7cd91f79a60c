import { fieldsIn } from '../../../resources/kit/computed.ts';
import { type Field, kindOf } from '../../../resources/kit/field.ts';
import type { Condition } from '../../../resources/kit/kind.ts';
import type { Resource } from '../../../resources/kit/resource.ts';
import { ERROR_STATUS } from '../../shared/error-codes.ts';
import { ownedTable, TIMESTAMPS } from './table-of.ts';

const ACTIONS = ['list', 'show', 'create', 'edit', 'delete'];
/** Query parameters and columns that fields must not be named like. */
const RESERVED = [
  'id',
  'accountId',
  'contextId',
  'page',
  'limit',
  'sort',
  'search',
  'format',
  'version',
  'searched',
  'files',
  'export',
];
const INT_MAX = 2_147_483_647;

const isTimestamp = (name: string) => name in TIMESTAMPS;

function* listFaults({ fields, list, actions, scope }: Resource): Generator<string> {
  for (const name of list.bulk ?? []) {
    const field = fields[name];
    if (!field || name === 'ids' || field.readOnly || field.unique || field.when || kindOf(field).isFile)
      yield `list.bulk: ${name} is no field that several rows can be given`;
  }
  for (const name of list.filters ?? []) {
    const field = fields[name];
    if (field && !kindOf(field).filter) yield `list.filters: ${name} is a ${field.kind}, which list.search finds`;
  }
  for (const name of list.search ?? []) {
    const field = fields[name];
    if (field && !kindOf(field).isText) yield `list.search: ${name} is a ${field.kind}, not a text`;
  }
  for (const name of Object.keys(list.initial ?? {})) {
    const field = fields[name];
    if (!field || !list.filters?.includes(name) || kindOf(field).filter !== 'values')
      yield `list.initial: ${name} is no filter by value`;
  }
  for (const [view, { filters = {}, sort = list.sort }] of Object.entries(list.views ?? {})) {
    for (const [name, values] of Object.entries(filters)) {
      const { kind, options } = fields[name] ?? {};
      const known = kind === 'toggle' ? ['true', 'false'] : options;
      if (!list.filters?.includes(name) || list.params?.includes(name) || !known)
        yield `list.views.${view}: ${name} is no drawn filter by choice or toggle`;
      else if (![values ?? []].flat().every((value) => known.includes(value)))
        yield `list.views.${view}: ${name} has an unknown value`;
    }
    if (!(sort.replace(/^-/, '') in fields)) yield `list.views.${view}: there is no field ${sort}`;
  }
  if (list.export && (!actions.includes('export') || list.sort === ''))
    yield 'list.export needs the action export and a sort';
  if (list.live && (scope === 'platform' || !list.pollMs)) yield 'list.live needs rows of an account, and pollMs';
  if (list.import && !['import', 'create'].every((action) => actions.includes(action)))
    yield 'list.import needs the actions import and create';
  for (const [name, field] of list.import ? Object.entries(fields) : []) {
    const isMissing = !field.optional && !field.readOnly && field.initial === undefined;
    if (isMissing && (field.items || kindOf(field).isFile))
      yield `list.import: ${name} needs an initial value or to be optional, because a table cannot have a ${field.kind}`;
  }
  const sort = fields[list.sort.replace(/^-/, '')];
  if (sort && kindOf(sort).isList) yield `list.sort: a ${sort.kind} has no order`;
}

/** The types find them, too, unless the declaration has another type. */
function* nameFaults({ fields, title, list, form = [], show = [] }: Resource): Generator<string> {
  const sort = list.sort === '' ? [] : [list.sort.replace(/^-/, '')];
  const columns = [...list.columns, ...(list.wideColumns ?? []), ...(list.search ?? []), ...(list.filters ?? [])];
  for (const name of [title, ...sort, ...columns, ...form.flat(), ...show]) {
    if (!(name in fields)) yield `there is no field ${name}`;
  }
  for (const name of form.flat()) if (fields[name]?.readOnly) yield `form: ${name} is read-only`;
}

/** Kinds that an action cannot ask for, because they are stored with a row. */
const NOT_ASKED = ['reference', 'references', 'list', 'file', 'image'];

function* callFaults({ rowCalls = [], fields, form, actions }: Resource): Generator<string> {
  for (const { name, on, input = {}, answer, set, inForm } of rowCalls) {
    for (const own of set ? Object.keys({ ...set, ...input }) : [])
      if (!fields[own] || fields[own].readOnly || fields[own].unique || (own in set! && fields[own].guarded))
        yield `actions.${name}: it cannot write ${own}`;
    if (set && answer) yield `actions.${name}: what sets fields has no answer`;
    if (on === 'rows' && answer) yield `actions.${name}: only an action on one row has an answer`;
    if ((answer === 'file' || answer === 'result') && Object.keys(input).length > 0)
      yield `actions.${name}: a ${answer} is asked for without input`;
    if (inForm && (answer !== 'result' || !form || !actions.includes('edit')))
      yield `actions.${name}: only an action with a result, of rows that can be edited, is in the form`;
    for (const [own, { kind, when }] of Object.entries(input))
      if (own === 'id' || own === 'ids' || when || NOT_ASKED.includes(kind))
        yield `actions.${name}: it cannot ask for the ${kind} ${own}`;
  }
}

/** The engine must find the referenced rows. */
function* referenceFaults(resource: Resource, name: string, field: Field, all: readonly Resource[]): Generator<string> {
  const target = all.find((one) => one.name === field.to);
  const isStored = target?.storage === 'derived';
  const { onDelete = 'restrict' } = field;
  if (!target) yield `${name} references ${field.to}, which is no resource`;
  else if (target.scope === 'platform' || (!isStored && !ownedTable(target.name)))
    yield `${name} cannot reference ${target.name}, which does not belong to an account`;
  else if (field.kind === 'references') return;
  else if (onDelete === 'clear' && !field.optional) yield `${name} must be optional, because onDelete is clear`;
  else if (onDelete === 'restrict' && (!isStored || (target.scope === 'context' && resource.scope !== 'context')))
    yield `${name} needs onDelete: cascade or clear, because nothing else can hold rows of ${target.name}`;
}

const BY_VALUE = ['choice', 'toggle'];
const BY_DAY = ['date', 'moment'];
const SUMMED = ['money', 'decimal', 'count'];

/** A figure would tell of values that not everybody may read who lists the rows. */
function* cardFaults({ cards = {}, fields, actions }: Resource): Generator<string> {
  for (const [name, { by, of, measure, days }] of Object.entries(cards)) {
    const [grouped, summed] = [fields[by], fields[of ?? '']];
    if (!actions.includes('list')) yield `cards.${name} needs the action list`;
    if (grouped?.guarded || summed?.guarded) yield `cards.${name}: a guarded field cannot be counted`;
    if (!(days === undefined ? BY_VALUE : BY_DAY).includes(grouped?.kind ?? ''))
      yield `cards.${name}: by is a choice or a toggle or, with days, a date or a moment`;
    if (days !== undefined && !(days >= 1 && days <= 366)) yield `cards.${name}: days is from 1 to 366`;
    if ((measure === 'sum') !== (of !== undefined) || (of && !SUMMED.includes(summed?.kind ?? '')))
      yield `cards.${name}: a sum, and nothing else, is of a number`;
  }
}

function* relatedFaults({ name, related = [] }: Resource, all: readonly Resource[]): Generator<string> {
  for (const { resource, by, columns = [] } of related) {
    const other = all.find((one) => one.name === resource);
    if (!other) yield `related: there is no resource ${resource}`;
    else if (
      other.fields[by]?.to !== name ||
      ![...(other.list.filters ?? []), ...(other.list.params ?? [])].includes(by)
    )
      yield `related: ${by} is no filter of ${resource} by ${name}`;
    else for (const one of columns) if (!(one in other.fields)) yield `related: ${resource} has no field ${one}`;
  }
}

/** Kinds that cannot be part of an item, because the engine checks or stores their values itself. */
const NOT_IN_ITEMS = ['reference', 'references', 'list', 'choices', 'file', 'image'];

function* itemFaults(name: string, items: Readonly<Record<string, Field>>): Generator<string> {
  const [first] = Object.values(items);
  if (!first || !kindOf(first).isText) yield `${name}: the first field of its items must be a text, which names them`;
  for (const [own, { kind, unique, readOnly, when }] of Object.entries(items)) {
    if (NOT_IN_ITEMS.includes(kind)) yield `${name}: an item cannot have the ${kind} ${own}`;
    if (unique || readOnly || when) yield `${name}: ${own} can be neither unique nor read-only nor conditional`;
  }
}

function* expressionFaults({ fields }: Resource, name: string, field: Field, expression: string): Generator<string> {
  if (field.to !== undefined || kindOf(field).isFile) yield `${name}: a ${field.kind} cannot be computed`;
  for (const one of fieldsIn(expression))
    if (!fields[one] || fields[one].expression !== undefined || kindOf(fields[one]).isFile)
      yield `${name}: {${one}} is no stored field`;
  if (/[/%]\s*\{/.test(expression)) yield `${name} divides by what may be 0: write nullif({…}, 0)`;
}

function* conditionFaults({ fields }: Resource, name: string, condition: Condition): Generator<string> {
  for (const [other, values = []] of Object.entries(condition)) {
    const { kind, options = [], when } = fields[other] ?? {};
    const isKnown = (value: unknown) =>
      kind === 'toggle' ? typeof value === 'boolean' : options.includes(String(value));
    if ((kind !== 'choice' && kind !== 'toggle') || when)
      yield `${name}: when.${other} is no choice or toggle of every row`;
    else if (!values.every(isKnown)) yield `${name}: when.${other} has an unknown value`;
  }
}

function* fieldFaults(resource: Resource, name: string, field: Field, all: readonly Resource[]): Generator<string> {
  const { kind, readOnly, optional, max = 0, caseToggle } = field;
  if (RESERVED.includes(name)) yield `a field cannot be named ${name}`;
  if (isTimestamp(name) && !(kind === 'moment' && readOnly)) yield `${name} must be a read-only moment`;
  if (readOnly && !optional && !isTimestamp(name)) yield `${name} is read-only, so that nothing ever writes it`;
  if ((kind === 'count' || kind === 'money') && max > INT_MAX) yield `${name} has a max above ${INT_MAX}`;
  if (caseToggle !== undefined && resource.fields[caseToggle]?.kind !== 'toggle')
    yield `${name}: ${caseToggle} is no toggle`;
  if (kindOf(field).isFile && (!(max >= 1 && max <= 10) || field.unique)) yield `${name} needs a maxMb of 1 to 10`;
  if (field.items) yield* itemFaults(name, field.items);
  if (field.when) yield* conditionFaults(resource, name, field.when);
  if (field.expression !== undefined) yield* expressionFaults(resource, name, field, field.expression);
  if (field.to !== undefined) yield* referenceFaults(resource, name, field, all);
}

/** What would tell the value of a guarded field to those who may not read it, or keep them from saving a row. */
function* guardFaults(resource: Resource): Generator<string> {
  const { fields, title, list } = resource;
  const isGuarded = (name: string) => fields[name]?.guarded === true;
  for (const name of [title, list.sort.replace(/^-/, '')])
    if (isGuarded(name)) yield `${name} cannot be guarded, because it names or sorts the rows`;
  for (const [name, { guarded, unique, optional, readOnly, initial, when = {}, expression = '' }] of Object.entries(
    fields,
  )) {
    if (guarded && unique) yield `${name} cannot be guarded and unique, because a conflict would tell its value`;
    if (guarded && !optional && !readOnly && initial === undefined)
      yield `${name} must be optional or have an initial value, because not everybody writes a guarded field`;
    if (Object.keys(when).some(isGuarded)) yield `${name}: when names a guarded field, which it would tell`;
    if (!guarded && fieldsIn(expression).some(isGuarded))
      yield `${name} must be guarded like a field in its expression`;
  }
}

function* storageFaults(resource: Resource, all: readonly Resource[]): Generator<string> {
  if (resource.scope === 'platform') yield 'the engine stores no rows of the platform';
  const known = [
    ...ACTIONS,
    ...(resource.rowCalls ?? []).map(({ name }) => name),
    ...(resource.list.export ? ['export'] : []),
    ...(resource.list.import ? ['import'] : []),
    ...(resource.history ? ['history'] : []),
  ];
  for (const action of resource.actions) if (!known.includes(action)) yield `the engine has no action ${action}`;
  for (const [name, field] of Object.entries(resource.fields)) yield* fieldFaults(resource, name, field, all);
}

function* faultsOf(resource: Resource, all: readonly Resource[]): Generator<string> {
  if (resource.history && !['show', 'history'].every((action) => resource.actions.includes(action)))
    yield 'history needs the actions show and history';
  if (resource.hasFormTabs && Object.keys(resource.sections ?? {}).length < 2)
    yield 'hasFormTabs: the form has fewer than two sections';
  yield* nameFaults(resource);
  yield* guardFaults(resource);
  yield* listFaults(resource);
  yield* callFaults(resource);
  yield* relatedFaults(resource, all);
  yield* cardFaults(resource);
  if (resource.atMost && !(resource.atMost.error in ERROR_STATUS))
    yield `atMost: there is no error ${resource.atMost.error}`;
  if (resource.storage === 'derived') yield* storageFaults(resource, all);
  else
    for (const [name, field] of Object.entries(resource.fields)) {
      const { onDelete, expression, kind } = field;
      const what = onDelete ? 'onDelete' : expression ? 'computed' : kindOf(field).isFile ? kind : undefined;
      if (what) yield `${name}: ${what} is only for storage: 'derived'`;
    }
}

/** A sentence about the first that cannot work; undefined if all can. */
export function declarationFault(all: readonly Resource[]): string | undefined {
  for (const resource of all) {
    for (const fault of faultsOf(resource, all)) return `The resource ${resource.name} cannot work: ${fault}.`;
  }
  return undefined;
}
