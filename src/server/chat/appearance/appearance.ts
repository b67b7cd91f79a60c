import { and, eq, inArray } from 'drizzle-orm';
import type { OwnAppearance } from '../../../shared/appearance.ts';
import type { AppearanceChange, ShownAppearance } from '../../../shared/appearance-editing.ts';
import { mergeValues } from '../../../shared/changes.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import { contextImages, contexts } from '../../db/schema/knowledge.ts';
import { type Db, type Tenant, type Tx, withTenant } from '../../db/tenant.ts';
import { contextAt, readContext, requireContext } from '../../knowledge/context-row.ts';
import { mergeChange, versionOf } from '../../resource/versions.ts';
import { ApiError } from '../../runtime/api-error.ts';
import { t } from '../../runtime/translate.ts';
import { changedParts, complete, type Saver, storeVersion } from './versions.ts';

type StoredAppearance = Pick<typeof contexts.$inferSelect, 'appearance' | 'answerProfile'>;

const toShownAppearance = (stored: StoredAppearance): ShownAppearance => {
  const appearance = complete(stored);
  return { ...appearance, version: versionOf(appearance) };
};

export async function readAppearance(db: Db, tenant: Tenant, contextId: string): Promise<ShownAppearance> {
  return toShownAppearance(await readContext(db, tenant, contextId));
}

/** Throws `ApiError` `invalid_input` for an image of another context. */
async function assertImages(tx: Tx, tenant: Tenant, contextId: string, images: Partial<OwnAppearance['images']>) {
  const wanted = Object.entries(images).filter((entry): entry is [string, string] => entry[1] !== null);
  if (wanted.length === 0) return;
  const { accountId, id, contextId: of } = contextImages;
  const ids = wanted.map(([, image]) => image);
  const own = and(eq(accountId, tenant.accountId), eq(of, contextId), inArray(id, ids));
  // Renew the images' age, so that a concurrent sweep leaves them alone.
  const found = await tx.update(contextImages).set({ createdAt: new Date() }).where(own).returning({ id });
  const absent = wanted.find(([, image]) => !found.some((one) => one.id === image));
  if (!absent) return;
  const error = { field: `images.${absent[0]}`, code: 'invalid_image', message: t('validation.invalid_image') };
  throw new ApiError('invalid_input', { errors: [error] });
}

/** Absent values stay. Visitors see it within a minute. Throws `ApiError` `changed_meanwhile`. */
export async function setAppearance(
  db: Db,
  tenant: Tenant,
  contextId: string,
  change: AppearanceChange,
  saver: Saver,
): Promise<ShownAppearance> {
  return withTenant(db, tenant, (tx) => putAppearance(tx, tenant, contextId, change, saver));
}

export async function putAppearance(
  tx: Tx,
  tenant: Tenant,
  contextId: string,
  change: AppearanceChange,
  saver: Saver,
): Promise<ShownAppearance> {
  const before = await requireContext(tx, tenant, contextId, 'no key update');
  const values = complete(before);
  const actions = ['appearance_changed', ...('person' in change ? ['limits_edit'] : [])];
  const edited = { accountId: tenant.accountId, id: contextId, actions, values };
  const own = await mergeChange(tx, edited, change);
  await assertImages(tx, tenant, contextId, own.images ?? {});
  const { answerProfile, ...appearance } = mergeValues(values, own);
  const after = { appearance, answerProfile };
  const changed = changedParts(before, after);
  if (changed.length === 0) return toShownAppearance(before);
  await tx
    .update(contexts)
    .set({ ...after, updatedAt: new Date() })
    .where(contextAt(tenant, contextId));
  await storeVersion(tx, { tenant, contextId, saver, before }, after);
  await writeAudit(tx, saver, 'appearance_changed', {
    subject: before.name,
    detail: { id: contextId, parts: changed },
  });
  return toShownAppearance(after);
}
