import { z } from 'zod';
import { perMinute } from '../../http/rate-limit.ts';
import { type Api, byId, fileOf, route } from '../../http/route.ts';
import type { Services } from '../../runtime/services.ts';
import { confirmWebhook, receivePayload } from './receive.ts';

/** Meta sends up to 3 MB. */
const BODY_MAX_BYTES = 3 * 1024 * 1024;
const text = z.string().max(500);

/** The webhook that Meta calls. The signature covers the raw bytes, so the body is not parsed. */
export function whatsappRoutes(api: Api, services: Services): void {
  void api.register(async (scope: Api) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.get('/webhooks/whatsapp/:id', {
      ...route('webhooks', 'receive', {
        tags: ['channels'],
        operationId: 'confirmWhatsappWebhook',
        params: byId,
        querystring: z.object({ 'hub.mode': text, 'hub.verify_token': text, 'hub.challenge': text }),
        answer: fileOf('text/plain'),
        config: perMinute(60),
      }),
      handler: async (request, reply) => {
        const { 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': challenge } = request.query;
        const answer = await confirmWebhook(services, request.params.id, { mode, token, challenge });
        // A plain text, which no browser takes for a page.
        return reply.type('text/plain; charset=utf-8').serializer(String).send(answer);
      },
    });
    scope.post('/webhooks/whatsapp/:id', {
      ...route('webhooks', 'receive', {
        tags: ['channels'],
        operationId: 'receiveWhatsappWebhook',
        params: byId,
        answer: z.object({ received: z.literal(true) }),
        config: perMinute(6_000),
      }),
      bodyLimit: BODY_MAX_BYTES,
      handler: async (request) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        await receivePayload(services, request.params.id, body, request.headers['x-hub-signature-256']);
        return { received: true as const };
      },
    });
  });
}
