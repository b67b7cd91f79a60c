import { createHmac } from 'node:crypto';
import { digest } from '../../runtime/secrets.ts';

/**
 * Returns the token that stands for a visitor of a channel, as the token on a device does on sites. It cannot be guessed
 * from the number.
 */
export const visitorTokenOf = (key: Uint8Array, { id }: { id: string }, peer: string): string =>
  createHmac('sha256', key).update(`channel ${id} ${peer}`).digest('base64url');

export const visitorHashOf = (key: Uint8Array, channel: { id: string }, peer: string): string =>
  digest(visitorTokenOf(key, channel, peer));
