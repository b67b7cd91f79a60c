import type { SearchOutcome } from '../../src/search/search.ts';
import { areaUnderCurve } from '../search/measures.ts';
import type { Case, JudgedCase } from './cases.ts';
import type { Prompted } from './prompts.ts';

const share = (part: number, all: number) => (all === 0 ? '   – ' : `${((100 * part) / all).toFixed(1).padStart(5)}`);
const count = <Value>(values: readonly Value[], holds: (value: Value) => boolean) => values.filter(holds).length;
const UNKNOWNS = ['near-miss', 'off-topic', 'other-business'];

/** A question and its outcome, from direct search or over HTTP. */
export type AnsweredQuestion = Pick<
  Case,
  'contents' | 'question' | 'isAnswerable' | 'isFirst' | 'isAmongThree' | 'isQuoted' | 'isShownRight' | 'outcome'
>;

/** Groups values, in order of first occurrence. */
function groupsOf<Value>(values: readonly Value[], nameOf: (value: Value) => string): [string, Value[]][] {
  const groups = new Map<string, Value[]>();
  for (const value of values) groups.set(nameOf(value), [...(groups.get(nameOf(value)) ?? []), value]);
  return [...groups];
}

/**
 * Prints how often the right content is first and among the first three, by kind of question and size of base, in
 * percent.
 */
export function printRanking(cases: readonly Case[]): void {
  const answerable = cases.filter(({ isAnswerable }) => isAnswerable);
  console.log(`${cases.length} questions, ${answerable.length} with an answer\n\nranking         first  three      n`);
  const print = (name: string, of: readonly Case[]) =>
    console.log(
      `  ${name.padEnd(14)}${share(
        count(of, ({ isFirst }) => isFirst),
        of.length,
      )}  ` +
        `${share(
          count(of, ({ isAmongThree }) => isAmongThree),
          of.length,
        )}  ${String(of.length).padStart(5)}`,
    );
  print('all', answerable);
  for (const [kind, of] of groupsOf(answerable, ({ question }) => question.kind)) print(kind, of);
  for (const [size, of] of groupsOf(answerable, sizeOf)) print(size, of);
}

const sizeOf = ({ contents }: Pick<Case, 'contents'>) =>
  contents < 10 ? '4–9 contents' : contents < 20 ? '10–19' : '20 and more';

const isHelped = ({ outcome, isFirst, isAmongThree }: AnsweredQuestion) =>
  outcome === 'answered' ? isFirst : outcome !== 'unknown' && isAmongThree;

/** Prints the outcomes of the questions, by kind and size of base. */
export function printOutcomes(name: string, cases: readonly AnsweredQuestion[]): void {
  const is = (wanted: SearchOutcome) => (one: AnsweredQuestion) => one.outcome === wanted;
  console.log(`\n${name}\n                 right  quoted  helped  wrong  neither      n`);
  const print = (group: string, of: readonly AnsweredQuestion[]) => {
    const answerable = of.filter(({ isAnswerable }) => isAnswerable);
    const right = answerable.filter((one) => one.isFirst && one.outcome === 'answered');
    console.log(
      `  ${group.padEnd(14)} ${share(right.length, answerable.length)}   ` +
        `${share(
          count(right, ({ isQuoted }) => isQuoted),
          answerable.length,
        )}   ` +
        `${share(count(answerable, isHelped), answerable.length)}  ` +
        `${share(
          count(of, (one) => one.outcome === 'answered' && !one.isFirst),
          of.length,
        )}    ` +
        `${share(count(of, is('unknown')), of.length)}  ${String(of.length).padStart(5)}`,
    );
  };
  print('all', cases);
  for (const [kind, of] of groupsOf(cases, ({ question }) => question.kind)) print(kind, of);
  for (const [size, of] of groupsOf(cases, sizeOf)) print(size, of);
  const shown = cases.filter(is('shown'));
  const answerable = shown.filter(({ isAnswerable }) => isAnswerable);
  const right = answerable.filter(({ isFirst }) => isFirst);
  const line = count(right, ({ isShownRight }) => isShownRight === true);
  console.log(
    `  shown ${shown.length}: right content ${share(right.length, shown.length)} of all,` +
      ` ${share(right.length, answerable.length)} of those with an answer; in the shown lines ${share(line, right.length)} of these`,
  );
}

/** Prints how well the likelihoods separate questions (area under the ROC curve). */
export function printAreas(name: string, judged: readonly JudgedCase[]): void {
  const answerable = judged.filter(({ one }) => one.isAnswerable);
  const areas = (of: readonly JudgedCase[]) =>
    (['now', 'near'] as const)
      .map((which) => {
        const values = (list: readonly JudgedCase[]) => list.map((judgedOne) => judgedOne[which]);
        return areaUnderCurve(values(answerable), values(of)).toFixed(3);
      })
      .join('   ');
  const others = judged.filter(({ one }) => !one.isAnswerable);
  console.log(`\n${name}\n  AUROC           now     near\n  all             ${areas(others)}`);
  for (const kind of UNKNOWNS) {
    console.log(`  ${kind.padEnd(16)}${areas(others.filter(({ one }) => one.question.kind === kind))}`);
  }
}

const HIGHS = [0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8];
const LOWS = [0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65];

/**
 * Prints the effect of each pair of thresholds, in percent; `neither`: share of the unanswerable questions of each kind
 * that are declined.
 */
export function printCurves(judged: readonly JudgedCase[]): void {
  const answerable = judged.filter(({ one }) => one.isAnswerable);
  console.log('  hi     right  quoted  wrong');
  for (const high of HIGHS) {
    const right = answerable.filter(({ one, now }) => now >= high && one.isFirst);
    const wrong = count(judged, ({ one, now }) => now >= high && !one.isFirst);
    console.log(
      `  ${high.toFixed(2)}   ${share(right.length, answerable.length)}   ` +
        `${share(
          count(right, ({ one }) => one.isQuoted),
          answerable.length,
        )}  ${share(wrong, judged.length)}`,
    );
  }
  const high = lowestSafeThreshold(judged);
  console.log(
    `  with hi ${high.toFixed(3)}, where 6 % are answered wrongly:\n  lo     helped  neither: ${UNKNOWNS.join(', ')}`,
  );
  for (const low of LOWS) {
    const isServed = ({ one, now, near }: JudgedCase) => (now >= high ? one.isFirst : near >= low && one.isAmongThree);
    const neither = UNKNOWNS.map((kind) => {
      const of = judged.filter(({ one }) => one.question.kind === kind);
      return share(
        count(of, ({ now, near }) => now < high && near < low),
        of.length,
      );
    });
    console.log(
      `  ${low.toFixed(2)}   ${share(count(answerable, isServed), answerable.length)}   ${neither.join('  ')}`,
    );
  }
}

const MAX_WRONG = 0.06;

/** Returns the lowest threshold at which at most 6 % of all questions are answered wrongly. */
function lowestSafeThreshold(judged: readonly JudgedCase[]): number {
  const wrong = judged.filter(({ one }) => !one.isFirst).map(({ now }) => now);
  wrong.sort((a, b) => b - a);
  return wrong[Math.floor(MAX_WRONG * judged.length)] ?? 0;
}

/**
 * Prints whether prompts contain the answering passages, by kind of question, in percent, and lists the questions where
 * they do not.
 */
export function printPrompts(prompted: readonly Prompted[]): void {
  console.log('the answering passages are in the prompt\n            in prompt  not asked  passages      n');
  const print = (name: string, of: readonly Prompted[]) => {
    const sizes = of.flatMap(({ passages }) => passages ?? []);
    const mean = sizes.reduce((sum, size) => sum + size, 0) / Math.max(1, sizes.length);
    console.log(
      `  ${name.padEnd(14)}${share(
        count(of, ({ holds }) => holds),
        of.length,
      )}      ` +
        `${share(
          count(of, ({ passages }) => passages === null),
          of.length,
        )}     ${mean.toFixed(1).padStart(5)}  ${String(of.length).padStart(5)}`,
    );
  };
  print('all', prompted);
  for (const [kind, of] of groupsOf(prompted, ({ kind }) => kind)) print(kind, of);
  for (const { kind, business, question, passages } of prompted.filter(({ holds }) => !holds)) {
    console.log(
      `  ${passages === null ? 'not asked' : 'not in prompt'}  ${kind}: ${question.replace(/\n/g, ' ')} (${business})`,
    );
  }
}
