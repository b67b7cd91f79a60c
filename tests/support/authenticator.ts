import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

interface Asked {
  challenge: string;
  user?: { id: string };
}

interface Answering {
  origin?: string;
  /** Whether it has checked the finger or the PIN of its user. */
  isUserVerified?: boolean;
}

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** A passkey in software (WebAuthn, ES256), which answers with what a browser would send. */
export function makeAuthenticator(site = 'prosa.test') {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  let userHandle = '';
  let count = 0;

  const clientData = (type: string, { challenge }: Asked, { origin = `http://${site}` }: Answering) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authenticatorData = (flags: number, rest: Uint8Array = Buffer.alloc(0)) => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE((count += 1));
    return Buffer.concat([sha256(site), Buffer.from([flags]), counter, rest]);
  };
  const flagsOf = ({ isUserVerified = true }: Answering) => USER_PRESENT | (isUserVerified ? USER_VERIFIED : 0);
  const answer = (response: object) => ({
    id: base64url(id),
    rawId: base64url(id),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  });

  return {
    create(options: Asked, answering: Answering = {}) {
      userHandle = options.user?.id ?? '';
      // CBOR: a COSE key of type EC2 with ES256 on P-256.
      const coseKey = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ]);
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKey]);
      const data = authenticatorData(flagsOf(answering) | HAS_CREDENTIAL, credential);
      // CBOR: { fmt: 'none', attStmt: {}, authData }.
      const attestationObject = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([data.length]),
        data,
      ]);
      return answer({
        clientDataJSON: base64url(clientData('webauthn.create', options, answering)),
        attestationObject: base64url(attestationObject),
        transports: ['internal'],
      });
    },
    get(options: Asked, answering: Answering = {}) {
      const client = clientData('webauthn.get', options, answering);
      const data = authenticatorData(flagsOf(answering));
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return answer({
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(signature),
        userHandle,
      });
    },
  };
}
