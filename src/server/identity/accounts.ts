import { sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { initialAppearance } from '../../shared/appearance.ts';
import type { Role } from '../../shared/session.ts';
import { openingBalance } from '../db/opening-balance.ts';
import { accounts, contexts, logins, platformSettings, subscriptions, users } from '../db/tables.ts';
import type { Tx } from '../db/tenant.ts';

export interface NewAccount {
  name: string;
  email: string;
  /** Null: comes in by a provider alone. */
  passwordHash: string | null;
  phone?: string;
  website?: string;
  isVerified: boolean;
  role: Role;
  planId: string;
  isStaff?: boolean;
}

/** `https://www.loja.com.br/x` → its origin with and without www. */
export function originsOf(website: string | undefined): string[] {
  if (!website || !URL.canParse(website)) return [];
  const { protocol, host } = new URL(website);
  const bare = host.replace(/^www\./, '');
  return [`${protocol}//${bare}`, `${protocol}//www.${bare}`];
}

/** `https://www.loja-azul.com.br` → `Loja Azul`: what a first context is called. */
export function nameFromWebsite(website: string | undefined): string | null {
  if (!website || !URL.canParse(website)) return null;
  const label = new URL(website).hostname.replace(/^www\./, '').split('.')[0] ?? '';
  const words = label.split(/[-_]+/).filter(Boolean);
  const name = words.map((word) => word.charAt(0).toLocaleUpperCase('pt-BR') + word.slice(1)).join(' ');
  return name === '' ? null : name.slice(0, 80);
}

/** Whether new accounts may be made, and on which plan they start. */
export async function readSignUpRules(tx: Tx): Promise<{ isOpen: boolean; planId: string }> {
  const [set] = await tx
    .select({ isOpen: platformSettings.signUpsOpen, planId: platformSettings.initialPlanId })
    .from(platformSettings);
  return set ?? { isOpen: true, planId: 'free' };
}

/** A root context of an account: its inheritance is itself. */
export async function createRootContext(
  tx: Tx,
  accountId: string,
  name: string,
  origins: string[] = [],
): Promise<string> {
  const id = uuidv7();
  await tx
    .insert(contexts)
    .values({ accountId, id, name, inheritance: id, appearance: initialAppearance(name, name), origins });
  return id;
}

/** An account with its first person, plan and context. The e-mail must be free (logins keeps it unique). */
export async function createAccount(tx: Tx, person: NewAccount) {
  const accountId = uuidv7();
  const userId = uuidv7();
  const { name, email, passwordHash, phone, website, role } = person;
  const emailVerifiedAt = person.isVerified ? new Date() : null;
  await tx
    .insert(accounts)
    .values({ id: accountId, type: 'PERSONAL', name, website, isStaff: person.isStaff ?? false });
  await tx
    .insert(users)
    .values({ accountId, id: userId, name, email, phone, role, status: 'ACTIVE', passwordHash, emailVerifiedAt });
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
  const contextId = await createRootContext(
    tx,
    accountId,
    nameFromWebsite(website) ?? 'Meu assistente',
    originsOf(website),
  );
  return { accountId, userId, contextId };
}
