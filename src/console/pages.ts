import type { ComponentType } from 'react';
import type { LoadPage } from './providers/screen.ts';

/** Returns a page that is loaded when it is visited, by the name of its export. */
const page =
  <N extends string>(load: () => Promise<Record<N, ComponentType>>, name: N): LoadPage =>
  async () =>
    (await load())[name];

/** The pages of the console's own screens, and their forms. */
export const pages = {
  checkout: page(() => import('./features/billing/checkout/checkout-page.tsx'), 'CheckoutPage'),
  choosePlan: page(() => import('./features/billing/choose-plan/choose-plan-page.tsx'), 'ChoosePlanPage'),
  limits: page(() => import('./features/billing/limits/limits-page.tsx'), 'LimitsPage'),
  plan: page(() => import('./features/billing/plan/plan-page.tsx'), 'PlanPage'),
  purchaseState: page(() => import('./features/billing/purchase.tsx'), 'PurchaseState'),
  chatCustomize: page(() => import('./features/chat/chat-customize/chat-customize-page.tsx'), 'ChatCustomizePage'),
  chatPreview: page(() => import('./features/chat/chat-preview/chat-preview-page.tsx'), 'ChatPreviewPage'),
  chatSetup: page(() => import('./features/chat/chat-setup/chat-setup-page.tsx'), 'ChatSetupPage'),
  demo: page(() => import('./features/chat/demo/demo-page.tsx'), 'DemoPage'),
  settingsUsage: page(() => import('./features/chat/settings-usage/settings-usage-page.tsx'), 'SettingsUsagePage'),
  accessReview: page(() => import('./features/identity/access-review/access-review-page.tsx'), 'AccessReviewPage'),
  expired: page(() => import('./features/identity/expired/expired-page.tsx'), 'ExpiredPage'),
  forgotPassword: page(
    () => import('./features/identity/forgot-password/forgot-password-page.tsx'),
    'ForgotPasswordPage',
  ),
  invitation: page(() => import('./features/identity/invitation/invitation-page.tsx'), 'InvitationPage'),
  loginSocial: page(() => import('./features/identity/login-social/login-social-page.tsx'), 'LoginSocialPage'),
  loginConfirm: page(() => import('./features/identity/login-confirm/login-confirm-page.tsx'), 'LoginConfirmPage'),
  addFactor: page(() => import('./features/identity/add-factor/add-factor-page.tsx'), 'AddFactorPage'),
  login: page(() => import('./features/identity/login/login-page.tsx'), 'LoginPage'),
  preferences: page(() => import('./features/identity/preferences/preferences-page.tsx'), 'PreferencesPage'),
  privacy: page(() => import('./features/identity/privacy/privacy-page.tsx'), 'PrivacyPage'),
  register: page(() => import('./features/identity/register/register-page.tsx'), 'RegisterPage'),
  resetPassword: page(() => import('./features/identity/reset-password/reset-password-page.tsx'), 'ResetPasswordPage'),
  terms: page(() => import('./features/identity/terms/terms-page.tsx'), 'TermsPage'),
  personForm: page(() => import('./features/identity/users/person-form.tsx'), 'PersonForm'),
  verifyEmail: page(() => import('./features/identity/verify-email/verify-email-page.tsx'), 'VerifyEmailPage'),
  inbox: page(() => import('./features/inbox/inbox/inbox-page.tsx'), 'InboxPage'),
  conversationDetail: page(
    () => import('./features/insight/conversation-detail/conversation-detail-page.tsx'),
    'ConversationDetailPage',
  ),
  home: page(() => import('./features/insight/dashboard/home-page.tsx'), 'HomePage'),
  interactionMonitoring: page(
    () => import('./features/insight/interaction-monitoring/interaction-monitoring-page.tsx'),
    'InteractionMonitoringPage',
  ),
  knowledgeGap: page(() => import('./features/insight/knowledge-gaps/knowledge-gap-page.tsx'), 'KnowledgeGapPage'),
  knowledgeGaps: page(() => import('./features/insight/knowledge-gaps/knowledge-gaps-page.tsx'), 'KnowledgeGapsPage'),
  contentEdit: page(() => import('./features/knowledge/content-edit/content-edit-page.tsx'), 'ContentEditPage'),
  contentList: page(() => import('./features/knowledge/content-list/content-list-page.tsx'), 'ContentListPage'),
  contentUpload: page(() => import('./features/knowledge/content-upload/content-upload-page.tsx'), 'ContentUploadPage'),
  contextForm: page(() => import('./features/knowledge/contexts/context-form.tsx'), 'ContextForm'),
  contexts: page(() => import('./features/knowledge/contexts/contexts-page.tsx'), 'ContextsPage'),
  seoEvaluation: page(() => import('./features/knowledge/seo-evaluation/seo-evaluation-page.tsx'), 'SeoEvaluationPage'),
  account: page(() => import('./features/staff/admin-accounts/account-page.tsx'), 'AccountPage'),
  adminFigures: page(() => import('./features/staff/admin-figures/admin-figures-page.tsx'), 'AdminFiguresPage'),
  adminGeneral: page(() => import('./features/staff/admin-general/admin-general-page.tsx'), 'AdminGeneralPage'),
  adminLogin: page(() => import('./features/staff/admin-login/admin-login-page.tsx'), 'AdminLoginPage'),
  adminPolicy: page(() => import('./features/staff/admin-policy/admin-policy-page.tsx'), 'AdminPolicyPage'),
  notFound: page(() => import('./layout/not-found-page.tsx'), 'NotFoundPage'),
};
