import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { staffEdit, staffInvite, staffPerson } from '../../../shared/staff.ts';
import { memberOf } from '../../http/access.ts';
import { authLimit } from '../../http/rate-limit.ts';
import { route } from '../../http/route.ts';
import type { Services } from '../../runtime/services.ts';
import { editStaff, inviteStaff, listTeam, removeStaff } from './team.ts';

const byId = z.object({ id: z.uuid() });

/** Routes for the platform's staff. */
export function teamRoutes(app: FastifyInstance, services: Services): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const { db } = services;

  routes.get('/admin/staff', {
    ...route('staff', 'list', { answer: z.object({ data: z.array(staffPerson), total: z.int() }) }),
    handler: async () => {
      const data = await listTeam(db);
      return { data, total: data.length };
    },
  });
  routes.post('/admin/staff', {
    ...route('staff', 'create', {
      operationId: 'inviteStaff',
      body: staffInvite,
      answer: staffPerson,
      status: 201,
      config: authLimit,
    }),
    handler: async (request, reply) =>
      reply.code(201).send(await inviteStaff(services, memberOf(request), request.body)),
  });
  routes.put('/admin/staff/:id', {
    ...route('staff', 'edit', { params: byId, body: staffEdit, answer: staffPerson }),
    handler: async (request) => editStaff(db, memberOf(request), request.params.id, request.body),
  });
  routes.delete('/admin/staff/:id', {
    ...route('staff', 'delete', { operationId: 'removeStaff', params: byId }),
    handler: async (request, reply) => {
      await removeStaff(db, memberOf(request), request.params.id);
      return reply.code(204).send(null);
    },
  });
}
