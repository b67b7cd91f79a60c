import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type Hmac,
  type KeyObject,
  randomBytes,
  randomInt,
  timingSafeEqual,
  webcrypto,
} from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { jwtVerify, SignJWT } from 'jose';
import { ACCESS_TOKEN_SECONDS, CODE_DIGITS } from '../../shared/constants.ts';
import type { AccessTokenPayload } from '../../shared/session.ts';
import { StartupError } from '../db/startup-error.ts';
import { ApiError } from './api-error.ts';

const SECRET_KEY_LENGTH = 32;
/** Given as the previous key: there is no copy of it, and what it has encrypted is lost. */
export const LOST_KEY = 'lost';

/** What signs and encrypts. What was signed or encrypted with the previous one is accepted, too. */
export interface SecretKey {
  readonly current: Uint8Array;
  readonly previous: Uint8Array | null;
}

interface SecretKeyEnv {
  SECRET_KEY?: string;
  SECRET_KEY_PREVIOUS?: string;
  DATA_DIR: string;
}

/**
 * SECRET_KEY or, with the embedded database, a file created at the first start. With a database in use (`isInUse`), a
 * missing file is lost. Throws `StartupError` `secret_key_missing`, `secret_key_damaged`.
 */
export function readSecretKey(env: SecretKeyEnv, isInUse = false): SecretKey {
  const encode = (key: string) => new TextEncoder().encode(key);
  const { SECRET_KEY: current = readKeyFile(env, isInUse), SECRET_KEY_PREVIOUS: previous } = env;
  return { current: encode(current), previous: previous && previous !== LOST_KEY ? encode(previous) : null };
}

/** The current one first, each without a previous one. */
export const acceptedKeys = ({ current, previous }: SecretKey): SecretKey[] =>
  [current, previous].filter((one) => one !== null).map((one) => ({ current: one, previous: null }));

function readKeyFile(env: SecretKeyEnv, isInUse: boolean): string {
  const path = join(env.DATA_DIR, 'secret.key');
  if (!existsSync(path)) {
    if (isInUse) throw keyError('secret_key_missing', `Falta a chave ${path} deste banco de dados.`);
    makeKeyFile(path);
  }
  chmodSync(path, 0o600);
  const key = readFileSync(path, 'utf8').trim();
  if (key.length < SECRET_KEY_LENGTH) {
    throw keyError('secret_key_damaged', `A chave em ${path} está danificada.`);
  }
  return key;
}

const keyError = (code: string, sentence: string) =>
  new StartupError(
    code,
    `${sentence} Restaure a cópia de segurança dela ou informe a mesma em SECRET_KEY. Sem a cópia, grave outra nesse arquivo, com ${SECRET_KEY_LENGTH} caracteres ou mais, e inicie com SECRET_KEY_PREVIOUS=${LOST_KEY}: todos terão de entrar de novo, e as chaves dos provedores terão de ser informadas de novo.`,
    78,
  );

/** Renamed at the end, so that an interrupted start leaves no partial key. */
function makeKeyFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const part = `${path}.${process.pid}.part`;
  writeFileSync(part, randomBytes(48).toString('base64url'), { mode: 0o600, flush: true });
  renameSync(part, path);
}

const ISSUER = 'prosa';

/** Importing a key takes as long as checking a signature. */
const importedKeys = new WeakMap<Uint8Array, Promise<webcrypto.CryptoKey>>();
function signingKeyOf(key: Uint8Array): Promise<webcrypto.CryptoKey> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported =
    importedKeys.get(key) ??
    webcrypto.subtle.importKey('raw', new Uint8Array(key), algorithm, false, ['sign', 'verify']);
  importedKeys.set(key, imported);
  return imported;
}

/** `notAfter`: the session's end; the token expires then at the latest. */
export async function signAccessToken(
  { current }: SecretKey,
  payload: Omit<AccessTokenPayload, 'exp'>,
  notAfter?: Date,
): Promise<string> {
  const end = Math.min(Date.now() + ACCESS_TOKEN_SECONDS * 1_000, notAfter?.getTime() ?? Infinity);
  const { sub, ...claims } = payload;
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
    .setIssuer(ISSUER)
    .setSubject(sub)
    .setExpirationTime(Math.floor(end / 1_000))
    .sign(await signingKeyOf(current));
}

/** Throws `ApiError` `session_expired`, or `unauthenticated` for any other invalid token. */
export async function verifyAccessToken({ current, previous }: SecretKey, token: string): Promise<AccessTokenPayload> {
  const read = async (key: Uint8Array) => {
    const expected = { issuer: ISSUER, algorithms: ['HS256'], typ: 'at+jwt' };
    const { payload } = await jwtVerify(token, await signingKeyOf(key), expected);
    return payload as unknown as AccessTokenPayload;
  };
  const isOtherKey = (error: { code?: string }) => error.code === 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED';
  try {
    return await read(current).catch((error) => {
      if (previous && isOtherKey(error)) return read(previous);
      throw error;
    });
  } catch (error) {
    const isOld = (error as { code?: string }).code === 'ERR_JWT_EXPIRED';
    throw new ApiError(isOld ? 'session_expired' : 'unauthenticated');
  }
}

/** HMAC, RFC 2104: what was hashed cannot be recovered or guessed without the key. */
export const keyedHash = ({ current }: SecretKey, text: string): Hmac => createHmac('sha256', current).update(text);

/** Only for secrets with enough entropy to need no salt. */
export const digest = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Returns an id that follows from a text (UUID version 8, RFC 9562). */
export function idFrom(text: string): string {
  const hex = digest(text);
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}

/** Compares two digests in constant time. */
export const isSameDigest = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

export const newSecret = (): string => randomBytes(32).toString('base64url');

const TOKEN = /^([0-9a-f-]{36})\.([0-9a-f-]{36})\.([\w-]{43})$/;

/** `<account id>.<id>.<secret>`; null if malformed. */
export function parseToken(token: string): { accountId: string; id: string; secret: string } | null {
  const [, accountId, id, secret] = TOKEN.exec(token) ?? [];
  return accountId && id && secret ? { accountId, id, secret } : null;
}

export const newCode = (): string => String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');

/** Tells which key a database belongs to, without telling the key (HKDF). */
export const fingerprintOf = (key: Uint8Array): string =>
  Buffer.from(hkdfSync('sha256', key, '', 'prosa key fingerprint', 16)).toString('hex');

const SEAL = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const sealingKeys = new WeakMap<Uint8Array, KeyObject>();

/**
 * HKDF, RFC 5869: encryption and signing never share a key. Kept, because every question to a language model needs it.
 */
function sealingKey(key: Uint8Array): KeyObject {
  const known = sealingKeys.get(key);
  if (known) return known;
  const derived = createSecretKey(Buffer.from(hkdfSync('sha256', key, '', 'prosa sealed values', 32)));
  sealingKeys.set(key, derived);
  return derived;
}

/** AES-256-GCM. `owner` names the row and is authenticated: a value copied to another row cannot be decrypted. */
export function seal({ current }: SecretKey, owner: string, secret: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(SEAL, sealingKey(current), nonce).setAAD(Buffer.from(owner));
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return `v1.${Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url')}`;
}

/** Null when it was altered, belongs to another row or was sealed with another key. */
export function unseal({ current, previous }: SecretKey, owner: string, sealed: string): string | null {
  return unsealWith(current, owner, sealed) ?? (previous && unsealWith(previous, owner, sealed));
}

function unsealWith(key: Uint8Array, owner: string, sealed: string): string | null {
  if (!sealed.startsWith('v1.')) return null;
  const bytes = Buffer.from(sealed.slice(3), 'base64url');
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return null;
  try {
    const opener = createDecipheriv(SEAL, sealingKey(key), bytes.subarray(0, NONCE_BYTES))
      .setAAD(Buffer.from(owner))
      .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([opener.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), opener.final()]).toString('utf8');
  } catch {
    return null;
  }
}
