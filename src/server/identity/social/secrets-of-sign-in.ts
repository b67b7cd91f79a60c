import { and, eq, sql } from 'drizzle-orm';
import { createHmac } from 'node:crypto';
import { signInSecrets } from '../../db/schema/identity.ts';
import { type Db, withPlatform } from '../../db/tenant.ts';
import { digest } from '../../runtime/secrets.ts';

type Purpose = 'state' | 'code';

/** Keeps the digest of a secret with what it stands for. */
export async function keepSignInSecret(
  db: Db,
  purpose: Purpose,
  secret: string,
  payload: Record<string, string>,
  seconds: number,
): Promise<void> {
  const expiresAt = new Date(Date.now() + seconds * 1_000);
  await withPlatform(db, (tx) =>
    tx.insert(signInSecrets).values({ hash: digest(secret), purpose, payload, expiresAt }),
  );
}

/** What a secret stands for; null when there is none, it was used before, or it is too old. It is gone after this. */
export async function spendSignInSecret(
  db: Db,
  purpose: Purpose,
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
 * What only the browser that began can bring: nonce and PKCE verifier are drawn from its cookie, so that the database holds
 * nothing with which a sign-in could be ended elsewhere.
 */
export const drawn = (cookie: string, what: 'nonce' | 'verifier'): string =>
  createHmac('sha256', cookie).update(what).digest('base64url');
