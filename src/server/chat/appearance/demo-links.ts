import { randomUUID } from 'node:crypto';
import { and, count, desc, eq, gt, isNull } from 'drizzle-orm';
import type { DemoLink, OpenedDemo } from '../../../shared/appearance-editing.ts';
import { DEMO_LINK_MS } from '../../../shared/constants.ts';
import { findDemoLink, findWidgetContext } from '../../db/platform.ts';
import { demoLinks } from '../../db/schema/chat.ts';
import { type Db, type Tenant, withTenant } from '../../db/tenant.ts';
import { assertContext } from '../../resource/scope.ts';
import { ApiError, notFound } from '../../runtime/api-error.ts';
import { lockContext } from './lock-context.ts';
import { nameOf, type Saver } from './versions.ts';

const LIVE_MAX = 20;
const LISTED = 20;

type StoredDemoLink = typeof demoLinks.$inferSelect;

const of = (tenant: Tenant, contextId: string) =>
  and(eq(demoLinks.accountId, tenant.accountId), eq(demoLinks.contextId, contextId));
const live = () => and(isNull(demoLinks.revokedAt), gt(demoLinks.expiresAt, new Date()));

const stateOf = ({ revokedAt, expiresAt }: Pick<StoredDemoLink, 'revokedAt' | 'expiresAt'>): DemoLink['state'] =>
  revokedAt ? 'revoked' : expiresAt.getTime() <= Date.now() ? 'expired' : 'live';

const toLink = (row: StoredDemoLink, publicUrl: string): DemoLink => ({
  id: row.id,
  url: `${publicUrl}/preview/${row.id}`,
  userName: row.userName,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  state: stateOf(row),
});

export async function listDemoLinks(db: Db, tenant: Tenant, contextId: string, publicUrl: string): Promise<DemoLink[]> {
  const rows = await withTenant(db, tenant, async (tx) => {
    await lockContext(tx, tenant, contextId);
    return tx.select().from(demoLinks).where(of(tenant, contextId)).orderBy(desc(demoLinks.createdAt)).limit(LISTED);
  });
  return rows.map((row) => toLink(row, publicUrl));
}

/** For 24 hours. Throws `ApiError` `not_found`; `conflict` if there are too many valid links. */
export async function createDemoLink(
  db: Db,
  tenant: Tenant,
  contextId: string,
  publicUrl: string,
  creator: Saver,
): Promise<DemoLink> {
  return withTenant(db, tenant, async (tx) => {
    // Lock the context, so that concurrent requests are counted one after the other.
    await lockContext(tx, tenant, contextId, 'no key update');
    const [liveLinks] = await tx
      .select({ number: count() })
      .from(demoLinks)
      .where(and(of(tenant, contextId), live()));
    if ((liveLinks?.number ?? 0) >= LIVE_MAX) throw new ApiError('conflict');
    const now = Date.now();
    const [row] = await tx
      .insert(demoLinks)
      .values({
        accountId: tenant.accountId,
        // The id is the link's only secret, so it must be fully random: no UUIDv7, which contains the time.
        id: randomUUID(),
        contextId,
        userName: await nameOf(tx, tenant, creator),
        createdAt: new Date(now),
        expiresAt: new Date(now + DEMO_LINK_MS),
      })
      .returning();
    return toLink(row as StoredDemoLink, publicUrl);
  });
}

/** One that is no longer valid stays as it is. Throws `ApiError` `not_found`. */
export async function revokeDemoLink(
  db: Db,
  tenant: Tenant,
  { contextId, linkId }: { contextId: string; linkId: string },
): Promise<void> {
  assertContext(tenant, contextId);
  await withTenant(db, tenant, async (tx) => {
    const one = and(of(tenant, contextId), eq(demoLinks.id, linkId));
    const [found] = await tx.select({ id: demoLinks.id }).from(demoLinks).where(one).for('update');
    if (!found) throw notFound();
    await tx.update(demoLinks).set({ revokedAt: new Date() }).where(and(one, live()));
  });
}

/** Throws `ApiError` `link_expired` for a link that is unknown, expired, revoked or of another context. */
export async function assertDemoLink(db: Db, linkId: string, contextId?: string): Promise<string> {
  const link = await findDemoLink(db, linkId);
  const holds = link !== null && stateOf(link) === 'live' && (contextId === undefined || link.contextId === contextId);
  if (!holds) throw new ApiError('link_expired');
  return link.contextId;
}

export async function openDemoLink(db: Db, linkId: string): Promise<OpenedDemo> {
  const link = await findDemoLink(db, linkId);
  const context = link && stateOf(link) === 'live' ? await findWidgetContext(db, link.contextId) : null;
  if (!link || !context) throw new ApiError('link_expired');
  const { companyName } = context.appearance;
  return { contextId: context.contextId, companyName, expiresAt: link.expiresAt.toISOString() };
}
