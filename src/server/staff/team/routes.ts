import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { staffEdit, staffInvite, staffPerson } from '../../../shared/staff.ts';
import { memberOf } from '../../http/access.ts';
import { problemSchema } from '../../http/problem.ts';
import { authLimit } from '../../http/rate-limit.ts';
import type { Services } from '../../runtime/services.ts';
import { editStaff, inviteStaff, listTeam, removeStaff } from './team.ts';

const byId = z.object({ id: z.uuid() });

/** Routes for the platform's staff. */
export function teamRoutes(app: FastifyInstance, services: Services): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const { db } = services;
  const tags = ['staff'];
  routes.get('/admin/staff', {
    config: { resource: 'staff', action: 'list' },
    schema: {
      tags,
      operationId: 'listStaff',
      response: { 200: z.object({ data: z.array(staffPerson), total: z.int() }), default: problemSchema },
    },
    handler: async () => {
      const data = await listTeam(db);
      return { data, total: data.length };
    },
  });
  routes.post('/admin/staff', {
    config: { resource: 'staff', action: 'create', ...authLimit },
    schema: {
      tags,
      operationId: 'inviteStaff',
      body: staffInvite,
      response: { 201: staffPerson, default: problemSchema },
    },
    handler: async (request, reply) =>
      reply.code(201).send(await inviteStaff(services, memberOf(request), request.body)),
  });
  routes.put('/admin/staff/:id', {
    config: { resource: 'staff', action: 'edit' },
    schema: {
      tags,
      operationId: 'editStaff',
      params: byId,
      body: staffEdit,
      response: { 200: staffPerson, default: problemSchema },
    },
    handler: async (request) => editStaff(db, memberOf(request), request.params.id, request.body),
  });
  routes.delete('/admin/staff/:id', {
    config: { resource: 'staff', action: 'delete' },
    schema: { tags, operationId: 'removeStaff', params: byId, response: { 204: z.null(), default: problemSchema } },
    handler: async (request, reply) => {
      await removeStaff(db, memberOf(request), request.params.id);
      return reply.code(204).send(null);
    },
  });
}
