import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/*
 * The secret of a refresh token: 16 bytes, and 16 more that prove that they were made here for its session. So a secret
 * that was good once is told from one that somebody made up, without keeping any of them.
 */
const HALF = 16;

const mac = (key: Uint8Array, what: string): Buffer =>
  createHmac('sha256', key).update(what).digest().subarray(0, HALF);

const proofOf = (key: Uint8Array, sessionId: string, nonce: Buffer) =>
  mac(key, `refresh proof ${sessionId} ${nonce.toString('hex')}`);

const secretOf = (key: Uint8Array, sessionId: string, nonce: Buffer): string =>
  Buffer.concat([nonce, proofOf(key, sessionId, nonce)]).toString('base64url');

export const newRefreshSecret = (key: Uint8Array, sessionId: string): string =>
  secretOf(key, sessionId, randomBytes(HALF));

/**
 * The secret after this one. It is the same for all who come with this one within the grace: two tabs end up with one
 * token, whichever of their answers is stored last.
 */
export const successorOf = (key: Uint8Array, sessionId: string, secret: string): string =>
  secretOf(key, sessionId, mac(key, `refresh ${sessionId} ${secret}`));

/** Whether a secret was ever made here for this session. */
export function wasIssued(key: Uint8Array, sessionId: string, secret: string): boolean {
  const bytes = Buffer.from(secret, 'base64url');
  const nonce = bytes.subarray(0, HALF);
  return bytes.length === 2 * HALF && timingSafeEqual(bytes.subarray(HALF), proofOf(key, sessionId, nonce));
}
