import type { TextRun } from './pdf-page.ts';

/** Printed several times with a small offset, which looks bold. */
export function withoutOverprints<R extends TextRun>(runs: R[]): R[] {
  const groups: R[][] = [];
  for (const run of runs) {
    const open = groups.at(-1);
    if (open && overlaps(open.at(-1)!, run)) open.push(run);
    else groups.push([run]);
  }
  return groups.flatMap((group) => mergeCopies(group));
}

const overlaps = (before: TextRun, run: TextRun) =>
  Math.abs(run.y - before.y) < 0.1 * run.size &&
  Math.abs(run.size - before.size) < 0.5 &&
  run.x0 >= before.x0 &&
  run.x0 < before.x1 - 0.15 * run.size;

/** In font sizes; below it, copies are on top of each other. */
const OVERPRINTED_WIDTH = 0.38;
const COPIES = [4, 3, 2].map((count) => ({
  all: new RegExp(`^(?:(\\S)\\1{${count - 1}}|\\s+)+$`, 'u'),
  one: new RegExp(`(\\S)\\1{${count - 1}}`, 'gu'),
}));

function mergeCopies<R extends TextRun>(group: R[]): R[] {
  const text = group.map((run) => run.text).join('');
  const first = group[0]!;
  const x1 = Math.max(...group.map((run) => run.x1));
  if (text.length < 4 || (x1 - first.x0) / (text.length * first.size) > OVERPRINTED_WIDTH) return group;
  const copies = COPIES.find(({ all }) => all.test(text));
  return copies ? [{ ...first, text: text.replace(copies.one, '$1'), x1 }] : group;
}

const SPACED = /^\p{L}(?: \p{L})+$/u;
/** Letters that are surely one word. Fewer are one beside another such word. */
const SPACED_MIN = 4;
const isSpaced = (run: TextRun | undefined, letters: number) =>
  run !== undefined && SPACED.test(run.text) && run.text.length >= 2 * letters - 1;

/** Joins the letters of spaced words: `H O R Á R I O`. */
export function withoutLetterSpaces<R extends TextRun>(runs: R[]): R[] {
  return runs.map((run, at) => {
    const isWord =
      isSpaced(run, SPACED_MIN) ||
      (isSpaced(run, 2) && (isSpaced(runs[at - 1], SPACED_MIN) || isSpaced(runs[at + 1], SPACED_MIN)));
    return isWord ? { ...run, text: run.text.replaceAll(' ', '') } : run;
  });
}

const CENTS = /^([.,]?)(\d{2})(?!\d)/;
const BUCKET = 16;

/** Puts small raised cents on the line of their amount, after a comma: `R$ 79` and `90`. */
export function lowerCents<R extends TextRun>(runs: R[]): R[] {
  const amounts = Map.groupBy(
    runs.filter((run) => /\d$/.test(run.text)),
    (run) => Math.floor(run.x1 / BUCKET),
  );
  return runs.map((run) => {
    if (!CENTS.test(run.text)) return run;
    const at = Math.floor(run.x0 / BUCKET);
    const near = [at - 1, at, at + 1].flatMap((bucket) => amounts.get(bucket) ?? []);
    const amount = near.find((other) => standsOn(run, other));
    if (!amount) return run;
    const text = run.text.replace(CENTS, (_, comma: string, cents: string) => `${comma || ','}${cents}`);
    return { ...run, text, y: amount.y, spaced: false, x0: amount.x1 };
  });
}

function standsOn(cents: TextRun, amount: TextRun): boolean {
  const raised = amount.y - cents.y;
  const gap = cents.x0 - amount.x1;
  const isSmall = cents.size <= 0.75 * amount.size;
  return (
    isSmall &&
    raised > 0.1 * amount.size &&
    raised < 0.9 * amount.size &&
    gap > -0.1 * amount.size &&
    gap < 0.5 * amount.size
  );
}
