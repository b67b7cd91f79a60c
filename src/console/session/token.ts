import type { AccessTokenPayload } from '../../shared/session.ts';

/** What an access token says of its holder, for display alone; null when it cannot be read. */
export function readToken(token: string | null): AccessTokenPayload | null {
  const part = token?.split('.')[1];
  if (!part) return null;
  try {
    const binary = atob(part.replace(/-/g, '+').replace(/_/g, '/'));
    const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes)) as AccessTokenPayload;
  } catch {
    return null;
  }
}

/** Whose session a token stands for; a token that cannot be read is nobody's. */
export function holderOf(token: string | null): string {
  const payload = readToken(token);
  return payload ? `${payload.sub} ${payload.accountId} ${payload.actor ?? ''}` : '';
}
