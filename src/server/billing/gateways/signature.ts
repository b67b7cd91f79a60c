import { createHmac } from 'node:crypto';
import { ApiError } from '../../runtime/api-error.ts';
import { isSameDigest } from '../../runtime/secrets.ts';

/** How old a signed message may be, and how far ahead another's clock. */
const TOLERANCE_SECONDS = 300;

const signatureOf = (secret: string, seconds: number, body: Buffer) =>
  createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex');

/** `t=<seconds>,v1=<HMAC-SHA256 of "<seconds>.<body>">`: as the gateways that we know sign. */
export const sign = (secret: string, body: Buffer, at = new Date()): string => {
  const seconds = Math.floor(at.getTime() / 1_000);
  return `t=${seconds},v1=${signatureOf(secret, seconds, body)}`;
};

/** @throws ApiError `bad_signature` for another's, an old one, or a body that was changed on the way. */
export function verifySignature(secret: string, header: unknown, body: Buffer, now = new Date()): void {
  const found = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(typeof header === 'string' ? header : '');
  const seconds = Number(found?.[1] ?? NaN);
  const isNow = Math.abs(now.getTime() / 1_000 - seconds) <= TOLERANCE_SECONDS;
  if (!found || !isNow || !isSameDigest(found[2]!, signatureOf(secret, seconds, body))) {
    throw new ApiError('bad_signature');
  }
}
