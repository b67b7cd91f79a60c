import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { TUTORIAL_DONE } from '../../../shared/first-steps.ts';
import type { GuideFacts, tutorialQuery } from '../../../shared/session.ts';
import { users } from '../../db/schema/identity.ts';
import { type Db, readTenant, type Tenant, tenant, withTenant } from '../../db/tenant.ts';
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

/** Stores the current step of the tutorial. The first step also restarts a finished one. */
export const goToStep = (db: Db, who: OnboardingUser, { step, mode, folded }: z.output<typeof tutorialQuery>) =>
  updateUser(db, who, { tutorial: step, tutorialMode: mode, tutorialFolded: folded === 'true' });

/** Reads which steps of the guide have happened in the account, whoever took them. */
export async function readGuideFacts(db: Db, { accountId }: Tenant): Promise<GuideFacts> {
  const own = (table: string) => sql`${sql.identifier(table)}.account_id = ${accountId}::uuid`;
  const [facts] = await readTenant<GuideFacts>(
    db,
    tenant(accountId, 'all'),
    sql`select exists (select from contents where ${own('contents')} and trained_version is not null) as content,
          exists (select from daily_figures where ${own('daily_figures')} and helped > 0) as preview,
          exists (select from contexts where ${own('contexts')} and widget_seen_at is not null) as setup`,
  );
  return facts!;
}

export const endTutorial = (db: Db, who: OnboardingUser) => updateUser(db, who, { tutorial: TUTORIAL_DONE });

export const endCrawlerOffer = (db: Db, who: OnboardingUser) => updateUser(db, who, { websiteCrawled: true });
