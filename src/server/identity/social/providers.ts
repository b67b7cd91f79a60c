import * as client from 'openid-client';
import type { Env } from '../../runtime/env.ts';
import type { Services } from '../../runtime/services.ts';

export interface Provider {
  id: string;
  name: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
}

const GOOGLE = 'https://accounts.google.com';
/**
 * Any directory, and personal accounts. The issuer is a template, `https://login.microsoftonline.com/{tenantid}/v2.0`;
 * openid-client checks it with the token's own `tid`, so no directory can vouch for another's users.
 */
const MICROSOFT = 'https://login.microsoftonline.com/common/v2.0';

const titleOf = (id: string) =>
  id
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');

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
  const configured = wellKnown.filter((one): one is Provider => Boolean(one.clientId && one.clientSecret));
  return [...configured, ...env.OIDC.map((one) => ({ ...one, name: titleOf(one.id) }))];
}

const FRESH_MS = 60 * 60_000;
const TIMEOUT_SECONDS = 10;

/** Through the outbound guard. Cached for an hour; failures are not. */
export function createDiscovery({ outbound }: Pick<Services, 'outbound'>) {
  const found = new Map<string, { at: number; config: Promise<client.Configuration> }>();

  function discover({ issuer, clientId, clientSecret }: Provider): Promise<client.Configuration> {
    const execute = [
      client.enableNonRepudiationChecks,
      // The environment allows http:// for the loopback interface only.
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
    if (known && performance.now() - known.at < FRESH_MS) return known.config;
    const config = discover(provider);
    found.set(provider.id, { at: performance.now(), config });
    config.catch(() => found.get(provider.id)?.config === config && found.delete(provider.id));
    return config;
  };
}
export type Discover = ReturnType<typeof createDiscovery>;
