import { z } from 'zod';
import { staff } from '../../../../resources/staff.ts';
import { editableStaffPerson, staffEdit, staffInvite, staffPerson } from '../../../shared/staff.ts';
import { staffReason } from '../../../shared/staff-reason.ts';
import { freshMemberOf } from '../../http/access.ts';
import { authLimit } from '../../http/rate-limit.ts';
import { type Api, byId, route } from '../../http/route.ts';
import { listQuerySchema, readListQuery } from '../../resource/list-query.ts';
import { pageRows } from '../../resource/page-rows.ts';
import { pageOf } from '../../resource/router.ts';
import type { Services } from '../../runtime/services.ts';
import { resetFactors } from '../accounts/reset-factors.ts';
import { editStaff, inviteStaff, listTeam, removeStaff, showStaff } from './team.ts';

export function teamRoutes(api: Api, services: Services): void {
  const { db } = services;

  api.get('/admin/staff', {
    ...route('staff', 'list', {
      querystring: listQuerySchema(staff),
      answer: pageOf(staffPerson),
    }),
    handler: async (request) => pageRows(await listTeam(db), readListQuery(staff, request.query)) as never,
  });
  api.post('/admin/staff', {
    ...route('staff', 'create', {
      operationId: 'inviteStaff',
      body: staffInvite,
      answer: editableStaffPerson,
      status: 201,
      config: authLimit,
    }),
    handler: async (request) => inviteStaff(services, freshMemberOf(request), request.body),
  });
  api.get('/admin/staff/:id', {
    ...route('staff', 'show', { params: byId, answer: editableStaffPerson }),
    handler: async (request) => showStaff(db, request.params.id),
  });
  api.put('/admin/staff/:id', {
    ...route('staff', 'edit', { params: byId, body: staffEdit, answer: editableStaffPerson }),
    handler: async (request) => editStaff(db, freshMemberOf(request), request.params.id, request.body),
  });
  api.delete('/admin/staff/:id', {
    ...route('staff', 'delete', { operationId: 'removeStaff', params: byId }),
    handler: async (request) => removeStaff(db, freshMemberOf(request), request.params.id),
  });
  api.post('/admin/staff/:id/reset-factor', {
    ...route('staff', 'reset-factor', {
      operationId: 'resetStaffSecondFactor',
      description: 'Removes all second factors of a colleague, and ends their sessions.',
      params: byId,
      body: z.object({ reason: staffReason }),
    }),
    handler: async (request) =>
      resetFactors(services, freshMemberOf(request), { userId: request.params.id, ...request.body }),
  });
}
