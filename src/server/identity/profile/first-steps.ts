import type { z } from 'zod';
import { TUTORIAL_DONE } from '../../../shared/first-steps.ts';
import type { tutorialQuery } from '../../../shared/session.ts';
import { users } from '../../db/schema/identity.ts';
import { type Db, type Tenant, withTenant } from '../../db/tenant.ts';
import { isUser } from '../row-conditions.ts';

interface OnboardingUser {
  userId: string;
  tenant: Tenant;
}

const updateUser = (
  db: Db,
  { userId, tenant }: OnboardingUser,
  values: Partial<typeof users.$inferInsert>,
): Promise<unknown> =>
  withTenant(db, tenant, (tx) =>
    tx
      .update(users)
      .set(values)
      .where(isUser({ accountId: tenant.accountId, userId })),
  );

/** The first step also restarts a finished tutorial. */
export const goToStep = (db: Db, who: OnboardingUser, { step, mode }: z.output<typeof tutorialQuery>) =>
  updateUser(db, who, { tutorial: step, tutorialMode: mode });

export const endTutorial = (db: Db, who: OnboardingUser) => updateUser(db, who, { tutorial: TUTORIAL_DONE });

export const endCrawlerOffer = (db: Db, who: OnboardingUser) => updateUser(db, who, { websiteCrawled: true });
