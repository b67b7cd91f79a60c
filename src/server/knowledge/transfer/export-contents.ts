import { type SQL, sql } from 'drizzle-orm';
import { batchesOf } from '../../../reading/batches.ts';
import type { Chunk } from '../../../reading/chunk.ts';
import { LINES_MAX } from '../../../shared/records.ts';
import { fileSlices } from '../../db/file-slices.ts';
import { type Db, readTenant, type Tenant } from '../../db/tenant.ts';
import type { Correction } from '../records/corrections.ts';
import type { BaseLine } from './format.ts';

/** A query each, so that a slow download holds no transaction open. */
const PAGE_ROWS = 50;
/** Read with the content; the others follow in pages. */
const FIRST_PASSAGES = 40;
const PASSAGE_ROWS = 200;

interface ExportedContent {
  id: string;
  type: 'FAQ' | 'LINK' | 'SITEMAP' | 'FILE';
  title: string;
  format: 'pdf' | 'txt' | 'doc' | 'docx';
  question: string;
  answer: string;
  url: string;
  fileName: string | null;
  enabled: boolean;
  weeklySync: boolean;
  digest: string | null;
  sitemap: string | null;
  phrasings: string[];
  corrections: Omit<Correction, 'key'>[] | null;
  byteCount: number;
  passageCount: number;
  passages: Chunk[];
}

const passagesFrom = (from: number, count: number): SQL => sql`
  (select coalesce(json_agg(case when k.is_from_picture
     then json_build_object('heading', k.heading, 'page', k.page, 'text', k.text, 'isFromPicture', true)
     else json_build_object('heading', k.heading, 'page', k.page, 'text', k.text) end order by k.ordinal), '[]')
   from chunks k where k.account_id = c.account_id and k.context_id = c.context_id and k.content_id = c.id
     and k.version = c.trained_version and k.ordinal >= ${from}::int and k.ordinal < ${from + count}::int)`;

const next = ({ accountId }: Tenant, contextId: string, isSitemap: boolean, after: string): SQL => sql`
  c.account_id = ${accountId} and c.context_id = ${contextId} and (c.type = 'SITEMAP') = ${isSitemap} and c.id > ${after}`;

/** Instead of passages: it exists only until it is trained. */
const pageQuery = (where: SQL): SQL => sql`
  select c.id, c.type, c.title, c.format, c.question, c.answer, c.url, c.file_name as "fileName", c.enabled,
    c.weekly_sync as "weeklySync", c.digest, s.url as sitemap,
    (select coalesce(json_agg(p.text order by p.id), '[]') from phrasings p
     where p.account_id = c.account_id and p.content_id = c.id and p.state = 'accepted') as phrasings,
    (select json_agg(json_build_object('heading', r.heading, 'line', r.line, 'text', r.text, 'isUsed', r.is_used)
       order by r.key)
     from record_corrections r where r.account_id = c.account_id and r.content_id = c.id) as corrections,
    coalesce(octet_length(f.bytes), 0) as "byteCount",
    case when f.bytes is null then (select count(*)::int from chunks k where k.account_id = c.account_id
      and k.context_id = c.context_id and k.content_id = c.id and k.version = c.trained_version) else 0 end as "passageCount",
    case when f.bytes is null then ${passagesFrom(0, FIRST_PASSAGES)} else '[]' end as passages
  from contents c
    left join contents s on s.account_id = c.account_id and s.id = c.sitemap_id and s.context_id = c.context_id
    left join content_files f on f.account_id = c.account_id and f.content_id = c.id
  where ${where} order by c.id limit ${PAGE_ROWS}`;

function lineOf(row: ExportedContent): BaseLine {
  const { type, title, url, enabled, weeklySync, phrasings, digest, sitemap, passages, passageCount } = row;
  const corrections = row.corrections?.slice(0, LINES_MAX);
  const text = { digest, phrasings, passages, passageCount, ...(corrections && { corrections }) };
  if (type === 'FAQ') return { kind: 'faq', question: row.question, answer: row.answer, enabled, phrasings };
  if (type === 'SITEMAP') return { kind: 'sitemap', title, url, enabled, weeklySync };
  if (type === 'LINK') return { kind: 'page', title, url, enabled, weeklySync, sitemap, ...text };
  const { fileName, format, byteCount } = row;
  return { kind: 'file', title, fileName: fileName ?? title, format, enabled, byteCount, ...text };
}

async function* restOf(db: Db, tenant: Tenant, row: ExportedContent): AsyncGenerator<BaseLine> {
  for (let from = FIRST_PASSAGES; from < row.passageCount; from += PASSAGE_ROWS) {
    const [found] = await readTenant<{ passages: Chunk[] }>(
      db,
      tenant,
      sql`select ${passagesFrom(from, PASSAGE_ROWS)} as passages from contents c
          where c.account_id = ${tenant.accountId} and c.id = ${row.id}`,
    );
    // A content that is deleted or trained again meanwhile stays incomplete; the import refuses it by its line.
    if (!found || found.passages.length === 0) return;
    for (const passages of batchesOf(found.passages, ({ text }) => text.length)) yield { kind: 'passages', passages };
  }
  if (row.byteCount === 0) return;
  for await (const slice of fileSlices(db, tenant, row.id)) yield { kind: 'bytes', base64: slice.toString('base64') };
}

/** Sitemaps before their pages. Memory does not grow with the base. The tenant must be allowed to see the context. */
export async function* exportContents(db: Db, tenant: Tenant, contextId: string): AsyncGenerator<BaseLine> {
  for (const isSitemap of [true, false]) {
    let after = '00000000-0000-0000-0000-000000000000';
    for (;;) {
      const rows: ExportedContent[] = await readTenant<ExportedContent>(
        db,
        tenant,
        pageQuery(next(tenant, contextId, isSitemap, after)),
      );
      for (const row of rows) {
        yield lineOf(row);
        yield* restOf(db, tenant, row);
      }
      if (rows.length < PAGE_ROWS) break;
      after = rows.at(-1)!.id;
    }
  }
}
