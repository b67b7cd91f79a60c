import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { emailBody, loginBody, registerBody, resetPasswordBody, verifyBody } from '../../shared/rules.ts';
import { sessionContext, tokenPair } from '../../shared/session.ts';
import { memberOf } from '../http/access.ts';
import { signInFrom } from '../http/device.ts';
import { problemSchema } from '../http/problem.ts';
import { authLimit } from '../http/rate-limit.ts';
import type { Services } from '../runtime/services.ts';
import { verifyEmail } from './confirm-sign-up.ts';
import { readMyContexts } from './profile/me.ts';
import { endSession, refreshSession } from './sessions.ts';
import { forgotPassword, resetPassword, signIn } from './sign-in.ts';
import { resendCode, signUp } from './sign-up.ts';

const refreshHeader = z.object({ 'refresh-token': z.string().default('') });
const none = z.null();

/** Routes for sign-up, sign-in, refresh and sign-out, under /auth and /sessions. */
export function identityRoutes(app: FastifyInstance, services: Services): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const tags = ['session'];
  const open = (action: string) => ({ resource: 'session', action, ...authLimit });

  routes.post('/auth/register', {
    config: open('register'),
    schema: {
      tags,
      operationId: 'register',
      body: registerBody,
      response: { 202: emailBody, default: problemSchema },
    },
    handler: async (request, reply) => {
      await signUp(services, request.body, request.ip);
      return reply.code(202).send({ email: request.body.email });
    },
  });
  routes.post('/auth/verify', {
    config: open('verify'),
    schema: {
      tags,
      operationId: 'verifyEmail',
      body: verifyBody,
      response: { 200: tokenPair, default: problemSchema },
    },
    handler: (request, reply) =>
      signInFrom(request, reply, services, (origin) => verifyEmail(services, request.body, origin)),
  });
  routes.post('/auth/verify/resend', {
    config: open('resend-code'),
    schema: {
      tags,
      operationId: 'resendCode',
      body: emailBody,
      response: { 202: z.object({ retryAfter: z.int() }), default: problemSchema },
    },
    handler: async (request, reply) =>
      reply.code(202).send({ retryAfter: await resendCode(services, { email: request.body.email, ip: request.ip }) }),
  });
  routes.post('/auth/login', {
    config: open('login'),
    schema: { tags, operationId: 'login', body: loginBody, response: { 200: tokenPair, default: problemSchema } },
    handler: (request, reply) =>
      signInFrom(request, reply, services, (origin) => signIn(services, request.body, origin)),
  });
  routes.post('/auth/logout', {
    config: open('logout'),
    schema: {
      tags,
      operationId: 'logout',
      headers: refreshHeader,
      response: { 204: none, default: problemSchema },
    },
    handler: async (request, reply) => {
      await endSession(services.db, request.headers['refresh-token'], request.ip);
      return reply.code(204).send(null);
    },
  });
  routes.post('/auth/forgot-password', {
    config: open('recover'),
    schema: {
      tags,
      operationId: 'forgotPassword',
      body: emailBody,
      response: { 202: emailBody, default: problemSchema },
    },
    handler: async (request, reply) => {
      await forgotPassword(services, request.body.email);
      return reply.code(202).send({ email: request.body.email });
    },
  });
  routes.post('/auth/reset-password', {
    config: open('reset'),
    schema: {
      tags,
      operationId: 'resetPassword',
      body: resetPasswordBody,
      response: { 204: none, default: problemSchema },
    },
    handler: async (request, reply) => {
      await resetPassword(services, request.body.token, request.body.password, request.ip);
      return reply.code(204).send(null);
    },
  });
  routes.get('/sessions/refresh', {
    config: open('refresh'),
    schema: {
      tags,
      operationId: 'refreshSession',
      headers: refreshHeader,
      response: { 200: tokenPair, default: problemSchema },
    },
    handler: async (request) => refreshSession(services, request.headers['refresh-token'], request.ip),
  });
  routes.get('/sessions/me/contexts', {
    config: { resource: 'session', action: 'show' },
    schema: {
      tags,
      operationId: 'listMyContexts',
      response: { 200: z.array(sessionContext), default: problemSchema },
    },
    handler: async (request) => readMyContexts(services.db, memberOf(request).tenant),
  });
}
