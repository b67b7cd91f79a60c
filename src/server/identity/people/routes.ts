import { z } from 'zod';
import { users as usersResource } from '../../../../resources/users.ts';
import { acceptBody, invitation, inviteBody, userEdit } from '../../../shared/people.ts';
import { signedIn } from '../../../shared/second-factor.ts';
import { memberOf } from '../../http/access.ts';
import { signInFrom } from '../../http/device.ts';
import { authLimit, invitationLimit } from '../../http/rate-limit.ts';
import type { Member } from '../../http/read-member.ts';
import { type Api, byId, route } from '../../http/route.ts';
import { showRow } from '../../resource/query.ts';
import { readRoutes } from '../../resource/router.ts';
import { rowsFor } from '../../resource/source.ts';
import { editableRecord, versionOf } from '../../resource/versions.ts';
import type { Services } from '../../runtime/services.ts';
import { editUser, removeUser } from './edit-person.ts';
import { acceptInvitation, readInvitation } from './invitation.ts';
import { inviteUser, resendInvitation } from './invite.ts';
import { editedValues, usersSource } from './people-source.ts';

const byToken = z.object({ token: z.string().max(200) });

function invitationRoutes(api: Api, services: Services): void {
  api.get('/invitations/:token', {
    ...route('session', 'invitation', {
      operationId: 'showInvitation',
      params: byToken,
      answer: invitation,
      config: authLimit,
    }),
    handler: async (request) => readInvitation(services, request.params.token),
  });
  api.post('/invitations/:token', {
    ...route('session', 'accept', {
      operationId: 'acceptInvitation',
      params: byToken,
      body: acceptBody,
      answer: signedIn,
      config: authLimit,
    }),
    handler: (request, reply) =>
      signInFrom(request, reply, services, (origin) =>
        acceptInvitation(services, request.params.token, request.body, origin),
      ),
  });
}

export function usersRoutes(api: Api, services: Services): void {
  const { db } = services;
  const shown = editableRecord(usersResource);
  const show = async ({ tenant }: Member, id: string) => {
    const row = await showRow(db, rowsFor(usersSource, tenant), id);
    return { ...row, version: versionOf(editedValues(row)) };
  };
  invitationRoutes(api, services);
  readRoutes(api, services, { resource: { ...usersResource, actions: ['list'] }, source: usersSource });
  api.get('/users/:id', {
    ...route('users', 'show', { params: byId, answer: shown }),
    handler: async (request) => show(memberOf(request), request.params.id),
  });
  api.post('/users', {
    ...route('users', 'create', {
      operationId: 'inviteUser',
      body: inviteBody,
      answer: shown,
      status: 201,
      config: invitationLimit,
    }),
    handler: async (request) => {
      const id = await inviteUser(services, memberOf(request), request.body);
      return show(memberOf(request), id);
    },
  });
  api.put('/users/:id', {
    ...route('users', 'edit', { params: byId, body: userEdit, answer: shown }),
    handler: async (request) => {
      await editUser(services, memberOf(request), request.params.id, request.body);
      return show(memberOf(request), request.params.id);
    },
  });
  api.delete('/users/:id', {
    ...route('users', 'delete', { params: byId }),
    handler: async (request) => removeUser(services, memberOf(request), request.params.id),
  });
  api.post('/users/:id/resend-invitation', {
    ...route('users', 'resend', {
      operationId: 'resendInvitation',
      params: byId,
      answer: shown,
      status: 202,
      config: invitationLimit,
    }),
    handler: async (request) => {
      await resendInvitation(services, memberOf(request), request.params.id);
      return show(memberOf(request), request.params.id);
    },
  });
}
