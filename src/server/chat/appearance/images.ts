import { createHash } from 'node:crypto';
import { and, count, eq, type SQL, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { contextImages } from '../../db/schema/knowledge.ts';
import { type Db, type Tenant, withPlatform, withTenant } from '../../db/tenant.ts';
import { requireContext } from '../../knowledge/context-row.ts';
import { ApiError } from '../../runtime/api-error.ts';
import { type Box, reencodeSquare } from '../../runtime/reencode-image.ts';

/** With those of stored versions, and unused ones of the last day. */
const IMAGES_MAX = 200;
/** Until then, its owner may be about to save the appearance. */
const UNUSED_HOURS = 24;

const of = (tenant: Tenant, contextId: string) =>
  and(eq(contextImages.accountId, tenant.accountId), eq(contextImages.contextId, contextId));

/** Square WebP; the same image keeps its row. Throws `ApiError` `not_found`, `invalid_input` at `image`, `conflict`. */
export async function storeImage(
  db: Db,
  tenant: Tenant,
  contextId: string,
  picture: { bytes: Buffer; side: number; box?: Box },
): Promise<string> {
  // Check first, because encoding the image takes time.
  await withTenant(db, tenant, (tx) => requireContext(tx, tenant, contextId, 'key share'));
  const bytes = await reencodeSquare('image', picture.bytes, picture);
  const digest = createHash('sha256').update(bytes).digest('hex');
  return withTenant(db, tenant, async (tx) => {
    await requireContext(tx, tenant, contextId, 'key share');
    const [known] = await tx
      .update(contextImages)
      .set({ createdAt: new Date() })
      .where(and(of(tenant, contextId), eq(contextImages.digest, digest)))
      .returning({ id: contextImages.id });
    if (known) return known.id;
    const [stored] = await tx.select({ number: count() }).from(contextImages).where(of(tenant, contextId));
    if ((stored?.number ?? 0) >= IMAGES_MAX) throw new ApiError('conflict');
    const id = uuidv7();
    await tx
      .insert(contextImages)
      .values({ accountId: tenant.accountId, id, contextId, digest, format: 'webp', bytes });
    return id;
  });
}

/** Used by no appearance any more. Returns their number. */
export function sweepImages(db: Db): Promise<number> {
  const names = (appearance: SQL) =>
    sql`image.id::text in (${appearance}->>'open', ${appearance}->>'ai', ${appearance}->>'user')`;
  return withPlatform(db, async (tx) => {
    const deleted = await tx.execute(sql`delete from context_images image
      where image.created_at < now() - make_interval(hours => ${UNUSED_HOURS})
        and not exists (select 1 from contexts c where c.account_id = image.account_id and c.id = image.context_id
          and ${names(sql`c.appearance->'images'`)})
        and not exists (select 1 from appearance_versions v where v.account_id = image.account_id
          and v.context_id = image.context_id and ${names(sql`v.appearance->'images'`)})`);
    return deleted.rowCount ?? 0;
  });
}
