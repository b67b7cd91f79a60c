import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { accounts as accountsResource } from '../../../resources/accounts.ts';
import { users as usersResource } from '../../../resources/users.ts';
import { emailBody, loginBody, registerBody, resetPasswordBody, verifyBody } from '../../shared/rules.ts';
import { sessionContext, sessionUser, tokenPair } from '../../shared/session.ts';
import { accounts, users } from '../db/tables.ts';
import { memberOf } from '../http/access.ts';
import { problemSchema } from '../http/problem.ts';
import { authLimit } from '../http/rate-limit.ts';
import { readRoutes } from '../resource/router.ts';
import { defineSource } from '../resource/source.ts';
import type { Services } from '../services.ts';
import { editMe, readMe, readMyContexts } from './me.ts';
import { endSession, refreshSession } from './sessions.ts';
import { forgotPassword, resetPassword, signIn } from './sign-in.ts';
import { resendCode, signUp, verifyEmail } from './sign-up.ts';

const usersSource = defineSource(usersResource, {
  table: users,
  accountId: users.accountId,
  id: users.id,
  fields: {
    name: users.name,
    email: users.email,
    role: users.role,
    contextIds: sql`(select coalesce(json_agg(c.context_id), '[]') from user_contexts c
      where c.account_id = ${users.accountId} and c.user_id = ${users.id})`,
    status: users.status,
    createdAt: users.createdAt,
  },
});

const accountsSource = defineSource(accountsResource, {
  table: accounts,
  accountId: accounts.id,
  id: accounts.id,
  where: sql`not ${accounts.isStaff}`,
  fields: { type: accounts.type, user: accounts.name, cnpj: accounts.cnpj, companyName: accounts.companyName },
});

const refreshHeader = z.object({ 'refresh-token': z.string().max(300).default('') });
const none = z.null();

/** Coming in, staying in and going out: the calls of /auth, /sessions and /users. */
export function identityRoutes(app: FastifyInstance, services: Services): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const tags = ['session'];
  const open = (act: string) => ({ thing: 'session', act, ...authLimit });

  routes.post('/auth/register', {
    config: open('register'),
    schema: {
      tags,
      operationId: 'register',
      body: registerBody,
      response: { 202: emailBody, default: problemSchema },
    },
    handler: async (request, reply) => {
      await signUp(services, request.body);
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
    handler: async (request) => verifyEmail(services, request.body.email, request.body.code),
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
      reply.code(202).send({ retryAfter: await resendCode(services, request.body.email) }),
  });
  routes.post('/auth/login', {
    config: open('login'),
    schema: { tags, operationId: 'login', body: loginBody, response: { 200: tokenPair, default: problemSchema } },
    handler: async (request) => signIn(services, request.body.email, request.body.password),
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
      await endSession(services.db, request.headers['refresh-token']);
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
      await resetPassword(services, request.body.token, request.body.password);
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
    handler: async (request) => refreshSession(services, request.headers['refresh-token']),
  });
  routes.get('/sessions/me/contexts', {
    config: { thing: 'session', act: 'show' },
    schema: {
      tags,
      operationId: 'listMyContexts',
      response: { 200: z.array(sessionContext), default: problemSchema },
    },
    handler: async (request) => readMyContexts(services.db, memberOf(request).tenant),
  });
  routes.get('/users/me', {
    config: { thing: 'profile', act: 'show' },
    schema: { tags, operationId: 'showMe', response: { 200: sessionUser, default: problemSchema } },
    handler: async (request) => readMe(services.db, memberOf(request)),
  });
  routes.patch('/users/me', {
    config: { thing: 'profile', act: 'edit' },
    schema: {
      tags,
      operationId: 'editMe',
      body: z.object({ name: z.string().trim().min(2).max(120).optional() }),
      response: { 200: sessionUser, default: problemSchema },
    },
    handler: async (request) => {
      await editMe(services.db, memberOf(request), request.body);
      return readMe(services.db, memberOf(request));
    },
  });
  readRoutes(app, services, usersResource, usersSource);
  readRoutes(app, services, accountsResource, accountsSource);
}
