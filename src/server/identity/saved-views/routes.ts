import { and, ne } from 'drizzle-orm';
import { savedViews as declaration } from '../../../../resources/index.ts';
import { SAVED_VIEWS_MAX } from '../../../shared/constants.ts';
import { lockAccount } from '../../db/lock-account.ts';
import { savedViews } from '../../db/schema/identity.ts';
import { requirePermission } from '../../http/access.ts';
import type { Api } from '../../http/route.ts';
import type { Behaviour } from '../../resource/behaviour.ts';
import { readRoutes, writeRoutes } from '../../resource/router.ts';
import { ApiError } from '../../runtime/api-error.ts';
import type { Services } from '../../runtime/services.ts';
import { ownViews, viewsOf, visibleViews } from './views-source.ts';

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
  readRoutes(api, services, declaration, visibleViews);
  writeRoutes(api, services, declaration, ownViews, behaviourOf(services) as unknown as Behaviour);
}
