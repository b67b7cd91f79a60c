import { and, eq, inArray, isNull, or, type SQL } from 'drizzle-orm';
import { questionKey } from '../../../reading/faq-sheet/read-sheet.ts';
import { contents } from '../../db/schema/knowledge.ts';
import type { Tenant, Tx } from '../../db/tenant.ts';
import { rowsOf } from '../../resource/scope.ts';
import { type ContentRow, contentsSource } from '../contents/contents.ts';
import { knownFaqs } from '../contents/known.ts';
import type { FaqLine, FileLine, PageLine, SitemapLine } from './format.ts';

export type ContentItem = FaqLine | PageLine | SitemapLine | (FileLine & { bytes: Buffer });

const TYPE_OF = { faq: 'FAQ', page: 'LINK', sitemap: 'SITEMAP', file: 'FILE' } as const;
type Keyed = Pick<ContentRow, 'type'> & Partial<Pick<ContentRow, 'url' | 'digest' | 'fileName' | 'question'>>;

export const keyOfItem = (item: ContentItem): string => keyOf({ ...item, type: TYPE_OF[item.kind] });

/** A question, whatever its case and accents; an address; a file's bytes, or its name without them. */
function keyOf({ type, url, digest, fileName, question }: Keyed): string {
  if (type === 'FAQ') return `FAQ ${questionKey(question ?? '')}`;
  if (type === 'FILE') return digest ? `FILE ${digest}` : `FILE named ${fileName}`;
  return `${type} ${url}`;
}

/** By key, also files of contexts it inherits from. Locks the context's own in the order of their ids. */
export async function findExisting(
  tx: Tx,
  tenant: Tenant,
  { contextId, inheritance }: { contextId: string; inheritance: string },
  items: readonly ContentItem[],
): Promise<Map<string, ContentRow>> {
  const urls = items.flatMap((item) => (item.kind === 'page' || item.kind === 'sitemap' ? [item.url] : []));
  const files = items.filter((item) => item.kind === 'file');
  const digests = files.flatMap(({ digest }) => digest ?? []);
  const names = files.flatMap(({ digest, fileName }) => (digest ? [] : [fileName]));
  const asked = items.filter((item) => item.kind === 'faq');
  const faqs = await knownFaqs(tx, tenant, contextId, asked);
  const faqIds = [...faqs.values()].map(({ id }) => id);
  const ofContext = eq(contents.contextId, contextId);
  const sameContent: (SQL | undefined)[] = [
    and(ofContext, inArray(contents.type, ['LINK', 'SITEMAP']), inArray(contents.url, urls)),
    and(ofContext, eq(contents.type, 'FAQ'), inArray(contents.id, faqIds)),
    and(eq(contents.type, 'FILE'), inArray(contents.digest, digests)),
    and(ofContext, eq(contents.type, 'FILE'), isNull(contents.digest), inArray(contents.fileName, names)),
  ];
  const rows = await tx
    .select()
    .from(contents)
    .where(and(rowsOf(contentsSource, tenant, inheritance.split('.')), or(...sameContent)))
    .orderBy(contents.id)
    .for('update');
  // The context's own content wins over an inherited one.
  const sorted = [
    ...rows.filter((row) => row.contextId !== contextId),
    ...rows.filter((row) => row.contextId === contextId),
  ];
  return new Map(sorted.map((row) => [keyOf(row), row]));
}
