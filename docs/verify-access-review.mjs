// Verifies a signed access review: node verify-access-review.mjs FILE.json https://prosa.example.com
// The server's address is optional: with it, the key must be the one that this server publishes.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';

const [file, server] = process.argv.slice(2);
if (!file) {
  console.error('usage: node verify-access-review.mjs FILE.json [SERVER]');
  process.exit(2);
}
const { review, signature, publicKey } = JSON.parse(readFileSync(file, 'utf8'));
const key = createPublicKey(publicKey);
if (!verify(null, Buffer.from(review), key, Buffer.from(signature, 'base64'))) {
  console.error('INVALID: the review was changed after it was signed');
  process.exit(1);
}
if (server) {
  const published = await (await fetch(new URL('/api/access-review/key', server))).json();
  if (published.publicKey !== publicKey) {
    console.error(`INVALID: not signed by ${server}`);
    process.exit(1);
  }
}
const { account, at, policy, holders } = JSON.parse(review);
const fingerprint = createHash('sha256')
  .update(key.export({ format: 'der', type: 'spki' }))
  .digest('hex');
console.log(`valid: ${account}, ${at}, policy ${policy}, ${holders.length} holders, key ${fingerprint.slice(0, 16)}`);
