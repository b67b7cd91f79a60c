import { accessToken, currentLanguage } from '../state/store.ts';

const LANGUAGES = ['pt-BR', 'en-US', 'es'];

/** Returns an `Accept-Language` header: the interface's language first, then the others with decreasing weights. */
export function acceptLanguage(language: string): string {
  const first = LANGUAGES.find((one) => one.slice(0, 2) === language.slice(0, 2)) ?? 'pt-BR';
  const others = LANGUAGES.filter((one) => one !== first);
  return [first, ...others.map((one, index) => `${one};q=${(0.9 - index / 10).toFixed(1)}`)].join(',');
}

/** Returns the headers of every API call. `token` is the access token, by default the stored one; null sends none. */
export function callHeaders(token: string | null = accessToken()): Record<string, string> {
  const language = currentLanguage();
  return {
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
    Accept: 'application/json',
    'Accept-Language': acceptLanguage(language),
    'Current-Language': language,
  };
}

/** Returns the full URL of a call. */
export const addressOf = (path: string): string => `${window.location.origin}/api${path}`;

type QueryValue = string | number | boolean | null | undefined;
export type Query = Record<string, QueryValue | readonly QueryValue[]>;

/** Returns a query as it is sent: arrays repeat the parameter's name; null and undefined values are omitted. */
export function queryOf(query: Query): URLSearchParams {
  const search = new URLSearchParams();
  for (const [name, values] of Object.entries(query))
    for (const value of [values].flat() as QueryValue[])
      if (value !== null && value !== undefined) search.append(name, String(value));
  return search;
}
