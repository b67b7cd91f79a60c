import { contexts } from '../db/schema/knowledge.ts';
import { type Tenant, withTenant } from '../db/tenant.ts';
import { contextAt, readContext } from '../knowledge/context-row.ts';
import { assertContext } from '../resource/scope.ts';
import { notFound } from '../runtime/api-error.ts';
import { newSecret, seal, unseal } from '../runtime/secrets.ts';
import type { Services } from '../runtime/services.ts';

/** Null if there is none. Throws `not_found`. */
export async function readIdentitySecret({ db, key }: Services, tenant: Tenant, contextId: string) {
  const { sealedIdentitySecret: sealed } = await readContext(db, tenant, contextId);
  return { secret: sealed && unseal(key, contextId, sealed) };
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
