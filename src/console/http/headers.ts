import { accessToken, currentLanguage } from '../session/store.ts';

const LANGUAGES = ['pt-BR', 'en-US', 'es'];

/** The interface's language first, the others after it with falling weights. */
export function acceptLanguage(language: string): string {
  const first = LANGUAGES.find((one) => one.slice(0, 2) === language.slice(0, 2)) ?? 'pt-BR';
  const others = LANGUAGES.filter((one) => one !== first);
  return [first, ...others.map((one, index) => `${one};q=${(0.9 - index / 10).toFixed(1)}`)].join(',');
}

/** What every call carries; `token` is the access token that it is made with. */
export function callHeaders(token: string | null = accessToken()): Record<string, string> {
  const language = currentLanguage();
  return {
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
    Accept: 'application/json',
    'Accept-Language': acceptLanguage(language),
    'Current-Language': language,
  };
}

/** The whole address of a call, with its query. A list repeats its name; what is null or undefined is left out. */
export function addressOf(path: string, query: Query = {}): string {
  const url = new URL(`/api${path}`, window.location.origin);
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) url.searchParams.append(name, String(one));
    }
  }
  return url.href;
}

type QueryValue = string | number | boolean | null | undefined;
export type Query = Record<string, QueryValue | readonly QueryValue[]>;
