import { and, eq, type SQL } from 'drizzle-orm';
import { contents } from '../../db/schema/knowledge.ts';
import type { Tenant, Tx } from '../../db/tenant.ts';
import { alreadyTaken } from '../../runtime/field-errors.ts';

/** The tenant must be allowed to see the context. */
export const externalIdAt = ({ accountId }: Tenant, contextId: string, externalId: string): SQL =>
  and(
    ...[eq(contents.accountId, accountId), eq(contents.contextId, contextId)],
    eq(contents.externalId, externalId),
  ) as SQL;

/** With the content that has it. The account must be locked. Throws `ApiError` `external_id_known`. */
export async function rejectKnownExternalId(
  tx: Tx,
  tenant: Tenant,
  contextId: string,
  externalId?: string | null,
  ownId?: string,
): Promise<void> {
  if (externalId === undefined || externalId === null) return;
  const [known] = await tx
    .select({ id: contents.id })
    .from(contents)
    .where(externalIdAt(tenant, contextId, externalId));
  if (known && known.id !== ownId) throw alreadyTaken('external_id_known', 'externalId', known);
}
