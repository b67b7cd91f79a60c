import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
// @ts-expect-error The package has no types.
import { Provider } from 'oidc-provider';

export const CLIENT = { id: 'prosa', secret: 'um-segredo-de-cliente-bem-comprido' };

type Claims = Record<string, unknown>;

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export interface OidcServer {
  issuer: string;
  /** The claims of the next user who signs in, including `sub`; null: they refuse. */
  person: Claims | null;
  close(): void;
}

/** A complete OpenID Connect provider on a loopback address, which signs users in without asking. */
export async function serveOidc(redirectUri: string): Promise<OidcServer> {
  let answer: (request: IncomingMessage, response: ServerResponse) => unknown = () => undefined;
  const server = createServer((request, response) => void answer(request, response));
  const issuer = await listen(server);
  const state: OidcServer = { issuer, person: { sub: 'ninguém' }, close: () => void server.closeAllConnections() };
  const people = new Map<string, Claims>();
  const provider = new Provider(issuer, {
    clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [redirectUri] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_context: unknown, sub: string) => ({ accountId: sub, claims: () => people.get(sub) }),
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    cookies: { keys: ['loopback'] },
  });
  answer = async (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return provider.callback()(request, response);
    const { params } = await provider.interactionDetails(request, response);
    const { person } = state;
    const no = { error: 'access_denied', error_description: 'The person said no' };
    if (!person) return provider.interactionFinished(request, response, no, { mergeWithLastSubmission: false });
    const accountId = String(person.sub);
    people.set(accountId, person);
    const grant = new provider.Grant({ accountId, clientId: params.client_id });
    grant.addOIDCScope('openid email profile');
    const consent = { grantId: await grant.save() };
    const result = { login: { accountId }, consent };
    return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  };
  const { close } = state;
  state.close = () => {
    server.close();
    close();
  };
  return state;
}

/**
 * Follows the redirects through a provider like a browser, with cookies. Returns the address of the redirect back to
 * us.
 */
export async function passThrough(location: string, home: string): Promise<string> {
  const jar = new Map<string, string>();
  let address = location;
  for (let hops = 0; hops < 12; hops++) {
    if (address.startsWith(home)) return address;
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(address, { redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    const next = response.headers.get('location');
    if (!next) throw new Error(`${response.status} at ${address}: ${(await response.text()).slice(0, 400)}`);
    address = new URL(next, address).href;
  }
  throw new Error('It never came back');
}

/** Ways in which a token can be invalid. */
interface Tampering {
  claims?: JWTPayload;
  signedBy?: 'another key' | 'nobody';
}

export interface Mint {
  /** Simulates the internet: responds for the provider's own addresses, and passes other requests on. */
  fetch: typeof globalThis.fetch;
  /** The claims of the next token, and what is wrong with it. */
  claims: JWTPayload;
  tampering: Tampering;
  /** The last parameters sent to the token endpoint. */
  lastForm: URLSearchParams;
  /** Returns the address to which the provider redirects the browser. */
  comeBack(location: string): string;
}

/** Simulates a provider from its published metadata, at its real addresses: the guard's `fetch` is redirected here. */
export async function mintAt(metadataUrl: string, metadata: Claims, next: typeof globalThis.fetch): Promise<Mint> {
  const [own, other] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);
  const jwks = { keys: [{ ...(await exportJWK(own.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }] };
  const granted = new Map<string, { nonce: string; challenge: string }>();
  const json = (body: unknown, status = 200) => Response.json(body, { status });

  async function answerToken(form: URLSearchParams): Promise<Response> {
    mint.lastForm = form;
    const grant = granted.get(form.get('code') ?? '');
    granted.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (!grant || grant.challenge !== challenge) return json({ error: 'invalid_grant' }, 400);
    const now = Math.floor(Date.now() / 1_000);
    const payload = {
      aud: CLIENT.id,
      nonce: grant.nonce,
      iat: now,
      exp: now + 300,
      ...mint.claims,
      ...mint.tampering.claims,
    };
    const key = mint.tampering.signedBy === 'another key' ? other.privateKey : own.privateKey;
    const token =
      mint.tampering.signedBy === 'nobody'
        ? new UnsecuredJWT(payload).encode()
        : await new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(key);
    return json({ access_token: randomUUID(), token_type: 'Bearer', expires_in: 300, id_token: token });
  }

  const mint: Mint = {
    claims: {},
    tampering: {},
    lastForm: new URLSearchParams(),
    fetch: (async (input: string | URL, init: RequestInit = {}) => {
      const address = String(input);
      if (address === metadataUrl) return json(metadata);
      if (address === metadata.jwks_uri) return json(jwks);
      if (address === metadata.token_endpoint) return answerToken(new URLSearchParams(String(init.body)));
      return next(input, init);
    }) as typeof globalThis.fetch,
    comeBack(location) {
      const { searchParams } = new URL(location);
      const code = randomUUID();
      granted.set(code, {
        nonce: searchParams.get('nonce') ?? '',
        challenge: searchParams.get('code_challenge') ?? '',
      });
      return `${searchParams.get('redirect_uri')}?${new URLSearchParams({ code, state: searchParams.get('state') ?? '' })}`;
    },
  };
  return mint;
}

/** The metadata that accounts.google.com publishes, as far as sign-in needs it. */
export const GOOGLE = {
  at: 'https://accounts.google.com/.well-known/openid-configuration',
  metadata: {
    issuer: 'https://accounts.google.com',
    authorization_endpoint: 'https://accounts.google.com/o/oauth2/v2/auth',
    token_endpoint: 'https://oauth2.googleapis.com/token',
    userinfo_endpoint: 'https://openidconnect.googleapis.com/v1/userinfo',
    jwks_uri: 'https://www.googleapis.com/oauth2/v3/certs',
    response_types_supported: ['code', 'token', 'id_token', 'code token', 'code id_token', 'token id_token', 'none'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    scopes_supported: ['openid', 'email', 'profile'],
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    code_challenge_methods_supported: ['plain', 'S256'],
  },
};

/** The metadata that login.microsoftonline.com publishes for users of any directory. */
export const MICROSOFT = {
  at: 'https://login.microsoftonline.com/common/v2.0/.well-known/openid-configuration',
  metadata: {
    issuer: 'https://login.microsoftonline.com/{tenantid}/v2.0',
    authorization_endpoint: 'https://login.microsoftonline.com/common/oauth2/v2.0/authorize',
    token_endpoint: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
    userinfo_endpoint: 'https://graph.microsoft.com/oidc/userinfo',
    jwks_uri: 'https://login.microsoftonline.com/common/discovery/v2.0/keys',
    response_modes_supported: ['query', 'fragment', 'form_post'],
    response_types_supported: ['code', 'id_token', 'code id_token', 'id_token token'],
    subject_types_supported: ['pairwise'],
    id_token_signing_alg_values_supported: ['RS256'],
    scopes_supported: ['openid', 'profile', 'email', 'offline_access'],
    token_endpoint_auth_methods_supported: ['client_secret_post', 'private_key_jwt', 'client_secret_basic'],
    request_uri_parameter_supported: false,
  },
};
