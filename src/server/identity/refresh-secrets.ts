import { randomBytes, timingSafeEqual } from 'node:crypto';
import { acceptedKeys, keyedHash, type SecretKey } from '../runtime/secrets.ts';

/* 16 random bytes and a MAC: a formerly valid secret differs from an invented one without storing any. */
const HALF = 16;

const mac = (key: SecretKey, what: string): Buffer => keyedHash(key, what).digest().subarray(0, HALF);

const proofOf = (key: SecretKey, sessionId: string, nonce: Buffer) =>
  mac(key, `refresh proof ${sessionId} ${nonce.toString('hex')}`);

const secretOf = (key: SecretKey, sessionId: string, nonce: Buffer): string =>
  Buffer.concat([nonce, proofOf(key, sessionId, nonce)]).toString('base64url');

export const newRefreshSecret = (key: SecretKey, sessionId: string): string =>
  secretOf(key, sessionId, randomBytes(HALF));

/** Deterministic: two tabs that refresh with the same token within the grace period get the same successor. */
export const successorOf = (key: SecretKey, sessionId: string, secret: string): string =>
  secretOf(key, sessionId, mac(key, `refresh ${sessionId} ${secret}`));

export function wasIssued(key: SecretKey, sessionId: string, secret: string): boolean {
  const bytes = Buffer.from(secret, 'base64url');
  const nonce = bytes.subarray(0, HALF);
  if (bytes.length !== 2 * HALF) return false;
  return acceptedKeys(key).some((one) => timingSafeEqual(bytes.subarray(HALF), proofOf(one, sessionId, nonce)));
}
