import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import { resources } from '../../resources/index.ts';
import { gatewayRoutes } from './billing/gateways/routes.ts';
import { billingRoutes } from './billing/routes.ts';
import { channelRoutes } from './channels/routes.ts';
import { whatsappRoutes } from './channels/whatsapp/routes.ts';
import { appearanceEditingRoutes, imageFileRoutes } from './chat/appearance/routes.ts';
import { baseTransferRoutes } from './chat/base-transfer/routes.ts';
import { handoverRoutes, talkRoutes } from './chat/handover/routes.ts';
import { creditLimitRoutes, limitRoutes } from './chat/limits/routes.ts';
import { publicPageRoutes, publishedPages } from './chat/public-page/routes.ts';
import { chatRoutes, widgetFileRoutes } from './chat/routes.ts';
import { visitorMessageRoutes } from './chat/visitor-messages/routes.ts';
import { visitorRoutes } from './chat/visitors/routes.ts';
import { aboutRoutes } from './http/about-routes.ts';
import { guardRoutes } from './http/access.ts';
import { inlineScripts, serveConsole } from './http/console-files.ts';
import { frameworkErrors } from './http/framework-errors.ts';
import { guardTexts } from './http/guard-texts.ts';
import { repeatAnswers } from './http/idempotency-keys.ts';
import { matchVersions } from './http/if-match.ts';
import { maskedLog } from './http/log-address.ts';
import { countStreams } from './http/open-streams.ts';
import { describeApi } from './http/openapi.ts';
import { checkBySchema, handleErrors, sendNotFound } from './http/problem.ts';
import { keyLimiter, limitRates } from './http/rate-limit.ts';
import { recordCalls } from './http/record-calls.ts';
import { BODY_MS, guardBodies, UPLOAD_MS } from './http/request-body.ts';
import type { Api } from './http/route.ts';
import { type LoadLimits, shedLoad } from './http/shed-load.ts';
import { accessReviewRoutes } from './identity/access-review/routes.ts';
import { accountRoutes } from './identity/account/routes.ts';
import { apiKeyRoutes } from './identity/api-keys/routes.ts';
import { usersRoutes } from './identity/people/routes.ts';
import { profileRoutes } from './identity/profile/routes.ts';
import { identityRoutes } from './identity/routes.ts';
import { savedViewRoutes } from './identity/saved-views/routes.ts';
import { secondFactorRoutes } from './identity/second-factor/routes.ts';
import { socialRoutes } from './identity/social/routes.ts';
import { gapRoutes } from './insight/gaps/routes.ts';
import { insightRoutes } from './insight/routes.ts';
import { testQuestionRoutes } from './insight/test-questions/routes.ts';
import { weeklyMailRoutes } from './insight/weekly-mail/routes.ts';
import { bulkRoutes } from './knowledge/bulk/routes.ts';
import { faqsRoutes } from './knowledge/faqs/routes.ts';
import { leftOutRoutes } from './knowledge/left-out/routes.ts';
import { phrasingRoutes } from './knowledge/phrasings/routes.ts';
import { recordRoutes } from './knowledge/records/routes.ts';
import { knowledgeRoutes } from './knowledge/routes.ts';
import { seoRoutes } from './knowledge/seo/routes.ts';
import { syncRoutes } from './knowledge/sync/routes.ts';
import { outgoingWebhookRoutes } from './outgoing-webhooks/routes.ts';
import { mcpRoutes } from './programs/mcp/routes.ts';
import { openAiRoutes } from './programs/openai/routes.ts';
import { guardFields } from './resource/guard-fields.ts';
import { liveRoute } from './resource/live-route.ts';
import { serve } from './resource/serve.ts';
import type { Services } from './runtime/services.ts';
import { customerRoutes } from './staff/accounts/routes.ts';
import { auditRoutes } from './staff/audit/routes.ts';
import { figureRoutes } from './staff/figures/routes.ts';
import { impersonationRoutes } from './staff/impersonation/routes.ts';
import { platformInvoiceRoutes } from './staff/invoices/routes.ts';
import { metricsRoutes } from './staff/metrics/routes.ts';
import { modelRoutes } from './staff/models/routes.ts';
import { policyRoutes } from './staff/policy/routes.ts';
import { queueRoutes } from './staff/queue/routes.ts';
import { settingsRoutes } from './staff/settings/routes.ts';
import { teamRoutes } from './staff/team/routes.ts';

export interface AppOptions {
  services: Services;
  logger?: FastifyBaseLogger;
  /** Built browser programs; without it, only the API is served. */
  dist?: string;
  /** Beyond these limits, new requests are rejected; without them, none are. */
  loadLimits?: LoadLimits;
  /** Routes of further capabilities. */
  moreRoutes?: (api: Api, services: Services) => void;
  /** For a bench of what the log costs. */
  withoutDecisionLog?: boolean;
}

export async function createApp({
  services,
  logger,
  dist,
  loadLimits,
  moreRoutes,
  withoutDecisionLog = false,
}: AppOptions): Promise<FastifyInstance> {
  const { watch, ...errors } = frameworkErrors();
  const app = Fastify({
    ...errors,
    ...(logger ? { loggerInstance: maskedLog(logger) } : { logger: false }),
    genReqId: () => uuidv7(),
    trustProxy: services.env.TRUST_PROXY.length > 0 ? services.env.TRUST_PROXY : false,
    bodyLimit: 1024 * 1024,
    // A HEAD request would run the GET handler, and some of these have side effects, such as the refresh or a
    // provider's callback.
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 300 },
    // Node limits the time for headers, http/request-body.ts that for bodies; this limit is for slow uploads.
    requestTimeout: UPLOAD_MS,
    // A request without a host gets its problem response from http/framework-errors.ts.
    http: { headersTimeout: BODY_MS, connectionsCheckingInterval: 5_000, requireHostHeader: false },
    // On shutdown, open streams may finish, but idle connections are closed.
    forceCloseConnections: 'idle',
    // Requests on connections that are still open are answered during shutdown.
    return503OnClosing: false,
  });
  // Before all that may refuse a request, so that refusals have these headers, too.
  await app.register(helmet, {
    contentSecurityPolicy: { directives: contentPolicy(services.env, dist ? inlineScripts(dist) : []) },
    crossOriginResourcePolicy: false,
  });
  watch(app);
  app.setValidatorCompiler(checkBySchema);
  // Response schemas only serve documentation and types. A test checks responses against them, so they are not
  // validated again at run time.
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  handleErrors(app);
  if (loadLimits) shedLoad(app, loadLimits);
  guardBodies(app);
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] });
  metricsRoutes(app, services);
  imageFileRoutes(app, services);
  await app.register(async (pages: Api) => publishedPages(pages, services));
  if (dist) await widgetFileRoutes(app, services, dist);
  await app.register(async (api: Api) => apiRoutes(api, services, { moreRoutes, withoutDecisionLog }), {
    prefix: '/api',
  });
  if (dist) await serveConsole(app, dist);
  return app;
}

/** The policy of the pages would add half a kilobyte to each answer. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Origins of Stripe's script, its frames and its API. */
const STRIPE = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  calls: ['https://api.stripe.com'],
};

/** antd injects inline styles, hence 'unsafe-inline'; `inline`: hashes of the page's scripts. */
function contentPolicy({ STRIPE_SECRET_KEY: stripeKey }: Services['env'], inline: readonly string[]) {
  const { scripts, frames, calls } = stripeKey ? STRIPE : { scripts: [], frames: [], calls: [] };
  return {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'", ...inline, ...scripts],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:', 'blob:'],
    fontSrc: ["'self'"],
    connectSrc: ["'self'", ...calls],
    frameSrc: ["'self'", ...frames],
    frameAncestors: ["'none'"],
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    // Off, because a server may run without TLS at first.
    upgradeInsecureRequests: null,
  };
}

async function apiRoutes(
  api: Api,
  services: Services,
  { moreRoutes, withoutDecisionLog }: Pick<AppOptions, 'moreRoutes' | 'withoutDecisionLog'>,
): Promise<void> {
  api.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store');
    const isData = /^application\/(problem\+)?json/.test(String(reply.getHeader('content-type')));
    if (isData) void reply.header('content-security-policy', DATA_POLICY);
  });
  await limitRates(api, services);
  await api.register(cookie);
  await api.register(multipart);
  await describeApi(api);
  guardRoutes(api, services, { limitKey: keyLimiter(api), withoutDecisionLog });
  guardFields(api, services);
  matchVersions(api);
  recordCalls(api, services);
  repeatAnswers(api, services);
  guardTexts(api);
  api.setNotFoundHandler(sendNotFound);

  aboutRoutes(api, services);
  identityRoutes(api, services);
  socialRoutes(api, services);
  profileRoutes(api, services);
  secondFactorRoutes(api, services);
  usersRoutes(api, services);
  apiKeyRoutes(api, services);
  savedViewRoutes(api, services);
  accountRoutes(api, services);
  accessReviewRoutes(api, services);
  billingRoutes(api, services);
  gatewayRoutes(api, services);
  outgoingWebhookRoutes(api, services);
  knowledgeRoutes(api, services);
  bulkRoutes(api, services);
  faqsRoutes(api, services);
  phrasingRoutes(api, services);
  syncRoutes(api, services);
  leftOutRoutes(api, services);
  recordRoutes(api, services);
  seoRoutes(api, services);
  await visitorRoutes(api, services, talkRoutes);
  chatRoutes(api, services);
  publicPageRoutes(api, services);
  limitRoutes(api, services);
  visitorMessageRoutes(api, services);
  handoverRoutes(api, services);
  channelRoutes(api, services);
  whatsappRoutes(api, services);
  insightRoutes(api, services);
  gapRoutes(api, services);
  testQuestionRoutes(api, services);
  weeklyMailRoutes(api, services);
  creditLimitRoutes(api, services);
  appearanceEditingRoutes(api, services);
  baseTransferRoutes(api, services);
  const completions = countStreams();
  await openAiRoutes(api, services, completions);
  mcpRoutes(api, services, completions);
  modelRoutes(api, services);
  impersonationRoutes(api, services);
  customerRoutes(api, services);
  settingsRoutes(api, services);
  queueRoutes(api, services);
  auditRoutes(api, services);
  policyRoutes(api, services);
  teamRoutes(api, services);
  figureRoutes(api, services);
  platformInvoiceRoutes(api, services);
  liveRoute(api, services);
  moreRoutes?.(api, services);
  for (const resource of resources) {
    const isServed = api.hasRoute({ method: 'GET', url: api.prefix + resource.api });
    if (resource.storage === 'derived' && !isServed) serve(api, services, resource);
  }
}
