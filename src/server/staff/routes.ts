import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { readPolicyTexts } from '../../../access-control/policy-files.ts';
import { accounts as accountsResource } from '../../../resources/accounts.ts';
import { creditBalance, creditGift, ledger, ledgerQuery } from '../../shared/account-credits.ts';
import { auditEntry, auditQuery, platformAuditQuery } from '../../shared/audit.ts';
import { idempotencyHeader } from '../../shared/billing.ts';
import { modelChoice, modelChoiceInput, modelInput, modelRecord, modelTrial } from '../../shared/models.ts';
import { policyAnswer, policyAskBody, policyCompareBody, policyComparison, policyView } from '../../shared/policy.ts';
import {
  accountRow,
  enterBody,
  entered,
  generalSettings,
  planChangeBody,
  queueJob,
  queueQuery,
  queueView,
  retried,
  retryBody,
} from '../../shared/staff.ts';
import { auditCsv } from '../audit/audit-csv.ts';
import { toCsv } from '../csv.ts';
import { listAudit, type Reader } from '../audit/read-audit.ts';
import { leaveGateway, renewAs } from '../billing/leave-gateway.ts';
import { tryModel } from '../chat/models/try-model.ts';
import { findModel } from '../db/platform.ts';
import { memberOf, tenantOf } from '../http/access.ts';
import { problemSchema } from '../http/problem.ts';
import { authLimit, exportLimitOfCsv, perMinute } from '../http/rate-limit.ts';
import { openModel } from '../providers/model-config.ts';
import { notFound } from '../refusal.ts';
import { listQuerySchema, readListQuery } from '../resource/list-query.ts';
import { pageOf } from '../resource/router.ts';
import type { Services } from '../services.ts';
import { listAccounts, showAccount } from './accounts.ts';
import { giveCredits, readLedger } from './account-credits.ts';
import { changePlan } from './change-plan.ts';
import { editGeneralSettings, readGeneralSettings } from './general-settings.ts';
import { enterAccount, leaveAccount } from './impersonation.ts';
import {
  createModel,
  deleteModel,
  editModel,
  listModels,
  readModelChoice,
  setModelChoice,
  showModel,
} from './models.ts';
import { openPolicyExplorer } from './policy-explorer.ts';
import { readQueue, retryJob, retryJobs } from './queue.ts';

const byId = z.object({ id: z.uuid() });
const tags = ['staff'];
const none = z.null();

function sendCsv(reply: FastifyReply, name: string, pieces: AsyncIterable<string>): FastifyReply {
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .send(Readable.from(pieces, { objectMode: false }));
}

function modelRoutes(app: FastifyInstance, services: Services): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const { db, key } = services;
  routes.get('/admin/models', {
    config: { thing: 'models', act: 'list' },
    schema: {
      tags,
      operationId: 'listModels',
      response: { 200: z.object({ data: z.array(modelRecord), total: z.int() }), default: problemSchema },
    },
    handler: async () => {
      const data = await listModels(db);
      return { data, total: data.length };
    },
  });
  routes.post('/admin/models', {
    config: { thing: 'models', act: 'create' },
    schema: {
      tags,
      operationId: 'createModel',
      body: modelInput,
      response: { 201: modelRecord, default: problemSchema },
    },
    handler: async (request, reply) =>
      reply.code(201).send(await createModel(db, key, memberOf(request), request.body)),
  });
  routes.get('/admin/models/:id', {
    config: { thing: 'models', act: 'show' },
    schema: { tags, operationId: 'showModel', params: byId, response: { 200: modelRecord, default: problemSchema } },
    handler: async (request) => showModel(db, request.params.id),
  });
  routes.put('/admin/models/:id', {
    config: { thing: 'models', act: 'edit' },
    schema: {
      tags,
      operationId: 'editModel',
      params: byId,
      body: modelInput,
      response: { 200: modelRecord, default: problemSchema },
    },
    handler: async (request) => editModel(db, key, memberOf(request), request.params.id, request.body),
  });
  routes.delete('/admin/models/:id', {
    config: { thing: 'models', act: 'delete' },
    schema: { tags, operationId: 'deleteModel', params: byId, response: { 204: none, default: problemSchema } },
    handler: async (request, reply) => {
      await deleteModel(db, memberOf(request), request.params.id);
      return reply.code(204).send(null);
    },
  });
  routes.post('/admin/models/:id/test', {
    config: { thing: 'models', act: 'test', ...perMinute(20) },
    schema: { tags, operationId: 'testModel', params: byId, response: { 200: modelTrial, default: problemSchema } },
    handler: async (request) => {
      const row = await findModel(db, request.params.id);
      if (!row) throw notFound();
      return tryModel(openModel(key, row), services.outbound);
    },
  });
}

function choiceRoutes(app: FastifyInstance, services: Services): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const response = { 200: modelChoice, default: problemSchema };
  routes.get('/admin/model-choice', {
    config: { thing: 'model-choice', act: 'show' },
    schema: { tags, operationId: 'showModelChoice', response },
    handler: async () => readModelChoice(services.db),
  });
  routes.put('/admin/model-choice', {
    config: { thing: 'model-choice', act: 'edit' },
    schema: { tags, operationId: 'setModelChoice', body: modelChoiceInput, response },
    handler: async (request) => {
      const choice = await setModelChoice(services.db, memberOf(request), request.body);
      services.nudge();
      return choice;
    },
  });
}

/** Into a customer's account, and back. */
function impersonationRoutes(app: FastifyInstance, services: Services): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  routes.post('/admin/login', {
    config: { thing: 'impersonation', act: 'enter', ...authLimit },
    schema: { tags, operationId: 'enterAccount', body: enterBody, response: { 200: entered, default: problemSchema } },
    handler: async (request) => enterAccount(services, memberOf(request), request.body.accountId),
  });
  routes.post('/admin/leave', {
    config: { thing: 'impersonation', act: 'leave', ...authLimit },
    schema: {
      tags,
      operationId: 'leaveAccount',
      headers: z.object({ 'refresh-token': z.string().default('') }),
      response: { 204: none, default: problemSchema },
    },
    handler: async (request, reply) => {
      await leaveAccount(services, request.headers['refresh-token'], request.ip);
      return reply.code(204).send(null);
    },
  });
}

/** Every customer's account. */
function accountRoutes(app: FastifyInstance, services: Services): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const { db } = services;
  const one = { 200: accountRow, default: problemSchema };
  routes.get(accountsResource.api, {
    config: { thing: accountsResource.name, act: 'list' },
    schema: {
      tags,
      operationId: 'listAccounts',
      querystring: listQuerySchema(accountsResource),
      response: { 200: pageOf(accountRow), default: problemSchema },
    },
    handler: async (request) => listAccounts(db, readListQuery(accountsResource, request.query)),
  });
  routes.get(`${accountsResource.api}/:id`, {
    config: { thing: accountsResource.name, act: 'show' },
    schema: { tags, operationId: 'showAccounts', params: byId, response: one },
    handler: async (request) => showAccount(db, request.params.id),
  });
  routes.put(`${accountsResource.api}/:id/plan`, {
    config: { thing: accountsResource.name, act: 'change-plan' },
    schema: { tags, operationId: 'changeAccountPlan', params: byId, body: planChangeBody, response: one },
    handler: async (request) => {
      if (request.body.ignoreWebhook) await leaveGateway(services, request.params.id);
      else await renewAs(services, request.params.id, request.body);
      await changePlan(db, memberOf(request), request.params.id, request.body);
      return showAccount(db, request.params.id);
    },
  });
}

function creditRoutes(app: FastifyInstance, { db }: Services): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  routes.post('/admin/accounts/:id/credits', {
    config: { thing: 'account-credits', act: 'give' },
    schema: {
      tags,
      operationId: 'giveCredits',
      params: byId,
      headers: idempotencyHeader,
      body: creditGift,
      response: { 200: creditBalance, default: problemSchema },
    },
    handler: async (request) => {
      const { params, headers, body } = request;
      return giveCredits(db, memberOf(request), params.id, headers['idempotency-key'], body);
    },
  });
  routes.get('/admin/accounts/:id/ledger', {
    config: { thing: 'account-credits', act: 'list' },
    schema: {
      tags,
      operationId: 'listCredits',
      params: byId,
      querystring: ledgerQuery,
      response: { 200: ledger, default: problemSchema },
    },
    handler: async (request) => readLedger(db, request.params.id, request.query),
  });
}

function settingsRoutes(app: FastifyInstance, { db }: Services): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const response = { 200: generalSettings, default: problemSchema };
  routes.get('/admin/general', {
    config: { thing: 'general-settings', act: 'show' },
    schema: { tags, operationId: 'showGeneralSettings', response },
    handler: async () => readGeneralSettings(db),
  });
  routes.put('/admin/general', {
    config: { thing: 'general-settings', act: 'edit' },
    schema: { tags, operationId: 'editGeneralSettings', body: generalSettings, response },
    handler: async (request) => editGeneralSettings(db, memberOf(request), request.body),
  });
}

function queueRoutes(app: FastifyInstance, services: Services): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  routes.get('/admin/jobs', {
    config: { thing: 'queue', act: 'list' },
    schema: {
      tags,
      operationId: 'listJobs',
      querystring: queueQuery,
      response: { 200: queueView, default: problemSchema },
    },
    handler: async (request) => readQueue(services.db, request.query),
  });
  routes.post('/admin/jobs/retry', {
    config: { thing: 'queue', act: 'retry' },
    schema: {
      tags,
      operationId: 'retryJobs',
      body: retryBody,
      response: { 200: retried, default: problemSchema },
    },
    handler: async (request) => ({ retried: await retryJobs(services, memberOf(request), request.body) }),
  });
  routes.post('/admin/jobs/:id/retry', {
    config: { thing: 'queue', act: 'retry' },
    schema: { tags, operationId: 'retryJob', params: byId, response: { 200: queueJob, default: problemSchema } },
    handler: async (request) => retryJob(services, memberOf(request), request.params.id),
  });
}

function auditRoutes(app: FastifyInstance, { db }: Services): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const response = { 200: pageOf(auditEntry), default: problemSchema };
  const answer = (reply: FastifyReply, reader: Reader, query: z.output<typeof platformAuditQuery>) => {
    const { page, limit, format, action, group, ...rest } = query;
    const filter = { ...rest, actions: action, groups: group };
    if (format === 'csv') return sendCsv(reply, 'registros', auditCsv(db, reader, filter)) as never;
    return listAudit(db, reader, filter, { page, limit });
  };
  routes.get('/audit-log', {
    config: { thing: 'audit-log', act: 'list', csvAct: 'export', ...exportLimitOfCsv },
    schema: { tags: ['account'], operationId: 'listAuditLog', querystring: auditQuery, response },
    handler: async (request, reply) => answer(reply, tenantOf(request), request.query),
  });
  routes.get('/admin/audit-log', {
    config: { thing: 'platform-audit-log', act: 'list', csvAct: 'export', ...exportLimitOfCsv },
    schema: { tags, operationId: 'listPlatformAuditLog', querystring: platformAuditQuery, response },
    handler: async (request, reply) => answer(reply, 'platform', request.query),
  });
}

/** The policy, for auditors: shown, asked and compared. */
function policyRoutes(app: FastifyInstance, { can }: Services): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  // Read now, as the enforcer was: what is shown is what decides, whatever becomes of the files meanwhile.
  const opened = readPolicyTexts().then((texts) => openPolicyExplorer(can, texts));
  opened.catch(() => undefined);
  routes.get('/admin/policy', {
    config: { thing: 'policy', act: 'show' },
    schema: {
      tags,
      operationId: 'showPolicy',
      querystring: z.object({ format: z.enum(['json', 'csv']).default('json') }),
      response: { 200: policyView, default: problemSchema },
    },
    handler: async (request, reply) => {
      const policy = await opened;
      if (request.query.format === 'json') return policy.show();
      const [heading = [], ...lines] = policy.table();
      return sendCsv(reply, 'politica', toCsv(heading, [lines])) as never;
    },
  });
  routes.post('/admin/policy/ask', {
    config: { thing: 'policy', act: 'ask' },
    schema: {
      tags,
      operationId: 'askPolicy',
      body: policyAskBody,
      response: { 200: policyAnswer, default: problemSchema },
    },
    handler: async ({ body }) => {
      const policy = await opened;
      return 'who' in body ? policy.who(body.who) : policy.ask(body);
    },
  });
  routes.post('/admin/policy/compare', {
    config: { thing: 'policy', act: 'compare', ...perMinute(20) },
    schema: {
      tags,
      operationId: 'comparePolicies',
      body: policyCompareBody,
      response: { 200: policyComparison, default: problemSchema },
    },
    handler: async (request) => (await opened).compare(request.body),
  });
}

/** The operator console's calls, and an account's own audit log. */
export function staffRoutes(app: FastifyInstance, services: Services): void {
  modelRoutes(app, services);
  choiceRoutes(app, services);
  impersonationRoutes(app, services);
  accountRoutes(app, services);
  creditRoutes(app, services);
  settingsRoutes(app, services);
  queueRoutes(app, services);
  auditRoutes(app, services);
  policyRoutes(app, services);
}
