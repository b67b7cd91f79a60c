import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { QUESTION_MAX, STREAMS_PER_ACCOUNT, STREAMS_PER_ADDRESS_MAX } from '../../../shared/constants.ts';
import {
  handoverChange,
  handoverRecord,
  INBOX_VIEWS,
  inboxBrief,
  inboxRow,
  TALK_TEXT_MAX,
  talkMessage,
  talkState,
  visitorTalk,
} from '../../../shared/handover.ts';
import { CUSTOMER_ROLES, SELF_FLAG } from '../../../shared/roles.ts';
import { findWidgetContext, type WidgetContext } from '../../db/platform.ts';
import { type Tenant, tenant, withTenant } from '../../db/tenant.ts';
import { memberOf, tenantOf } from '../../http/access.ts';
import { disconnectSignal } from '../../http/disconnected.ts';
import { countStreams, endOf, seconds } from '../../http/open-streams.ts';
import { perMinute } from '../../http/rate-limit.ts';
import { readMember } from '../../http/read-member.ts';
import { type Api, byId, route } from '../../http/route.ts';
import { sendEvents } from '../../http/sse.ts';
import { assertContext } from '../../resource/scope.ts';
import { addressKey } from '../../runtime/address-key.ts';
import { ApiError, notFound } from '../../runtime/api-error.ts';
import type { Services } from '../../runtime/services.ts';
import { draft } from '../answer/dry-run.ts';
import { nameOf } from '../appearance/versions.ts';
import { openConversation, readExchanges } from '../transcript.ts';
import { readEarlier } from './earlier.ts';
import { inboxEvents, listInbox, readBrief, readRow } from './inbox.ts';
import { newsOf } from './news.ts';
import { endPresence, HEARTBEAT_MS, notePresence, readColleagues } from './presence.ts';
import { readSettings, saveSettings } from './settings.ts';
import { callPerson, close, giveBack, leave, type Server, take, transfer } from './states.ts';
import { readMessages } from './talk.ts';
import { readTalkState, readVisitorTalk, visitorEvents } from './visitor-talk.ts';
import { noteSign, rateTalk, writeAsPerson, writeAsVisitor } from './write.ts';

const INBOX = 'inbox';
const text = z.string().trim().min(1).max(TALK_TEXT_MAX);
const sign = z.object({ readTo: z.int().min(0).optional().describe('Absent: typing.') });
const signOf = ({ readTo }: z.infer<typeof sign>) => (readTo === undefined ? ('typing' as const) : { readTo });

/** The caller, with the name that visitors see. */
async function serverOf({ db }: Services, request: FastifyRequest): Promise<Server> {
  const member = memberOf(request);
  const name = await withTenant(db, member.tenant, (tx) => nameOf(tx, member.tenant, member));
  return { ...member, name };
}

function settingsRoutes(app: Api, { db }: Services): void {
  const common = { tags: ['contexts'], params: byId, answer: handoverRecord };
  app.get('/contexts/:id/handover', {
    ...route('handover', 'show', { ...common, operationId: 'showHandover' }),
    handler: async (request) => readSettings(db, tenantOf(request), request.params.id),
  });
  app.put('/contexts/:id/handover', {
    ...route('handover', 'edit', { ...common, operationId: 'setHandover', body: handoverChange }),
    handler: async (request) => {
      await saveSettings(db, tenantOf(request), request.params.id, request.body);
      return readSettings(db, tenantOf(request), request.params.id);
    },
  });
}

/** Returns what the caller may see of the inbox now. Throws `ApiError` once that is nothing. */
async function tenantNow(services: Services, request: FastifyRequest): Promise<Tenant> {
  const member = await readMember(services, request);
  if (!services.policy.can(member, INBOX, 'list')) throw new ApiError('forbidden');
  return member.tenant;
}

/**
 * Keeps the caller present until `gone`. Returns a signal that also aborts with the session, the role or the right to
 * see the inbox.
 */
function stayPresent(services: Services, request: FastifyRequest, by: Server, gone: AbortSignal): AbortSignal {
  const { db, policy } = services;
  const ending = new AbortController();
  const id = randomUUID();
  const beat = async () => {
    const member = await readMember(services, request);
    if (!policy.can(member, INBOX, 'list')) throw new ApiError('forbidden');
    if (!policy.can(member, INBOX, 'take')) return;
    await notePresence(db, member.tenant, { id, userId: member.userId, userName: by.name });
  };
  const attempt = () => void beat().catch(() => ending.abort());
  attempt();
  const timer = setInterval(attempt, HEARTBEAT_MS).unref();
  gone.addEventListener('abort', () => {
    clearInterval(timer);
    void endPresence(db, tenantOf(request), id).catch(() => undefined);
  });
  return AbortSignal.any([gone, ending.signal]);
}

function inboxReadRoutes(app: Api, services: Services): void {
  const { db, policy } = services;
  const streams = countStreams();
  app.get('/inbox', {
    ...route(INBOX, 'list', {
      querystring: z.object({ view: z.enum(INBOX_VIEWS).default('all'), contextId: z.uuid().optional() }),
      answer: z.object({ data: z.array(inboxRow) }),
    }),
    handler: async (request) => {
      const { userId } = memberOf(request);
      return { data: await listInbox(db, tenantOf(request), { ...request.query, userId }) };
    },
  });
  app.get('/inbox/events', {
    ...route(INBOX, 'list', {
      operationId: 'streamInbox',
      description: 'Streams each conversation that changes. While it is open, the caller counts as present.',
      querystring: z.object({ seconds }),
      events: z.discriminatedUnion('event', [
        z.object({ event: z.literal('ready'), data: z.object({}) }),
        z.object({ event: z.literal('row'), data: inboxRow }),
      ]),
      answer: z.null(),
    }),
    handler: async (request, reply) => {
      const by = await serverOf(services, request);
      streams.admit(reply, [{ key: `user ${by.userId}`, max: 20 }]);
      const gone = AbortSignal.any([disconnectSignal(reply), endOf(request.query)]);
      const signal = stayPresent(services, request, by, gone);
      return sendEvents(
        reply,
        inboxEvents(db, by.accountId, () => tenantNow(services, request), signal),
      ) as never;
    },
  });
  app.get('/inbox/colleagues', {
    ...route(INBOX, 'transfer', {
      operationId: 'listColleagues',
      querystring: z.object({ contextId: z.uuid() }),
      answer: z.array(z.object({ id: z.uuid(), name: z.string(), isThere: z.boolean() })),
    }),
    handler: async (request) => {
      assertContext(tenantOf(request), request.query.contextId);
      const roles = CUSTOMER_ROLES.filter((role) => policy.can({ role, flags: [SELF_FLAG] }, INBOX, 'take'));
      return readColleagues(db, tenantOf(request), request.query.contextId, roles);
    },
  });
  app.get('/inbox/:id', {
    ...route(INBOX, 'show', {
      params: byId,
      answer: z.object({
        row: inboxRow,
        exchanges: z.array(z.any()),
        messages: z.array(talkMessage),
        brief: inboxBrief,
      }),
    }),
    handler: async (request) => {
      const { id } = request.params;
      const owner = tenantOf(request);
      const row = await readRow(db, owner, id);
      const [exchanges, messages, brief] = await Promise.all([
        readExchanges(db, owner, id),
        readMessages(db, owner, id, { withNotes: true }),
        readBrief(db, owner, id),
      ]);
      return { row, exchanges, messages, brief };
    },
  });
  app.get('/inbox/:id/messages', {
    ...route(INBOX, 'show', {
      operationId: 'listTalkMessages',
      params: byId,
      querystring: z.object({ after: z.coerce.number().pipe(z.int32().min(0)).default(0) }),
      answer: z.object({ data: z.array(talkMessage) }),
    }),
    handler: async (request) => {
      const { id } = request.params;
      await readRow(db, tenantOf(request), id);
      const { after } = request.query;
      return { data: await readMessages(db, tenantOf(request), id, { after, withNotes: true }) };
    },
  });
}

function inboxServeRoutes(app: Api, services: Services): void {
  const { db, policy } = services;
  app.post('/inbox/:id/take', {
    ...route(INBOX, 'take', { operationId: 'takeConversation', params: byId, answer: inboxRow }),
    handler: async (request) => {
      await take(db, tenantOf(request), request.params.id, await serverOf(services, request));
      return readRow(db, tenantOf(request), request.params.id);
    },
  });
  app.post('/inbox/:id/return', {
    ...route(INBOX, 'close', { operationId: 'returnConversation', params: byId, answer: inboxRow }),
    handler: async (request) => {
      await giveBack(db, tenantOf(request), request.params.id, await serverOf(services, request));
      return readRow(db, tenantOf(request), request.params.id);
    },
  });
  app.post('/inbox/:id/close', {
    ...route(INBOX, 'close', {
      operationId: 'closeConversation',
      params: byId,
      body: z.object({ reason: z.string().trim().min(1).max(60) }),
      answer: inboxRow,
    }),
    handler: async (request) => {
      const by = await serverOf(services, request);
      await close(db, tenantOf(request), request.params.id, by, request.body.reason);
      return readRow(db, tenantOf(request), request.params.id);
    },
  });
  app.post('/inbox/:id/transfer', {
    ...route(INBOX, 'transfer', {
      operationId: 'transferConversation',
      params: byId,
      body: z.object({ userId: z.uuid().nullable().describe('Null: back to the queue.') }),
      answer: inboxRow,
    }),
    handler: async (request) => {
      const owner = tenantOf(request);
      const by = await serverOf(services, request);
      const { userId } = request.body;
      const { contextId } = await readRow(db, owner, request.params.id);
      const roles = CUSTOMER_ROLES.filter((role) => policy.can({ role, flags: [SELF_FLAG] }, INBOX, 'take'));
      const to = userId && (await readColleagues(db, owner, contextId, roles)).find(({ id }) => id === userId);
      if (to === undefined) throw notFound();
      await transfer(db, owner, request.params.id, by, to ? { userId: to.id, name: to.name } : null);
      return readRow(db, owner, request.params.id);
    },
  });
  app.post('/inbox/:id/messages', {
    ...route(INBOX, 'reply', {
      operationId: 'replyToVisitor',
      params: byId,
      body: z.object({ id: z.uuid(), text, isNote: z.boolean().default(false) }),
      answer: talkMessage,
    }),
    handler: async (request) =>
      writeAsPerson(db, tenantOf(request), request.params.id, await serverOf(services, request), request.body),
  });
  app.post('/inbox/:id/signs', {
    ...route(INBOX, 'reply', { operationId: 'signToVisitor', params: byId, body: sign }),
    handler: async (request) =>
      noteSign(db, tenantOf(request), request.params.id, memberOf(request), signOf(request.body)),
  });
  app.post('/inbox/:id/draft', {
    ...route(INBOX, 'reply', {
      operationId: 'draftReply',
      params: byId,
      body: z.object({ question: z.string().trim().min(1).max(QUESTION_MAX) }),
      answer: z.object({
        drafts: z.array(z.object({ text: z.string(), title: z.string(), contentId: z.uuid() })),
      }),
    }),
    handler: async (request, reply) => {
      const { id: conversationId } = request.params;
      const { question } = request.body;
      const { contextId } = await readRow(db, tenantOf(request), conversationId);
      const context = await findWidgetContext(db, contextId);
      if (!context) throw notFound();
      const earlier = await readEarlier(db, tenantOf(request), { contextId, conversationId, question });
      const how = { signal: disconnectSignal(reply), byModel: false, earlier };
      const { answer, nearest } = await draft(services, context, question, how);
      const [source] = answer?.sources ?? [];
      const quoted =
        answer && source ? [{ text: answer.answer, title: source.title, contentId: source.contentId }] : [];
      const near = nearest.map(({ excerpt, label, contentId }) => ({ text: excerpt, title: label, contentId }));
      return { drafts: [...quoted, ...near].slice(0, 3) };
    },
  });
}

/** Routes for those who serve visitors, and for the settings of a context. */
export function handoverRoutes(app: Api, services: Services): void {
  app.addHook('preClose', async () => newsOf(services.db).close());
  settingsRoutes(app, services);
  inboxReadRoutes(app, services);
  inboxServeRoutes(app, services);
}

/** Returns the context of a request from a page that is on its list. Throws `ApiError`. */
type ContextFor = (services: Services, request: FastifyRequest, contextId: string) => Promise<WidgetContext>;

const byConversation = z.object({ contextId: z.uuid(), id: z.uuid() });
const visitorHeader = z.object({ 'visitor-token': z.string().min(16).max(200).optional() });
/** People type faster than they ask questions. */
const talkLimit = perMinute(240);

/** Routes for visitors who talk to a person, within the CORS of the visitors' routes. */
export function talkRoutes(app: Api, services: Services, contextFor: ContextFor): void {
  const { db } = services;
  const streams = countStreams();
  const common = { params: byConversation, headers: visitorHeader, config: talkLimit };
  const path = '/widgets/:contextId/conversations/:id/person';

  /** Returns the context and the tenant of a visitor's own conversation. Throws `ApiError` `not_found`. */
  const ownOf = async (request: FastifyRequest): Promise<{ context: WidgetContext; owner: Tenant; id: string }> => {
    const { contextId, id } = request.params as z.infer<typeof byConversation>;
    const context = await contextFor(services, request, contextId);
    const owner = tenant(context.accountId, [contextId]);
    const visitorToken = request.headers['visitor-token'] as string | undefined;
    await openConversation(db, { tenant: owner, contextId, conversationId: id, visitorToken });
    return { context, owner, id };
  };
  app.get(path, {
    ...route('chat', 'talk', {
      ...common,
      operationId: 'showPersonTalk',
      answer: z.object({ talk: visitorTalk.nullable().describe('Null if no person was called or has joined.') }),
    }),
    handler: async (request) => {
      const { owner, id } = await ownOf(request);
      return { talk: await readVisitorTalk(db, owner, id) };
    },
  });
  app.post(path, {
    ...route('chat', 'talk', { ...common, operationId: 'callPerson', answer: talkState }),
    handler: async (request) => {
      const { context, owner, id } = await ownOf(request);
      await callPerson(db, context, id);
      return (await readTalkState(db, owner, id))!;
    },
  });
  app.post(`${path}/leave`, {
    ...route('chat', 'talk', { ...common, operationId: 'leavePerson' }),
    handler: async (request) => {
      const { owner, id } = await ownOf(request);
      await leave(db, owner, id);
    },
  });
  app.post(`${path}/messages`, {
    ...route('chat', 'talk', {
      ...common,
      operationId: 'writeToPerson',
      body: z.object({ id: z.uuid(), text: text.max(QUESTION_MAX) }),
      answer: talkMessage,
    }),
    handler: async (request) => {
      const { owner, id } = await ownOf(request);
      return writeAsVisitor(db, owner, id, request.body);
    },
  });
  app.post(`${path}/signs`, {
    ...route('chat', 'talk', { ...common, operationId: 'signToPerson', body: sign }),
    handler: async (request) => {
      const { owner, id } = await ownOf(request);
      await noteSign(db, owner, id, 'visitor', signOf(request.body));
    },
  });
  app.post(`${path}/helped`, {
    ...route('chat', 'talk', {
      ...common,
      operationId: 'ratePerson',
      body: z.object({ helped: z.boolean() }),
    }),
    handler: async (request) => {
      const { owner, id } = await ownOf(request);
      await rateTalk(db, owner, id, request.body.helped);
    },
  });
  app.get(`${path}/events`, {
    ...route('chat', 'talk', {
      ...common,
      operationId: 'streamPerson',
      description: 'Streams the state and the messages after one of them, until the talk has ended.',
      querystring: z.object({ after: z.coerce.number().pipe(z.int32().min(0)).default(0), seconds }),
      events: z.discriminatedUnion('event', [
        z.object({ event: z.literal('state'), data: talkState }),
        z.object({ event: z.literal('message'), data: talkMessage }),
      ]),
      answer: z.null(),
    }),
    handler: async (request, reply: FastifyReply) => {
      const { owner, id } = await ownOf(request);
      streams.admit(reply, [
        { key: `address ${addressKey(services.key, request.ip)}`, max: STREAMS_PER_ADDRESS_MAX },
        { key: `account ${owner.accountId}`, max: STREAMS_PER_ACCOUNT },
      ]);
      const { after } = request.query;
      const signal = AbortSignal.any([disconnectSignal(reply), endOf(request.query)]);
      return sendEvents(reply, visitorEvents(db, owner, id, { after, signal })) as never;
    },
  });
}
