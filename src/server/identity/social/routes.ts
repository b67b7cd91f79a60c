import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { SOCIAL_MINUTES } from '../../../shared/constants.ts';
import { socialCodeBody, socialProviders } from '../../../shared/people.ts';
import { signedIn } from '../../../shared/second-factor.ts';
import { signInFrom } from '../../http/device.ts';
import { authLimit } from '../../http/rate-limit.ts';
import { type Api, route } from '../../http/route.ts';
import type { Services } from '../../runtime/services.ts';
import { openSocialSignIn } from './sign-in-at-provider.ts';
import { SocialError } from './social-error.ts';

const SOCIAL_COOKIE = 'prosa_sign_in';
/** One each, so that two sign-ins in parallel do not mix. */
const cookieNameOf = (value: string) => `${SOCIAL_COOKIE}_${value.slice(0, 6)}`;

const socialCookies = (cookies: FastifyRequest['cookies']): string[] =>
  Object.entries(cookies).flatMap(([name, value = '']) => (name.startsWith(SOCIAL_COOKIE) ? [value] : []));

export function socialRoutes(api: Api, services: Services): void {
  const social = openSocialSignIn(services);
  const provider = z.object({ provider: z.string().max(60) });
  const cookieOptions = (maxAge: number): CookieSerializeOptions => {
    const secure = services.publicUrl().startsWith('https:');
    return { path: '/api/auth/social', maxAge, httpOnly: true, sameSite: 'lax', secure };
  };
  const redirectFailure = (request: FastifyRequest, reply: FastifyReply, error: unknown) => {
    const failure = error instanceof SocialError ? error.failure : 'unavailable';
    if (failure === 'unavailable' || failure === 'refused') request.log.warn({ err: error }, 'social sign-in failed');
    return reply.redirect(`${services.publicUrl()}/login#error=${failure}`);
  };

  api.get('/auth/social', {
    ...route('session', 'social', { operationId: 'listSocialProviders', answer: socialProviders }),
    handler: async () => ({ data: social.providers.map(({ id, name }) => ({ id, name })) }),
  });
  api.get('/auth/social/:provider', {
    ...route('session', 'social-start', {
      operationId: 'startSocialSignIn',
      params: provider,
      querystring: z.object({ returnTo: z.string().optional() }),
      status: 302,
      config: authLimit,
    }),
    handler: async (request, reply) => {
      try {
        const { location, cookie } = await social.begin(request.params.provider, request.query.returnTo);
        const options = cookieOptions(SOCIAL_MINUTES * 60);
        return await reply.setCookie(cookieNameOf(cookie), cookie, options).redirect(location);
      } catch (error) {
        return redirectFailure(request, reply, error);
      }
    },
  });
  api.get('/auth/social/:provider/callback', {
    ...route('session', 'social-callback', {
      operationId: 'endSocialSignIn',
      params: provider,
      querystring: z.looseObject({}),
      status: 302,
      config: authLimit,
    }),
    handler: async (request, reply) => {
      try {
        const search = new URL(request.url, 'http://callback').search;
        const { code, returnTo } = await social.end(request.params.provider, search, socialCookies(request.cookies));
        const to = returnTo ? `?to=${encodeURIComponent(returnTo)}` : '';
        // Browsers do not send the fragment, so the code stays out of logs and referrers.
        return await reply.redirect(`${services.publicUrl()}/login/social${to}#code=${code}`);
      } catch (error) {
        return redirectFailure(request, reply, error);
      }
    },
  });
  api.post('/auth/social/code', {
    ...route('session', 'social-code', {
      operationId: 'exchangeSocialCode',
      body: socialCodeBody,
      answer: signedIn,
      config: authLimit,
    }),
    handler: async (request, reply) => {
      const cookies = socialCookies(request.cookies);
      const pair = await signInFrom(request, reply, services, (origin) =>
        social.exchange(request.body.code, cookies, origin),
      );
      for (const cookie of cookies) void reply.setCookie(cookieNameOf(cookie), '', cookieOptions(0));
      return pair;
    },
  });
}
