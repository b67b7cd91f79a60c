import * as client from 'openid-client';
import { SOCIAL_CODE_SECONDS, SOCIAL_MINUTES } from '../../../shared/constants.ts';
import type { TokenPair } from '../../../shared/session.ts';
import { findUser } from '../../db/platform.ts';
import { ApiError } from '../../runtime/api-error.ts';
import { digest, newSecret } from '../../runtime/secrets.ts';
import type { Services } from '../../runtime/services.ts';
import type { Origin } from '../known-devices.ts';
import { openSession } from '../sessions.ts';
import { configuredProviders, createDiscovery, type Discover, type Provider } from './providers.ts';
import { drawn, keepSignInSecret, spendSignInSecret } from './secrets-of-sign-in.ts';
import { type Claims, settlePerson } from './settle-person.ts';
import { SocialError } from './social-error.ts';

const SCOPE = 'openid email profile';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** A place within the console: "//host" and "/\host" would leave for another site. */
const PLACE = /^\/(?![/\\])[^\s\\]{0,1000}$/;

/** A sign-in that has begun: where the browser goes now, and the cookie that it brings back. */
interface Begun {
  location: string;
  cookie: string;
}
/** One that has come back: a code for the session, good once within a minute in the same browser, and where to go then. */
interface Ended {
  code: string;
  returnTo: string | null;
}

export interface SocialSignIn {
  providers: Provider[];
  /** @throws SocialError `unavailable`. */
  begin(id: string, returnTo: string | undefined): Promise<Begun>;
  /** `cookies`: those the browser brings; `search`: the query that the provider sent it with. @throws SocialError. */
  end(id: string, search: string, cookies: readonly string[]): Promise<Ended>;
  /** @throws ApiError `code_expired`. */
  exchange(code: string, cookies: readonly string[], origin: Origin): Promise<TokenPair>;
}

async function readClaims(
  config: client.Configuration,
  address: URL,
  { state, cookie }: { state: string; cookie: string },
): Promise<Claims> {
  try {
    const tokens = await client.authorizationCodeGrant(config, address, {
      expectedState: state,
      expectedNonce: drawn(cookie, 'nonce'),
      pkceCodeVerifier: drawn(cookie, 'verifier'),
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    // A directory's own issuer has its id in the address; without one there is nothing that the two could agree on.
    const isOfNoDirectory = config.serverMetadata().issuer.includes('{tenantid}') && !UUID.test(String(claims?.tid));
    if (!claims || isOfNoDirectory) throw new Error('The token names no directory');
    if (claims.email !== undefined || !config.serverMetadata().userinfo_endpoint) return claims as unknown as Claims;
    // Many put into the token who it is and no more; the rest they tell when asked.
    const { email, email_verified, name } = await client.fetchUserInfo(config, tokens.access_token, claims.sub);
    return { iss: claims.iss, sub: claims.sub, email, email_verified, name };
  } catch (error) {
    const { error: answered, cause } = error as { error?: string; cause?: unknown };
    if (answered === 'access_denied') throw new SocialError('cancelled', error);
    const isAway = error instanceof TypeError || (cause instanceof Error && cause.name === 'OutboundError');
    throw new SocialError(isAway ? 'unavailable' : 'refused', error);
  }
}

/** The sign-in at providers: authorization code with PKCE, state and nonce. */
export function openSocialSignIn(services: Services): SocialSignIn {
  const { db, env } = services;
  const providers = configuredProviders(env);
  const discover: Discover = createDiscovery(services);
  const callback = ({ id }: Provider) => `${services.publicUrl()}/api/auth/social/${id}/callback`;

  async function configOf(id: string) {
    const provider = providers.find((one) => one.id === id);
    if (!provider) throw new SocialError('unavailable');
    const config = await discover(provider).catch((error: unknown) => {
      throw new SocialError('unavailable', error);
    });
    return { provider, config };
  }

  async function begin(id: string, returnTo = ''): Promise<Begun> {
    const { provider, config } = await configOf(id);
    const [state, cookie] = [newSecret(), newSecret()];
    const payload = { provider: id, browser: digest(cookie), ...(PLACE.test(returnTo) ? { returnTo } : {}) };
    await keepSignInSecret(db, 'state', state, payload, SOCIAL_MINUTES * 60);
    const location = client.buildAuthorizationUrl(config, {
      redirect_uri: callback(provider),
      scope: SCOPE,
      state,
      nonce: drawn(cookie, 'nonce'),
      code_challenge: await client.calculatePKCECodeChallenge(drawn(cookie, 'verifier')),
      code_challenge_method: 'S256',
    });
    return { location: location.href, cookie };
  }

  async function end(id: string, search: string, cookies: readonly string[]): Promise<Ended> {
    const state = new URLSearchParams(search).get('state') ?? '';
    const begun = await spendSignInSecret(db, 'state', state);
    const cookie = cookies.find((one) => digest(one) === begun?.browser);
    if (!begun || !cookie || begun.provider !== id) throw new SocialError('expired');
    const { provider, config } = await configOf(id);
    const claims = await readClaims(config, new URL(`${callback(provider)}${search}`), { state, cookie });
    const { accountId, userId } = await settlePerson(db, claims);
    const code = newSecret();
    await keepSignInSecret(
      ...([
        db,
        'code',
        code,
        { accountId, userId, provider: id, browser: digest(cookie) },
        SOCIAL_CODE_SECONDS,
      ] as const),
    );
    return { code, returnTo: begun.returnTo ?? null };
  }

  async function exchange(code: string, cookies: readonly string[], origin: Origin): Promise<TokenPair> {
    const kept = await spendSignInSecret(db, 'code', code);
    // Who was handed somebody else's code by a link is not to find himself in that one's account.
    const isSameBrowser = cookies.some((one) => digest(one) === kept?.browser);
    if (!kept || !isSameBrowser) throw new ApiError('code_expired');
    const { accountId = '', userId = '', provider = '' } = kept;
    const person = await findUser(db, { accountId, userId });
    if (person?.status !== 'ACTIVE') throw new ApiError('code_expired');
    return openSession(services, { accountId, userId, role: person.role }, { way: provider, ...origin });
  }

  return { providers, begin, end, exchange };
}
