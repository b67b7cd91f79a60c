import { createHmac, hkdfSync } from 'node:crypto';
import { users } from '../../db/schema/identity.ts';
import { type Db, tenant, withTenant } from '../../db/tenant.ts';
import { isUser, type UserKey } from '../../identity/row-conditions.ts';
import { acceptedKeys, digest, isSameDigest, parseToken, type SecretKey } from '../../runtime/secrets.ts';

export async function readSubscribed(db: Db, recipient: UserKey): Promise<boolean> {
  const [user] = await withTenant(db, tenant(recipient.accountId, 'all'), (tx) =>
    tx.select({ weeklyMail: users.weeklyMail }).from(users).where(isUser(recipient)),
  );
  return user?.weeklyMail ?? false;
}

export async function setSubscribed(db: Db, recipient: UserKey, weeklyMail: boolean): Promise<void> {
  await withTenant(db, tenant(recipient.accountId, 'all'), (tx) =>
    tx.update(users).set({ weeklyMail }).where(isUser(recipient)),
  );
}

/** HKDF, RFC 5869, for these links only. */
const unsubscribeKey = ({ current }: SecretKey) =>
  Buffer.from(hkdfSync('sha256', current, '', 'prosa weekly mail', 32));

const signatureOf = (key: SecretKey, { accountId, userId }: UserKey) =>
  createHmac('sha256', unsubscribeKey(key)).update(`${accountId}.${userId}`).digest('base64url');

/** Does not expire, so links in old emails keep working; allows nothing else. */
export const signUnsubscribeToken = (key: SecretKey, recipient: UserKey): string =>
  `${recipient.accountId}.${recipient.userId}.${signatureOf(key, recipient)}`;

export function verifyUnsubscribeToken(key: SecretKey, token: string): UserKey | null {
  const parts = parseToken(token);
  if (!parts) return null;
  const recipient = { accountId: parts.accountId, userId: parts.id };
  const isOurs = acceptedKeys(key).some((one) =>
    isSameDigest(digest(parts.secret), digest(signatureOf(one, recipient))),
  );
  return isOurs ? recipient : null;
}
