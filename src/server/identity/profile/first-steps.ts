import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { TUTORIAL_DONE } from '../../../shared/first-steps.ts';
import type { tutorialQuery } from '../../../shared/session.ts';
import { users } from '../../db/schema/identity.ts';
import { type Db, type Tenant, withTenant } from '../../db/tenant.ts';

interface Who {
  userId: string;
  tenant: Tenant;
}

const keep = (db: Db, { userId, tenant }: Who, kept: Partial<typeof users.$inferInsert>): Promise<unknown> =>
  withTenant(db, tenant, (tx) =>
    tx
      .update(users)
      .set(kept)
      .where(and(eq(users.accountId, tenant.accountId), eq(users.id, userId))),
  );

/** Goes to a step of the tutorial, forth or back; the first one brings it back after its end. */
export const goToStep = (db: Db, who: Who, { step, mode }: z.output<typeof tutorialQuery>) =>
  keep(db, who, { tutorial: step, tutorialMode: mode });

/** The tutorial is done, or was sent away: it shows no more. */
export const endTutorial = (db: Db, who: Who) => keep(db, who, { tutorial: TUTORIAL_DONE });

/** The offer to capture the site of the sign-up was taken, or was sent away. */
export const endCrawlerOffer = (db: Db, who: Who) => keep(db, who, { websiteCrawled: true });
