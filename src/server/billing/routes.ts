import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { asFresh } from '../../../access-control/permissions.ts';
import { invoices as invoicesResource } from '../../../resources/invoices.ts';
import { packCatalogue } from '../../../resources/pack-catalogue.ts';
import { planCatalogue } from '../../../resources/plan-catalogue.ts';
import {
  changeBody,
  checkoutBody,
  idempotencyHeader,
  paymentMethodBody,
  paymentSetup,
  prepaidBody,
  quote,
  quoteBody,
  type Subscription,
  subscription,
  type SubscriptionCommand,
  versionBody,
} from '../../shared/billing.ts';
import { plan, planOffer } from '../../shared/plans.ts';
import { sessionPlan } from '../../shared/session.ts';
import { invoices } from '../db/schema/billing.ts';
import { memberOf, tenantOf } from '../http/access.ts';
import { perMinute } from '../http/rate-limit.ts';
import type { Member } from '../http/read-member.ts';
import { type Api, route } from '../http/route.ts';
import { serve } from '../resource/serve.ts';
import { defineSource } from '../resource/source.ts';
import type { Services } from '../runtime/services.ts';
import { deliverSandboxEvents } from './periodic-tasks.ts';
import { packBehaviour, planBehaviour, readOffer, readOnePlan } from './plan-catalogue.ts';
import { readPlan } from './plans.ts';
import { quoteChange } from './quote.ts';
import { makeReceipt, readReceipt } from './receipt.ts';
import { readSubscription } from './reconcile.ts';
import {
  buyPack,
  cancel,
  cancelChange,
  changePaymentMethod,
  changePlan,
  checkOut,
  reactivate,
  startSetup,
} from './subscription.ts';

const { refundedAt, status } = invoices;
const invoicesSource = defineSource(invoicesResource, {
  table: invoices,
  fields: { status: sql`case when ${refundedAt} is not null then 'refunded' else ${status} end` },
});

const byName = z.object({ id: z.string().min(1).max(60) });
const commandConfig = { record: 'own', ...perMinute(60) } as const;

function planRoutes(api: Api, { db }: Services): void {
  api.get('/public/plans', {
    ...route('plans', 'browse', { answer: planOffer }),
    handler: async () => readOffer(db),
  });
  api.get('/plans', {
    ...route('plans', 'list', { operationId: 'listOfferedPlans', answer: planOffer }),
    handler: async () => readOffer(db),
  });
  api.get('/plans/:id', {
    ...route('plans', 'show', { operationId: 'showPlan', params: byName, answer: plan }),
    handler: async (request) => readOnePlan(db, memberOf(request).accountId, request.params.id),
  });
}

const ACTION_OF: Record<SubscriptionCommand, string> = {
  checkout: 'checkout',
  upgrade: 'change',
  downgrade: 'change',
  cancel: 'cancel',
  reactivate: 'reactivate',
  cancelChange: 'cancel-change',
  paymentMethod: 'payment-method',
  prepaid: 'prepaid',
};

/**
 * What a member may start, also after a proof of who they are. Without open payments as long as the member may not pay: the
 * client secret would let them at the gateway.
 */
function withAllowedCommands({ policy }: Services, member: Member, shown: Subscription): Subscription {
  const allowedCommands = shown.allowedCommands.filter((command) =>
    policy.can(asFresh(member), 'subscription', ACTION_OF[command]),
  );
  const payments = policy.can(member, 'subscription', 'payment-method') ? shown.payments : [];
  return { ...shown, allowedCommands, payments };
}

function payingRoutes(api: Api, services: Services): void {
  function addCommand<Body extends z.ZodType>(
    path: string,
    operationId: string,
    body: Body,
    run: (services: Services, payer: Member, key: string, body: z.output<Body>) => Promise<Subscription>,
  ): void {
    api.post(`/subscription/${path}`, {
      ...route('subscription', path, {
        operationId,
        headers: idempotencyHeader,
        body,
        answer: subscription,
        config: commandConfig,
      }),
      handler: async (request) =>
        run(services, memberOf(request), request.headers['idempotency-key'], request.body as z.output<Body>),
    });
  }
  addCommand('checkout', 'checkOut', checkoutBody, checkOut);
  addCommand('change', 'changePlan', changeBody, changePlan);
  addCommand('prepaid', 'buyPack', prepaidBody, buyPack);
  addCommand('payment-method', 'changePaymentMethod', paymentMethodBody, changePaymentMethod);
  api.post('/subscription/payment-method/setup', {
    ...route('subscription', 'payment-method', {
      operationId: 'startPaymentSetup',
      answer: paymentSetup,
      status: 201,
      config: commandConfig,
    }),
    handler: async (request) => startSetup(services, memberOf(request)),
  });
}

function subscriptionRoutes(api: Api, services: Services): void {
  api.get('/subscription', {
    ...route('subscription', 'show', { answer: subscription }),
    handler: async (request) => {
      const member = memberOf(request);
      return withAllowedCommands(services, member, await readSubscription(services, member.accountId));
    },
  });
  api.post('/subscription/quote', {
    ...route('subscription', 'quote', {
      operationId: 'quoteChange',
      body: quoteBody,
      answer: quote,
      config: commandConfig,
    }),
    handler: async (request) => quoteChange(services, tenantOf(request), request.body),
  });
  const freeCommands = [
    { path: 'cancel', operationId: 'cancelSubscription', run: cancel },
    { path: 'reactivate', operationId: 'reactivateSubscription', run: reactivate },
    { path: 'cancel-change', operationId: 'cancelPlanChange', run: cancelChange },
  ];
  for (const { path, operationId, run } of freeCommands) {
    api.post(`/subscription/${path}`, {
      ...route('subscription', path, {
        operationId,
        body: versionBody,
        answer: subscription,
        config: commandConfig,
      }),
      handler: async (request) => run(services, memberOf(request), request.body),
    });
  }
}

export function billingRoutes(api: Api, services: Services): void {
  api.get('/sessions/me/plan', {
    ...route('session', 'show', { operationId: 'showMyPlan', answer: sessionPlan }),
    handler: async (request) => readPlan(services.db, tenantOf(request)),
  });
  planRoutes(api, services);
  serve(api, services, planCatalogue, planBehaviour);
  serve(api, services, packCatalogue, packBehaviour);
  void api.register(async (paying) => {
    // As at a real gateway, the sandbox's events arrive after the response.
    paying.addHook('onResponse', async (request) => {
      if (request.method === 'POST')
        await deliverSandboxEvents(services).catch((error) =>
          request.log.warn({ err: error }, 'the sandbox events could not be delivered'),
        );
    });
    payingRoutes(paying, services);
    subscriptionRoutes(paying, services);
  });
  serve(api, services, invoicesResource, {
    source: invoicesSource,
    actions: {
      receipt: {
        operationId: 'showReceipt',
        fileType: 'application/pdf',
        run: async (tx, tenant, [{ id }]) => {
          const receipt = await readReceipt(tx, tenant, id);
          return () => makeReceipt(receipt);
        },
      },
    },
  });
}
