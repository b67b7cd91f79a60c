import { randomUUID } from 'node:crypto';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { demoLinks as resource } from '../../../../resources/demo-links.ts';
import type { OpenedDemo } from '../../../shared/appearance-editing.ts';
import { DEMO_LINK_MS } from '../../../shared/constants.ts';
import { findDemoLink, findWidgetContext } from '../../db/platform.ts';
import { demoLinks } from '../../db/schema/chat.ts';
import type { Db } from '../../db/tenant.ts';
import { requireContext } from '../../knowledge/context-row.ts';
import type { Behaviour } from '../../resource/behaviour.ts';
import { defineSource } from '../../resource/source.ts';
import { ApiError } from '../../runtime/api-error.ts';
import type { Services } from '../../runtime/services.ts';
import { nameOf } from './versions.ts';

const LIVE_MAX = 20;

const live = () => and(isNull(demoLinks.revokedAt), gt(demoLinks.expiresAt, new Date()));

/** Links hold for 24 hours. A deletion revokes; the link stays in the list. */
export const demoLinkBehaviour = ({ publicUrl }: Services): Behaviour<typeof resource> => ({
  source: () =>
    defineSource(resource, {
      table: demoLinks,
      fields: {
        url: sql`${`${publicUrl()}/preview/`}::text || ${demoLinks.id}`,
        state: sql`case when ${demoLinks.revokedAt} is not null then 'revoked'
          when ${demoLinks.expiresAt} <= now() then 'expired' else 'live' end`,
      },
    }),
  beforeWrite: async (tx, tenant, { after: { contextId = '' }, by }) => {
    // Lock the context, so that concurrent requests are counted one after the other.
    await requireContext(tx, tenant, contextId, 'no key update');
    const ofContext = and(eq(demoLinks.accountId, tenant.accountId), eq(demoLinks.contextId, contextId));
    if ((await tx.$count(demoLinks, and(ofContext, live()))) >= LIVE_MAX) throw new ApiError('conflict');
    const now = Date.now();
    return {
      // The id is the link's only secret, so it must be fully random: no UUIDv7, which contains the time.
      id: randomUUID(),
      contextId,
      userName: await nameOf(tx, tenant, by),
      createdAt: new Date(now),
      expiresAt: new Date(now + DEMO_LINK_MS),
    };
  },
  keepsDeleted: true,
  // One that is no longer valid stays as it is.
  beforeDelete: (tx, { accountId }, { id }) =>
    tx
      .update(demoLinks)
      .set({ revokedAt: new Date() })
      .where(and(eq(demoLinks.accountId, accountId), eq(demoLinks.id, id), live())),
});

type StoredDemoLink = typeof demoLinks.$inferSelect;

const isLive = ({ revokedAt, expiresAt }: Pick<StoredDemoLink, 'revokedAt' | 'expiresAt'>) =>
  !revokedAt && expiresAt.getTime() > Date.now();

/** Throws `ApiError` `link_expired` for a link that is unknown, expired, revoked or of another context. */
export async function assertDemoLink(db: Db, linkId: string, contextId?: string): Promise<string> {
  const link = await findDemoLink(db, linkId);
  const holds = link !== null && isLive(link) && (contextId === undefined || link.contextId === contextId);
  if (!holds) throw new ApiError('link_expired');
  return link.contextId;
}

export async function openDemoLink(db: Db, linkId: string): Promise<OpenedDemo> {
  const link = await findDemoLink(db, linkId);
  const context = link && isLive(link) ? await findWidgetContext(db, link.contextId) : null;
  if (!link || !context) throw new ApiError('link_expired');
  const { companyName } = context.appearance;
  return { contextId: context.contextId, companyName, expiresAt: link.expiresAt.toISOString() };
}
