import { and, eq, ne, type SQL, sql } from 'drizzle-orm';
import { questionKey } from '../../../reading/faq-sheet/read-sheet.ts';
import type { ErrorCode } from '../../../shared/error-codes.ts';
import type { KnownFile } from '../../../shared/known-file.ts';
import { lockAccount } from '../../db/lock-account.ts';
import { contents, contexts } from '../../db/schema/knowledge.ts';
import type { Tenant, Tx } from '../../db/tenant.ts';
import { rowsOf } from '../../resource/scope.ts';
import { ApiError } from '../../runtime/api-error.ts';
import { alreadyTaken } from '../../runtime/field-errors.ts';

/* What a context has already. The account must be locked, and the tenant be allowed to see the context. */

const inContext = ({ accountId }: Tenant, contextId: string, is: SQL | undefined): SQL =>
  and(eq(contents.accountId, accountId), eq(contents.contextId, contextId), is) as SQL;

export const externalIdAt = (tenant: Tenant, contextId: string, externalId: string): SQL =>
  inContext(tenant, contextId, eq(contents.externalId, externalId));

/** Unless it is `ownId`. */
async function rejectKnown(tx: Tx, where: SQL, [code, field]: [ErrorCode, string], ownId?: string): Promise<void> {
  const [known] = await tx.select({ id: contents.id }).from(contents).where(where);
  if (known && known.id !== ownId) throw alreadyTaken(code, field, known);
}

/** Throws `ApiError` `external_id_known`, with the content that has it. */
export async function rejectKnownExternalId(
  tx: Tx,
  tenant: Tenant,
  contextId: string,
  externalId?: string | null,
  ownId?: string,
): Promise<void> {
  if (externalId === undefined || externalId === null) return;
  await rejectKnown(tx, externalIdAt(tenant, contextId, externalId), ['external_id_known', 'externalId'], ownId);
}

/** Throws `ApiError` `already_exists`, with the content that has it. */
export const rejectKnownPage = (
  tx: Tx,
  tenant: Tenant,
  contextId: string,
  url: string,
  ownId?: string,
): Promise<void> =>
  rejectKnown(
    tx,
    inContext(tenant, contextId, and(eq(contents.type, 'LINK'), eq(contents.url, url))),
    ['already_exists', 'url'],
    ownId,
  );

interface KnownFaq {
  id: string;
  answer: string | null;
}

export async function knownFaqs(
  tx: Tx,
  tenant: Tenant,
  contextId: string,
  faqs: readonly { question: string }[],
): Promise<Map<string, KnownFaq>> {
  const rows = await tx
    .select({ id: contents.id, question: contents.question, answer: contents.answer })
    .from(contents)
    .where(
      inContext(
        tenant,
        contextId,
        // Questions with the same key have the same digest, but not the other way round.
        sql`${contents.type} = 'FAQ' and ${contents.questionDigest} in (
          select question_digest(q) from unnest(${sql.param(faqs.map(({ question }) => question))}::text[]) q)`,
      ),
    )
    .orderBy(contents.id);
  return new Map(rows.map(({ question, ...faq }) => [questionKey(question ?? ''), faq]));
}

/** Throws `ApiError` `question_known`, with the content that has it. */
export async function rejectKnownQuestion(tx: Tx, tenant: Tenant, contextId: string, question: string, ownId?: string) {
  const known = (await knownFaqs(tx, tenant, contextId, [{ question }])).get(questionKey(question));
  if (known && known.id !== ownId) throw alreadyTaken('question_known', 'question', { id: known.id });
}

interface NewFile {
  name: string;
  digest: string | null;
  /** Of the target: its contents and those of its ancestors are compared. */
  inheritance: string;
  /** Its file is being replaced; not a duplicate. */
  replacedId?: string;
}

/** Own or inherited, as far as visible. Locks the account. Throws `ApiError` `file_known`, with the content. */
export async function rejectKnownFile(tx: Tx, tenant: Tenant, { name, digest, inheritance, replacedId }: NewFile) {
  if (digest === null) return;
  await lockAccount(tx, tenant.accountId);
  const { id, title, contextId, accountId } = contents;
  const isSame = and(eq(contents.type, 'FILE'), eq(contents.digest, digest));
  const isOther = replacedId ? ne(id, replacedId) : undefined;
  const [current]: (KnownFile | undefined)[] = await tx
    .select({ id, title, contextId, contextName: contexts.name })
    .from(contents)
    .innerJoin(contexts, and(eq(contexts.accountId, accountId), eq(contexts.id, contextId)))
    .where(and(rowsOf(contents, tenant, inheritance.split('.')), isSame, isOther))
    .orderBy(id)
    .limit(1);
  if (!current) return;
  throw new ApiError('file_known', {
    values: { file: name, title: current.title, context: current.contextName },
    current,
  });
}
