import { createHash } from 'node:crypto';
import { and, count, eq, type SQL, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { contextImages } from '../../db/schema/knowledge.ts';
import { type Db, type Tenant, withPlatform, withTenant } from '../../db/tenant.ts';
import { type Box, reencodeSquare } from '../../identity/people/avatar.ts';
import { ApiError } from '../../runtime/api-error.ts';
import { holdContext } from './hold-context.ts';

/** Pictures of one context, those of its saved looks and of the last day: what an honest owner never reaches. */
const IMAGES_MAX = 200;
/** A picture that no look names goes after this long: until then its owner may still be about to save. */
const UNUSED_HOURS = 24;

const of = (tenant: Tenant, contextId: string) =>
  and(eq(contextImages.accountId, tenant.accountId), eq(contextImages.contextId, contextId));

/**
 * Keeps a picture for a context's widget: cut to `box`, drawn anew as a WebP of `side` × `side` points. The same picture
 * again is the same row. Answers its id.
 * @throws ApiError `not_found`; `invalid_input` on `image`; `conflict` when there are too many.
 */
export async function keepImage(
  db: Db,
  tenant: Tenant,
  contextId: string,
  picture: { bytes: Buffer; side: number; box?: Box },
): Promise<string> {
  // Before anything is drawn, which takes its time.
  await withTenant(db, tenant, (tx) => holdContext(tx, tenant, contextId));
  const bytes = await reencodeSquare('image', picture.bytes, picture);
  const digest = createHash('sha256').update(bytes).digest('hex');
  return withTenant(db, tenant, async (tx) => {
    await holdContext(tx, tenant, contextId);
    const [known] = await tx
      .update(contextImages)
      .set({ createdAt: new Date() })
      .where(and(of(tenant, contextId), eq(contextImages.digest, digest)))
      .returning({ id: contextImages.id });
    if (known) return known.id;
    const [kept] = await tx.select({ number: count() }).from(contextImages).where(of(tenant, contextId));
    if ((kept?.number ?? 0) >= IMAGES_MAX) throw new ApiError('conflict');
    const id = uuidv7();
    await tx
      .insert(contextImages)
      .values({ accountId: tenant.accountId, id, contextId, digest, format: 'webp', bytes });
    return id;
  });
}

/** Puts away the pictures that no look names any more. Answers how many. */
export function sweepImages(db: Db): Promise<number> {
  const names = (look: SQL) => sql`image.id::text in (${look}->>'open', ${look}->>'ai', ${look}->>'user')`;
  return withPlatform(db, async (tx) => {
    const gone = await tx.execute(sql`delete from context_images image
      where image.created_at < now() - make_interval(hours => ${UNUSED_HOURS})
        and not exists (select 1 from contexts c where c.account_id = image.account_id and c.id = image.context_id
          and ${names(sql`c.appearance->'images'`)})
        and not exists (select 1 from appearance_versions v where v.account_id = image.account_id
          and v.context_id = image.context_id and ${names(sql`v.appearance->'images'`)})`);
    return gone.rowCount ?? 0;
  });
}
