import { z } from 'zod';
import {
  advanceBody,
  billingEvent,
  sandboxClock,
  sandboxDone,
  sandboxPaymentBody,
  sandboxSetupBody,
} from '../../../shared/billing.ts';
import { pageOf } from '../../../shared/page.ts';
import { pageQuery } from '../../../shared/query-params.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import { withPlatform } from '../../db/tenant.ts';
import { memberOf } from '../../http/access.ts';
import { perMinute } from '../../http/rate-limit.ts';
import { type Api, byId, route } from '../../http/route.ts';
import type { Services } from '../../runtime/services.ts';
import { deliverSandboxEvents, renewUncharged, runSandbox, startMonths } from '../periodic-tasks.ts';
import { listBillingEvents, listParked, receiveWebhook, replayEvent } from '../webhooks.ts';
import { advanceClock, readClock } from './sandbox/clock.ts';
import { confirmPayment, confirmSetup } from './sandbox/page.ts';

const gatewayName = z.enum(['sandbox', 'stripe']);
const byAnyId = z.object({ id: z.string().min(1).max(200) });
const byEvent = z.object({ gateway: gatewayName, id: z.string().min(1).max(200) });
const staffTags = ['staff'];

/** The signature covers the raw bytes, so this route does not parse the body. */
function webhookRoutes(api: Api, services: Services): void {
  void api.register(async (scope: Api) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.post('/webhooks/:gateway', {
      ...route('webhooks', 'receive', {
        tags: ['billing'],
        operationId: 'receiveWebhook',
        params: z.object({ gateway: gatewayName }),
        answer: z.object({ received: z.literal(true) }),
        config: perMinute(600),
      }),
      handler: async (request) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        await receiveWebhook(services, request.params.gateway, body, request.headers);
        return { received: true as const };
      },
    });
  });
}

/** As on the gateway's own page, the client secret is the only authentication. */
function sandboxRoutes(api: Api, services: Services): void {
  const { db } = services;
  api.post('/sandbox/setups/:id/confirm', {
    ...route('sandbox', 'confirm', {
      operationId: 'confirmSandboxSetup',
      params: byAnyId,
      body: sandboxSetupBody,
      answer: sandboxDone,
      config: perMinute(60),
    }),
    handler: async (request) => {
      await confirmSetup(db, request.params.id, request.body.clientSecret, request.body.card);
      return { status: 'done' as const };
    },
  });
  api.post('/sandbox/payments/:id/confirm', {
    ...route('sandbox', 'confirm', {
      operationId: 'confirmSandboxPayment',
      params: byAnyId,
      body: sandboxPaymentBody,
      answer: sandboxDone,
      config: perMinute(60),
    }),
    handler: async (request) => {
      const { clientSecret, outcome } = request.body;
      const status = await confirmPayment(db, request.params.id, clientSecret, outcome);
      await deliverSandboxEvents(services);
      return { status };
    },
  });
}

function clockRoutes(api: Api, services: Services): void {
  const { db } = services;
  api.get('/admin/sandbox', {
    ...route('sandbox-clock', 'show', { tags: staffTags, answer: sandboxClock }),
    handler: async () => readClock(db),
  });
  api.post('/admin/sandbox/advance', {
    ...route('sandbox-clock', 'advance', {
      tags: staffTags,
      operationId: 'advanceSandbox',
      body: advanceBody,
      answer: sandboxClock,
    }),
    handler: async (request) => {
      await withPlatform(db, async (tx) => {
        await advanceClock(tx, request.body.days);
        await writeAudit(tx, memberOf(request), 'sandbox_advanced', { detail: request.body });
      });
      await runSandbox(services);
      await renewUncharged(services);
      await startMonths(services);
      return readClock(db);
    },
  });
}

function eventRoutes(api: Api, services: Services): void {
  const { db } = services;
  api.get('/admin/accounts/:id/billing-events', {
    ...route('billing-events', 'list', {
      tags: staffTags,
      params: byId,
      querystring: pageQuery,
      answer: pageOf(billingEvent),
    }),
    handler: async (request) => listBillingEvents(db, request.params.id, request.query) as never,
  });
  api.get('/admin/gateway-events', {
    ...route('gateway-events', 'list', {
      tags: staffTags,
      operationId: 'listParkedEvents',
      answer: z.object({ data: z.array(billingEvent), total: z.int() }),
    }),
    handler: async () => {
      const data = await listParked(db);
      return { data, total: data.length };
    },
  });
  api.post('/admin/gateway-events/:gateway/:id/replay', {
    ...route('gateway-events', 'replay', {
      tags: staffTags,
      operationId: 'replayGatewayEvent',
      params: byEvent,
      answer: billingEvent,
    }),
    handler: async (request) => replayEvent(services, memberOf(request), request.params.gateway, request.params.id),
  });
}

export function gatewayRoutes(api: Api, services: Services): void {
  webhookRoutes(api, services);
  sandboxRoutes(api, services);
  clockRoutes(api, services);
  eventRoutes(api, services);
}
