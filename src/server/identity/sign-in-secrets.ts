import { createHmac } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { signInSecrets } from '../db/schema/identity.ts';
import { type Db, withPlatform } from '../db/tenant.ts';
import { digest } from '../runtime/secrets.ts';

type SignInSecretPurpose = 'state' | 'code' | 'ticket' | 'challenge';

export async function storeSignInSecret(
  db: Db,
  purpose: SignInSecretPurpose,
  secret: string,
  payload: Record<string, string>,
  seconds: number,
): Promise<void> {
  const expiresAt = new Date(Date.now() + seconds * 1_000);
  await withPlatform(db, (tx) =>
    tx.insert(signInSecrets).values({ hash: digest(secret), purpose, payload, expiresAt }),
  );
}

/** Null if it is unknown, used or expired. */
export async function consumeSignInSecret(
  db: Db,
  purpose: SignInSecretPurpose,
  secret: string,
): Promise<Record<string, string> | null> {
  const [spent] = await withPlatform(db, (tx) =>
    tx
      .delete(signInSecrets)
      .where(and(eq(signInSecrets.hash, digest(secret)), eq(signInSecrets.purpose, purpose)))
      .returning({ payload: signInSecrets.payload, isOld: sql<boolean>`${signInSecrets.expiresAt} <= now()` }),
  );
  return spent && !spent.isOld ? spent.payload : null;
}

/**
 * From the browser's cookie: only the browser that began the sign-in can complete it; the database alone is not enough.
 */
export const derived = (cookie: string, what: 'nonce' | 'verifier'): string =>
  createHmac('sha256', cookie).update(what).digest('base64url');
