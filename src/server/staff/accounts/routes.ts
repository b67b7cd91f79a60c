import { accounts as accountsResource } from '../../../../resources/accounts.ts';
import { creditBalance, creditGift, ledger } from '../../../shared/account-credits.ts';
import { idempotencyHeader } from '../../../shared/billing.ts';
import { pageQuery } from '../../../shared/query-params.ts';
import { accountRow, planChangeBody } from '../../../shared/staff.ts';
import { leaveGateway, scheduleStaffPlan } from '../../billing/leave-gateway.ts';
import { memberOf } from '../../http/access.ts';
import { type Api, byId, route } from '../../http/route.ts';
import { listQuerySchema, readListQuery } from '../../resource/list-query.ts';
import { pageOf } from '../../resource/router.ts';
import type { Services } from '../../runtime/services.ts';
import { giveCredits, readLedger } from './account-credits.ts';
import { listAccounts, showAccount } from './accounts.ts';
import { changePlan } from './change-plan.ts';

const tags = ['staff'];

/** Routes for customers' accounts. */
export function customerRoutes(api: Api, services: Services): void {
  const { db } = services;
  creditRoutes(api, services);
  api.get(accountsResource.api, {
    ...route(accountsResource.name, 'list', {
      tags,
      operationId: 'listAccounts',
      querystring: listQuerySchema(accountsResource),
      answer: pageOf(accountRow),
    }),
    handler: async (request) => listAccounts(db, readListQuery(accountsResource, request.query)),
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
