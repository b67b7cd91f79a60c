import { z } from 'zod';
import { accounts as accountsResource } from '../../../../resources/accounts.ts';
import { recordSchema } from '../../../../resources/kit/schema.ts';
import { webhookDeliveries } from '../../../../resources/webhook-deliveries.ts';
import { creditBalance, creditGift, ledger } from '../../../shared/account-credits.ts';
import { accountHealth, accountSessions } from '../../../shared/account-page.ts';
import { idempotencyHeader } from '../../../shared/billing.ts';
import { pageOf } from '../../../shared/page.ts';
import { pageQuery } from '../../../shared/query-params.ts';
import { accountRow, planChangeBody } from '../../../shared/staff.ts';
import { staffReason } from '../../../shared/staff-reason.ts';
import { leaveGateway, scheduleStaffPlan } from '../../billing/leave-gateway.ts';
import { tenant } from '../../db/tenant.ts';
import { memberOf, tenantOf } from '../../http/access.ts';
import { type Api, byId, route } from '../../http/route.ts';
import { deliveriesSource } from '../../outgoing-webhooks/webhook-sources.ts';
import { hiddenFields } from '../../resource/guarded.ts';
import { listQuerySchema, readListQuery } from '../../resource/list-query.ts';
import { listRows } from '../../resource/query.ts';
import { rowsFor } from '../../resource/source.ts';
import type { Services } from '../../runtime/services.ts';
import { giveCredits, readLedger } from './account-credits.ts';
import { readHealth } from './account-health.ts';
import { endAccountSessions, listSessions } from './account-sessions.ts';
import { listAccounts, showAccount } from './accounts.ts';
import { changePlan } from './change-plan.ts';
import { resetFactors } from './reset-factors.ts';

const tags = ['staff'];

export function customerRoutes(api: Api, services: Services): void {
  const { db } = services;
  creditRoutes(api, services);
  diagnosisRoutes(api, services);
  api.get(accountsResource.api, {
    ...route(accountsResource.name, 'list', {
      tags,
      operationId: 'listAccounts',
      querystring: listQuerySchema(accountsResource),
      answer: pageOf(accountRow),
    }),
    handler: async (request) => {
      const hidden = hiddenFields(accountsResource, tenantOf(request).hidden);
      return listAccounts(db, readListQuery(accountsResource, request.query), !hidden.includes('cnpj'));
    },
  });
  api.get(`${accountsResource.api}/:id`, {
    ...route(accountsResource.name, 'show', { tags, operationId: 'showAccounts', params: byId, answer: accountRow }),
    handler: async (request) => showAccount(db, request.params.id),
  });
  api.put(`${accountsResource.api}/:id/plan`, {
    ...route(accountsResource.name, 'change-plan', {
      tags,
      operationId: 'changeAccountPlan',
      params: byId,
      body: planChangeBody,
      answer: accountRow,
    }),
    handler: async (request) => {
      if (request.body.ignoreWebhook) await leaveGateway(services, request.params.id);
      else await scheduleStaffPlan(services, request.params.id, request.body);
      await changePlan(db, memberOf(request), request.params.id, request.body);
      return showAccount(db, request.params.id);
    },
  });
}

function diagnosisRoutes(api: Api, services: Services): void {
  const { db } = services;
  api.get('/admin/accounts/:id/health', {
    ...route(accountsResource.name, 'show', {
      tags,
      operationId: 'showAccountHealth',
      params: byId,
      answer: accountHealth,
    }),
    handler: async (request) => readHealth(db, request.params.id),
  });
  api.get('/admin/accounts/:id/deliveries', {
    ...route(accountsResource.name, 'show', {
      tags,
      operationId: 'listAccountDeliveries',
      params: byId,
      querystring: listQuerySchema(webhookDeliveries),
      answer: pageOf(recordSchema(webhookDeliveries)),
    }),
    handler: async ({ params, query }) => {
      await showAccount(db, params.id);
      const owner = tenant(params.id, 'all');
      const order = readListQuery(webhookDeliveries, query);
      return listRows(db, rowsFor(deliveriesSource, owner), order);
    },
  });
  api.get('/admin/accounts/:id/sessions', {
    ...route('account-sessions', 'list', {
      tags,
      params: byId,
      answer: accountSessions,
    }),
    handler: async (request) => listSessions(db, request.params.id),
  });
  api.post('/admin/accounts/:id/sessions/end', {
    ...route('account-sessions', 'end', {
      tags,
      params: byId,
      body: z.object({ reason: staffReason }),
    }),
    handler: async (request) => endAccountSessions(db, memberOf(request), request.params.id, request.body.reason),
  });
  api.post('/admin/accounts/:id/reset-factor', {
    ...route('account-sessions', 'reset-factor', {
      tags,
      operationId: 'resetSecondFactor',
      description: 'Removes all second factors of a person, and ends their sessions.',
      params: byId,
      body: z.object({ userId: z.uuid(), reason: staffReason }),
      config: { needsFreshSession: true },
    }),
    handler: async (request) =>
      resetFactors(services, memberOf(request), { accountId: request.params.id, ...request.body }),
  });
}

function creditRoutes(api: Api, { db }: Services): void {
  api.post('/admin/accounts/:id/credits', {
    ...route('account-credits', 'give', {
      tags,
      operationId: 'giveCredits',
      params: byId,
      headers: idempotencyHeader,
      body: creditGift,
      answer: creditBalance,
    }),
    handler: async (request) => {
      const { params, headers, body } = request;
      return giveCredits(db, memberOf(request), params.id, headers['idempotency-key'], body);
    },
  });
  api.get('/admin/accounts/:id/ledger', {
    ...route('account-credits', 'list', {
      tags,
      operationId: 'listCredits',
      params: byId,
      querystring: pageQuery,
      answer: ledger,
    }),
    handler: async (request) => readLedger(db, request.params.id, request.query),
  });
}
