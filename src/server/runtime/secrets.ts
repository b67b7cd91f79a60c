import {
  createCipheriv,
  createDecipheriv,
  createHash,
  hkdfSync,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { jwtVerify, SignJWT } from 'jose';
import { ACCESS_TOKEN_SECONDS, CODE_DIGITS } from '../../shared/constants.ts';
import type { AccessTokenPayload } from '../../shared/session.ts';
import { StartupError } from '../db/startup-error.ts';
import { ApiError } from './api-error.ts';

/** As of SECRET_KEY. */
const SECRET_KEY_LENGTH = 32;

/**
 * The key that signs tokens: SECRET_KEY, or on the embedded database one made at the first start and kept beside it.
 * @throws StartupError `secret_key_damaged`
 */
export function readSecretKey(env: { SECRET_KEY?: string; DATA_DIR: string }): Uint8Array {
  if (env.SECRET_KEY) return new TextEncoder().encode(env.SECRET_KEY);
  const path = join(env.DATA_DIR, 'secret.key');
  if (!existsSync(path)) makeKeyFile(path);
  chmodSync(path, 0o600);
  const key = readFileSync(path, 'utf8').trim();
  if (key.length < SECRET_KEY_LENGTH) {
    throw new StartupError(
      'secret_key_damaged',
      `A chave em ${path} está danificada. Restaure a cópia de segurança dela; sem ela, apague o arquivo para criar outra, e todos terão de entrar de novo.`,
      78,
    );
  }
  return new TextEncoder().encode(key);
}

/** Under its name only once it is on disk: a start that is interrupted leaves no part of a key. */
function makeKeyFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const part = `${path}.${process.pid}.part`;
  writeFileSync(part, randomBytes(48).toString('base64url'), { mode: 0o600, flush: true });
  renameSync(part, path);
}

const ISSUER = 'prosa';

/** @param notAfter the end of its session: no token outlives it. */
export async function signAccessToken(
  key: Uint8Array,
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
    .sign(key);
}

/** @throws ApiError `session_expired` for an old token, `unauthenticated` for any other that does not hold. */
export async function verifyAccessToken(key: Uint8Array, token: string): Promise<AccessTokenPayload> {
  try {
    const { payload } = await jwtVerify(token, key, { issuer: ISSUER, algorithms: ['HS256'], typ: 'at+jwt' });
    return payload as unknown as AccessTokenPayload;
  } catch (error) {
    const isOld = (error as { code?: string }).code === 'ERR_JWT_EXPIRED';
    throw new ApiError(isOld ? 'session_expired' : 'unauthenticated');
  }
}

/** SHA-256, hex: for secrets that are random enough to need no salt. */
export const digest = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Compares two digests in constant time. */
export const isSameDigest = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

export const newSecret = (): string => randomBytes(32).toString('base64url');
export const newCode = (): string => String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');

const SEAL = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The key that encrypts what is stored: drawn from the secret key (RFC 5869), so that it signs nothing. */
const sealingKey = (key: Uint8Array) => Buffer.from(hkdfSync('sha256', key, '', 'prosa sealed values', 32));

/**
 * Encrypts a secret for storage (AES-256-GCM): `v1.` and nonce, tag and text in base64url.
 * `owner` names the row it belongs to: copied into another row, it does not open.
 */
export function seal(key: Uint8Array, owner: string, secret: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(SEAL, sealingKey(key), nonce).setAAD(Buffer.from(owner));
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return `v1.${Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url')}`;
}

/** Opens what `seal` made; null when it was changed, belongs to another row, or the secret key is another one. */
export function unseal(key: Uint8Array, owner: string, sealed: string): string | null {
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
