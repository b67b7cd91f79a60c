import { z } from 'zod';
import { enterBody, entered } from '../../../shared/staff.ts';
import { memberOf } from '../../http/access.ts';
import { authLimit } from '../../http/rate-limit.ts';
import { type Api, route } from '../../http/route.ts';
import type { Services } from '../../runtime/services.ts';
import { enterAccount, leaveAccount } from './impersonation.ts';

const tags = ['staff'];

export function impersonationRoutes(api: Api, services: Services): void {
  api.post('/admin/login', {
    ...route('impersonation', 'enter', {
      tags,
      operationId: 'enterAccount',
      body: enterBody,
      answer: entered,
      config: { ...authLimit, needsFreshSession: true },
    }),
    handler: async (request) => enterAccount(services, memberOf(request), request.body),
  });
  api.post('/admin/leave', {
    ...route('impersonation', 'leave', {
      tags,
      operationId: 'leaveAccount',
      headers: z.object({ 'refresh-token': z.string().default('') }),
      config: authLimit,
    }),
    handler: async (request) => leaveAccount(services, request.headers['refresh-token'], request.ip),
  });
}
