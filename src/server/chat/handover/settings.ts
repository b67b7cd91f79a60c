import type { z } from 'zod';
import type { handoverChange, HandoverRecord, HandoverSettings } from '../../../shared/handover.ts';
import { contexts } from '../../db/schema/knowledge.ts';
import { type Db, type Tenant, withTenant } from '../../db/tenant.ts';
import { contextAt, readContext, requireContext } from '../../knowledge/context-row.ts';
import { mergeChange, versionOf } from '../../resource/versions.ts';

const OFF: HandoverSettings = { isOn: false, hours: [] };

/** Returns whether and when visitors of a context may call a person. Throws `ApiError` `not_found`. */
export async function readSettings(db: Db, tenant: Tenant, contextId: string): Promise<HandoverRecord> {
  const { handover } = await readContext(db, tenant, contextId);
  const settings = handover ?? OFF;
  return { ...settings, version: versionOf(settings) };
}

/** Absent values stay. Throws `ApiError` `not_found`, `changed_meanwhile`. */
export async function saveSettings(
  db: Db,
  tenant: Tenant,
  contextId: string,
  change: z.infer<typeof handoverChange>,
): Promise<void> {
  await withTenant(db, tenant, async (tx) => {
    const { handover } = await requireContext(tx, tenant, contextId, 'no key update');
    const values = handover ?? OFF;
    const edited = { accountId: tenant.accountId, id: contextId, actions: ['handover_edit'], values };
    const own = await mergeChange(tx, edited, change);
    await tx
      .update(contexts)
      .set({ handover: { ...values, ...own } })
      .where(contextAt(tenant, contextId));
  });
}
