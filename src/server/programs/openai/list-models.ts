import { and, asc, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import { contexts } from '../../db/schema/knowledge.ts';
import { type Db, type Tenant, withTenant } from '../../db/tenant.ts';
import type { modelList } from './completion-schema.ts';

/** The contexts that the caller may see, by name. */
export async function listModels(db: Db, tenant: Tenant): Promise<z.infer<typeof modelList>> {
  const { accountId, contextIds } = tenant;
  const among = contextIds === 'all' ? undefined : inArray(contexts.id, [...contextIds]);
  const rows = await withTenant(db, tenant, (tx) =>
    tx
      .select({ id: contexts.id, name: contexts.name, createdAt: contexts.createdAt })
      .from(contexts)
      .where(and(eq(contexts.accountId, accountId), among))
      .orderBy(asc(contexts.name)),
  );
  const data = rows.map(({ id, name, createdAt }) => ({
    id,
    object: 'model' as const,
    created: Math.floor(createdAt.getTime() / 1_000),
    owned_by: 'prosa' as const,
    name,
  }));
  return { object: 'list', data };
}
