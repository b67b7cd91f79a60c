import { and, eq, exists, sql } from 'drizzle-orm';
import { CaptureError } from '../../reading/capture/capture-error.ts';
import { readPage } from '../../reading/capture/read-page.ts';
import { proposeSiteName } from '../../reading/capture/site-name.ts';
import { ExtractError } from '../../reading/extract/extract-error.ts';
import { accounts, users } from '../db/schema/identity.ts';
import { contexts } from '../db/schema/knowledge.ts';
import type { Tenant, Tx } from '../db/tenant.ts';
import { firstNameFor } from '../identity/accounts.ts';
import type { Outbound } from '../outbound/outbound.ts';
import { renameContext } from './contexts.ts';

const TIMEOUT_MS = 8_000;

/** Returns the name that the page at `url` gives its site; null if it gives none or cannot be read. */
export async function readSiteName(outbound: Outbound, url: string): Promise<string | null> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const page = await readPage(outbound, url, { signal });
    return proposeSiteName(page, new URL(page.url).hostname);
  } catch (error) {
    if (error instanceof CaptureError || error instanceof ExtractError || signal.aborted) return null;
    throw error;
  }
}

/** Gives the name of the site to the account and to the context that were created with it, unless somebody has named them. */
export async function takeSiteName(tx: Tx, tenant: Tenant, contextId: string, name: string): Promise<void> {
  const { accountId } = tenant;
  const isAccount = eq(accounts.id, accountId);
  const [account] = await tx.select({ website: accounts.website }).from(accounts).where(isAccount);
  const given = firstNameFor(account?.website);
  const known = await tx
    .select({ id: contexts.id, name: contexts.name })
    .from(contexts)
    .where(eq(contexts.accountId, accountId))
    .for('update');
  const isUnnamed = known.some((one) => one.id === contextId && one.name === given);
  if (!isUnnamed || known.some((one) => one.name === name)) return;
  await renameContext(tx, tenant, contextId, { name });
  // An account is first called like its owner.
  const isOwners = exists(
    tx
      .select({ one: sql`1` })
      .from(users)
      .where(and(eq(users.accountId, accountId), eq(users.name, accounts.name))),
  );
  await tx
    .update(accounts)
    .set({ name })
    .where(and(isAccount, sql`(${accounts.name} = ${given} or ${isOwners})`));
}
