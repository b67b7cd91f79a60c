import { setImmediate } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import { findContextsUsedLast } from '../db/due-work.ts';
import { type Db, readTenant, type Tenant, tenant } from '../db/tenant.ts';
import { runInSlices, type Steps } from '../runtime/slices.ts';
import { factsSteps } from './facts/passage-facts.ts';
import { acceptedPhrasings, type PhrasingRow, withPhrasings } from './phrasings/load-phrasings.ts';
import { analysePassage, isCurrentAnalysis } from './search/analyse.ts';
import { prepareCloseReading } from './search/close/read-closely.ts';
import type { Passage } from './search/passage.ts';
import { type AnalysedPassage, type Segment, segmentSteps } from './search/segment.ts';
import { layOutVectors } from './search/vectors.ts';

/** Memory budget for loaded segments, per process. */
const CACHE_BYTES = 256 * 1024 * 1024;

interface ChunkRow {
  contentId: string;
  ordinal: number;
  title: string;
  heading: string | null;
  page: number | null;
  url: string | null;
  text: string;
  question: string | null;
  isBoilerplate: boolean;
  analysis: Buffer;
  /** The passage's embedding, by the model in use in the context. */
  vector: Buffer | null;
  /** The content's phrasings; set on its first passage only. */
  phrasings: PhrasingRow[] | null;
}

/** The version of a context's knowledge. `modelId`: the embedding model in use in the context, if any. */
export interface ContextState {
  id: string;
  version: number;
  modelId: string | null;
}

/** Where to search: the account and the chain of contexts, with the requested context last. */
export interface SearchScope {
  tenant: Tenant;
  /** Dotted context ids, root first. */
  inheritance: string;
}

/** Loaded segments, least recently used first. The first ones are evicted when the total exceeds the budget. */
const loaded = new Map<string, { version: number; segment: Promise<Segment>; bytes: number }>();

const bytesLoaded = (): number => [...loaded.values()].reduce((sum, entry) => sum + entry.bytes, 0);

/** Returns the number of loaded segments and their bytes. */
export const loadedBases = () => ({ count: loaded.size, bytes: bytesLoaded() });

function evictDownTo(limit: number): void {
  let bytes = bytesLoaded();
  for (const [key, entry] of loaded) {
    if (bytes <= limit) return;
    loaded.delete(key);
    bytes -= entry.bytes;
  }
}

/** A trained version of a content that is not in use yet. */
interface HeldVersion {
  contentId: string;
  version: number;
}

/**
 * Loads what one context can answer from: the trained versions of its enabled contents. With `held`, that version
 * replaces the one in use.
 */
async function loadSegment(
  db: Db,
  tenant: Tenant,
  { id: contextId, modelId }: ContextState,
  held?: HeldVersion,
): Promise<Segment> {
  const versionInUse = held
    ? sql`case when c.id = ${held.contentId} then ${held.version} else c.trained_version end`
    : sql`c.trained_version`;
  // Between an edit and its training, the old question still counts; for `held`, the new one does.
  const question = sql`coalesce(c.answering->>'question', c.question)`;
  const asked = held ? sql`case when c.id = ${held.contentId} then c.question else ${question} end` : question;
  // Skips the embeddings table when no model is in use: saves a tenth of the first question's waiting time.
  const vector = modelId ? sql`e.vector` : sql`null as vector`;
  const vectors = modelId
    ? sql`left join chunk_embeddings e on e.account_id = k.account_id and e.context_id = k.context_id
            and e.content_id = k.content_id and e.version = k.version and e.ordinal = k.ordinal
            and e.model_id = ${modelId}`
    : sql``;
  const all = await readTenant<ChunkRow>(
    db,
    tenant,
    sql`select k.content_id as "contentId", k.ordinal, c.title, k.heading, k.page, c.url, k.text,
          ${asked} as question,
          k.is_boilerplate as "isBoilerplate", k.analysis, ${vector}, case when k.ordinal = 0 then w.list end as phrasings
        from chunks k
          join contents c on c.account_id = k.account_id and c.id = k.content_id and ${versionInUse} = k.version
          left join ${acceptedPhrasings(tenant.accountId, contextId)} on w.content_id = k.content_id
          ${vectors}
        where k.account_id = ${tenant.accountId} and k.context_id = ${contextId} and c.enabled
        order by k.content_id, k.ordinal`,
  );
  const rows = withoutRepeatedBoilerplate(all);
  const analysed = await runInSlices(analysedSteps(rows));
  const phrasings = rows.flatMap(({ contentId, phrasings }) => (phrasings ? [[contentId, phrasings] as const] : []));
  const plain = withPhrasings(await runInSlices(segmentSteps(analysed)), analysed, new Map(phrasings));
  const segment = modelId ? withVectors(plain, modelId, rows) : plain;
  await runInSlices(factsSteps(segment));
  return segment;
}

/** Keeps the facts that several pages repeat in their footers once: with the page of the shortest address. */
function withoutRepeatedBoilerplate(rows: readonly ChunkRow[]): readonly ChunkRow[] {
  const repeated = rows.filter(({ isBoilerplate }) => isBoilerplate);
  const byAddress = repeated.sort((a, b) => (a.url?.length ?? 0) - (b.url?.length ?? 0));
  const kept = new Set(new Map(byAddress.toReversed().map((row) => [row.text, row])).values());
  return rows.filter((row) => !row.isBoilerplate || kept.has(row));
}

/** Returns the passages with their analyses. Analyses of an earlier version are made again. */
function* analysedSteps(rows: readonly ChunkRow[]): Steps<AnalysedPassage[]> {
  const analysed: AnalysedPassage[] = [];
  for (const { analysis, vector: _, phrasings: __, ...row } of rows) {
    // A FAQ is found by its question alone, so its title is left out. The answer is the chunk's text, because the row
    // may already hold an edit that is not trained.
    const isFaq = row.question !== null;
    const passage: Passage = { ...row, title: isFaq ? '' : row.title, answer: isFaq ? row.text : null };
    analysed.push({ passage, analysis: isCurrentAnalysis(analysis) ? analysis : analysePassage(passage) });
    yield;
  }
  return analysed;
}

const passageKey = ({ contentId, ordinal }: Pick<ChunkRow, 'contentId' | 'ordinal'>) => `${contentId}:${ordinal}`;

/** Returns the segment with the embeddings of its passages, in the order of `segment.passages`. */
function withVectors(segment: Segment, modelId: string, rows: readonly ChunkRow[]): Segment {
  const byPassage = new Map(rows.map((row) => [passageKey(row), row.vector]));
  const vectors = layOutVectors(
    modelId,
    segment.passages.map((passage) => {
      const bytes = byPassage.get(passageKey(passage));
      return bytes ? new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength) : null;
    }),
  );
  return vectors ? { ...segment, vectors, byteSize: segment.byteSize + vectors.data.byteLength } : segment;
}

function segmentOf(db: Db, tenant: Tenant, state: ContextState): Promise<Segment> {
  const { id, version } = state;
  const key = `${tenant.accountId}:${id}`;
  const cached = loaded.get(key);
  loaded.delete(key);
  if (cached?.version === version) {
    loaded.set(key, cached);
    return cached.segment;
  }
  const entry = { version, bytes: 0, segment: loadSegment(db, tenant, state) };
  loaded.set(key, entry);
  entry.segment.then(
    ({ byteSize }) => {
      entry.bytes = byteSize;
      evictDownTo(CACHE_BYTES);
    },
    () => loaded.delete(key),
  );
  return entry.segment;
}

/**
 * Returns the segments to search, root context first. Reads their versions on every question, so that contents disabled
 * or deleted before the question are never used, on any node. With `held`, searches as if that version were in use.
 */
export async function openBase(
  db: Db,
  { tenant, inheritance }: SearchScope,
  held?: HeldVersion & { contextId: string },
): Promise<Segment[]> {
  const versions = await readTenant<ContextState>(db, tenant, contextStatesQuery({ tenant, inheritance }));
  return openBaseAt(db, { tenant, inheritance }, versions, held);
}

/** Returns the query for the versions of the contexts to search. */
export const contextStatesQuery = ({ tenant, inheritance }: SearchScope): SQL =>
  sql`select id, knowledge_version as version, embedding_model_id as "modelId" from contexts
      where account_id = ${tenant.accountId} and id in ${inheritance.split('.')}`;

/** Returns the segments to search at versions that were read at this question. */
export function openBaseAt(
  db: Db,
  { tenant, inheritance }: SearchScope,
  versions: readonly ContextState[],
  held?: HeldVersion & { contextId: string },
): Promise<Segment[]> {
  const order = inheritance.split('.').flatMap((id) => versions.filter((row) => row.id === id));
  const open = (state: ContextState) =>
    state.id === held?.contextId ? loadSegment(db, tenant, state, held) : segmentOf(db, tenant, state);
  return Promise.all(order.map(open));
}

/**
 * Loads the segments of the most recently used contexts, so that their first question after a start does not wait.
 * Loads up to `limit` contexts, and at most half of the memory budget. Works on one context at a time and yields in
 * between, so that questions are served meanwhile; they share a load in progress. Returns the number of contexts
 * loaded. Rejects when the database fails.
 */
export async function warmBases(db: Db, limit: number, signal?: AbortSignal): Promise<number> {
  const recent = await findContextsUsedLast(db, limit);
  prepareCloseReading();
  let count = 0;
  for (const { accountId, inheritance } of recent) {
    if (signal?.aborted || bytesLoaded() > CACHE_BYTES / 2) break;
    await openBase(db, { tenant: tenant(accountId, 'all'), inheritance });
    count++;
    await setImmediate();
  }
  return count;
}
