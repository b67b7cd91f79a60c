import { digest, keyedHash, type SecretKey } from '../../runtime/secrets.ts';

/**
 * Returns the token that stands for a visitor of a channel, as the token on a device does on sites. It cannot be guessed
 * from the number.
 */
export const visitorTokenOf = (key: SecretKey, { id }: { id: string }, peer: string): string =>
  keyedHash(key, `channel ${id} ${peer}`).digest('base64url');

export const visitorHashOf = (key: SecretKey, channel: { id: string }, peer: string): string =>
  digest(visitorTokenOf(key, channel, peer));
