import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { generalSettings } from '../../../shared/staff.ts';
import { memberOf } from '../../http/access.ts';
import { problemSchema } from '../../http/problem.ts';
import type { Services } from '../../runtime/services.ts';
import { editGeneralSettings, readGeneralSettings } from './general-settings.ts';

const tags = ['staff'];

/** Routes for the settings of all accounts. */
export function settingsRoutes(app: FastifyInstance, { db }: Services): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const response = { 200: generalSettings, default: problemSchema };
  routes.get('/admin/general', {
    config: { resource: 'general-settings', action: 'show' },
    schema: { tags, operationId: 'showGeneralSettings', response },
    handler: async () => readGeneralSettings(db),
  });
  routes.put('/admin/general', {
    config: { resource: 'general-settings', action: 'edit' },
    schema: { tags, operationId: 'editGeneralSettings', body: generalSettings, response },
    handler: async (request) => editGeneralSettings(db, memberOf(request), request.body),
  });
}
