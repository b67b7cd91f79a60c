import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { invoices as invoicesResource } from '../../../resources/invoices.ts';
import type { Resource } from '../../../resources/kit/resource.ts';
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
import { packInput, packRecord, plan, planInput, planOffer, planRecord } from '../../shared/plans.ts';
import { sessionPlan } from '../../shared/session.ts';
import { invoices } from '../db/schema/billing.ts';
import { type Member, memberOf, tenantOf } from '../http/access.ts';
import { problemSchema } from '../http/problem.ts';
import { perMinute } from '../http/rate-limit.ts';
import { listQuerySchema, readListQuery } from '../resource/list-query.ts';
import { pageRows } from '../resource/page-rows.ts';
import { pageOf, readRoutes } from '../resource/router.ts';
import { defineSource } from '../resource/source.ts';
import type { Services } from '../runtime/services.ts';
import {
  createPack,
  createPlan,
  editPack,
  editPlan,
  listPacks,
  listPlans,
  readOffer,
  readOnePlan,
} from './plan-catalogue.ts';
import { readPlan } from './plans.ts';
import { quoteChange } from './quote.ts';
import { makeReceipt } from './receipt.ts';
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
import { deliverSandboxEvents } from './upkeep.ts';

const { accountId, id, issuedAt, type, status, orderNumber, plan: planName, amount } = invoices;
const invoicesSource = defineSource(invoicesResource, {
  table: invoices,
  accountId,
  id,
  fields: { issuedAt, type, status, orderNumber, plan: planName, amount },
});

const byName = z.object({ id: z.string().min(1).max(60) });
const byId = z.object({ id: z.uuid() });
const staffTags = ['staff'];
const tags = ['subscription'];
/** Per IP address. */
const paymentLimit = perMinute(60);
/** The query of a list without search. */
const queryOf = (resource: Resource) => listQuerySchema(resource).omit({ search: true });

function planRoutes(app: FastifyInstance, { db }: Services): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const response = { 200: planOffer, default: problemSchema };
  routes.get('/public/plans', {
    config: { resource: 'plans', action: 'browse' },
    schema: { tags: ['plans'], operationId: 'browsePlans', response },
    handler: async () => readOffer(db),
  });
  routes.get('/plans', {
    config: { resource: 'plans', action: 'list' },
    schema: { tags: ['plans'], operationId: 'listOfferedPlans', response },
    handler: async () => readOffer(db),
  });
  routes.get('/plans/:id', {
    config: { resource: 'plans', action: 'show' },
    schema: {
      tags: ['plans'],
      operationId: 'showPlan',
      params: byName,
      response: { 200: plan, default: problemSchema },
    },
    handler: async (request) => readOnePlan(db, memberOf(request).accountId, request.params.id),
  });
}

function catalogueRoutes(app: FastifyInstance, { db }: Services): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const one = { default: problemSchema };
  routes.get('/admin/plans', {
    config: { resource: 'plan-catalogue', action: 'list' },
    schema: {
      tags: staffTags,
      operationId: 'listPlans',
      querystring: queryOf(planCatalogue),
      response: { 200: pageOf(planRecord), ...one },
    },
    handler: async (request) => pageRows(await listPlans(db), readListQuery(planCatalogue, request.query)) as never,
  });
  routes.post('/admin/plans', {
    config: { resource: 'plan-catalogue', action: 'create' },
    schema: { tags: staffTags, operationId: 'createPlan', body: planInput, response: { 201: planRecord, ...one } },
    handler: async (request, reply) => reply.code(201).send(await createPlan(db, memberOf(request), request.body)),
  });
  routes.put('/admin/plans/:id', {
    config: { resource: 'plan-catalogue', action: 'edit' },
    schema: {
      tags: staffTags,
      operationId: 'editPlan',
      params: byName,
      body: planInput,
      response: { 200: planRecord, ...one },
    },
    handler: async (request) => editPlan(db, memberOf(request), request.params.id, request.body),
  });
  routes.get('/admin/packs', {
    config: { resource: 'pack-catalogue', action: 'list' },
    schema: {
      tags: staffTags,
      operationId: 'listPacks',
      querystring: queryOf(packCatalogue),
      response: { 200: pageOf(packRecord), ...one },
    },
    handler: async (request) => pageRows(await listPacks(db), readListQuery(packCatalogue, request.query)) as never,
  });
  routes.post('/admin/packs', {
    config: { resource: 'pack-catalogue', action: 'create' },
    schema: { tags: staffTags, operationId: 'createPack', body: packInput, response: { 201: packRecord, ...one } },
    handler: async (request, reply) => reply.code(201).send(await createPack(db, memberOf(request), request.body)),
  });
  routes.put('/admin/packs/:id', {
    config: { resource: 'pack-catalogue', action: 'edit' },
    schema: {
      tags: staffTags,
      operationId: 'editPack',
      params: byName,
      body: packInput,
      response: { 200: packRecord, ...one },
    },
    handler: async (request) => editPack(db, memberOf(request), request.params.id, request.body),
  });
}

/** The policy action that each subscription command needs. */
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
 * Removes the commands that the policy denies to this member. Also removes open payments from members who may not
 * change the payment method, because the client secret would let them pay at the gateway directly.
 */
function withAllowedCommands({ can }: Services, member: Member, shown: Subscription): Subscription {
  const may = shown.may.filter((command) => can.may(member, 'subscription', ACTION_OF[command]));
  const payments = can.may(member, 'subscription', 'payment-method') ? shown.payments : [];
  return { ...shown, may, payments };
}

const keyOf = (headers: z.output<typeof idempotencyHeader>) => headers['idempotency-key'];

/** Routes that charge or may charge. */
function payingRoutes(app: FastifyInstance, services: Services): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const response = { 200: subscription, default: problemSchema };
  const headers = idempotencyHeader;
  routes.post('/subscription/checkout', {
    config: { resource: 'subscription', action: 'checkout', record: 'own', ...paymentLimit },
    schema: { tags, operationId: 'checkOut', headers, body: checkoutBody, response },
    handler: async (request) => checkOut(services, memberOf(request), keyOf(request.headers), request.body),
  });
  routes.post('/subscription/change', {
    config: { resource: 'subscription', action: 'change', record: 'own', ...paymentLimit },
    schema: { tags, operationId: 'changePlan', headers, body: changeBody, response },
    handler: async (request) => changePlan(services, memberOf(request), keyOf(request.headers), request.body),
  });
  routes.post('/subscription/prepaid', {
    config: { resource: 'subscription', action: 'prepaid', record: 'own', ...paymentLimit },
    schema: { tags, operationId: 'buyPack', headers, body: prepaidBody, response },
    handler: async (request) => buyPack(services, memberOf(request), keyOf(request.headers), request.body),
  });
  routes.post('/subscription/payment-method/setup', {
    config: { resource: 'subscription', action: 'payment-method', record: 'own', ...paymentLimit },
    schema: {
      tags,
      operationId: 'startPaymentSetup',
      response: { 201: paymentSetup, default: problemSchema },
    },
    handler: async (request, reply) => reply.code(201).send(await startSetup(services, memberOf(request))),
  });
  routes.post('/subscription/payment-method', {
    config: { resource: 'subscription', action: 'payment-method', record: 'own', ...paymentLimit },
    schema: { tags, operationId: 'changePaymentMethod', headers, body: paymentMethodBody, response },
    handler: async (request) => changePaymentMethod(services, memberOf(request), keyOf(request.headers), request.body),
  });
}

function subscriptionRoutes(app: FastifyInstance, services: Services): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const response = { 200: subscription, default: problemSchema };
  routes.get('/subscription', {
    config: { resource: 'subscription', action: 'show' },
    schema: { tags, operationId: 'showSubscription', response },
    handler: async (request) => {
      const member = memberOf(request);
      return withAllowedCommands(services, member, await readSubscription(services, member.accountId));
    },
  });
  routes.post('/subscription/quote', {
    config: { resource: 'subscription', action: 'quote', record: 'own', ...paymentLimit },
    schema: { tags, operationId: 'quoteChange', body: quoteBody, response: { 200: quote, default: problemSchema } },
    handler: async (request) => quoteChange(services, tenantOf(request), request.body),
  });
  const withoutMoney = [
    { path: 'cancel', action: 'cancel', operationId: 'cancelSubscription', work: cancel },
    { path: 'reactivate', action: 'reactivate', operationId: 'reactivateSubscription', work: reactivate },
    { path: 'cancel-change', action: 'cancel-change', operationId: 'cancelPlanChange', work: cancelChange },
  ];
  for (const { path, action, operationId, work } of withoutMoney) {
    routes.post(`/subscription/${path}`, {
      config: { resource: 'subscription', action, record: 'own', ...paymentLimit },
      schema: { tags, operationId, body: versionBody, response },
      handler: async (request) => work(services, memberOf(request), request.body),
    });
  }
}

function invoiceRoutes(app: FastifyInstance, services: Services): void {
  readRoutes(app, services, invoicesResource, invoicesSource);
  app.withTypeProvider<ZodTypeProvider>().get('/invoices/:id/receipt', {
    config: { resource: 'invoices', action: 'show' },
    schema: { tags: ['invoices'], operationId: 'showReceipt', params: byId, response: { default: problemSchema } },
    handler: async (request, reply) => {
      const { name, pdf } = await makeReceipt(services.db, tenantOf(request), request.params.id);
      return reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(pdf as never);
    },
  });
}

export function billingRoutes(app: FastifyInstance, services: Services): void {
  app.withTypeProvider<ZodTypeProvider>().get('/sessions/me/plan', {
    config: { resource: 'session', action: 'show' },
    schema: { tags: ['session'], operationId: 'showMyPlan', response: { 200: sessionPlan, default: problemSchema } },
    handler: async (request) => readPlan(services.db, tenantOf(request)),
  });
  planRoutes(app, services);
  catalogueRoutes(app, services);
  void app.register(async (paying) => {
    // As at a real gateway, the sandbox's events arrive after the response.
    paying.addHook('onResponse', async (request) => {
      if (request.method === 'POST')
        await deliverSandboxEvents(services).catch((error) =>
          request.log.warn({ err: error }, 'the trial gateway was not heard'),
        );
    });
    payingRoutes(paying, services);
    subscriptionRoutes(paying, services);
  });
  invoiceRoutes(app, services);
}
