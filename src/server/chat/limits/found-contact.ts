import { and, inArray } from 'drizzle-orm';
import type { FoundContact } from '../../../shared/limits.ts';
import { contents } from '../../db/schema/knowledge.ts';
import { type Db, type Tenant, withTenant } from '../../db/tenant.ts';
import { openBase } from '../../knowledge/base.ts';
import { readContext } from '../../knowledge/context-row.ts';
import { rowsOf } from '../../resource/scope.ts';
import { contactIn } from '../person-contact.ts';

type Found = NonNullable<ReturnType<typeof contactIn>['email']>;

const QUOTE_MAX = 200;

/** Returns the contact that the contents of a context and of its ancestors state. Throws `ApiError` `not_found`. */
export async function readFoundContact(db: Db, tenant: Tenant, contextId: string): Promise<FoundContact> {
  const { inheritance } = await readContext(db, tenant, contextId);
  const { email, whatsapp } = contactIn(await openBase(db, { tenant, inheritance }));
  const ids = [email, whatsapp].flatMap((found) => found?.passage.contentId ?? []);
  const visible = await visibleAmong(db, tenant, ids);
  const shown = (found: Found | undefined) => found && toFoundValue(found, visible);
  return { email: shown(email) ?? null, whatsapp: shown(whatsapp) ?? null };
}

/** Ancestors may have contents that the member does not see. */
async function visibleAmong(db: Db, tenant: Tenant, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const isOne = and(rowsOf(contents, tenant), inArray(contents.id, [...ids]));
  const rows = await withTenant(db, tenant, (tx) => tx.select({ id: contents.id }).from(contents).where(isOne));
  return new Set(rows.map(({ id }) => id));
}

function toFoundValue({ value, passage, fact }: Found, visible: ReadonlySet<string>) {
  const { contentId, title, question, text } = passage;
  const quote = text.slice(fact.quote.start, fact.quote.end).trim().slice(0, QUOTE_MAX);
  return { value, contentId: visible.has(contentId) ? contentId : null, title: question ?? title, quote };
}
