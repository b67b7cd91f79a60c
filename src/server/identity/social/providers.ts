import * as client from 'openid-client';
import type { Env } from '../../runtime/env.ts';
import type { Services } from '../../runtime/services.ts';

/** Somebody who says who people are. */
export interface Provider {
  /** As it stands in the address. */
  id: string;
  /** As its button says it. */
  name: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
}

const GOOGLE = 'https://accounts.google.com';
/**
 * Any company's directory, and personal accounts. What is found there names its issuer with a place to be filled in,
 * `https://login.microsoftonline.com/{tenantid}/v2.0`; a token must come from that very issuer with its own `tid` in it
 * (openid-client compares the two), so each directory is an issuer of its own: none can speak for another's people.
 */
const MICROSOFT = 'https://login.microsoftonline.com/common/v2.0';

const titleOf = (id: string) =>
  id
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');

/** The providers that are configured, in the order of their buttons. */
export function configuredProviders(env: Env): Provider[] {
  const wellKnown = [
    {
      id: 'google',
      name: 'Google',
      issuer: GOOGLE,
      clientId: env.GOOGLE_CLIENT_ID,
      clientSecret: env.GOOGLE_CLIENT_SECRET,
    },
    {
      id: 'microsoft',
      name: 'Microsoft',
      issuer: MICROSOFT,
      clientId: env.MICROSOFT_CLIENT_ID,
      clientSecret: env.MICROSOFT_CLIENT_SECRET,
    },
  ];
  const given = wellKnown.filter((one): one is Provider => Boolean(one.clientId && one.clientSecret));
  return [...given, ...env.OIDC.map((one) => ({ ...one, name: titleOf(one.id) }))];
}

/** What a provider tells of itself is read again after so long. */
const FRESH_MS = 60 * 60_000;
const TIMEOUT_SECONDS = 10;

/** Reads what a provider tells of itself, through the guard of all that goes out; kept for an hour, a failure not at all. */
export function createDiscovery({ outbound }: Pick<Services, 'outbound'>) {
  const found = new Map<string, { at: number; config: Promise<client.Configuration> }>();

  function discover({ issuer, clientId, clientSecret }: Provider): Promise<client.Configuration> {
    const execute = [
      client.enableNonRepudiationChecks,
      // The environment lets http:// through for this very machine alone.
      ...(issuer.startsWith('http:') ? [client.allowInsecureRequests] : []),
    ];
    return client.discovery(new URL(issuer), clientId, clientSecret, undefined, {
      [client.customFetch]: (url, options) => outbound.webFetch(url, options as RequestInit),
      timeout: TIMEOUT_SECONDS,
      execute,
    });
  }

  return async (provider: Provider): Promise<client.Configuration> => {
    const known = found.get(provider.id);
    if (known && Date.now() - known.at < FRESH_MS) return known.config;
    const config = discover(provider);
    found.set(provider.id, { at: Date.now(), config });
    config.catch(() => found.get(provider.id)?.config === config && found.delete(provider.id));
    return config;
  };
}
export type Discover = ReturnType<typeof createDiscovery>;
