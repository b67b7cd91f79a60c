import { and, eq, ne, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { savedViews as declaration } from '../../../../resources/index.ts';
import { SAVED_VIEWS_MAX } from '../../../shared/constants.ts';
import { lockAccount } from '../../db/lock-account.ts';
import { savedViews } from '../../db/schema/identity.ts';
import { NO_CONTEXT, type Tenant } from '../../db/tenant.ts';
import { requirePermission } from '../../http/access.ts';
import type { Api } from '../../http/route.ts';
import type { Behaviour } from '../../resource/behaviour.ts';
import { readRoutes, writeRoutes } from '../../resource/router.ts';
import { defineSource } from '../../resource/source.ts';
import { ApiError } from '../../runtime/api-error.ts';
import type { Services } from '../../runtime/services.ts';

const isOwn = ({ userId = NO_CONTEXT }: Tenant): SQL => eq(savedViews.userId, sql`${userId}::uuid`);

const sourceOf = (tenant: Tenant, where: SQL | undefined) =>
  defineSource(declaration, { table: savedViews, where, fields: { isOwn: isOwn(tenant) } });

const ownViews = (tenant: Tenant) => sourceOf(tenant, isOwn(tenant));
/** And those that others share, of lists that the person may see. */
const visibleViews = (tenant: Tenant) =>
  sourceOf(tenant, or(isOwn(tenant), and(savedViews.shared, notInArray(savedViews.list, [...tenant.hidden]))));

/** Returns the condition for a person's views of a list. */
const viewsOf = (accountId: string, userId: string, list: string) =>
  and(eq(savedViews.accountId, accountId), eq(savedViews.userId, userId), eq(savedViews.list, list));

/** A view is of a list that the person may see. */
const behaviourOf = (services: Services): Behaviour<typeof declaration> => ({
  beforeWrite: async (tx, { accountId }, { id, before, after, by }) => {
    requirePermission(services, by, after.list, 'list');
    await lockAccount(tx, accountId);
    const others = await tx.$count(savedViews, and(viewsOf(accountId, by.userId, after.list), ne(savedViews.id, id)));
    if (others >= SAVED_VIEWS_MAX) throw new ApiError('too_many_views', { values: { most: SAVED_VIEWS_MAX } });
    return before ? undefined : { userId: by.userId };
  },
});

export function savedViewRoutes(api: Api, services: Services): void {
  const behaviour = behaviourOf(services) as unknown as Behaviour;
  readRoutes(api, services, { resource: declaration, source: visibleViews });
  writeRoutes(api, services, { resource: declaration, source: ownViews, behaviour });
}
