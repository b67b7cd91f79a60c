import { createHmac, hkdfSync } from 'node:crypto';
import { digest, isSameDigest } from '../../runtime/secrets.ts';

/** Whose letter is meant. */
export interface Reader {
  accountId: string;
  userId: string;
}

const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const TOKEN = new RegExp(`^(${ID})\\.(${ID})\\.([\\w-]{43})$`);

/** The key of these links alone, drawn from the secret key (RFC 5869): it signs nothing else. */
const stopKey = (key: Uint8Array) => Buffer.from(hkdfSync('sha256', key, '', 'prosa weekly mail', 32));

const signatureOf = (key: Uint8Array, { accountId, userId }: Reader) =>
  createHmac('sha256', stopKey(key)).update(`${accountId}.${userId}`).digest('base64url');

/** What a link must hold to stop somebody's letters, and nothing else of his. It does not end: old letters stop too. */
export const signStop = (key: Uint8Array, reader: Reader): string =>
  `${reader.accountId}.${reader.userId}.${signatureOf(key, reader)}`;

/** Whom a link stands for; null when it was not made by us. */
export function readStop(key: Uint8Array, token: string): Reader | null {
  const [, accountId, userId, signature] = TOKEN.exec(token) ?? [];
  if (!accountId || !userId || !signature) return null;
  const reader = { accountId, userId };
  return isSameDigest(digest(signature), digest(signatureOf(key, reader))) ? reader : null;
}
