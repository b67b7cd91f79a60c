import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign } from 'node:crypto';
import type { SecretKey } from './secrets.ts';

/** Of an Ed25519 private key in PKCS #8 (RFC 8410); its 32 bytes follow. */
const PKCS8_START = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Derived, so that all processes of a server sign with the same one. */
function privateKeyOf(secret: SecretKey): KeyObject {
  const seed = Buffer.from(hkdfSync('sha256', secret.current, '', 'prosa documents', 32));
  return createPrivateKey({ key: Buffer.concat([PKCS8_START, seed]), format: 'der', type: 'pkcs8' });
}

/** PEM; anybody can verify with it. */
export const documentKey = (secret: SecretKey): string =>
  createPublicKey(privateKeyOf(secret)).export({ format: 'pem', type: 'spki' }).toString();

/** Ed25519, base64. */
export const signDocument = (secret: SecretKey, text: string): string =>
  sign(null, Buffer.from(text), privateKeyOf(secret)).toString('base64');
