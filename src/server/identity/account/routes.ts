import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { accountProfile, accountRecord, deletionAnswer, deletionBody } from '../../../shared/people.ts';
import { memberOf } from '../../http/access.ts';
import { problemSchema } from '../../http/problem.ts';
import { authLimit, exportLimit } from '../../http/rate-limit.ts';
import type { Services } from '../../runtime/services.ts';
import { requestDeletion, undoDeletion } from './account-deletion.ts';
import { editAccount, readAccount } from './account-profile.ts';
import { exportAccount } from './export-account.ts';

const none = z.null();

/** Routes for the account's profile, export and deletion. */
export function accountRoutes(app: FastifyInstance, services: Services): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const { db } = services;
  const tags = ['account'];
  const account = { 200: accountRecord, default: problemSchema };
  routes.get('/account', {
    config: { resource: 'account', action: 'show' },
    schema: { tags, operationId: 'showAccount', response: account },
    handler: async (request) => readAccount(db, memberOf(request).tenant),
  });
  routes.put('/account', {
    config: { resource: 'account', action: 'edit' },
    schema: { tags, operationId: 'editAccount', body: accountProfile, response: account },
    handler: async (request) => {
      await editAccount(db, memberOf(request), request.body);
      return readAccount(db, memberOf(request).tenant);
    },
  });
  routes.delete('/users/me', {
    config: { resource: 'account', action: 'delete', ...authLimit },
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
    config: { resource: 'account', action: 'undo-deletion', ...authLimit },
    schema: { tags, operationId: 'undoAccountDeletion', response: { 204: none, default: problemSchema } },
    handler: async (request, reply) => {
      await undoDeletion(services, memberOf(request));
      return reply.code(204).send(null);
    },
  });
  routes.get('/account/export', {
    config: { resource: 'account', action: 'export', ...exportLimit },
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
