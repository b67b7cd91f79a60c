import { accountChange, accountRecord, deletionAnswer, deletionBody } from '../../../shared/people.ts';
import { memberOf } from '../../http/access.ts';
import { authLimit, exportLimit } from '../../http/rate-limit.ts';
import { type Api, fileOf, route } from '../../http/route.ts';
import type { Services } from '../../runtime/services.ts';
import { requestDeletion, undoDeletion } from './account-deletion.ts';
import { editAccount, readAccount } from './account-profile.ts';
import { exportAccount } from './export-account.ts';

export function accountRoutes(api: Api, services: Services): void {
  const { db } = services;

  api.get('/account', {
    ...route('account', 'show', { answer: accountRecord }),
    handler: async (request) => readAccount(db, memberOf(request).tenant),
  });
  api.put('/account', {
    ...route('account', 'edit', { body: accountChange, answer: accountRecord }),
    handler: async (request) => {
      await editAccount(db, memberOf(request), request.body);
      return readAccount(db, memberOf(request).tenant);
    },
  });
  api.delete('/users/me', {
    ...route('account', 'delete', {
      operationId: 'requestAccountDeletion',
      body: deletionBody,
      answer: deletionAnswer,
      config: authLimit,
    }),
    handler: async (request) => {
      const deletesAt = await requestDeletion(services, memberOf(request), request.body);
      return { deletesAt: deletesAt.toISOString() };
    },
  });
  api.post('/users/me/undo-deletion', {
    ...route('account', 'undo-deletion', { operationId: 'undoAccountDeletion', config: authLimit }),
    handler: async (request) => undoDeletion(services, memberOf(request)),
  });
  api.get('/account/export', {
    ...route('account', 'export', { answer: fileOf('application/zip'), config: exportLimit }),
    handler: async (request, reply) => {
      const archive = await exportAccount(db, memberOf(request));
      return reply
        .type('application/zip')
        .header('content-disposition', 'attachment; filename="dados-da-conta.zip"')
        .send(archive as never);
    },
  });
}
