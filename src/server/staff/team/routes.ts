import { staff } from '../../../../resources/staff.ts';
import { authLimit } from '../../http/rate-limit.ts';
import type { Api } from '../../http/route.ts';
import { editSchema } from '../../resource/router.ts';
import { serve } from '../../resource/serve.ts';
import type { Services } from '../../runtime/services.ts';
import { staffBehaviour } from './team.ts';

const fresh = { needsFreshSession: true };

export function teamRoutes(api: Api, services: Services): void {
  serve(api, services, staff, {
    ...staffBehaviour(services),
    routes: {
      create: { operationId: 'inviteStaff', config: { ...authLimit, ...fresh } },
      // The address of an invitation is fixed.
      edit: { body: editSchema(staff).omit({ email: true }), config: fresh },
      delete: { operationId: 'removeStaff', config: fresh },
    },
  });
}
