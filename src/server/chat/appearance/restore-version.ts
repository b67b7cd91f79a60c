import type { ShownAppearance } from '../../../shared/appearance-editing.ts';
import { type Db, type Tenant, withTenant } from '../../db/tenant.ts';
import { requireContext } from '../../knowledge/context-row.ts';
import { putAppearance } from './appearance.ts';
import { readVersion, type Saver } from './versions.ts';

/** As a new version. The contact of a person stays: it is set with the limits. Throws `ApiError` `not_found`. */
export async function restoreVersion(
  db: Db,
  tenant: Tenant,
  { contextId, versionId }: { contextId: string; versionId: string },
  saver: Saver,
): Promise<ShownAppearance> {
  return withTenant(db, tenant, async (tx) => {
    await requireContext(tx, tenant, contextId, 'no key update');
    const { person: _, ...appearance } = await readVersion(tx, tenant, contextId, versionId);
    return putAppearance(tx, tenant, contextId, appearance, saver);
  });
}
