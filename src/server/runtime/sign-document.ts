import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign } from 'node:crypto';

/** The fixed start of an Ed25519 private key in PKCS #8 (RFC 8410); its 32 bytes follow. */
const PKCS8_START = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The key is derived from the server's secret, so all processes of a server sign with the same one. */
function privateKeyOf(secret: Uint8Array): KeyObject {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'prosa documents', 32));
  return createPrivateKey({ key: Buffer.concat([PKCS8_START, seed]), format: 'der', type: 'pkcs8' });
}

/** Returns the key (PEM) with which anybody can verify the documents of this server. */
export const documentKey = (secret: Uint8Array): string =>
  createPublicKey(privateKeyOf(secret)).export({ format: 'pem', type: 'spki' }).toString();

/** Returns the signature of a text (Ed25519, base64). */
export const signDocument = (secret: Uint8Array, text: string): string =>
  sign(null, Buffer.from(text), privateKeyOf(secret)).toString('base64');
