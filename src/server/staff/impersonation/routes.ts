import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { enterBody, entered } from '../../../shared/staff.ts';
import { memberOf } from '../../http/access.ts';
import { problemSchema } from '../../http/problem.ts';
import { authLimit } from '../../http/rate-limit.ts';
import type { Services } from '../../runtime/services.ts';
import { enterAccount, leaveAccount } from './impersonation.ts';

const tags = ['staff'];
const none = z.null();

/** Routes to start and end an impersonation. */
export function impersonationRoutes(app: FastifyInstance, services: Services): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  routes.post('/admin/login', {
    config: { resource: 'impersonation', action: 'enter', ...authLimit },
    schema: { tags, operationId: 'enterAccount', body: enterBody, response: { 200: entered, default: problemSchema } },
    handler: async (request) => enterAccount(services, memberOf(request), request.body.accountId),
  });
  routes.post('/admin/leave', {
    config: { resource: 'impersonation', action: 'leave', ...authLimit },
    schema: {
      tags,
      operationId: 'leaveAccount',
      headers: z.object({ 'refresh-token': z.string().default('') }),
      response: { 204: none, default: problemSchema },
    },
    handler: async (request, reply) => {
      await leaveAccount(services, request.headers['refresh-token'], request.ip);
      return reply.code(204).send(null);
    },
  });
}
