import type { TFunction } from 'i18next';

/** The first that matches: Edge and Opera also name Chrome, and Chrome names Safari. */
const BROWSERS = [
  ['Edge', /\bEdg(A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const;
const SYSTEMS = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
] as const;

/** Returns "Chrome, Windows" for a user agent, as far as it is known. */
export function deviceOf(userAgent: string | null, t: TFunction): string {
  const named = [BROWSERS, SYSTEMS].flatMap((kinds) => kinds.find(([, sign]) => sign.test(userAgent ?? ''))?.[0] ?? []);
  return named.length > 0 ? named.join(', ') : t('second-factor.sessions.unknown');
}
