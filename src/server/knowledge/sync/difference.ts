import { and, eq } from 'drizzle-orm';
import { chunks, type contents } from '../../db/tables.ts';
import { type Db, tenant, withTenant } from '../../db/tenant.ts';

export interface DifferenceLine {
  kind: 'same' | 'gone' | 'new';
  text: string;
}

/** Lines of a difference that are stored, and how much of each. */
const MAX_LINES = 400;
const MAX_CHARS = 500;
/** Unchanged lines shown around a change. */
const AROUND = 2;
/** Cells of the table that the comparison fills: beyond that, what lies between the ends counts as wholly new. */
const MAX_CELLS = 4_000_000;

/** The lines of a text in passages, each heading before what stands below it. */
export function linesOf(passages: readonly { heading: string | null; text: string }[]): string[] {
  const lines: string[] = [];
  let heading: string | null = null;
  for (const passage of passages) {
    if (passage.heading && passage.heading !== heading) lines.push(passage.heading);
    heading = passage.heading;
    lines.push(...passage.text.split('\n').filter((line) => line.trim() !== ''));
  }
  return lines;
}

/** The lines of what answers now for a content. */
export async function readLines(
  db: Db,
  { accountId, id, trainedVersion }: Pick<typeof contents.$inferSelect, 'accountId' | 'id' | 'trainedVersion'>,
): Promise<string[]> {
  if (trainedVersion === null) return [];
  const rows = await withTenant(db, tenant(accountId, 'all'), (tx) =>
    tx
      .select({ heading: chunks.heading, text: chunks.text })
      .from(chunks)
      .where(and(eq(chunks.accountId, accountId), eq(chunks.contentId, id), eq(chunks.version, trainedVersion)))
      .orderBy(chunks.ordinal),
  );
  return linesOf(rows);
}

/** What went and what came between two texts, with a little of what stayed around it. */
export function differenceOf(before: readonly string[], after: readonly string[]): DifferenceLine[] {
  const least = Math.min(before.length, after.length);
  let head = 0;
  while (head < least && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < least - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const lines: DifferenceLine[] = [
    ...before.slice(0, head).map(same),
    ...compare(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...before.slice(before.length - tail).map(same),
  ];
  const changes = lines.map(({ kind }) => kind !== 'same');
  return lines
    .filter((_, at) => changes.slice(Math.max(0, at - AROUND), at + AROUND + 1).includes(true))
    .slice(0, MAX_LINES)
    .map(({ kind, text }) => ({ kind, text: text.slice(0, MAX_CHARS).toWellFormed() }));
}

const same = (text: string): DifferenceLine => ({ kind: 'same', text });
const gone = (text: string): DifferenceLine => ({ kind: 'gone', text });
const fresh = (text: string): DifferenceLine => ({ kind: 'new', text });

/** Longest common subsequence, by lines. */
function compare(before: readonly string[], after: readonly string[]): DifferenceLine[] {
  if (before.length * after.length > MAX_CELLS) return [...before.map(gone), ...after.map(fresh)];
  const width = after.length + 1;
  const common = new Uint32Array((before.length + 1) * width);
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--)
      common[i * width + j] =
        before[i] === after[j]
          ? common[(i + 1) * width + j + 1]! + 1
          : Math.max(common[(i + 1) * width + j]!, common[i * width + j + 1]!);
  const lines: DifferenceLine[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      lines.push(same(before[i++]!));
      j++;
    } else if (j === after.length || (i < before.length && common[(i + 1) * width + j]! >= common[i * width + j + 1]!))
      lines.push(gone(before[i++]!));
    else lines.push(fresh(after[j++]!));
  }
  return lines;
}
