import { createHmac } from 'node:crypto';

/** Of `<seconds>.<body>`, in hex. */
export const hmacOf = (secret: string, seconds: number, body: string | Buffer): string =>
  createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex');

/** `t=<seconds>,v1=<hmac>`, a `v1` per secret. The time is signed, so that no recorded request can be sent again. */
export function signatureOf(secrets: readonly string[], body: string | Buffer, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1_000);
  return [`t=${seconds}`, ...secrets.map((secret) => `v1=${hmacOf(secret, seconds, body)}`)].join(',');
}
