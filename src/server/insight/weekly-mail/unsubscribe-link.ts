import { createHmac, hkdfSync } from 'node:crypto';
import { digest, isSameDigest } from '../../runtime/secrets.ts';

/** The recipient of the weekly email. */
export interface MailRecipient {
  accountId: string;
  userId: string;
}

const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const TOKEN = new RegExp(`^(${ID})\\.(${ID})\\.([\\w-]{43})$`);

/** A key for these links only, derived from the secret key (HKDF, RFC 5869). */
const unsubscribeKey = (key: Uint8Array) => Buffer.from(hkdfSync('sha256', key, '', 'prosa weekly mail', 32));

const signatureOf = (key: Uint8Array, { accountId, userId }: MailRecipient) =>
  createHmac('sha256', unsubscribeKey(key)).update(`${accountId}.${userId}`).digest('base64url');

/**
 * Returns the token of an unsubscribe link. It does not expire, so links in old emails keep working, and it allows
 * nothing else.
 */
export const signUnsubscribeToken = (key: Uint8Array, recipient: MailRecipient): string =>
  `${recipient.accountId}.${recipient.userId}.${signatureOf(key, recipient)}`;

/** Returns the user of a token; null if the signature is wrong. */
export function verifyUnsubscribeToken(key: Uint8Array, token: string): MailRecipient | null {
  const [, accountId, userId, signature] = TOKEN.exec(token) ?? [];
  if (!accountId || !userId || !signature) return null;
  const recipient = { accountId, userId };
  return isSameDigest(digest(signature), digest(signatureOf(key, recipient))) ? recipient : null;
}
