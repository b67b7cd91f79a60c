import { EVERY } from './vocabulary.ts';

/** Something wrong with a line of a file, told in Portuguese: its reader is the auditor. */
export interface Fault {
  file: string;
  /** Counted from 1. */
  line: number;
  problem: string;
}

/** A line of policy.csv: `values` are its columns after the kind, `text` is the row as it is quoted to a person. */
export interface PolicyRow {
  kind: 'p' | 'g' | 'g2';
  values: readonly string[];
  text: string;
  line: number;
}

/** A right: who, under which flag, what. */
export interface Grant {
  role: string;
  flag: string;
  thing: string;
  act: string;
  row: PolicyRow;
}

/** A thing with the acts that may be asked of it. */
export interface ThingWithActs {
  thing: string;
  acts: string[];
}

const COLUMNS: Record<PolicyRow['kind'], number> = { p: 5, g: 3, g2: 3 };
const WORD = /^[A-Za-z0-9_-]+$/;

/** Splits a text into its lines that say something: neither blank nor a comment, which starts at the line's first column. */
export function meaningfulLines(text: string): { columns: string[]; line: number }[] {
  return text
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

/**
 * Reads policy.csv. A line that casbin would drop in silence, or read otherwise than a person does, becomes a fault
 * rather than a row.
 */
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

/** The `p` rows, by name rather than by position. */
export function grantsOf(rows: readonly PolicyRow[]): Grant[] {
  return rows
    .filter((row) => row.kind === 'p')
    .map((row) => {
      const [role, flag, thing, act] = row.values as [string, string, string, string];
      return { role, flag, thing, act, row };
    });
}

/** The acts that a row's act stands for: those of the group, or itself when it is no group. */
export function actsOf(rows: readonly PolicyRow[], act: string): string[] {
  const members = rows
    .filter((row) => row.kind === 'g2' && row.values[1] === act)
    .map((row) => row.values[0] as string);
  return members.length > 0 ? members : [act];
}

/** The things that rows name with their acts, groups opened, in the order of the file. */
export function thingsOf(rows: readonly PolicyRow[]): ThingWithActs[] {
  const things = new Map<string, Set<string>>();
  for (const { thing, act } of grantsOf(rows)) {
    if (thing === EVERY) continue;
    const acts = things.get(thing) ?? new Set();
    for (const one of actsOf(rows, act)) acts.add(one);
    things.set(thing, acts);
  }
  return [...things].map(([thing, acts]) => ({ thing, acts: [...acts] }));
}

/** The roles that may all that `role` may, each with the number of steps up to it; `role` itself is 0 steps away. */
export function rolesAbove(rows: readonly PolicyRow[], role: string): Map<string, number> {
  const steps = new Map([[role, 0]]);
  // A Map is walked in the order of insertion and sees what is added on the way: breadth first.
  for (const [reached, distance] of steps) {
    for (const { kind, values } of rows) {
      const [heir = '', inherited] = values;
      if (kind === 'g' && inherited === reached && !steps.has(heir)) steps.set(heir, distance + 1);
    }
  }
  return steps;
}
