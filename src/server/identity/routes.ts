import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { users as usersResource } from '../../../resources/users.ts';
import {
  acceptBody,
  accountProfile,
  accountRecord,
  deletionAnswer,
  deletionBody,
  invitation,
  inviteBody,
  passwordBody,
  profileBody,
  socialCodeBody,
  socialProviders,
  userEdit,
} from '../../shared/people.ts';
import { SOCIAL_MINUTES } from '../../shared/constants.ts';
import { tutorialQuery } from '../../shared/first-steps.ts';
import { emailBody, loginBody, registerBody, resetPasswordBody, verifyBody } from '../../shared/rules.ts';
import { sessionContext, sessionUser, type SessionUser, tokenPair } from '../../shared/session.ts';
import { type Member, memberOf } from '../http/access.ts';
import { signInFrom } from '../http/device.ts';
import { problemSchema } from '../http/problem.ts';
import { authLimit, exportLimit, invitationLimit } from '../http/rate-limit.ts';
import { listQuerySchema, readListQuery } from '../resource/list-query.ts';
import { listRows, showRow } from '../resource/query.ts';
import { pageOf } from '../resource/router.ts';
import type { Services } from '../services.ts';
import { verifyEmail } from './confirm-sign-up.ts';
import { endCrawlerOffer, endTutorial, goToStep } from './first-steps.ts';
import { editMe, readMe, readMyContexts } from './me.ts';
import { requestDeletion, undoDeletion } from './people/account-deletion.ts';
import { editAccount, readAccount } from './people/account-profile.ts';
import { changePassword } from './people/change-password.ts';
import { editPerson, removePerson } from './people/edit-person.ts';
import { exportAccount } from './people/export-account.ts';
import { acceptInvitation, readInvitation } from './people/invitation.ts';
import { invitePerson, resendInvitation } from './people/invite.ts';
import { peopleSource } from './people/people-source.ts';
import { endSession, refreshSession } from './sessions.ts';
import { forgotPassword, resetPassword, signIn } from './sign-in.ts';
import { resendCode, signUp } from './sign-up.ts';
import { openSocialSignIn } from './social/sign-in-at-provider.ts';
import { SocialError } from './social/social-error.ts';

const refreshHeader = z.object({ 'refresh-token': z.string().default('') });
const none = z.null();

/** Who calls, with what the policy lets them do. */
async function sessionUserOf({ db }: Services, request: FastifyRequest): Promise<SessionUser> {
  const member = memberOf(request);
  return { ...(await readMe(db, member)), permissions: request.server.permissionsOf(member) };
}

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
    handler: (request) => sessionUserOf(services, request),
  });
  socialRoutes(app, services);
  firstStepsRoutes(app, services);
  peopleRoutes(app, services);
  accountRoutes(app, services);
}

/** What leads somebody new through the console; its state lies with the user. */
function firstStepsRoutes(app: FastifyInstance, services: Services): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const { db } = services;
  const tags = ['session'];
  const config = { thing: 'profile', act: 'first-steps' };
  const response = { 200: sessionUser, default: problemSchema };
  routes.put('/users/tutorial', {
    config,
    schema: {
      tags,
      operationId: 'goToTutorialStep',
      description: 'Goes to a step of the tutorial (0 to 4), forth or back; 0 brings it back after its end. No body.',
      querystring: tutorialQuery,
      response,
    },
    handler: async (request) => {
      await goToStep(db, memberOf(request), request.query);
      return sessionUserOf(services, request);
    },
  });
  routes.post('/users/tutorial', {
    config,
    schema: { tags, operationId: 'endTutorial', description: 'The tutorial is over. No body.', response },
    handler: async (request) => {
      await endTutorial(db, memberOf(request));
      return sessionUserOf(services, request);
    },
  });
  routes.post('/users/website-crawled', {
    config,
    schema: {
      tags,
      operationId: 'endCrawlerOffer',
      description: 'The offer to capture the site of the sign-up was taken or sent away. No body.',
      response,
    },
    handler: async (request) => {
      await endCrawlerOffer(db, memberOf(request));
      return sessionUserOf(services, request);
    },
  });
}

const byId = z.object({ id: z.uuid() });
const byToken = z.object({ token: z.string().max(200) });

/** Invitations, seen and accepted by whoever holds the link. */
function invitationRoutes(app: FastifyInstance, services: Services): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const tags = ['session'];
  routes.get('/invitations/:token', {
    config: { thing: 'session', act: 'invitation', ...authLimit },
    schema: {
      tags,
      operationId: 'showInvitation',
      params: byToken,
      response: { 200: invitation, default: problemSchema },
    },
    handler: async (request) => readInvitation(services, request.params.token),
  });
  routes.post('/invitations/:token', {
    config: { thing: 'session', act: 'accept', ...authLimit },
    schema: {
      tags,
      operationId: 'acceptInvitation',
      params: byToken,
      body: acceptBody,
      response: { 200: tokenPair, default: problemSchema },
    },
    handler: (request, reply) =>
      signInFrom(request, reply, services, (origin) =>
        acceptInvitation(services, request.params.token, request.body, origin),
      ),
  });
}

/** The people of an account: invited, changed and removed. */
function peopleRoutes(app: FastifyInstance, services: Services): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const { db } = services;
  const tags = ['users'];
  const one = { 200: usersResource.record, default: problemSchema };
  const show = (member: Member, id: string) =>
    showRow(db, usersResource, peopleSource(member.tenant), member.tenant, id);
  invitationRoutes(app, services);
  routes.get('/users', {
    config: { thing: 'users', act: 'list' },
    schema: {
      tags,
      operationId: 'listUsers',
      querystring: listQuerySchema(usersResource),
      response: { 200: pageOf(usersResource.record), default: problemSchema },
    },
    handler: async (request) => {
      const { tenant } = memberOf(request);
      return listRows(db, usersResource, peopleSource(tenant), tenant, readListQuery(usersResource, request.query));
    },
  });
  routes.get('/users/:id', {
    config: { thing: 'users', act: 'show' },
    schema: { tags, operationId: 'showUsers', params: byId, response: one },
    handler: async (request) => show(memberOf(request), request.params.id),
  });
  routes.post('/users', {
    config: { thing: 'users', act: 'create', ...invitationLimit },
    schema: {
      tags,
      operationId: 'inviteUser',
      body: inviteBody,
      response: { 201: usersResource.record, default: problemSchema },
    },
    handler: async (request, reply) => {
      const id = await invitePerson(services, memberOf(request), request.body);
      return reply.code(201).send(await show(memberOf(request), id));
    },
  });
  routes.put('/users/:id', {
    config: { thing: 'users', act: 'edit' },
    schema: { tags, operationId: 'editUsers', params: byId, body: userEdit, response: one },
    handler: async (request) => {
      await editPerson(services, memberOf(request), request.params.id, request.body);
      return show(memberOf(request), request.params.id);
    },
  });
  routes.delete('/users/:id', {
    config: { thing: 'users', act: 'delete' },
    schema: { tags, operationId: 'deleteUsers', params: byId, response: { 204: none, default: problemSchema } },
    handler: async (request, reply) => {
      await removePerson(services, memberOf(request), request.params.id);
      return reply.code(204).send(null);
    },
  });
  routes.post('/users/:id/resend-invitation', {
    config: { thing: 'users', act: 'resend', ...invitationLimit },
    schema: {
      tags,
      operationId: 'resendInvitation',
      params: byId,
      response: { 202: one[200], default: problemSchema },
    },
    handler: async (request, reply) => {
      await resendInvitation(services, memberOf(request), request.params.id);
      return reply.code(202).send(await show(memberOf(request), request.params.id));
    },
  });
}

/** Room for a picture of 2 MB as a data URL, and what is around it. */
const PROFILE_BYTES = 3 * 1024 * 1024;

/** One's own profile, the account's data, its export and its end. */
function accountRoutes(app: FastifyInstance, services: Services): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const { db } = services;
  const tags = ['account'];
  const account = { 200: accountRecord, default: problemSchema };
  routes.patch('/users/me', {
    config: { thing: 'profile', act: 'edit', ...authLimit },
    bodyLimit: PROFILE_BYTES,
    schema: {
      tags: ['session'],
      operationId: 'editMe',
      body: profileBody,
      response: { 200: sessionUser, default: problemSchema },
    },
    handler: async (request) => {
      await editMe(db, memberOf(request), request.body);
      return sessionUserOf(services, request);
    },
  });
  routes.put('/users/me/password', {
    config: { thing: 'profile', act: 'change-password', ...authLimit },
    schema: {
      tags: ['session'],
      operationId: 'changePassword',
      body: passwordBody,
      response: { 204: none, default: problemSchema },
    },
    handler: async (request, reply) => {
      await changePassword(services, memberOf(request), request.body);
      return reply.code(204).send(null);
    },
  });
  routes.get('/account', {
    config: { thing: 'account', act: 'show' },
    schema: { tags, operationId: 'showAccount', response: account },
    handler: async (request) => readAccount(db, memberOf(request).tenant),
  });
  routes.put('/account', {
    config: { thing: 'account', act: 'edit' },
    schema: { tags, operationId: 'editAccount', body: accountProfile, response: account },
    handler: async (request) => {
      await editAccount(db, memberOf(request), request.body);
      return readAccount(db, memberOf(request).tenant);
    },
  });
  routes.delete('/users/me', {
    config: { thing: 'account', act: 'delete', ...authLimit },
    schema: {
      tags,
      operationId: 'requestAccountDeletion',
      body: deletionBody,
      response: { 200: deletionAnswer, default: problemSchema },
    },
    handler: async (request) => {
      const deletesAt = await requestDeletion(services, memberOf(request), request.body);
      return { deletesAt: deletesAt.toISOString() };
    },
  });
  routes.post('/users/me/undo-deletion', {
    config: { thing: 'account', act: 'undo-deletion', ...authLimit },
    schema: { tags, operationId: 'undoAccountDeletion', response: { 204: none, default: problemSchema } },
    handler: async (request, reply) => {
      await undoDeletion(services, memberOf(request));
      return reply.code(204).send(null);
    },
  });
  routes.get('/account/export', {
    config: { thing: 'account', act: 'export', ...exportLimit },
    schema: {
      tags,
      operationId: 'exportAccount',
      response: { 200: z.string().describe('application/zip'), default: problemSchema },
    },
    handler: async (request, reply) => {
      const archive = await exportAccount(db, memberOf(request));
      return reply
        .type('application/zip')
        .header('content-disposition', 'attachment; filename="dados-da-conta.zip"')
        .send(archive as never);
    },
  });
}

const SOCIAL_COOKIE = 'prosa_sign_in';
/** A sign-in's own cookie: of two that run at once each finds its own. */
const cookieNameOf = (value: string) => `${SOCIAL_COOKIE}_${value.slice(0, 6)}`;

/** The cookies of sign-ins at providers that a browser brings. */
const socialCookies = (cookies: FastifyRequest['cookies']): string[] =>
  Object.entries(cookies).flatMap(([name, value = '']) => (name.startsWith(SOCIAL_COOKIE) ? [value] : []));

/** Coming in by Google, Microsoft and other providers: the one pair of calls that redirects, and what the console asks. */
function socialRoutes(app: FastifyInstance, services: Services): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const tags = ['session'];
  const social = openSocialSignIn(services);
  const provider = z.object({ provider: z.string().max(60) });
  const redirect = { 302: none, default: problemSchema };
  const cookieOptions = (maxAge: number): CookieSerializeOptions => {
    const secure = services.publicUrl().startsWith('https:');
    return { path: '/api/auth/social', maxAge, httpOnly: true, sameSite: 'lax', secure };
  };
  /** Where a sign-in ends that came to nothing: the console says why. */
  const giveUp = (request: FastifyRequest, reply: FastifyReply, error: unknown) => {
    const failure = error instanceof SocialError ? error.failure : 'unavailable';
    if (failure === 'unavailable' || failure === 'refused') request.log.warn({ err: error }, 'social sign-in failed');
    return reply.redirect(`${services.publicUrl()}/login#error=${failure}`);
  };

  routes.get('/auth/social', {
    config: { thing: 'session', act: 'social' },
    schema: {
      tags,
      operationId: 'listSocialProviders',
      response: { 200: socialProviders, default: problemSchema },
    },
    handler: async () => ({ data: social.providers.map(({ id, name }) => ({ id, name })) }),
  });
  routes.get('/auth/social/:provider', {
    config: { thing: 'session', act: 'social-start', ...authLimit },
    schema: {
      tags,
      operationId: 'startSocialSignIn',
      params: provider,
      querystring: z.object({ returnTo: z.string().optional() }),
      response: redirect,
    },
    handler: async (request, reply) => {
      try {
        const { location, cookie } = await social.begin(request.params.provider, request.query.returnTo);
        const options = cookieOptions(SOCIAL_MINUTES * 60);
        return await reply.setCookie(cookieNameOf(cookie), cookie, options).redirect(location);
      } catch (error) {
        return giveUp(request, reply, error);
      }
    },
  });
  routes.get('/auth/social/:provider/callback', {
    config: { thing: 'session', act: 'social-callback', ...authLimit },
    schema: { tags, operationId: 'endSocialSignIn', params: provider, response: redirect },
    handler: async (request, reply) => {
      try {
        const search = new URL(request.url, 'http://callback').search;
        const { code, returnTo } = await social.end(request.params.provider, search, socialCookies(request.cookies));
        const to = returnTo ? `?to=${encodeURIComponent(returnTo)}` : '';
        // The fragment is sent to no server, so the code stays out of logs and referrers.
        return await reply.redirect(`${services.publicUrl()}/login/social${to}#code=${code}`);
      } catch (error) {
        return giveUp(request, reply, error);
      }
    },
  });
  routes.post('/auth/social/code', {
    config: { thing: 'session', act: 'social-code', ...authLimit },
    schema: {
      tags,
      operationId: 'exchangeSocialCode',
      body: socialCodeBody,
      response: { 200: tokenPair, default: problemSchema },
    },
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
