import { type SQL, sql } from 'drizzle-orm';
import { runInSlices } from '../../../search/slices.ts';
import { type Db, readTenant, type Tenant } from '../../db/tenant.ts';
import { type ChunkRow, withCorrections } from './with-corrections.ts';

/** `modelId`: the embedding model in use, if any. */
export interface ContextState {
  id: string;
  version: number;
  modelId: string | null;
}

export interface HeldVersion {
  contentId: string;
  version: number;
}

/** `held` replaces the version in use. */
export interface SegmentSource {
  db: Db;
  tenant: Tenant;
  state: ContextState;
  held?: HeldVersion;
}

const read = <T>({ db, tenant }: SegmentSource, query: SQL): Promise<T[]> => readTenant<T>(db, tenant, query);
const ofContext = ({ tenant, state }: SegmentSource): SQL =>
  sql`account_id = ${tenant.accountId} and context_id = ${state.id}`;

type IdCondition = (id: SQL) => SQL;

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const between =
  (from: string, to: string): IdCondition =>
  (id) =>
    sql`${id} >= ${from} and ${id} < ${to}`;
/** One parameter, so that the statement, and with it its plan, is the same for any number of ids. */
const among =
  (ids: readonly string[]): IdCondition =>
  (id) =>
    sql`${id} = any(${sql.param(ids)}::uuid[])`;

export async function hasMorePassages(source: SegmentSource, limit: number): Promise<boolean> {
  const some = sql`select 1 from chunks where ${ofContext(source)} limit ${limit + 1}`;
  const [row] = await read<{ count: number }>(source, sql`select count(*)::int as count from (${some}) as k`);
  return row!.count > limit;
}

/** Trained versions of enabled contents, in order, with corrections. `contentIds`: only of these. */
export const readRows = async (source: SegmentSource, contentIds?: readonly string[]): Promise<ChunkRow[]> =>
  runInSlices(withCorrections(await read<ChunkRow>(source, rowsQuery(source, contentIds && among(contentIds)))));

/** After a version, with how many passages they have stored; null if not known. */
export async function readChanges(
  source: SegmentSource,
  after: number,
): Promise<{ contentIds: readonly string[]; passages: number } | null> {
  const { version } = source.state;
  const [found] = await read<{ versions: number; contentIds: string[]; passages: number }>(
    source,
    sql`with changes as (
          select content_ids from knowledge_changes
          where ${ofContext(source)} and version > ${after} and version <= ${version}),
        ids as (select distinct unnest(content_ids) as id from changes)
        select (select count(*)::int from changes) as versions,
          (select coalesce(array_agg(id), '{}') from ids) as "contentIds",
          (select count(*)::int from chunks where ${ofContext(source)} and content_id in (select id from ids)) as passages`,
  );
  return found!.versions === version - after ? found! : null;
}

/** For answers: all, or among `contentIds`. */
export async function readUsable(source: SegmentSource, contentIds?: readonly string[]): Promise<Set<string>> {
  const rows = await read<{ id: string }>(
    source,
    sql`select id from contents where ${ofContext(source)} and enabled and trained_version is not null
          and ${contentIds ? among(contentIds)(sql`id`) : sql`true`}`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** In order. One query reads all of a content, so versions never mix. Without records: only small bases use them. */
export async function pageQueries(source: SegmentSource, perPage: number): Promise<SQL[]> {
  const ends = await read<{ id: string }>(
    source,
    sql`select distinct content_id as id
        from (select content_id, row_number() over (order by content_id) as number from chunks
              where ${ofContext(source)}) as k
        where number % ${perPage} = 0 order by 1`,
  );
  const bounds = [FIRST_ID, ...ends.map(({ id }) => id), LAST_ID];
  return bounds.slice(1).map((to, at) => rowsQuery(source, between(bounds[at]!, to), sql`null as records`));
}

function rowsQuery(
  { tenant: { accountId }, state: { id: contextId, modelId }, held }: SegmentSource,
  matches: IdCondition = between(FIRST_ID, LAST_ID),
  records = sql`k.records`,
): SQL {
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
  // On tables without statistics, as after an import, the planner would join sets by comparing all of their rows. So each
  // row is looked up by an index; `order by p.key` makes it the one of the content's phrasings.
  return sql`select k.content_id as "contentId", k.ordinal, c.title, k.heading, k.page, c.url, k.text,
          ${shownQuestion} as question,
          k.is_boilerplate as "isBoilerplate", k.is_from_picture as "isFromPicture", k.analysis, ${vector}, ${records},
          case when k.ordinal = 0 then (
            select json_agg(json_build_object('text', p.text, 'digest', p.passage_digest) order by p.key) from phrasings p
            where p.account_id = k.account_id and p.content_id = k.content_id and p.state = 'accepted') end as phrasings,
          case when k.ordinal = 0 then (
            select json_agg(json_build_object(
              'key', r.key, 'heading', r.heading, 'line', r.line, 'text', r.text, 'isUsed', r.is_used) order by r.key)
            from record_corrections r where r.account_id = k.account_id and r.content_id = k.content_id) end as corrections
        from chunks k
          join contents c on c.account_id = k.account_id and c.id = k.content_id and ${versionInUse} = k.version
          ${vectors}
        where k.account_id = ${accountId} and k.context_id = ${contextId} and ${matches(sql`k.content_id`)} and c.enabled
        order by k.content_id, k.ordinal`;
}
