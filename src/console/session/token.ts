import { jwtDecode } from 'jwt-decode';
import type { AccessTokenPayload } from '../../shared/session.ts';

/** What an access token says of its holder, for display alone; null when it cannot be read. */
export function readToken(token: string | null): AccessTokenPayload | null {
  try {
    return jwtDecode<AccessTokenPayload>(token ?? '');
  } catch {
    return null;
  }
}

/** Whose session a token stands for; a token that cannot be read is nobody's. */
export function holderOf(token: string | null): string {
  const payload = readToken(token);
  return payload ? `${payload.sub} ${payload.accountId} ${payload.actor ?? ''}` : '';
}
