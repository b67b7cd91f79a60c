import { and, eq, notInArray, sql } from 'drizzle-orm';
import type { TrainingResult } from '../../../reading/passages/passages.ts';
import { heldChanges } from '../../db/schema/insight.ts';
import { chunks, contents } from '../../db/schema/knowledge.ts';
import type { Tx } from '../../db/tenant.ts';
import { addJob } from '../../jobs/queue.ts';
import type { ContentRow } from '../contents/contents.ts';
import { ofContent } from '../contents/imported-text.ts';

type ContextKey = Pick<ContentRow, 'accountId' | 'contextId'>;

/** They use the contents of the context, itself included. */
const usesContext = (alias: string, contextId: string) =>
  sql`${contextId} = any(string_to_array(${sql.identifier(alias)}.inheritance, '.'))`;

/** By test questions in this context or a subcontext. */
export async function isHeldBack(tx: Tx, { accountId, contextId }: ContextKey): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select 1 from contexts c
    where c.account_id = ${accountId} and c.holds_worse and ${usesContext('c', contextId)}
      and exists (select from test_questions q where q.account_id = c.account_id and q.context_id = c.id)
    limit 1`);
  return rows.length > 0;
}

/**
 * The previous version stays in use. Replaces an older held one. The content must be locked and the passages written.
 */
export async function holdChange(
  tx: Tx,
  content: ContentRow,
  version: number,
  { words, damage }: Pick<TrainingResult, 'words' | 'damage'>,
): Promise<void> {
  const { accountId, contextId, id: contentId, trainedVersion } = content;
  const versionsInUse = trainedVersion === null ? [version] : [version, trainedVersion];
  await tx.delete(chunks).where(and(ofContent(content), notInArray(chunks.version, versionsInUse)));
  await tx
    .update(contents)
    .set({ status: 'working', reason: null, version, updatedAt: new Date() })
    .where(and(eq(contents.accountId, accountId), eq(contents.id, contentId)));
  const change = {
    version,
    trained: { words, damage },
    state: 'testing' as const,
    runIds: [],
    createdAt: new Date(),
  };
  await tx
    .insert(heldChanges)
    .values({ accountId, contentId, contextId, ...change })
    .onConflictDoUpdate({ target: [heldChanges.accountId, heldChanges.contentId], set: change });
  await addJob(tx, { accountId, kind: 'test-held', subjectId: contentId, version });
}
