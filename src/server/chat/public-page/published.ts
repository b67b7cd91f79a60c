import { sql } from 'drizzle-orm';
import type { WidgetAppearance } from '../../../shared/appearance.ts';
import { type Db, readPlatform, readTenant, type Tenant, tenant } from '../../db/tenant.ts';
import { readContext } from '../../knowledge/context-row.ts';

/** More would be no page for people. */
const QUESTIONS_MAX = 1_000;
/** The limit of a sitemap (sitemaps.org). */
const PAGES_MAX = 50_000;

export interface PublishedPage {
  name: string;
  url: string;
  questions: { question: string; answer: string }[];
}

const pageUrlOf = (publicUrl: string, contextId: string): string => `${publicUrl}/perguntas/${contextId}`;

/** An account that is about to be deleted publishes nothing. */
const isOpen = sql`c.is_published and exists (select from accounts a where a.id = c.account_id and a.deletes_at is null)`;

/**
 * Returns the questions with answers that the assistant uses, also inherited ones; null unless the owner publishes
 * them.
 */
export async function findPublished(db: Db, publicUrl: string, contextId: string): Promise<PublishedPage | null> {
  const [context] = await readPlatform<{ accountId: string; inheritance: string; appearance: WidgetAppearance }>(
    db,
    sql`select c.account_id as "accountId", c.inheritance, c.appearance from contexts c
        where c.id = ${contextId} and ${isOpen}`,
  );
  if (!context) return null;
  const { accountId, inheritance, appearance } = context;
  const contextIds = sql`${sql.param(inheritance.split('.'))}::uuid[]`;
  // The context's own come before those of its ancestors. Until an edit is in force, the previous text counts.
  const questions = await readTenant<PublishedPage['questions'][number]>(
    db,
    tenant(accountId, 'all'),
    sql`select coalesce(answering->>'question', question) as question, coalesce(answering->>'answer', answer) as answer
        from contents where account_id = ${accountId} and context_id = any(${contextIds})
          and type = 'FAQ' and enabled and trained_version is not null
        order by array_position(${contextIds}, context_id) desc, id limit ${QUESTIONS_MAX}`,
  );
  const name = appearance.companyName || appearance.botName;
  return { name, url: pageUrlOf(publicUrl, contextId), questions };
}

/** Returns the addresses of all pages, with the day of their last change as YYYY-MM-DD. */
export async function listPages(db: Db, publicUrl: string): Promise<{ url: string; changedOn: string }[]> {
  const rows = await readPlatform<{ id: string; changedOn: string }>(
    db,
    sql`select c.id, to_char(greatest(c.updated_at, (select max(o.updated_at) from contents o
          where o.account_id = c.account_id and o.context_id = any(string_to_array(c.inheritance, '.')::uuid[]))),
          'YYYY-MM-DD') as "changedOn"
        from contexts c where ${isOpen} order by c.id limit ${PAGES_MAX}`,
  );
  return rows.map(({ id, changedOn }) => ({ url: pageUrlOf(publicUrl, id), changedOn }));
}

interface PublicPageState {
  isPublished: boolean;
  url: string;
}

/** Throws `ApiError` `not_found`. */
export async function readPublicPage(
  db: Db,
  owner: Tenant,
  publicUrl: string,
  contextId: string,
): Promise<PublicPageState> {
  const { isPublished } = await readContext(db, owner, contextId);
  return { isPublished, url: pageUrlOf(publicUrl, contextId) };
}
