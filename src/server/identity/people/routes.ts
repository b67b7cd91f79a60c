import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { recordSchema } from '../../../../resources/kit/schema.ts';
import { users as usersResource } from '../../../../resources/users.ts';
import { acceptBody, invitation, inviteBody, userEdit } from '../../../shared/people.ts';
import { tokenPair } from '../../../shared/session.ts';
import { type Member, memberOf } from '../../http/access.ts';
import { signInFrom } from '../../http/device.ts';
import { problemSchema } from '../../http/problem.ts';
import { authLimit, invitationLimit } from '../../http/rate-limit.ts';
import { listQuerySchema, readListQuery } from '../../resource/list-query.ts';
import { listRows, showRow } from '../../resource/query.ts';
import { pageOf } from '../../resource/router.ts';
import type { Services } from '../../runtime/services.ts';
import { editUser, removeUser } from './edit-person.ts';
import { acceptInvitation, readInvitation } from './invitation.ts';
import { inviteUser, resendInvitation } from './invite.ts';
import { usersSource } from './people-source.ts';

const none = z.null();
const byId = z.object({ id: z.uuid() });
const byToken = z.object({ token: z.string().max(200) });

/** Public routes for the holder of an invitation link. */
function invitationRoutes(app: FastifyInstance, services: Services): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const tags = ['session'];
  routes.get('/invitations/:token', {
    config: { resource: 'session', action: 'invitation', ...authLimit },
    schema: {
      tags,
      operationId: 'showInvitation',
      params: byToken,
      response: { 200: invitation, default: problemSchema },
    },
    handler: async (request) => readInvitation(services, request.params.token),
  });
  routes.post('/invitations/:token', {
    config: { resource: 'session', action: 'accept', ...authLimit },
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

/** Routes for an account's users. */
export function usersRoutes(app: FastifyInstance, services: Services): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const { db } = services;
  const tags = ['users'];
  const one = { 200: recordSchema(usersResource), default: problemSchema };
  const show = (member: Member, id: string) =>
    showRow(db, usersResource, usersSource(member.tenant), member.tenant, id);
  invitationRoutes(app, services);
  routes.get('/users', {
    config: { resource: 'users', action: 'list' },
    schema: {
      tags,
      operationId: 'listUsers',
      querystring: listQuerySchema(usersResource),
      response: { 200: pageOf(recordSchema(usersResource)), default: problemSchema },
    },
    handler: async (request) => {
      const { tenant } = memberOf(request);
      return listRows(db, usersResource, usersSource(tenant), tenant, readListQuery(usersResource, request.query));
    },
  });
  routes.get('/users/:id', {
    config: { resource: 'users', action: 'show' },
    schema: { tags, operationId: 'showUsers', params: byId, response: one },
    handler: async (request) => show(memberOf(request), request.params.id),
  });
  routes.post('/users', {
    config: { resource: 'users', action: 'create', ...invitationLimit },
    schema: {
      tags,
      operationId: 'inviteUser',
      body: inviteBody,
      response: { 201: recordSchema(usersResource), default: problemSchema },
    },
    handler: async (request, reply) => {
      const id = await inviteUser(services, memberOf(request), request.body);
      return reply.code(201).send(await show(memberOf(request), id));
    },
  });
  routes.put('/users/:id', {
    config: { resource: 'users', action: 'edit' },
    schema: { tags, operationId: 'editUsers', params: byId, body: userEdit, response: one },
    handler: async (request) => {
      await editUser(services, memberOf(request), request.params.id, request.body);
      return show(memberOf(request), request.params.id);
    },
  });
  routes.delete('/users/:id', {
    config: { resource: 'users', action: 'delete' },
    schema: { tags, operationId: 'deleteUsers', params: byId, response: { 204: none, default: problemSchema } },
    handler: async (request, reply) => {
      await removeUser(services, memberOf(request), request.params.id);
      return reply.code(204).send(null);
    },
  });
  routes.post('/users/:id/resend-invitation', {
    config: { resource: 'users', action: 'resend', ...invitationLimit },
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
