import { accessDecisions, platformAccessDecisions } from '../../resources/access-decisions.ts';
import { accounts } from '../../resources/accounts.ts';
import { auditLog, platformAuditLog } from '../../resources/audit-log.ts';
import { contents } from '../../resources/contents.ts';
import { contexts } from '../../resources/contexts.ts';
import { conversations } from '../../resources/conversations.ts';
import { resources } from '../../resources/index.ts';
import { invoices } from '../../resources/invoices.ts';
import { knowledgeGaps } from '../../resources/knowledge-gaps.ts';
import { models } from '../../resources/models.ts';
import { outgoingWebhooks } from '../../resources/outgoing-webhooks.ts';
import { packCatalogue } from '../../resources/pack-catalogue.ts';
import { planCatalogue } from '../../resources/plan-catalogue.ts';
import { platformInvoices } from '../../resources/platform-invoices.ts';
import { queue } from '../../resources/queue.ts';
import { staff } from '../../resources/staff.ts';
import { testQuestions } from '../../resources/test-questions.ts';
import { users } from '../../resources/users.ts';
import { webhookDeliveries } from '../../resources/webhook-deliveries.ts';
import { declaredScreens, FORM_LOCALES, formsOf, listScreen, ofResource, showScreen } from './declared-screens.tsx';
import { pages } from './pages.ts';
import type { LoadPage, Screen, ScreenFrame } from './providers/screen.ts';

const GAP_LOCALES = ['knowledge-gaps', 'contents', 'content-upload', 'insight', ...FORM_LOCALES];
const CONTENT_LOCALES = ['contents', 'content-upload', ...FORM_LOCALES];
const UPLOAD_LOCALES = [...CONTENT_LOCALES, 'base-transfer', 'errors'];
const BILLING_LOCALES = ['plan', 'choose-plan', 'checkout', 'resource'];
const AUDIT_LOCALES = ['audit-log', 'audit', 'admin-policy', 'resource'];
const WEBHOOK_LOCALES = [outgoingWebhooks.name, webhookDeliveries.name, ...FORM_LOCALES];
const ACCOUNT_LOCALES = [accounts.name, 'admin-accounts', 'plan-change', 'gateway-events', ...FORM_LOCALES];
/** Also names the resources of the policy. */
const POLICY_LOCALES = [
  'admin-policy',
  'resource',
  ...resources.filter(({ path }) => path !== '').map(({ name }) => name),
];
const PERSON_LOCALES = [users.name, 'errors', ...FORM_LOCALES];
const MODEL_LOCALES = ['models', 'chat', 'errors', ...FORM_LOCALES];

/** A page before the sign-in, or for everybody. Most have a form, whose messages are in the locale file `validation`. */
const outside = (frame: ScreenFrame, path: string, page: LoadPage, name: string, locales = ['validation']): Screen => ({
  ...{ frame, path, page, locales },
  label: `console.screens.${name}`,
});

/** The screens with pages of their own. Generic screens of declared resources are added below. */
const ownScreens: readonly Screen[] = [
  {
    path: '/',
    page: pages.home,
    locales: ['dashboard', 'tutorial', 'insight', 'resource', 'contents', 'contexts', 'hyperlinks', 'conversations'],
    label: 'layout.menu.dashboard',
    icon: 'dashboard',
    menu: { name: 'dashboard', order: 10 },
  },
  {
    path: '/interaction-monitoring',
    page: pages.interactionMonitoring,
    locales: ['interaction-monitoring', 'insight', 'conversations', 'resource'],
    permission: ['interaction-monitoring', 'show'],
    label: 'layout.menu.monitoring',
    icon: 'monitoring',
    menu: { name: 'monitoring', order: 12 },
  },
  { ...ofResource(contexts, 'list'), page: pages.contexts, children: formsOf(contexts, pages.contextForm) },
  { ...ofResource(contents, 'list'), page: pages.contentList },
  {
    ...ofResource(contents, 'create'),
    path: `${contents.path}/upload`,
    page: pages.contentUpload,
    locales: UPLOAD_LOCALES,
    label: 'layout.screens.upload',
    icon: 'content',
    isInPalette: true,
  },
  {
    ...ofResource(contents, 'edit'),
    path: `${contents.path}/edit/:contentId`,
    page: pages.contentEdit,
    locales: CONTENT_LOCALES,
    permission: ['contents', 'show'],
  },
  {
    path: '/seo-evaluation/:id',
    page: pages.seoEvaluation,
    locales: ['seo', 'resource'],
    permission: ['seo-evaluations', 'show'],
    label: 'layout.screens.seo',
    belongsTo: contents.path,
  },
  {
    path: '/chat/customize',
    page: pages.chatCustomize,
    locales: ['chat-customize', 'limits', 'errors', ...FORM_LOCALES],
    permission: ['appearance', 'show'],
    label: 'layout.menu.customize',
    icon: 'brush',
    // Users who may test the chat see the entry. If their plan lacks the feature, it opens the upgrade dialog.
    menu: { name: 'customize', group: 'chat', order: 10, permission: ['chat', 'preview'] },
  },
  {
    path: '/chat/preview',
    page: pages.chatPreview,
    locales: ['chat-preview', 'chat', 'correction', 'resource'],
    permission: ['chat', 'preview'],
    label: 'layout.menu.preview',
    icon: 'preview',
    menu: { name: 'preview', group: 'chat', order: 20 },
  },
  {
    path: '/chat/setup',
    page: pages.chatSetup,
    locales: ['chat-setup', ...FORM_LOCALES],
    permission: ['widget-origins', 'show'],
    label: 'layout.menu.setup',
    icon: 'setup',
    menu: { name: 'setup', group: 'chat', order: 30 },
  },
  {
    path: '/inbox',
    page: pages.inbox,
    locales: ['inbox', 'conversations', 'resource'],
    permission: ['inbox', 'list'],
    label: 'inbox.title',
    icon: 'inbox',
    menu: { name: 'inbox', order: 14 },
  },
  listScreen(conversations),
  {
    ...ofResource(conversations, 'show'),
    path: `${conversations.path}/:conversationId`,
    page: pages.conversationDetail,
    locales: ['conversations', 'inbox', 'chat', 'chat-preview', 'knowledge-gaps', 'content-upload', ...FORM_LOCALES],
  },
  { ...ofResource(knowledgeGaps, 'list'), page: pages.knowledgeGaps, locales: GAP_LOCALES },
  {
    ...ofResource(knowledgeGaps, 'show'),
    path: `${knowledgeGaps.path}/:gapId`,
    page: pages.knowledgeGap,
    locales: GAP_LOCALES,
  },
  {
    ...listScreen(testQuestions),
    locales: [testQuestions.name, 'correction', 'knowledge-gaps', ...FORM_LOCALES],
    label: 'layout.menu.tests',
  },
  { ...showScreen(testQuestions), locales: [testQuestions.name, ...FORM_LOCALES] },
  {
    path: '/limits',
    page: pages.limits,
    locales: ['credit-limits', 'limits', ...FORM_LOCALES],
    permission: ['credit-limits', 'show'],
    label: 'layout.menu.limits',
    icon: 'branches',
    // Users who may see the limits of use see the entry. If their plan lacks the feature, it opens the upgrade dialog.
    menu: { name: 'limits', order: 60, permission: ['limits', 'show'] },
  },
  {
    path: '/settings/usage',
    page: pages.settingsUsage,
    locales: ['limits', 'chat', 'errors', ...FORM_LOCALES],
    permission: ['limits', 'show'],
    label: 'layout.menu.usage',
    icon: 'usage',
    menu: { name: 'usage', order: 50 },
  },
  {
    ...listScreen(users),
    children: formsOf(users, pages.personForm).map((form) => ({ ...form, locales: PERSON_LOCALES })),
  },
  { ...listScreen(outgoingWebhooks), locales: WEBHOOK_LOCALES, label: 'layout.menu.webhooks' },
  showScreen(outgoingWebhooks),
  { ...listScreen(webhookDeliveries), belongsTo: outgoingWebhooks.path },
  {
    ...showScreen(webhookDeliveries),
    label: `${webhookDeliveries.name}.title`,
    belongsTo: outgoingWebhooks.path,
  },
  {
    path: '/preferences',
    page: pages.preferences,
    locales: ['preferences', 'second-factor', ...FORM_LOCALES],
    permission: ['profile', 'show'],
    label: 'layout.screens.preferences',
    icon: 'settings',
    isInPalette: true,
  },
  {
    path: '/plan',
    page: pages.plan,
    locales: BILLING_LOCALES,
    permission: ['subscription', 'show'],
    label: 'layout.screens.plan',
    icon: 'plans',
    isInPalette: true,
  },
  {
    // The choice of the plan and the checkout share the chosen period and the card that is ready.
    page: pages.purchaseState,
    children: [
      {
        path: '/choose-plan',
        page: pages.choosePlan,
        locales: BILLING_LOCALES,
        permission: ['subscription', 'change'],
        label: 'layout.screens.choosePlan',
        icon: 'plans',
        isInPalette: true,
      },
      {
        path: '/checkout',
        page: pages.checkout,
        locales: BILLING_LOCALES,
        permission: ['subscription', 'checkout'],
        label: 'layout.screens.checkout',
      },
    ],
  },
  { ...listScreen(invoices), label: 'layout.screens.invoices', icon: 'audit', isInPalette: true, belongsTo: '/plan' },
  showScreen(invoices),
  { ...listScreen(auditLog), locales: AUDIT_LOCALES, label: 'layout.menu.auditLog' },
  { ...listScreen(accessDecisions), locales: [accessDecisions.name, ...POLICY_LOCALES] },
  { ...listScreen(platformAccessDecisions), locales: [platformAccessDecisions.name, ...POLICY_LOCALES] },
  {
    path: '/audit-log/access-review',
    page: pages.accessReview,
    locales: ['access-review', ...POLICY_LOCALES],
    permission: ['access-review', 'show'],
    label: 'access-review.title',
    icon: 'users',
    isInPalette: true,
  },
  { ...listScreen(models), locales: MODEL_LOCALES, label: 'layout.menu.chatbot' },
  {
    path: '/admin/general',
    page: pages.adminGeneral,
    locales: ['admin-general', 'plan-change', 'admin-accounts', ...FORM_LOCALES],
    permission: ['general-settings', 'show'],
    label: 'layout.menu.general',
    icon: 'general',
    menu: { name: 'general', group: 'settings', order: 20 },
  },
  {
    ...listScreen(planCatalogue),
    locales: [planCatalogue.name, packCatalogue.name, 'plan', ...FORM_LOCALES],
    label: 'layout.menu.plans',
  },
  {
    path: '/admin/figures',
    page: pages.adminFigures,
    locales: ['admin-figures', 'resource'],
    permission: ['usage-figures', 'show'],
    label: 'layout.menu.figures',
    icon: 'monitoring',
    menu: { name: 'figures', group: 'operation', order: 5 },
  },
  {
    ...listScreen(accounts),
    locales: ACCOUNT_LOCALES,
    // Not `list`: staff in a customer's account may list the accounts to choose from, but not open one.
    permission: ['accounts', 'show'],
    label: 'layout.menu.accounts',
    icon: 'accounts',
    menu: { name: 'accounts', group: 'operation', order: 10 },
  },
  {
    ...ofResource(accounts, 'show'),
    page: pages.account,
    locales: [...ACCOUNT_LOCALES, platformInvoices.name, queue.name, webhookDeliveries.name, 'audit'],
  },
  {
    ...listScreen(platformInvoices),
    locales: [platformInvoices.name, 'admin-accounts', ...FORM_LOCALES],
    label: 'layout.menu.invoices',
  },
  { ...listScreen(staff), label: 'layout.menu.team' },
  {
    ...listScreen(queue),
    locales: [queue.name, 'gateway-events', 'resource'],
    label: 'layout.menu.queue',
  },
  {
    ...listScreen(platformAuditLog),
    locales: [platformAuditLog.name, ...AUDIT_LOCALES],
    label: 'layout.menu.platformAuditLog',
  },
  {
    path: '/admin/policy',
    page: pages.adminPolicy,
    locales: POLICY_LOCALES,
    permission: ['policy', 'show'],
    label: 'layout.menu.policy',
    icon: 'policy',
    menu: { name: 'policy', group: 'operation', order: 40 },
  },
  {
    // Staff choose the customer account to work in. The page is also visible from inside an account.
    path: '/admin/login',
    frame: 'bare',
    page: pages.adminLogin,
    locales: ['admin-login', 'admin-accounts', 'layout', ...FORM_LOCALES],
    permission: ['impersonation', 'choose'],
    label: 'console.screens.access',
  },
  outside('guest', '/login', pages.login, 'login'),
  outside('guest', '/login/confirm', pages.loginConfirm, 'loginConfirm'),
  {
    // For users who must add a second factor before anything else.
    path: '/second-factor',
    frame: 'bare',
    page: pages.addFactor,
    locales: ['second-factor', 'layout', ...FORM_LOCALES],
    permission: ['second-factor', 'add'],
    label: 'console.screens.addFactor',
  },
  outside('guest', '/login/social', pages.loginSocial, 'login', []),
  outside('guest', '/register', pages.register, 'register'),
  outside('guest', '/verify-email', pages.verifyEmail, 'verifyEmail'),
  outside('guest', '/forgot-password', pages.forgotPassword, 'forgotPassword'),
  outside('public', '/reset-password', pages.resetPassword, 'resetPassword'),
  outside('public', '/invitation/:token', pages.invitation, 'invitation'),
  { path: '/preview/:id', frame: 'public', page: pages.demo },
  outside('public', '/expired', pages.expired, 'expired', []),
  outside('public', '/terms', pages.terms, 'terms', []),
  outside('public', '/privacy', pages.privacy, 'privacy', []),
  outside('public', '/404', pages.notFound, 'notFound', []),
];

/** Every screen of the console: those with pages of their own, and the generic ones of declared resources. */
export const screens: readonly Screen[] = [...ownScreens, ...declaredScreens(resources, ownScreens)];
