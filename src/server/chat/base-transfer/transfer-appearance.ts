import { and, eq, inArray } from 'drizzle-orm';
import { IMAGE_PARTS, IMAGE_SIDE } from '../../../shared/appearance-editing.ts';
import type { OnKnownFile } from '../../../shared/contents.ts';
import { contextImages } from '../../db/schema/knowledge.ts';
import { type Db, type Tenant, withTenant } from '../../db/tenant.ts';
import type { AppearanceLine } from '../../knowledge/transfer/format.ts';
import { putAppearance, readAppearance } from '../appearance/appearance.ts';
import { storeImage } from '../appearance/images.ts';
import { hasVersions, type Saver } from '../appearance/versions.ts';

/** The contact of a person belongs to the limits. */
export async function exportAppearance(db: Db, tenant: Tenant, contextId: string): Promise<AppearanceLine> {
  const { version: _, person: __, images, ...appearance } = await readAppearance(db, tenant, contextId);
  const ids = Object.values(images).filter((id) => id !== null);
  const { accountId, id, bytes } = contextImages;
  const rows = await withTenant(db, tenant, (tx) =>
    tx
      .select({ id, bytes })
      .from(contextImages)
      .where(and(eq(accountId, tenant.accountId), inArray(id, ids))),
  );
  const parts = IMAGE_PARTS.flatMap((part) => {
    const found = rows.find((row) => row.id === images[part]);
    return found ? [[part, found.bytes.toString('base64')]] : [];
  });
  return { kind: 'appearance', appearance, images: Object.fromEntries(parts) };
}

interface AppearanceImport {
  contextId: string;
  onKnown: OnKnownFile;
  saver: Saver;
}

/** Unless a saved one is to be kept. Encodes images again. Throws `ApiError` `not_found`, `invalid_input`. */
export async function importAppearance(
  db: Db,
  tenant: Tenant,
  { contextId, onKnown, saver }: AppearanceImport,
  { appearance, images }: AppearanceLine,
): Promise<boolean> {
  const isSaved = await withTenant(db, tenant, (tx) => hasVersions(tx, tenant, contextId));
  if (isSaved && onKnown === 'keep') return false;
  const before = await readAppearance(db, tenant, contextId);
  const ids = { open: null, ai: null, user: null } as Record<keyof typeof IMAGE_SIDE, string | null>;
  for (const part of IMAGE_PARTS) {
    const image = images[part];
    if (image === undefined) continue;
    const picture = { bytes: Buffer.from(image, 'base64'), side: IMAGE_SIDE[part] };
    ids[part] = await storeImage(db, tenant, contextId, picture);
  }
  const after = await withTenant(db, tenant, (tx) =>
    putAppearance(tx, tenant, contextId, { ...appearance, images: ids }, saver),
  );
  return after.version !== before.version;
}
