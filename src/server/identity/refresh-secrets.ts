import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/* 16 random bytes and a MAC: a formerly valid secret differs from an invented one without storing any. */
const HALF = 16;

const mac = (key: Uint8Array, what: string): Buffer =>
  createHmac('sha256', key).update(what).digest().subarray(0, HALF);

const proofOf = (key: Uint8Array, sessionId: string, nonce: Buffer) =>
  mac(key, `refresh proof ${sessionId} ${nonce.toString('hex')}`);

const secretOf = (key: Uint8Array, sessionId: string, nonce: Buffer): string =>
  Buffer.concat([nonce, proofOf(key, sessionId, nonce)]).toString('base64url');

export const newRefreshSecret = (key: Uint8Array, sessionId: string): string =>
  secretOf(key, sessionId, randomBytes(HALF));

/** Deterministic: two tabs that refresh with the same token within the grace period get the same successor. */
export const successorOf = (key: Uint8Array, sessionId: string, secret: string): string =>
  secretOf(key, sessionId, mac(key, `refresh ${sessionId} ${secret}`));

export function wasIssued(key: Uint8Array, sessionId: string, secret: string): boolean {
  const bytes = Buffer.from(secret, 'base64url');
  const nonce = bytes.subarray(0, HALF);
  return bytes.length === 2 * HALF && timingSafeEqual(bytes.subarray(HALF), proofOf(key, sessionId, nonce));
}
