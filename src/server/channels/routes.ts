import { z } from 'zod';
import { channels as declaration } from '../../../resources/channels.ts';
import { channelChecks, silencedContacts } from '../../shared/channel-checks.ts';
import { channelPart } from '../../shared/channel-parts.ts';
import { withTenant } from '../db/tenant.ts';
import { tenantOf } from '../http/access.ts';
import { disconnectSignal } from '../http/disconnected.ts';
import { perMinute } from '../http/rate-limit.ts';
import { type Api, byId, fileOf, route } from '../http/route.ts';
import { serve } from '../resource/serve.ts';
import type { Services } from '../runtime/services.ts';
import { channelBehaviour, readChannel } from './channels.ts';
import { listParts, readChannelFile, resend } from './conversation-parts.ts';
import { letSpeak, listSilenced } from './silenced.ts';
import { checkChannel } from './whatsapp/check-channel.ts';

const { name, api } = declaration;

/** Routes for what a conversation has besides, in a channel. */
function conversationPartRoutes(app: Api, services: Services): void {
  const { db } = services;
  app.get('/conversations/:id/channel-parts', {
    ...route('conversations', 'show', {
      operationId: 'listChannelParts',
      description:
        'What went through WhatsApp beside the exchanges, of the last 30 days: from the phone, files, not delivered.',
      params: byId,
      answer: z.object({ data: z.array(channelPart) }),
    }),
    handler: async (request) => ({ data: await listParts(db, tenantOf(request), request.params.id) }),
  });
  app.get('/conversations/:id/channel-files/:fileId', {
    ...route('conversations', 'show', {
      operationId: 'downloadChannelFile',
      params: z.object({ id: z.uuid(), fileId: z.uuid() }),
      answer: fileOf('application/octet-stream'),
      config: { leavesOutFields: true },
    }),
    handler: async (request, reply) => {
      const { id: conversationId, fileId } = request.params;
      const { name: fileName, bytes } = await readChannelFile(db, tenantOf(request), { conversationId, fileId });
      // A visitor's file is never shown by the browser as a page of ours.
      return reply
        .type('application/octet-stream')
        .header('content-disposition', `attachment; filename="${fileName}"`)
        .header('content-security-policy', "default-src 'none'; sandbox")
        .send(bytes as never);
    },
  });
  app.post('/conversations/:id/resend', {
    ...route('inbox', 'reply', {
      operationId: 'resendToVisitor',
      description: 'Sends a message again that WhatsApp did not deliver.',
      params: byId,
      body: z.object({ sendId: z.uuid() }),
    }),
    handler: async (request) =>
      resend(services, tenantOf(request), { conversationId: request.params.id, sendId: request.body.sendId }),
  });
}

/** Routes for the numbers on which a context answers. */
export function channelRoutes(app: Api, services: Services): void {
  const { db } = services;
  serve(app, services, declaration, channelBehaviour(services));
  conversationPartRoutes(app, services);
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
