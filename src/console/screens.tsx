import { accounts } from '../../resources/accounts.ts';
import { apiKeys } from '../../resources/api-keys.ts';
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
import { visitorMessages } from '../../resources/visitor-messages.ts';
import { webhookDeliveries } from '../../resources/webhook-deliveries.ts';
import { declaredScreens, FORM_LOCALES, formsOf, ofResource, showScreen } from './declared-screens.tsx';
import type { LoadPage, MenuGroupPosition, Screen } from './screen.ts';

export const menuGroups: readonly MenuGroupPosition[] = [
  { name: 'knowledge-base', label: 'layout.menu.knowledgeBase', icon: 'knowledge', order: 40 },
  { name: 'chat', label: 'layout.menu.chat', icon: 'chat', order: 45 },
  { name: 'settings', label: 'layout.menu.settings', icon: 'settings', order: 90 },
  { name: 'operation', label: 'layout.menu.operation', icon: 'operation', order: 95 },
];

const GAP_LOCALES = ['knowledge-gaps', 'content-upload', 'insight', ...FORM_LOCALES];
const CONTENT_LOCALES = ['contents', 'content-upload', ...FORM_LOCALES];
const UPLOAD_LOCALES = [...CONTENT_LOCALES, 'base-transfer'];
const BILLING_LOCALES = ['plan', 'choose-plan', 'checkout', 'resource', 'errors'];
const AUDIT_LOCALES = ['audit-log', 'audit', 'resource', 'errors'];
const WEBHOOK_LOCALES = [outgoingWebhooks.name, webhookDeliveries.name, ...FORM_LOCALES];
const ACCOUNT_LOCALES = [accounts.name, 'admin-accounts', 'plan-change', 'gateway-events', ...FORM_LOCALES];
const MODEL_LOCALES = ['models', 'chat', ...FORM_LOCALES];

const contextForm: LoadPage = async () => (await import('./features/knowledge/contexts/context-form.tsx')).ContextForm;
const personForm: LoadPage = async () => (await import('./features/identity/users/person-form.tsx')).PersonForm;
const apiKeyForm: LoadPage = async () => (await import('./features/identity/api-keys/api-key-form.tsx')).ApiKeyForm;
const webhookForm: LoadPage = async () =>
  (await import('./features/outgoing-webhooks/webhooks/webhook-form.tsx')).WebhookForm;
const planForm: LoadPage = async () => (await import('./features/staff/admin-plans/plan-form.tsx')).PlanForm;
const teamForm: LoadPage = async () => (await import('./features/staff/admin-team/team-form.tsx')).TeamForm;
const modelForm: LoadPage = async () => (await import('./features/staff/admin-chatbot/model-form.tsx')).ModelForm;

/** The screens with pages of their own. Generic screens of declared resources are added below. */
const ownScreens: readonly Screen[] = [
  {
    path: '/',
    page: async () => (await import('./features/insight/dashboard/home-page.tsx')).HomePage,
    locales: ['dashboard', 'insight', 'resource', 'contents', 'contexts', 'hyperlinks', 'conversations'],
    label: 'layout.menu.dashboard',
    icon: 'dashboard',
    menu: { name: 'dashboard', order: 10 },
  },
  {
    path: '/interaction-monitoring',
    page: async () =>
      (await import('./features/insight/interaction-monitoring/interaction-monitoring-page.tsx'))
        .InteractionMonitoringPage,
    locales: ['interaction-monitoring', 'insight', 'conversations', 'resource', 'errors'],
    permission: ['interaction-monitoring', 'show'],
    label: 'layout.menu.monitoring',
    icon: 'monitoring',
    menu: { name: 'monitoring', order: 20 },
  },
  {
    ...ofResource(contexts, 'list'),
    page: async () => (await import('./features/knowledge/contexts/contexts-page.tsx')).ContextsPage,
    children: formsOf(contexts, contextForm),
  },
  {
    ...ofResource(contents, 'list'),
    page: async () => (await import('./features/knowledge/content-list/content-list-page.tsx')).ContentListPage,
  },
  {
    ...ofResource(contents, 'create'),
    path: `${contents.path}/upload`,
    page: async () => (await import('./features/knowledge/content-upload/content-upload-page.tsx')).ContentUploadPage,
    locales: UPLOAD_LOCALES,
    label: 'layout.screens.upload',
    icon: 'content',
    isInPalette: true,
  },
  {
    ...ofResource(contents, 'edit'),
    path: `${contents.path}/edit/:contentId`,
    page: async () => (await import('./features/knowledge/content-edit/content-edit-page.tsx')).ContentEditPage,
    locales: CONTENT_LOCALES,
    permission: ['contents', 'show'],
  },
  {
    path: '/seo-evaluation/:id',
    page: async () => (await import('./features/knowledge/seo-evaluation/seo-evaluation-page.tsx')).SeoEvaluationPage,
    locales: ['seo', 'resource', 'errors'],
    permission: ['seo-evaluations', 'show'],
    label: 'layout.screens.seo',
    belongsTo: contents.path,
  },
  {
    path: '/chat/customize',
    page: async () => (await import('./features/chat/chat-customize/chat-customize-page.tsx')).ChatCustomizePage,
    locales: ['chat-customize', 'limits', ...FORM_LOCALES],
    permission: ['appearance', 'show'],
    label: 'layout.menu.customize',
    icon: 'brush',
    // Users who may test the chat see the entry. If their plan lacks the feature, it opens the upgrade dialog.
    menu: { name: 'customize', group: 'chat', order: 10, permission: ['chat', 'preview'] },
  },
  {
    path: '/chat/preview',
    page: async () => (await import('./features/chat/chat-preview/chat-preview-page.tsx')).ChatPreviewPage,
    locales: ['chat-preview', 'chat', 'correction', 'resource', 'errors'],
    permission: ['chat', 'preview'],
    label: 'layout.menu.preview',
    icon: 'preview',
    menu: { name: 'preview', group: 'chat', order: 20 },
  },
  {
    path: '/chat/setup',
    page: async () => (await import('./features/chat/chat-setup/chat-setup-page.tsx')).ChatSetupPage,
    locales: ['chat-setup', ...FORM_LOCALES],
    permission: ['widget-origins', 'show'],
    label: 'layout.menu.setup',
    icon: 'setup',
    menu: { name: 'setup', group: 'chat', order: 30 },
  },
  {
    ...ofResource(conversations, 'list'),
    page: async () =>
      (await import('./features/insight/conversation-list/conversation-list-page.tsx')).ConversationListPage,
  },
  {
    ...ofResource(conversations, 'show'),
    path: `${conversations.path}/:conversationId`,
    page: async () =>
      (await import('./features/insight/conversation-detail/conversation-detail-page.tsx')).ConversationDetailPage,
    locales: ['conversations', 'chat', 'chat-preview', 'knowledge-gaps', 'content-upload', ...FORM_LOCALES],
  },
  {
    ...ofResource(visitorMessages, 'list'),
    page: async () => (await import('./features/chat/visitor-messages/visitor-messages-page.tsx')).VisitorMessagesPage,
  },
  {
    ...ofResource(visitorMessages, 'show'),
    page: async () => (await import('./features/chat/visitor-messages/visitor-message-page.tsx')).VisitorMessagePage,
  },
  {
    ...ofResource(knowledgeGaps, 'list'),
    page: async () => (await import('./features/insight/knowledge-gaps/knowledge-gaps-page.tsx')).KnowledgeGapsPage,
    locales: GAP_LOCALES,
  },
  {
    ...ofResource(knowledgeGaps, 'show'),
    path: `${knowledgeGaps.path}/:gapId`,
    page: async () => (await import('./features/insight/knowledge-gaps/knowledge-gap-page.tsx')).KnowledgeGapPage,
    locales: GAP_LOCALES,
  },
  {
    ...ofResource(testQuestions, 'list'),
    page: async () => (await import('./features/insight/test-questions/test-questions-page.tsx')).TestQuestionsPage,
    locales: ['test-questions', 'correction', 'knowledge-gaps', ...FORM_LOCALES],
    label: 'layout.menu.tests',
  },
  {
    path: '/limits',
    page: async () => (await import('./features/billing/limits/limits-page.tsx')).LimitsPage,
    locales: ['credit-limits', 'limits', ...FORM_LOCALES],
    permission: ['credit-limits', 'show'],
    label: 'layout.menu.limits',
    icon: 'branches',
    // Users who may see the limits of use see the entry. If their plan lacks the feature, it opens the upgrade dialog.
    menu: { name: 'limits', order: 60, permission: ['limits', 'show'] },
  },
  {
    path: '/settings/usage',
    page: async () => (await import('./features/chat/settings-usage/settings-usage-page.tsx')).SettingsUsagePage,
    locales: ['limits', 'chat', ...FORM_LOCALES],
    permission: ['limits', 'show'],
    label: 'layout.menu.usage',
    icon: 'usage',
    menu: { name: 'usage', order: 65 },
  },
  {
    ...ofResource(users, 'list'),
    page: async () => (await import('./features/identity/users/users-page.tsx')).UsersPage,
    children: formsOf(users, personForm),
  },
  {
    ...ofResource(apiKeys, 'list'),
    page: async () => (await import('./features/identity/api-keys/api-keys-page.tsx')).ApiKeysPage,
    children: formsOf(apiKeys, apiKeyForm),
  },
  {
    ...ofResource(outgoingWebhooks, 'list'),
    page: async () => (await import('./features/outgoing-webhooks/webhooks/webhooks-page.tsx')).WebhooksPage,
    locales: WEBHOOK_LOCALES,
    label: 'layout.menu.webhooks',
    children: formsOf(outgoingWebhooks, webhookForm),
  },
  showScreen(outgoingWebhooks),
  {
    ...ofResource(webhookDeliveries, 'list'),
    page: async () => (await import('./features/outgoing-webhooks/deliveries/deliveries-page.tsx')).DeliveriesPage,
    belongsTo: outgoingWebhooks.path,
  },
  {
    ...ofResource(webhookDeliveries, 'show'),
    page: async () => (await import('./features/outgoing-webhooks/deliveries/delivery-page.tsx')).DeliveryPage,
    label: `${webhookDeliveries.name}.title`,
    belongsTo: outgoingWebhooks.path,
  },
  {
    path: '/preferences',
    page: async () => (await import('./features/identity/preferences/preferences-page.tsx')).PreferencesPage,
    locales: ['preferences', ...FORM_LOCALES],
    permission: ['profile', 'show'],
    label: 'layout.screens.preferences',
    icon: 'settings',
    isInPalette: true,
  },
  {
    path: '/plan',
    page: async () => (await import('./features/billing/plan/plan-page.tsx')).PlanPage,
    locales: BILLING_LOCALES,
    permission: ['subscription', 'show'],
    label: 'layout.screens.plan',
    icon: 'plans',
    isInPalette: true,
  },
  {
    // The choice of the plan and the checkout share the chosen period and the card that is ready.
    page: async () => (await import('./features/billing/purchase.tsx')).PurchaseState,
    children: [
      {
        path: '/choose-plan',
        page: async () => (await import('./features/billing/choose-plan/choose-plan-page.tsx')).ChoosePlanPage,
        locales: BILLING_LOCALES,
        permission: ['subscription', 'change'],
        label: 'layout.screens.choosePlan',
        icon: 'plans',
        isInPalette: true,
      },
      {
        path: '/checkout',
        page: async () => (await import('./features/billing/checkout/checkout-page.tsx')).CheckoutPage,
        locales: BILLING_LOCALES,
        permission: ['subscription', 'checkout'],
        label: 'layout.screens.checkout',
      },
    ],
  },
  {
    ...ofResource(invoices, 'list'),
    page: async () => (await import('./features/billing/invoices/invoices-page.tsx')).InvoicesPage,
    label: 'layout.screens.invoices',
    icon: 'audit',
    isInPalette: true,
  },
  {
    ...ofResource(invoices, 'show'),
    page: async () => (await import('./features/billing/invoices/invoice-page.tsx')).InvoicePage,
  },
  {
    ...ofResource(auditLog, 'list'),
    page: async () => (await import('./features/identity/audit-log/audit-log-page.tsx')).AuditLogPage,
    locales: AUDIT_LOCALES,
    label: 'layout.menu.auditLog',
  },
  {
    ...ofResource(models, 'list'),
    page: async () => (await import('./features/staff/admin-chatbot/admin-chatbot-page.tsx')).AdminChatbotPage,
    locales: MODEL_LOCALES,
    label: 'layout.menu.chatbot',
    children: formsOf(models, modelForm),
  },
  {
    path: '/admin/general',
    page: async () => (await import('./features/staff/admin-general/admin-general-page.tsx')).AdminGeneralPage,
    locales: ['admin-general', 'plan-change', ...FORM_LOCALES],
    permission: ['general-settings', 'show'],
    label: 'layout.menu.general',
    icon: 'general',
    menu: { name: 'general', group: 'settings', order: 20 },
  },
  {
    ...ofResource(planCatalogue, 'list'),
    page: async () => (await import('./features/staff/admin-plans/admin-plans-page.tsx')).AdminPlansPage,
    locales: [planCatalogue.name, packCatalogue.name, 'plan', ...FORM_LOCALES],
    label: 'layout.menu.plans',
    children: formsOf(planCatalogue, planForm),
  },
  {
    path: '/admin/figures',
    page: async () => (await import('./features/staff/admin-figures/admin-figures-page.tsx')).AdminFiguresPage,
    locales: ['admin-figures', 'resource', 'errors'],
    permission: ['usage-figures', 'show'],
    label: 'layout.menu.figures',
    icon: 'monitoring',
    menu: { name: 'figures', group: 'operation', order: 5 },
  },
  {
    ...ofResource(accounts, 'list'),
    page: async () => (await import('./features/staff/admin-accounts/admin-accounts-page.tsx')).AdminAccountsPage,
    locales: ACCOUNT_LOCALES,
    // Not `list`: staff in a customer's account may list the accounts to choose from, but not open one.
    permission: ['accounts', 'show'],
    label: 'layout.menu.accounts',
    icon: 'accounts',
    menu: { name: 'accounts', group: 'operation', order: 10 },
  },
  {
    ...ofResource(accounts, 'show'),
    page: async () => (await import('./features/staff/admin-accounts/account-page.tsx')).AccountPage,
    locales: [...ACCOUNT_LOCALES, platformInvoices.name, queue.name, webhookDeliveries.name, 'audit'],
  },
  {
    ...ofResource(platformInvoices, 'list'),
    page: async () => (await import('./features/staff/admin-invoices/admin-invoices-page.tsx')).AdminInvoicesPage,
    locales: [platformInvoices.name, 'admin-accounts', ...FORM_LOCALES],
    label: 'layout.menu.invoices',
  },
  {
    ...ofResource(staff, 'list'),
    page: async () => (await import('./features/staff/admin-team/admin-team-page.tsx')).AdminTeamPage,
    label: 'layout.menu.team',
    children: formsOf(staff, teamForm),
  },
  {
    ...ofResource(queue, 'list'),
    page: async () => (await import('./features/staff/admin-queue/admin-queue-page.tsx')).AdminQueuePage,
    locales: [queue.name, 'gateway-events', 'resource', 'errors'],
    label: 'layout.menu.queue',
  },
  {
    ...ofResource(platformAuditLog, 'list'),
    page: async () => (await import('./features/identity/audit-log/audit-log-page.tsx')).PlatformAuditPage,
    locales: [platformAuditLog.name, ...AUDIT_LOCALES],
    label: 'layout.menu.platformAuditLog',
  },
  {
    path: '/admin/policy',
    page: async () => (await import('./features/staff/admin-policy/admin-policy-page.tsx')).AdminPolicyPage,
    locales: [
      'admin-policy',
      'resource',
      'errors',
      ...resources.filter(({ path }) => path !== '').map(({ name }) => name),
    ],
    permission: ['policy', 'show'],
    label: 'layout.menu.policy',
    icon: 'policy',
    menu: { name: 'policy', group: 'operation', order: 40 },
  },
  {
    // Staff choose the customer account to work in. The page is also visible from inside an account.
    path: '/admin/login',
    frame: 'bare',
    page: async () => (await import('./features/staff/admin-login/admin-login-page.tsx')).AdminLoginPage,
    locales: ['admin-login', 'layout', 'resource', 'errors'],
    permission: ['accounts', 'list'],
    label: 'console.screens.access',
  },
  {
    path: '/login',
    frame: 'guest',
    page: async () => (await import('./features/identity/login/login-page.tsx')).LoginPage,
    locales: ['validation'],
    label: 'console.screens.login',
  },
  {
    path: '/login/social',
    frame: 'guest',
    page: async () => (await import('./features/identity/login-social/login-social-page.tsx')).LoginSocialPage,
    label: 'console.screens.login',
  },
  {
    path: '/register',
    frame: 'guest',
    page: async () => (await import('./features/identity/register/register-page.tsx')).RegisterPage,
    locales: ['validation'],
    label: 'console.screens.register',
  },
  {
    path: '/verify-email',
    frame: 'guest',
    page: async () => (await import('./features/identity/verify-email/verify-email-page.tsx')).VerifyEmailPage,
    locales: ['validation'],
    label: 'console.screens.verifyEmail',
  },
  {
    path: '/forgot-password',
    frame: 'guest',
    page: async () => (await import('./features/identity/forgot-password/forgot-password-page.tsx')).ForgotPasswordPage,
    locales: ['validation'],
    label: 'console.screens.forgotPassword',
  },
  {
    path: '/reset-password',
    frame: 'public',
    page: async () => (await import('./features/identity/reset-password/reset-password-page.tsx')).ResetPasswordPage,
    locales: ['validation'],
    label: 'console.screens.resetPassword',
  },
  {
    path: '/invitation/:token',
    frame: 'public',
    page: async () => (await import('./features/identity/invitation/invitation-page.tsx')).InvitationPage,
    locales: ['validation'],
    label: 'console.screens.invitation',
  },
  {
    path: '/preview/:id',
    frame: 'public',
    page: async () => (await import('./features/chat/demo/demo-page.tsx')).DemoPage,
  },
  {
    path: '/expired',
    frame: 'public',
    page: async () => (await import('./features/identity/expired/expired-page.tsx')).ExpiredPage,
    label: 'console.screens.expired',
  },
  {
    path: '/terms',
    frame: 'public',
    page: async () => (await import('./features/identity/terms/terms-page.tsx')).TermsPage,
    label: 'console.screens.terms',
  },
  {
    path: '/privacy',
    frame: 'public',
    page: async () => (await import('./features/identity/privacy/privacy-page.tsx')).PrivacyPage,
    label: 'console.screens.privacy',
  },
  {
    path: '/404',
    frame: 'public',
    page: async () => (await import('./layout/not-found-page.tsx')).NotFoundPage,
    label: 'console.screens.notFound',
  },
];

/** Every screen of the console: those with pages of their own, and the generic ones of declared resources. */
export const screens: readonly Screen[] = [...ownScreens, ...declaredScreens(resources, ownScreens)];
