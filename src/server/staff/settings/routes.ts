import { generalChange, generalRecord } from '../../../shared/staff.ts';
import { memberOf } from '../../http/access.ts';
import { type Api, route } from '../../http/route.ts';
import type { Services } from '../../runtime/services.ts';
import { editGeneralSettings, readGeneralSettings } from './general-settings.ts';

const tags = ['staff'];

export function settingsRoutes(api: Api, { db }: Services): void {
  api.get('/admin/general', {
    ...route('general-settings', 'show', { tags, answer: generalRecord }),
    handler: async () => readGeneralSettings(db),
  });
  api.put('/admin/general', {
    ...route('general-settings', 'edit', { tags, body: generalChange, answer: generalRecord }),
    handler: async (request) => editGeneralSettings(db, memberOf(request), request.body),
  });
}
