import { ApiError } from '../../runtime/api-error.ts';
import { isSameDigest } from '../../runtime/secrets.ts';
import { hmacOf, signatureOf } from '../../runtime/signature.ts';

const TOLERANCE_SECONDS = 300;

export const sign = (secret: string, body: Buffer, at = new Date()): string => signatureOf([secret], body, at);

/** Throws `ApiError` `bad_signature` when the signature does not match the body or is too old. */
export function verifySignature(secret: string, header: unknown, body: Buffer, now = new Date()): void {
  const found = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(typeof header === 'string' ? header : '');
  const seconds = Number(found?.[1] ?? NaN);
  const isNow = Math.abs(now.getTime() / 1_000 - seconds) <= TOLERANCE_SECONDS;
  if (!found || !isNow || !isSameDigest(found[2]!, hmacOf(secret, seconds, body))) {
    throw new ApiError('bad_signature');
  }
}
