import { type SQL, sql } from 'drizzle-orm';
import { type Db, readTenant, type Tenant } from '../../db/tenant.ts';
import { acceptedPhrasings, type PhrasingRow } from '../phrasings/load-phrasings.ts';
import type { Passage } from '../search/passage.ts';

/** A stored passage. */
export interface ChunkRow extends Omit<Passage, 'answer'> {
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

/** A trained version of a content that is not in use yet. */
export interface HeldVersion {
  contentId: string;
  version: number;
}

/** What to load. With `held`, that version replaces the one in use. */
export interface SegmentSource {
  state: ContextState;
  held?: HeldVersion;
}

/**
 * Reads what one context can answer from: the trained versions of its enabled contents, in the order of contents and
 * passages. `limit`, if given, is the maximum number of passages.
 */
export async function readRows(
  db: Db,
  tenant: Tenant,
  { state: { id: contextId, modelId }, held }: SegmentSource,
  limit?: number,
): Promise<readonly ChunkRow[]> {
  const versionInUse = held
    ? sql`case when c.id = ${held.contentId} then ${held.version} else c.trained_version end`
    : sql`c.trained_version`;
  // Between an edit and its training, the old question still counts; for `held`, the new one does.
  const question = sql`coalesce(c.answering->>'question', c.question)`;
  const shownQuestion = held ? sql`case when c.id = ${held.contentId} then c.question else ${question} end` : question;
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
          ${shownQuestion} as question,
          k.is_boilerplate as "isBoilerplate", k.analysis, ${vector}, case when k.ordinal = 0 then w.list end as phrasings
        from chunks k
          join contents c on c.account_id = k.account_id and c.id = k.content_id and ${versionInUse} = k.version
          left join ${acceptedPhrasings(tenant.accountId, contextId)} on w.content_id = k.content_id
          ${vectors}
        where k.account_id = ${tenant.accountId} and k.context_id = ${contextId} and c.enabled
        order by k.content_id, k.ordinal ${limitTo(limit)}`,
  );
  return all;
}

const limitTo = (limit: number | undefined): SQL => (limit === undefined ? sql`` : sql`limit ${limit}`);
