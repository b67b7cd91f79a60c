import { contexts } from '../db/schema/knowledge.ts';
import { type Tenant, withTenant } from '../db/tenant.ts';
import { contextAt } from '../knowledge/contexts.ts';
import { assertContext } from '../resource/scope.ts';
import { notFound } from '../runtime/api-error.ts';
import { newSecret, seal, unseal } from '../runtime/secrets.ts';
import type { Services } from '../runtime/services.ts';

/** Null if there is none. Throws `not_found`. */
export async function readIdentitySecret({ db, key }: Services, tenant: Tenant, contextId: string) {
  assertContext(tenant, contextId);
  const [context] = await withTenant(db, tenant, (tx) =>
    tx.select({ sealed: contexts.sealedIdentitySecret }).from(contexts).where(contextAt(tenant, contextId)),
  );
  if (!context) throw notFound();
  return { secret: context.sealed && unseal(key, contextId, context.sealed) };
}

/** What was signed with the old one is refused. */
export async function rotateIdentitySecret({ db, key }: Services, tenant: Tenant, contextId: string) {
  assertContext(tenant, contextId);
  const secret = newSecret();
  const sealedIdentitySecret = seal(key, contextId, secret);
  // Returns the id alone, because the audit log reads the transaction's result.
  const changed = await withTenant(db, tenant, (tx) =>
    tx
      .update(contexts)
      .set({ sealedIdentitySecret })
      .where(contextAt(tenant, contextId))
      .returning({ id: contexts.id }),
  );
  if (changed.length === 0) throw notFound();
  return { secret };
}
