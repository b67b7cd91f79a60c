import { z } from 'zod';
import { channels as declaration } from '../../../resources/channels.ts';
import { channelChecks, silencedContacts } from '../../shared/channel-checks.ts';
import { withTenant } from '../db/tenant.ts';
import { tenantOf } from '../http/access.ts';
import { disconnectSignal } from '../http/disconnected.ts';
import { perMinute } from '../http/rate-limit.ts';
import { type Api, byId, route } from '../http/route.ts';
import { serve } from '../resource/serve.ts';
import type { Services } from '../runtime/services.ts';
import { channelBehaviour, readChannel } from './channels.ts';
import { letSpeak, listSilenced } from './silenced.ts';
import { checkChannel } from './whatsapp/check-channel.ts';

const { name, api } = declaration;

/** Routes for the numbers on which a context answers. */
export function channelRoutes(app: Api, services: Services): void {
  const { db } = services;
  serve(app, services, declaration, channelBehaviour(services));
  app.post(`${api}/:id/check`, {
    ...route(name, 'check', {
      operationId: 'checkChannel',
      description: 'Asks Meta about the token, the number and the account, and looks at what was received.',
      params: byId,
      answer: channelChecks,
      config: perMinute(40),
    }),
    handler: async (request, reply) => {
      const tenant = tenantOf(request);
      const channel = await withTenant(db, tenant, (tx) => readChannel(tx, tenant, request.params.id));
      return checkChannel(services, tenant, channel, disconnectSignal(reply));
    },
  });
  app.get(`${api}/:id/silenced`, {
    ...route(name, 'show', { operationId: 'listSilencedContacts', params: byId, answer: silencedContacts }),
    handler: async (request) => listSilenced(db, tenantOf(request), request.params.id),
  });
  app.post(`${api}/:id/resume`, {
    ...route(name, 'resume', {
      operationId: 'resumeChannelContact',
      description: 'Lets the assistant speak again to a visitor whom somebody answered from the phone.',
      params: byId,
      body: z.object({ contactId: z.uuid() }),
    }),
    handler: async (request) => letSpeak(db, tenantOf(request), request.params.id, request.body.contactId),
  });
}
