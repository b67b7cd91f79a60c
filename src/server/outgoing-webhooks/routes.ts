import { z } from 'zod';
import { recordSchema } from '../../../resources/kit/schema.ts';
import { outgoingWebhooks as webhooks } from '../../../resources/outgoing-webhooks.ts';
import { webhookDeliveries as deliveries } from '../../../resources/webhook-deliveries.ts';
import { WEBHOOK_EVENTS } from '../../shared/webhook-events.ts';
import { deliveryAttempt } from '../../shared/webhook-payloads.ts';
import { tenantOf } from '../http/access.ts';
import { disconnectSignal } from '../http/disconnected.ts';
import { perMinute } from '../http/rate-limit.ts';
import { type Api, byId, route } from '../http/route.ts';
import { actionRoutes } from '../resource/actions.ts';
import { readRoutes } from '../resource/router.ts';
import { serve } from '../resource/serve.ts';
import type { Services } from '../runtime/services.ts';
import { deliveryBehaviour, replayParked, showDelivery } from './deliveries.ts';
import { tryWebhook } from './try-webhook.ts';
import { deliveriesSource } from './webhook-sources.ts';
import { webhookBehaviour } from './webhooks.ts';

const tags = ['outgoing-webhooks'];
const event = z.enum(WEBHOOK_EVENTS);
const payload = z.object({
  id: z.uuid(),
  type: event,
  created_at: z.string(),
  account: z.object({ id: z.uuid(), name: z.string() }),
  context: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  data: z.record(z.string(), z.unknown()),
  url: z.string(),
});

export function outgoingWebhookRoutes(api: Api, services: Services): void {
  serve(api, services, webhooks, webhookBehaviour(services));
  api.post('/outgoing-webhooks/:id/test', {
    ...route('outgoing-webhooks', 'test', {
      tags,
      operationId: 'testOutgoingWebhook',
      description: 'Sends a sample event immediately and returns the outcome. Nothing is stored.',
      params: byId,
      body: z.object({ event: event.optional() }).nullish(),
      answer: deliveryAttempt.extend({ event }),
      config: perMinute(40),
    }),
    handler: async (request, reply) => {
      const signal = disconnectSignal(reply);
      return tryWebhook(services, tenantOf(request), request.params.id, { event: request.body?.event, signal });
    },
  });
  deliveryRoutes(api, services);
}

function deliveryRoutes(api: Api, services: Services): void {
  const one = recordSchema(deliveries);
  readRoutes(api, services, { resource: { ...deliveries, actions: ['list'] }, source: deliveriesSource });
  api.get('/webhook-deliveries/:id', {
    ...route('webhook-deliveries', 'show', {
      tags,
      params: byId,
      answer: one.extend({ payload, log: z.array(deliveryAttempt) }),
    }),
    handler: async (request) => showDelivery(services, tenantOf(request), request.params.id),
  });
  actionRoutes(api, services, { resource: deliveries, source: deliveriesSource, behaviour: deliveryBehaviour });
  api.post('/webhook-deliveries/replay', {
    ...route('webhook-deliveries', 'replay', {
      tags,
      operationId: 'replayParkedDeliveries',
      description: 'Sends up to 1,000 parked deliveries of active webhooks again, the oldest first.',
      body: z.object({ webhookId: z.uuid().nullish() }),
      answer: z.object({ replayed: z.int() }),
    }),
    handler: async (request) => ({
      replayed: await replayParked(services, tenantOf(request), request.body.webhookId ?? null),
    }),
  });
}
