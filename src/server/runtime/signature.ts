import { createHmac } from 'node:crypto';

/** Returns the HMAC-SHA256 of `<seconds>.<body>` in hex. */
export const hmacOf = (secret: string, seconds: number, body: string | Buffer): string =>
  createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex');

/**
 * Returns the signature of a body in the format of Stripe's webhooks: `t=<seconds>,v1=<hmac>`, with one `v1` for each
 * secret. The time is signed too, so that a recorded request cannot be sent again later.
 */
export function signatureOf(secrets: readonly string[], body: string | Buffer, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1_000);
  return [`t=${seconds}`, ...secrets.map((secret) => `v1=${hmacOf(secret, seconds, body)}`)].join(',');
}
