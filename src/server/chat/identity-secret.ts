import type { Tenant } from '../db/tenant.ts';
import { readContext, updateContext } from '../knowledge/context-row.ts';
import { newSecret, seal, unseal } from '../runtime/secrets.ts';
import type { Services } from '../runtime/services.ts';

/** Null if there is none. Throws `not_found`. */
export async function readIdentitySecret({ db, key }: Services, tenant: Tenant, contextId: string) {
  const { sealedIdentitySecret: sealed } = await readContext(db, tenant, contextId);
  return { secret: sealed && unseal(key, contextId, sealed) };
}

/** What was signed with the old one is refused. */
export async function rotateIdentitySecret({ db, key }: Services, tenant: Tenant, contextId: string) {
  const secret = newSecret();
  await updateContext(db, tenant, contextId, { sealedIdentitySecret: seal(key, contextId, secret) });
  return { secret };
}
