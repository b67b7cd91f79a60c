import cors from '@fastify/cors';
import type { FastifyRequest } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { widgetAppearance } from '../../../shared/appearance.ts';
import { askBody, chatEvent, RATINGS, visitorConversation } from '../../../shared/chat-protocol.ts';
import {
  MESSAGES_PER_ADDRESS,
  MESSAGES_PER_CONTEXT,
  MESSAGES_PER_VISITOR,
  MESSAGES_WITH_CONVERSATION,
  STREAMS_PER_ACCOUNT,
  STREAMS_PER_ADDRESS,
  STREAMS_PER_ADDRESS_MAX,
} from '../../../shared/constants.ts';
import { visitorIdentity, visitorToken } from '../../../shared/visitor-identity.ts';
import { messageTerms, type VisitorMessageInput, visitorMessageInput } from '../../../shared/visitor-messages.ts';
import { findWidgetContext, type WidgetContext } from '../../db/platform.ts';
import { tenant } from '../../db/tenant.ts';
import { requirePermission } from '../../http/access.ts';
import { disconnectSignal } from '../../http/disconnected.ts';
import { countStreams, type StreamLimit } from '../../http/open-streams.ts';
import { choiceLimit, keyLimiter, perHour, questionLimit, rateLimiter } from '../../http/rate-limit.ts';
import { readMember } from '../../http/read-member.ts';
import { type Api, route } from '../../http/route.ts';
import { sendEvents } from '../../http/sse.ts';
import { openBase } from '../../knowledge/base.ts';
import { assertContext } from '../../resource/scope.ts';
import { addressKey, networkKey } from '../../runtime/address-key.ts';
import { ApiError, notFound } from '../../runtime/api-error.ts';
import type { Services } from '../../runtime/services.ts';
import { answer } from '../answer/answer.ts';
import { answerChosen } from '../answer/answer-chosen.ts';
import { withErrorEvent } from '../answer/error-event.ts';
import { assertDemoLink } from '../appearance/demo-links.ts';
import { waysToPerson } from '../handover/offers.ts';
import { readVisitorTalk } from '../handover/visitor-talk.ts';
import { matchLinkRules } from '../link-rules.ts';
import { canChat, noteRefused, noteSeenStatement, ownOrigins } from '../origins.ts';
import { answerOutcomeOf, endConversation, openConversation, rateExchange, readExchanges } from '../transcript.ts';
import { assertCanLeave, leaveMessage } from '../visitor-messages/leave-message.ts';
import { noteFlood } from '../visitor-messages/note-flood.ts';
import { termsOf } from '../visitor-messages/terms.ts';
import { collectAnswer, completeAnswer, wantsJson } from './complete-answer.ts';
import { canGiveFeedback, visitorOf } from './feedback.ts';
import { firstViewOf } from './first-questions.ts';
import { assertIdentity } from './identity.ts';
import { storeDetailsAfterAnswer } from './store-details.ts';

const byContext = z.object({ contextId: z.uuid() });
const byConversation = byContext.extend({ id: z.uuid() });
const visitorHeader = z.object({ 'visitor-token': visitorToken.optional() });

/** CORS and the handler need the same one. */
const contexts = new WeakMap<FastifyRequest, Promise<WidgetContext | null>>();

function findContext({ db }: Services, request: FastifyRequest, contextId: string): Promise<WidgetContext | null> {
  const found = contexts.get(request) ?? findWidgetContext(db, contextId);
  contexts.set(request, found);
  return found;
}

/** Throws `ApiError` `not_found`; `origin_not_allowed` for a page that is not on its list. */
async function contextFor(services: Services, request: FastifyRequest, contextId: string): Promise<WidgetContext> {
  const context = await findContext(services, request, contextId);
  if (!context) throw notFound();
  const { origin } = request.headers;
  if (!canChat(origin, context.origins, ownOrigins(services.publicUrl(), request))) {
    if (origin) await noteRefused(services.db, context, origin);
    throw new ApiError('origin_not_allowed');
  }
  return context;
}

/** A member of the account in the console. Throws `ApiError` if they have no permission for the context. */
async function isPreview(
  services: Services,
  request: FastifyRequest,
  context: WidgetContext,
  limitKey: ReturnType<typeof keyLimiter>,
): Promise<boolean> {
  if (!request.headers.authorization) return false;
  const member = await readMember(services, request);
  if (member.apiKey) await limitKey(request);
  requirePermission(services, member, 'chat', 'preview');
  if (member.accountId !== context.accountId) throw notFound();
  assertContext(member.tenant, context.contextId);
  return true;
}

/** Throws `ApiError` `plan_upgrade_required` if the plan does not include feedback. */
async function contextForFeedback(services: Services, request: FastifyRequest, contextId: string) {
  const context = await contextFor(services, request, contextId);
  requirePermission(services, visitorOf(context), 'chat', 'give-feedback');
  return context;
}

function boundsOf({ key }: Services, { accountId, limits }: WidgetContext, ip: string): StreamLimit[] {
  const wanted = Math.max(STREAMS_PER_ADDRESS, limits?.perMinute ?? 0);
  return [
    { key: `address ${addressKey(key, ip)}`, max: Math.min(STREAMS_PER_ADDRESS_MAX, wanted) },
    { key: `account ${accountId}`, max: STREAMS_PER_ACCOUNT },
  ];
}

function chatWidgetRoutes(app: Api, services: Services): void {
  const { db } = services;
  const streams = countStreams();
  const limitKey = keyLimiter(app);
  // Choices are not counted by the owner's limits, so they have a limit of their own.
  const limitChoices = rateLimiter(app, 'choices', choiceLimit);
  app.get('/widgets/:contextId', {
    ...route('chat', 'show', {
      operationId: 'showWidget',
      params: byContext,
      answer: z.object({
        contextId: z.uuid(),
        appearance: widgetAppearance,
        feedback: z.boolean(),
        talk: z.boolean().describe('Whether visitors may call a person.'),
        topics: z.string().describe('What the assistant can help with, in a sentence; empty when not known.'),
        hasContact: z.boolean().describe('Whether the contents state how to reach a person.'),
        message: messageTerms.nullable().describe('What visitors agree to before they leave a message; null: off.'),
      }),
    }),
    handler: async (request) => {
      const context = await contextFor(services, request, request.params.contextId);
      const { contextId, appearance } = context;
      const { questions, ...view } = await firstViewOf(services.db, context);
      return {
        contextId,
        appearance: { ...appearance, suggestions: questions },
        ...view,
        feedback: canGiveFeedback(services, context),
        message: termsOf(context),
        talk: context.handover?.isOn ?? false,
      };
    },
  });
  app.post('/widgets/:contextId/messages', {
    ...route('chat', 'ask', {
      operationId: 'ask',
      params: byContext,
      body: askBody,
      description: 'Streams the events of the answer, or returns it whole with `Accept: application/json`.',
      events: chatEvent,
      answer: completeAnswer,
    }),
    bodyLimit: 32 * 1024,
    handler: async (request, reply) => {
      const context = await contextFor(services, request, request.params.contextId);
      const { demo, identity, data } = request.body;
      if (demo) await assertDemoLink(db, demo, context.contextId);
      if (identity) assertIdentity(services, context, identity);
      const type = demo ? 'demo' : (await isPreview(services, request, context, limitKey)) ? 'preview' : 'widget';
      streams.admit(reply, boundsOf(services, context, request.ip));
      const messageId = request.body.messageId ?? uuidv7();
      const { question = '', chosen } = request.body;
      if (chosen) await limitChoices(request);
      const message = { ...request.body, messageId, context, type } as const;
      const events = chosen
        ? await answerChosen(services, { ...message, chosen, network: networkKey(services.key, request.ip) })
        : await answer(services, { ...message, question, ip: request.ip }, disconnectSignal(reply));
      const owner = tenant(context.accountId, [context.contextId]);
      const detailed = identity || data ? storeDetailsAfterAnswer(events, db, owner, { identity, data }) : events;
      const { origin } = request.headers;
      const isSeen = type === 'widget' && origin !== undefined;
      const noted = isSeen ? noteSeenStatement(db, context, origin, detailed) : detailed;
      const complete = withErrorEvent(noted, context, request.log);
      return wantsJson(request.headers.accept) ? collectAnswer(complete) : sendEvents(reply, complete);
    },
  });
  app.post('/widgets/:contextId/identify', {
    ...route('chat', 'identify', {
      operationId: 'identifyVisitor',
      description: 'Checks a signed identity and stores nothing; questions carry it.',
      params: byContext,
      body: visitorIdentity,
      config: questionLimit,
    }),
    handler: async (request) => {
      assertIdentity(services, await contextFor(services, request, request.params.contextId), request.body);
    },
  });
  app.get('/widgets/:contextId/conversations/:id', {
    ...route('chat', 'history', {
      operationId: 'showVisitorConversation',
      params: byConversation,
      headers: visitorHeader,
      answer: visitorConversation,
    }),
    handler: async (request) => {
      const { contextId, id } = request.params;
      const context = await contextFor(services, request, contextId);
      const owner = tenant(context.accountId, [contextId]);
      const scope = { tenant: owner, inheritance: context.inheritance };
      const token = request.headers['visitor-token'];
      const transcriptScope = { tenant: owner, contextId, conversationId: id, visitorToken: token };
      const { satisfied } = await openConversation(db, transcriptScope);
      const answered = (await readExchanges(db, owner, id)).filter(({ outcome }) => outcome !== 'failed');
      // For visitors, a conversation exists once it has its first answer.
      if (answered.length === 0) throw notFound();
      const ways = await waysToPerson(db, context, answered, () => openBase(db, scope));
      const exchanges = await Promise.all(
        answered.map(async ({ model: _, outcome, chosen, rating = null, offeredPerson: __, ...one }, at) => ({
          ...one,
          ...(ways[at]!.person && { person: ways[at]!.person }),
          ...(ways[at]!.handover === 'offered' && { handover: 'offered' as const }),
          ...(outcome === 'cut' && { interrupted: true }),
          outcome: answerOutcomeOf(outcome),
          chosen: chosen && { ...chosen, links: await matchLinkRules(db, scope, chosen.answer) },
          rating,
          links: await matchLinkRules(db, scope, one.answer),
        })),
      );
      return { id, satisfied, exchanges, talk: await readVisitorTalk(db, owner, id) };
    },
  });
  app.post('/widgets/:contextId/conversations/:id/end', {
    ...route('chat', 'end', {
      operationId: 'endConversation',
      params: byConversation,
      headers: visitorHeader,
      body: z.object({ satisfied: z.boolean() }),
      config: questionLimit,
    }),
    handler: async (request) => {
      const { contextId, id: conversationId } = request.params;
      const { accountId } = await contextForFeedback(services, request, contextId);
      const scope = { tenant: tenant(accountId, [contextId]), contextId, conversationId };
      await endConversation(db, { ...scope, visitorToken: request.headers['visitor-token'] }, request.body.satisfied);
    },
  });
  app.post('/widgets/:contextId/conversations/:id/messages/:messageId/rating', {
    ...route('chat', 'rate', {
      operationId: 'rateAnswer',
      params: byConversation.extend({ messageId: z.uuid() }),
      headers: visitorHeader,
      body: z.object({ rating: z.enum(RATINGS) }),
      config: questionLimit,
    }),
    handler: async (request) => {
      const { contextId, id: conversationId, messageId } = request.params;
      const { accountId } = await contextForFeedback(services, request, contextId);
      const scope = { tenant: tenant(accountId, [contextId]), contextId, conversationId };
      await rateExchange(
        db,
        { ...scope, visitorToken: request.headers['visitor-token'] },
        messageId,
        request.body.rating,
      );
    },
  });
}

function leaveMessageRoute(app: Api, services: Services): void {
  const { db } = services;
  const bodyOf = ({ body }: FastifyRequest) => body as VisitorMessageInput;
  const limitKey = keyLimiter(app);
  const limits = [
    rateLimiter(app, 'messages of a visitor', perHour(MESSAGES_PER_VISITOR), (one) => bodyOf(one).visitorToken),
    rateLimiter(app, 'messages of an address', perHour(MESSAGES_PER_ADDRESS)),
  ];
  const contextOf = ({ params }: FastifyRequest) => JSON.stringify(params);
  const limitContext = rateLimiter(app, 'messages in a context', perHour(MESSAGES_PER_CONTEXT), contextOf);
  const limitTalking = rateLimiter(app, 'messages of talks', perHour(MESSAGES_WITH_CONVERSATION), contextOf);
  app.post('/widgets/:contextId/visitor-messages', {
    ...route('chat', 'leave-message', {
      operationId: 'leaveMessage',
      params: byContext,
      body: visitorMessageInput,
      config: questionLimit,
    }),
    bodyLimit: 32 * 1024,
    handler: async (request) => {
      const context = await contextFor(services, request, request.params.contextId);
      const { demo, website } = request.body;
      if (demo) await assertDemoLink(db, demo, context.contextId);
      const type = demo ? 'demo' : (await isPreview(services, request, context, limitKey)) ? 'preview' : 'widget';
      await assertCanLeave(services, context, request.body);
      for (const limit of limits) await limit(request);
      await (request.body.conversationId ? limitTalking : limitContext)(request).catch(async (error: unknown) => {
        await noteFlood(services, context);
        throw error;
      });
      // Programs that also fill in the hidden field get a normal response, so that they do not learn why nothing was
      // stored.
      if (website === '') await leaveMessage(services, context, type, request.body);
    },
  });
}

/** Only origins on the context's list and Prosa's own. */
async function corsFor(services: Services, request: FastifyRequest): Promise<boolean> {
  if (!request.headers.origin) return false;
  const contextId = z.uuid().safeParse((request.params as { contextId?: string }).contextId ?? contextIn(request.url));
  if (!contextId.success) return false;
  const context = await findContext(services, request, contextId.data);
  if (!context) return false;
  const isAllowed = canChat(request.headers.origin, context.origins, ownOrigins(services.publicUrl(), request));
  // A browser does not send the request of a page that gets no leave here.
  if (!isAllowed && request.method === 'OPTIONS') await noteRefused(services.db, context, request.headers.origin);
  return isAllowed;
}

const contextIn = (url: string) => /\/widgets\/([0-9a-f-]{36})/i.exec(url)?.[1];

/** With CORS for the origins on the context's list. */
export async function visitorRoutes(
  app: Api,
  services: Services,
  more: (app: Api, services: Services, contextOf: typeof contextFor) => void,
): Promise<void> {
  await app.register(async (visitors) => {
    await visitors.register(cors, {
      delegator: (request, done) => {
        corsFor(services, request as FastifyRequest).then(
          (isAllowed) =>
            done(null, {
              origin: isAllowed ? (request.headers.origin ?? false) : false,
              methods: ['GET', 'POST'],
              allowedHeaders: ['content-type', 'visitor-token'],
              maxAge: 600,
            }),
          (error: Error) => done(error),
        );
      },
    });
    chatWidgetRoutes(visitors, services);
    leaveMessageRoute(visitors, services);
    more(visitors, services, contextFor);
  });
}
