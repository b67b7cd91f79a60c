import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { jwtVerify, SignJWT } from 'jose';
import { ACCESS_TOKEN_SECONDS, CODE_DIGITS } from '../shared/constants.ts';
import type { AccessTokenPayload } from '../shared/session.ts';
import { Refusal } from './refusal.ts';

/**
 * The key that signs tokens: SECRET_KEY, or on the embedded database one made at the first start and kept beside it.
 */
export function readSecretKey(env: { SECRET_KEY?: string; DATA_DIR: string }): Uint8Array {
  if (env.SECRET_KEY) return new TextEncoder().encode(env.SECRET_KEY);
  const path = join(env.DATA_DIR, 'secret.key');
  if (!existsSync(path)) {
    mkdirSync(env.DATA_DIR, { recursive: true });
    writeFileSync(path, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' });
  }
  chmodSync(path, 0o600);
  return new TextEncoder().encode(readFileSync(path, 'utf8').trim());
}

const ISSUER = 'prosa';

export async function signAccessToken(key: Uint8Array, payload: Omit<AccessTokenPayload, 'exp'>): Promise<string> {
  const { sub, ...claims } = payload;
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
    .setIssuer(ISSUER)
    .setSubject(sub)
    .setExpirationTime(`${ACCESS_TOKEN_SECONDS}s`)
    .sign(key);
}

/** @throws Refusal `session_expired` for an old token, `unauthenticated` for any other that does not hold. */
export async function verifyAccessToken(key: Uint8Array, token: string): Promise<AccessTokenPayload> {
  try {
    const { payload } = await jwtVerify(token, key, { issuer: ISSUER, algorithms: ['HS256'], typ: 'at+jwt' });
    return payload as unknown as AccessTokenPayload;
  } catch (error) {
    const isOld = (error as { code?: string }).code === 'ERR_JWT_EXPIRED';
    throw new Refusal(isOld ? 'session_expired' : 'unauthenticated');
  }
}

/** SHA-256, hex: for secrets that are random enough to need no salt. */
export const digest = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Compares two digests in constant time. */
export const isSameDigest = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

export const newSecret = (): string => randomBytes(32).toString('base64url');
export const newCode = (): string => String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
