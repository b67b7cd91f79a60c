import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { runInSlices, type Steps } from '../../../search/slices.ts';
import { UNDERSTOOD_KINDS } from '../../../shared/constants.ts';
import { type LineCorrection, LINES_MAX, type UnderstoodLine, type UnderstoodLines } from '../../../shared/records.ts';
import { chunks, contents, recordCorrections } from '../../db/schema/knowledge.ts';
import { type Db, readTenant, type Tenant, type Tx, withTenant } from '../../db/tenant.ts';
import { mergeChange, versionOf } from '../../resource/versions.ts';
import { notFound } from '../../runtime/api-error.ts';
import { assertContent, contentAt, lockContent } from '../contents/contents.ts';
import { bumpKnowledge } from '../contexts.ts';
import { type ContentLine, type Correction, linesIn, mustBeConfirmed, placeCorrections } from './corrections.ts';
import { describeLine } from './describe-line.ts';

type PassageRow = Pick<typeof chunks.$inferSelect, 'heading' | 'page' | 'text' | 'isFromPicture'>;

interface Entry {
  line: Pick<ContentLine, 'key' | 'heading' | 'line'>;
  page: number | null;
  correction: Correction | undefined;
  isGone: boolean;
  isFromPicture: boolean;
}

/** Without facts that all pages of a site repeat. */
const passagesOf = (tenant: Tenant, id: string): SQL => sql`
  select ${chunks.heading}, ${chunks.page}, ${chunks.text}, ${chunks.isFromPicture} as "isFromPicture"
  from ${contents} join ${chunks} on ${chunks.accountId} = ${contents.accountId}
    and ${chunks.contentId} = ${contents.id} and ${chunks.version} = ${contents.trainedVersion}
  where ${contentAt(tenant, id)} and not ${chunks.isBoilerplate} order by ${chunks.ordinal}`;

const correctionsOf = ({ accountId }: Tenant, id: string): SQL => sql`
  select key, heading, line, text, is_used as "isUsed" from record_corrections
  where account_id = ${accountId} and content_id = ${id} order by created_at, key`;

/** Each once, and the corrections that belong to none. */
function* entriesOf(passages: readonly PassageRow[], corrections: readonly Correction[]): Steps<Entry[]> {
  const lines = yield* linesIn(passages);
  const placed = placeCorrections(lines, corrections);
  const entries = new Map<string, Entry>();
  for (const line of lines) {
    const correction = placed.get(line);
    const { page, isFromPicture: isPicture } = passages[line.passage]!;
    const isFromPicture = isPicture && mustBeConfirmed(line);
    if (correction || !entries.has(line.key))
      entries.set(line.key, { line, page, correction, isGone: false, isFromPicture });
  }
  const found = new Set(placed.values());
  const gone = corrections.filter((correction) => !found.has(correction));
  return [
    ...gone.map((correction) => ({ line: correction, page: null, correction, isGone: true, isFromPicture: false })),
    ...entries.values(),
  ];
}

const editedValues = (correction: Correction | undefined) => ({
  text: correction?.text ?? null,
  isUsed: correction?.isUsed ?? true,
});

/** Null if nothing is read from it and nobody has changed it. */
function showEntry({
  line: { key, heading, line },
  page,
  correction,
  isGone,
  isFromPicture,
}: Entry): UnderstoodLine | null {
  const values = editedValues(correction);
  const described = describeLine(values.text ?? line);
  if (!described && !correction && !isFromPicture) return null;
  const isSame = !correction || correction.key === key;
  return {
    id: key,
    kind: (described ?? describeLine(line))?.kind ?? null,
    heading,
    page,
    line,
    understood: described?.understood ?? [],
    ...values,
    isFromPicture,
    isConfirmed: isFromPicture && correction !== undefined,
    state: isGone ? 'gone' : isSame ? 'same' : 'changed',
    version: versionOf(values),
  };
}

function* showSteps(passages: readonly PassageRow[], corrections: readonly Correction[]): Steps<UnderstoodLines> {
  const data: UnderstoodLine[] = [];
  let unconfirmed = 0;
  for (const entry of yield* entriesOf(passages, corrections)) {
    yield;
    const shown = showEntry(entry);
    if (!shown) continue;
    if (isOpen(shown)) unconfirmed += 1;
    data.push(shown);
  }
  // What waits for a person comes first where not all is listed.
  const first = data.length > LINES_MAX ? data.toSorted((a, b) => Number(isOpen(b)) - Number(isOpen(a))) : data;
  return { data: sortByKind(first.slice(0, LINES_MAX)), hasMore: data.length > LINES_MAX, unconfirmed };
}

const isOpen = ({ isFromPicture, isConfirmed }: UnderstoodLine) => isFromPicture && !isConfirmed;

function sortByKind(lines: readonly UnderstoodLine[]): UnderstoodLine[] {
  const rank = ({ kind }: UnderstoodLine) => (kind ? UNDERSTOOD_KINDS.indexOf(kind) : UNDERSTOOD_KINDS.length);
  return lines.toSorted((a, b) => rank(a) - rank(b));
}

/** By kind, with lines that people have changed; at most `LINES_MAX`. Throws `ApiError` `not_found`. */
export async function readUnderstood(db: Db, tenant: Tenant, id: string): Promise<UnderstoodLines> {
  await assertContent(db, tenant, id);
  const passages = await readTenant<PassageRow>(db, tenant, passagesOf(tenant, id));
  const corrections = await readTenant<Correction>(db, tenant, correctionsOf(tenant, id));
  return runInSlices(showSteps(passages, corrections));
}

async function entriesIn(tx: Tx, tenant: Tenant, id: string): Promise<Entry[]> {
  const passages = await tx.execute<PassageRow & Record<string, unknown>>(passagesOf(tenant, id));
  const corrections = await tx.execute<Correction & Record<string, unknown>>(correctionsOf(tenant, id));
  return runInSlices(entriesOf(passages.rows, corrections.rows));
}

/** Null if the line says that already. A confirmed line from a picture has one that changes nothing. */
function correctionFor(
  { key, heading, line }: Entry['line'],
  { text: typed, isUsed }: ReturnType<typeof editedValues>,
  isConfirmed: boolean,
): Correction | null {
  const text = typed?.replace(/\s+/g, ' ').trim().toWellFormed() ?? null;
  const correction = { key, heading, line, text: text === line ? null : text, isUsed };
  return correction.text === null && isUsed && !isConfirmed ? null : correction;
}

/** From the next question on. Throws `ApiError` `not_found`, also for a FAQ, which is edited; `changed_meanwhile`. */
export async function correctLine(
  db: Db,
  tenant: Tenant,
  { id, line: key }: { id: string; line: string },
  { isConfirmed, ...change }: LineCorrection,
): Promise<UnderstoodLine> {
  return withTenant(db, tenant, async (tx) => {
    const content = await lockContent(tx, tenant, id);
    const { accountId } = tenant;
    const entry = (await entriesIn(tx, tenant, id)).find(({ line }) => line.key === key);
    const row = entry && showEntry(entry);
    if (!row || content.type === 'FAQ') throw notFound();
    const values = editedValues(entry.correction);
    const merged = await mergeChange(tx, { accountId, id, actions: ['contents_edit'], values, row }, change);
    const correction = correctionFor(entry.line, { ...values, ...merged }, isConfirmed === true && entry.isFromPicture);
    const replaced = inArray(recordCorrections.key, [key, entry.correction?.key ?? key]);
    const own = and(eq(recordCorrections.accountId, accountId), eq(recordCorrections.contentId, id));
    await tx.delete(recordCorrections).where(and(own, replaced));
    if (correction) await tx.insert(recordCorrections).values({ accountId, contentId: id, ...correction });
    await bumpKnowledge(tx, accountId, [content]);
    return showEntry({ ...entry, correction: correction ?? undefined }) ?? { ...row, ...editedValues(undefined) };
  });
}

/** Numbers from pictures; from the next question on. Throws `ApiError` `not_found`. */
export async function confirmLines(db: Db, tenant: Tenant, id: string): Promise<void> {
  await withTenant(db, tenant, async (tx) => {
    const content = await lockContent(tx, tenant, id);
    const { accountId } = tenant;
    const entries = await entriesIn(tx, tenant, id);
    const open = entries.filter(({ isFromPicture, correction }) => isFromPicture && !correction);
    if (open.length === 0) return;
    const confirmed = open.map(({ line }) => correctionFor(line, editedValues(undefined), true)!);
    await tx.insert(recordCorrections).values(confirmed.map((one) => ({ accountId, contentId: id, ...one })));
    await bumpKnowledge(tx, accountId, [content]);
  });
}
