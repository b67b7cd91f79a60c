import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { coalesceCalls } from '../../db/coalesce-calls.ts';
import { readTenant, type Tenant } from '../../db/tenant.ts';
import { rowsIn } from '../../resource/scope.ts';
import type { modelList } from './completion-schema.ts';

/** The contexts that the caller may see, by name. Callers at the same time who see the same ones share the answer. */
export const listModels = coalesceCalls({
  keyOf: ({ accountId, contextIds }: Tenant) => [accountId, contextIds].join(' '),
  async run(db, tenants): Promise<z.infer<typeof modelList>[]> {
    const [tenant] = tenants as [Tenant];
    const rows = await readTenant<{ id: string; name: string; created: number }>(
      db,
      tenant,
      sql`select id, name, floor(extract(epoch from created_at))::int as created
        from contexts c where ${rowsIn('c', tenant, [], 'id')} order by name`,
    );
    const data = rows.map((row) => ({ ...row, object: 'model' as const, owned_by: 'prosa' as const }));
    return tenants.map(() => ({ object: 'list', data }));
  },
});
