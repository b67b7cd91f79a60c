import { EVERY } from './vocabulary.ts';

export interface Fault {
  file: string;
  line: number;
  problem: string;
}

/** `values` are the columns after the kind; spaces in `text` are normalized. */
export interface PolicyRow {
  kind: 'p' | 'g' | 'g2';
  values: readonly string[];
  text: string;
  line: number;
}

export interface Grant {
  role: string;
  flag: string;
  resource: string;
  action: string;
  row: PolicyRow;
}

export interface ResourceWithActions {
  resource: string;
  actions: string[];
}

const COLUMNS: Record<PolicyRow['kind'], number> = { p: 5, g: 3, g2: 3 };
/** A dot is between a resource and a guarded field. */
const WORD = /^[A-Za-z0-9_-]+(\.[A-Za-z0-9]+)?$/;

/** Without blank lines and comments (`#` in the first column). Spreadsheets save a byte order mark before it. */
export function meaningfulLines(text: string): { columns: string[]; line: number }[] {
  return text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .map((content, index) => ({ content, line: index + 1 }))
    .filter(({ content }) => content.trim() !== '' && !content.startsWith('#'))
    .map(({ content, line }) => ({ columns: content.split(',').map((column) => column.trim()), line }));
}

function problemOf(columns: string[]): string | undefined {
  const [kind = ''] = columns;
  if (columns.some((column) => column.includes('#'))) return 'comentário fora do começo da linha';
  const expected = COLUMNS[kind as PolicyRow['kind']];
  if (expected === undefined) return `tipo de linha desconhecido: "${kind}" (use p, g ou g2)`;
  if (columns.length !== expected) return `${columns.length} colunas; uma linha ${kind} tem ${expected}`;
  const odd = columns.find((column) => !WORD.test(column));
  return odd === undefined ? undefined : `valor malformado: "${odd}"`;
}

/** Lines that Casbin would silently drop or misread become faults. */
export function readPolicy(text: string): { rows: PolicyRow[]; faults: Fault[] } {
  const rows: PolicyRow[] = [];
  const faults: Fault[] = [];
  for (const { columns, line } of meaningfulLines(text)) {
    const problem = problemOf(columns);
    if (problem) faults.push({ file: 'policy.csv', line, problem });
    else rows.push({ kind: columns[0] as PolicyRow['kind'], values: columns.slice(1), text: columns.join(', '), line });
  }
  return { rows, faults };
}

export function grantsOf(rows: readonly PolicyRow[]): Grant[] {
  return rows
    .filter((row) => row.kind === 'p')
    .map((row) => {
      const [role, flag, resource, action] = row.values as [string, string, string, string];
      return { role, flag, resource, action, row };
    });
}

/** The action itself if it is no group. */
export function actionsOf(rows: readonly PolicyRow[], action: string): string[] {
  const members = rows
    .filter((row) => row.kind === 'g2' && row.values[1] === action)
    .map((row) => row.values[0] as string);
  return members.length > 0 ? members : [action];
}

export function resourcesOf(rows: readonly PolicyRow[]): ResourceWithActions[] {
  const resources = new Map<string, Set<string>>();
  for (const { resource, action } of grantsOf(rows)) {
    if (resource === EVERY) continue;
    const actions = resources.get(resource) ?? new Set();
    for (const one of actionsOf(rows, action)) actions.add(one);
    resources.set(resource, actions);
  }
  return [...resources].map(([resource, actions]) => ({ resource, actions: [...actions] }));
}

/** With the distance in steps; `role` itself has 0. */
export function rolesAbove(rows: readonly PolicyRow[], role: string): Map<string, number> {
  const steps = new Map([[role, 0]]);
  // Iterating a Map also visits entries added meanwhile, so this is a breadth-first search.
  for (const [reached, distance] of steps) {
    for (const { kind, values } of rows) {
      const [heir = '', inherited] = values;
      if (kind === 'g' && inherited === reached && !steps.has(heir)) steps.set(heir, distance + 1);
    }
  }
  return steps;
}
