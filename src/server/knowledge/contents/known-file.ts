import { and, eq, inArray, ne, type SQL } from 'drizzle-orm';
import type { KnownFile } from '../../../shared/known-file.ts';
import { lockAccount } from '../../db/lock-account.ts';
import { contents, contexts } from '../../db/schema/knowledge.ts';
import type { Tenant, Tx } from '../../db/tenant.ts';
import { rowsOf } from '../../resource/scope.ts';
import { ApiError } from '../../runtime/api-error.ts';
import { contentsSource } from './contents.ts';

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
  const conditions: (SQL | undefined)[] = [
    rowsOf(contentsSource, tenant, inheritance.split('.')),
    eq(contents.type, 'FILE'),
    eq(contents.digest, digest),
    replacedId ? ne(contents.id, replacedId) : undefined,
  ];
  const [known] = await tx
    .select({ id: contents.id, title: contents.title, contextId: contents.contextId })
    .from(contents)
    .where(and(...conditions))
    .orderBy(contents.id)
    .limit(1);
  if (!known) return;
  const [context] = await tx
    .select({ name: contexts.name })
    .from(contexts)
    .where(and(eq(contexts.accountId, tenant.accountId), inArray(contexts.id, [known.contextId])));
  const current: KnownFile = { ...known, contextName: context?.name ?? '' };
  throw new ApiError('file_known', {
    values: { file: name, title: known.title, context: current.contextName },
    current,
  });
}
