import { z } from 'zod';
import { emailBody, loginBody, registerBody, resetPasswordBody, verifyBody } from '../../shared/rules.ts';
import { signedIn } from '../../shared/second-factor.ts';
import { sessionContext, tokenPair } from '../../shared/session.ts';
import { memberOf } from '../http/access.ts';
import { signInFrom } from '../http/device.ts';
import { authLimit } from '../http/rate-limit.ts';
import { type Api, route } from '../http/route.ts';
import type { Services } from '../runtime/services.ts';
import { verifyEmail } from './confirm-sign-up.ts';
import { readMyContexts } from './profile/me.ts';
import { endSession, refreshSession } from './sessions.ts';
import { forgotPassword, resetPassword, signIn } from './sign-in.ts';
import { resendCode, signUp } from './sign-up.ts';

const refreshHeader = z.object({ 'refresh-token': z.string().default('') });

export function identityRoutes(api: Api, services: Services): void {
  api.post('/auth/register', {
    ...route('session', 'register', {
      operationId: 'register',
      body: registerBody,
      answer: emailBody,
      status: 202,
      config: authLimit,
    }),
    handler: async (request) => {
      await signUp(services, request.body, request.ip);
      return { email: request.body.email };
    },
  });
  api.post('/auth/verify', {
    ...route('session', 'verify', {
      operationId: 'verifyEmail',
      body: verifyBody,
      answer: signedIn,
      config: authLimit,
    }),
    handler: (request, reply) =>
      signInFrom(request, reply, services, (origin) => verifyEmail(services, request.body, origin)),
  });
  api.post('/auth/verify/resend', {
    ...route('session', 'resend-code', {
      operationId: 'resendCode',
      body: emailBody,
      answer: z.object({ retryAfter: z.int() }),
      status: 202,
      config: authLimit,
    }),
    handler: async (request) => ({
      retryAfter: await resendCode(services, { email: request.body.email, ip: request.ip }),
    }),
  });
  api.post('/auth/login', {
    ...route('session', 'login', { operationId: 'login', body: loginBody, answer: signedIn, config: authLimit }),
    handler: (request, reply) =>
      signInFrom(request, reply, services, (origin) => signIn(services, request.body, origin)),
  });
  api.post('/auth/logout', {
    ...route('session', 'logout', { operationId: 'logout', headers: refreshHeader, config: authLimit }),
    handler: async (request) => endSession(services.db, request.headers['refresh-token'], request.ip),
  });
  api.post('/auth/forgot-password', {
    ...route('session', 'recover', {
      operationId: 'forgotPassword',
      body: emailBody,
      answer: emailBody,
      status: 202,
      config: authLimit,
    }),
    handler: async (request) => {
      await forgotPassword(services, request.body.email);
      return { email: request.body.email };
    },
  });
  api.post('/auth/reset-password', {
    ...route('session', 'reset', { operationId: 'resetPassword', body: resetPasswordBody, config: authLimit }),
    handler: async (request) => resetPassword(services, request.body.token, request.body.password, request.ip),
  });
  api.get('/sessions/refresh', {
    ...route('session', 'refresh', { headers: refreshHeader, answer: tokenPair, config: authLimit }),
    handler: async (request) => refreshSession(services, request.headers['refresh-token'], request.ip),
  });
  api.get('/sessions/me/contexts', {
    ...route('session', 'show', { operationId: 'listMyContexts', answer: z.array(sessionContext) }),
    handler: async (request) => readMyContexts(services.db, memberOf(request).tenant),
  });
}
