import { and, eq, ne } from 'drizzle-orm';
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
  const { id, title, contextId, accountId } = contents;
  const isSame = and(eq(contents.type, 'FILE'), eq(contents.digest, digest));
  const isOther = replacedId ? ne(id, replacedId) : undefined;
  const [current]: (KnownFile | undefined)[] = await tx
    .select({ id, title, contextId, contextName: contexts.name })
    .from(contents)
    .innerJoin(contexts, and(eq(contexts.accountId, accountId), eq(contexts.id, contextId)))
    .where(and(rowsOf(contentsSource, tenant, inheritance.split('.')), isSame, isOther))
    .orderBy(id)
    .limit(1);
  if (!current) return;
  throw new ApiError('file_known', {
    values: { file: name, title: current.title, context: current.contextName },
    current,
  });
}
