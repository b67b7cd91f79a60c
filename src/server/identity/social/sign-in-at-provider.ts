import * as client from 'openid-client';
import { SOCIAL_CODE_SECONDS, SOCIAL_MINUTES } from '../../../shared/constants.ts';
import type { SignedIn } from '../../../shared/second-factor.ts';
import { findUser } from '../../db/platform.ts';
import { ApiError } from '../../runtime/api-error.ts';
import { digest, newSecret } from '../../runtime/secrets.ts';
import type { Services } from '../../runtime/services.ts';
import type { Origin } from '../known-devices.ts';
import { admit } from '../second-factor/sign-in.ts';
import { consumeSignInSecret, derived, storeSignInSecret } from '../sign-in-secrets.ts';
import { configuredProviders, createDiscovery, type Discover, type Provider } from './providers.ts';
import { type Claims, resolveUser } from './resolve-user.ts';
import { SocialError } from './social-error.ts';

const SCOPE = 'openid email profile';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** "//host" and "/\host" would lead to another site. */
const CONSOLE_PATH = /^\/(?![/\\])[^\s\\]{0,1000}$/;

interface StartedSignIn {
  location: string;
  cookie: string;
}
/** `code`: valid once, for one minute and in the same browser. */
interface CompletedSignIn {
  code: string;
  returnTo: string | null;
}

interface SocialSignIn {
  providers: Provider[];
  /** Throws `SocialError` `unavailable`. */
  begin(id: string, returnTo: string | undefined): Promise<StartedSignIn>;
  /** `search`: the callback's query. Throws `SocialError`. */
  end(id: string, search: string, cookies: readonly string[]): Promise<CompletedSignIn>;
  /** Throws `ApiError` `code_expired`. */
  exchange(code: string, cookies: readonly string[], origin: Origin): Promise<SignedIn>;
}

async function readClaims(
  config: client.Configuration,
  address: URL,
  { state, cookie }: { state: string; cookie: string },
): Promise<Claims> {
  try {
    const tokens = await client.authorizationCodeGrant(config, address, {
      expectedState: state,
      expectedNonce: derived(cookie, 'nonce'),
      pkceCodeVerifier: derived(cookie, 'verifier'),
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    // Microsoft's issuer contains the directory's id. Without a valid `tid`, the issuer check means nothing.
    const hasNoDirectory = config.serverMetadata().issuer.includes('{tenantid}') && !UUID.test(String(claims?.tid));
    if (!claims || hasNoDirectory) throw new Error('The token names no directory');
    if (claims.email !== undefined || !config.serverMetadata().userinfo_endpoint) return claims as unknown as Claims;
    // Many providers put only the subject into the token and the rest into userinfo.
    const { email, email_verified, name } = await client.fetchUserInfo(config, tokens.access_token, claims.sub);
    return { iss: claims.iss, sub: claims.sub, email, email_verified, name };
  } catch (error) {
    const { error: code, cause } = error as { error?: string; cause?: unknown };
    if (code === 'access_denied') throw new SocialError('cancelled', error);
    const isUnreachable = error instanceof TypeError || (cause instanceof Error && cause.name === 'OutboundError');
    throw new SocialError(isUnreachable ? 'unavailable' : 'refused', error);
  }
}

/** Authorization code flow with PKCE, state and nonce. */
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

  async function begin(id: string, returnTo = ''): Promise<StartedSignIn> {
    const { provider, config } = await configOf(id);
    const [state, cookie] = [newSecret(), newSecret()];
    const payload = { provider: id, browser: digest(cookie), ...(CONSOLE_PATH.test(returnTo) ? { returnTo } : {}) };
    await storeSignInSecret(db, 'state', state, payload, SOCIAL_MINUTES * 60);
    const location = client.buildAuthorizationUrl(config, {
      redirect_uri: callback(provider),
      scope: SCOPE,
      state,
      nonce: derived(cookie, 'nonce'),
      code_challenge: await client.calculatePKCECodeChallenge(derived(cookie, 'verifier')),
      code_challenge_method: 'S256',
    });
    return { location: location.href, cookie };
  }

  async function end(id: string, search: string, cookies: readonly string[]): Promise<CompletedSignIn> {
    const state = new URLSearchParams(search).get('state') ?? '';
    const started = await consumeSignInSecret(db, 'state', state);
    const cookie = cookies.find((one) => digest(one) === started?.browser);
    if (!started || !cookie || started.provider !== id) throw new SocialError('expired');
    const { provider, config } = await configOf(id);
    const claims = await readClaims(config, new URL(`${callback(provider)}${search}`), { state, cookie });
    const { accountId, userId } = await resolveUser(db, claims);
    const code = newSecret();
    const payload = { accountId, userId, provider: id, browser: digest(cookie) };
    await storeSignInSecret(db, 'code', code, payload, SOCIAL_CODE_SECONDS);
    return { code, returnTo: started.returnTo ?? null };
  }

  async function exchange(code: string, cookies: readonly string[], origin: Origin): Promise<SignedIn> {
    const consumed = await consumeSignInSecret(db, 'code', code);
    // A victim who opens an attacker's link must not end up in the attacker's account.
    const isSameBrowser = cookies.some((one) => digest(one) === consumed?.browser);
    if (!consumed || !isSameBrowser) throw new ApiError('code_expired');
    const { accountId = '', userId = '', provider = '' } = consumed;
    const person = await findUser(db, { accountId, userId });
    if (person?.status !== 'ACTIVE') throw new ApiError('code_expired');
    return admit(services, { accountId, userId, role: person.role }, { method: provider, ...origin });
  }

  return { providers, begin, end, exchange };
}
