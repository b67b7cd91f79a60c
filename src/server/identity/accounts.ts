import { sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { initialAppearance } from '../../shared/appearance.ts';
import type { Role } from '../../shared/roles.ts';
import { isProfile, nameOfSite, originsOfSite } from '../../shared/site-origins.ts';
import { openingBalance } from '../db/opening-balance.ts';
import { subscriptions } from '../db/schema/billing.ts';
import { accounts, logins, users } from '../db/schema/identity.ts';
import { contexts } from '../db/schema/knowledge.ts';
import { platformSettings } from '../db/schema/platform.ts';
import type { Tx } from '../db/tenant.ts';

interface NewAccount {
  name: string;
  email: string;
  /** Null for a user who only signs in through a provider. */
  passwordHash: string | null;
  phone?: string;
  website?: string;
  role: Role;
  planId: string;
  isStaff?: boolean;
}

/** The name of an account's first context, until somebody gives it another. */
export const firstNameFor = (website: string | null | undefined): string =>
  nameOfSite(website ?? undefined) ?? 'Meu assistente';

export async function readSignUpRules(tx: Tx): Promise<{ isOpen: boolean; planId: string }> {
  const [set] = await tx
    .select({ isOpen: platformSettings.signUpsOpen, planId: platformSettings.initialPlanId })
    .from(platformSettings);
  return set ?? { isOpen: true, planId: 'free' };
}

/** Its inheritance is its own id. */
async function createRootContext(tx: Tx, accountId: string, name: string, origins: string[] = []): Promise<string> {
  const id = uuidv7();
  await tx
    .insert(contexts)
    .values({ accountId, id, name, inheritance: id, appearance: initialAppearance(name, name), origins });
  return id;
}

/** With user, subscription and context. The caller must have verified the email; `logins` keeps it unique. */
export async function createAccount(tx: Tx, person: NewAccount) {
  const accountId = uuidv7();
  const userId = uuidv7();
  const { name, email, passwordHash, phone, website, role } = person;
  const emailVerifiedAt = new Date();
  await tx
    .insert(accounts)
    .values({ id: accountId, type: 'PERSONAL', name, website, isStaff: person.isStaff ?? false });
  await tx.insert(users).values({
    ...{ accountId, id: userId, name, email, phone, role, status: 'ACTIVE', passwordHash, emailVerifiedAt },
    // There is nothing to read at a profile.
    websiteCrawled: isProfile(website),
  });
  await tx.insert(logins).values({ email, accountId, userId });
  await tx.insert(subscriptions).values({
    accountId,
    planId: person.planId,
    period: 'MONTHLY',
    status: 'ACTIVE',
    periodStart: sql`now()`,
    renewsAt: sql`now() + interval '1 month'`,
  });
  await tx.execute(openingBalance(accountId));
  const contextId = await createRootContext(tx, accountId, firstNameFor(website), originsOfSite(website));
  return { accountId, userId, contextId };
}
