import { jwtDecode } from 'jwt-decode';
import type { AccessTokenPayload } from '../../shared/session.ts';

/** Decodes an access token without verifying it, for display only. Returns null when it cannot be decoded. */
export function readToken(token: string | null): AccessTokenPayload | null {
  try {
    return jwtDecode<AccessTokenPayload>(token ?? '');
  } catch {
    return null;
  }
}

/** Returns a key for the token's user, account and actor; empty when the token cannot be decoded. */
export function sessionKeyOf(token: string | null): string {
  const payload = readToken(token);
  return payload ? `${payload.sub} ${payload.accountId} ${payload.actor ?? ''}` : '';
}
