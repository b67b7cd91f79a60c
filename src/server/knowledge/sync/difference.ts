import { diffArrays } from 'diff';
import { and, eq } from 'drizzle-orm';
import { chunks, type contents } from '../../db/schema/knowledge.ts';
import { type Db, tenant, withTenant } from '../../db/tenant.ts';

export interface DifferenceLine {
  kind: 'same' | 'gone' | 'new';
  text: string;
}

/** Maximum number of stored lines, and characters per line. */
const MAX_LINES = 400;
const MAX_CHARS = 500;
/** Unchanged lines shown around a change. */
const CONTEXT_LINES = 2;
/** Texts with more changed lines are treated as completely different: the comparison takes quadratic time. */
const MAX_CHANGES = 600;

/** Returns the lines of a text, with each heading before the text below it. */
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

/** Returns the lines of the content's version in use. */
export async function readTrainedLines(
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

/** Returns the removed and added lines between two texts, with a few unchanged ones around them. */
export function differenceOf(before: readonly string[], after: readonly string[]): DifferenceLine[] {
  const parts = diffArrays([...before], [...after], { maxEditLength: MAX_CHANGES });
  const lines = parts
    ? parts.flatMap(({ value, added, removed }) => value.map(added ? addedLine : removed ? removedLine : sameLine))
    : [...before.map(removedLine), ...after.map(addedLine)];
  const changes = lines.map(({ kind }) => kind !== 'same');
  return lines
    .filter((_, at) => changes.slice(Math.max(0, at - CONTEXT_LINES), at + CONTEXT_LINES + 1).includes(true))
    .slice(0, MAX_LINES)
    .map(({ kind, text }) => ({ kind, text: text.slice(0, MAX_CHARS).toWellFormed() }));
}

const sameLine = (text: string): DifferenceLine => ({ kind: 'same', text });
const removedLine = (text: string): DifferenceLine => ({ kind: 'gone', text });
const addedLine = (text: string): DifferenceLine => ({ kind: 'new', text });
