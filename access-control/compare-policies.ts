import { createCan, type Can } from './can.ts';
import { answerOf, type Expectation } from './cases.ts';
import { grantsOf, readPolicy, thingsOf, type Fault, type PolicyRow, type ThingWithActs } from './policy-rows.ts';
import { EVERY, FLAGS, NO_FLAG, ROLES } from './vocabulary.ts';

/** A question that the two versions answer differently. */
export interface ChangedVerdict {
  role: string;
  flags: string[];
  thing: string;
  act: string;
  before: Expectation;
  after: Expectation;
}

/** A row with the line that it stands on in its own version. */
export interface ComparedRow {
  line: number;
  text: string;
}

export interface Comparison {
  added: ComparedRow[];
  removed: ComparedRow[];
  changed: ChangedVerdict[];
}

const HELD = FLAGS.filter((flag) => flag !== NO_FLAG);
/** None, each alone, and all. */
const FLAG_SETS: readonly (readonly string[])[] = [[], ...HELD.map((flag) => [flag]), HELD];

const onlyIn = (rows: readonly PolicyRow[], others: readonly PolicyRow[]): ComparedRow[] => {
  const known = new Set(others.map((row) => row.text));
  return rows.filter((row) => !known.has(row.text)).map(({ line, text }) => ({ line, text }));
};

/** What every question is held against: who inherits whom, which acts belong together, and the row that opens all. */
const isShared = (row: PolicyRow) => row.kind !== 'p' || row.values[2] === EVERY;
const textOf = (rows: readonly PolicyRow[]) => rows.map((row) => row.text).join('\n');

/**
 * The part of a policy that questions about one thing are held against. A row of another thing matches none of them, so
 * the part answers them as the whole does, in a fraction of the time.
 */
const partFor = (rows: readonly PolicyRow[], thing: string) =>
  rows.filter((row) => isShared(row) || (row.kind === 'p' && row.values[2] === thing));

function changesOf({ thing, acts }: ThingWithActs, before: Can, after: Can): ChangedVerdict[] {
  return acts.flatMap((act) =>
    ROLES.flatMap((role) =>
      FLAG_SETS.flatMap((flags): ChangedVerdict[] => {
        const asked = { role, flags: [...flags], thing, act };
        const [was, is] = [answerOf(before, asked), answerOf(after, asked)];
        return was === is ? [] : [{ ...asked, before: was, after: is }];
      }),
    ),
  );
}

/** Every thing and act that a version or the catalogue names. */
function allThings(...lists: readonly (readonly ThingWithActs[])[]): ThingWithActs[] {
  const things = new Map<string, Set<string>>();
  for (const { thing, acts } of lists.flat()) {
    things.set(thing, new Set([...(things.get(thing) ?? []), ...acts]));
  }
  return [...things].map(([thing, acts]) => ({ thing, acts: [...acts] }));
}

/** Lets others have their turn: there may be thousands of questions to ask. */
const breathe = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

/**
 * What changed between two versions of policy.csv: rows, and every verdict (role × no flag, each flag, all flags × thing ×
 * act) that is another. `catalogue` are the things that exist, those of WM_ADMIN alone included. A version with lines
 * that would not be heard is not compared: its faults are given instead.
 */
export async function comparePolicies(
  model: string,
  before: string,
  after: string,
  catalogue: readonly ThingWithActs[],
): Promise<{ faults: { before: Fault[]; after: Fault[] } } | { comparison: Comparison }> {
  const [old, now] = [readPolicy(before), readPolicy(after)];
  if (old.faults.length + now.faults.length > 0) return { faults: { before: old.faults, after: now.faults } };
  const changed: ChangedVerdict[] = [];
  for (const one of allThings(catalogue, thingsOf(old.rows), thingsOf(now.rows))) {
    const parts = [partFor(old.rows, one.thing), partFor(now.rows, one.thing)].map(textOf) as [string, string];
    if (parts[0] === parts[1]) continue;
    const [was, is] = await Promise.all(parts.map((part) => createCan(model, part)));
    if (was && is) changed.push(...changesOf(one, was, is));
    await breathe();
  }
  return { comparison: { added: onlyIn(now.rows, old.rows), removed: onlyIn(old.rows, now.rows), changed } };
}

/** How many things a policy speaks of: what a comparison of it costs. */
export const thingCount = (policy: string): number =>
  new Set(grantsOf(readPolicy(policy).rows).map((g) => g.thing)).size;
