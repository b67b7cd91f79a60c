import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { matchRoutes, redirect, type RouteObject } from 'react-router';
import { accounts } from '../../resources/accounts.ts';
import { contents } from '../../resources/contents.ts';
import { contexts } from '../../resources/contexts.ts';
import { conversations } from '../../resources/conversations.ts';
import { resources } from '../../resources/index.ts';
import { invoices } from '../../resources/invoices.ts';
import type { Resource } from '../../resources/kit/resource.ts';
import { users } from '../../resources/users.ts';
import { doorRoutes } from './door/door-routes.tsx';
import { Crash } from './layout/crash.tsx';
import { Guard } from './layout/guard.tsx';
import { Splash } from './layout/mark.tsx';
import { Root } from './layout/root.tsx';
import { Shell } from './layout/shell.tsx';
import { menuWords } from './layout/use-menu.ts';
import { CONTENT_SWITCHES } from './knowledge/content-switches.ts';
import { loadWords } from './providers/i18n.ts';
import { listAhead } from './resource/list-ahead.ts';
import { ListPage } from './resource/list-page.tsx';
import { contextsQuery } from './session/current-context.tsx';
import { meQuery } from './session/me.ts';

/** What a screen's main call asks of the policy: thing and act. */
type Question = readonly [thing: string, act: string];

type Load = () => Promise<ComponentType>;

/** A screen with inputs of antd's, which come with their theme. */
const withInputs =
  (load: Load): Load =>
  async () => {
    const [Screen, { themed }] = await Promise.all([load(), import('./theme/themed.tsx')]);
    return themed(Screen);
  };

/** A screen that comes with its words when its address is gone to; whoever may not make its main call is sent away. */
function screen(path: string, load: Load, words: readonly string[], ask?: Question) {
  const lazy = async () => {
    const [Screen] = await Promise.all([load(), loadWords(...words)]);
    if (!ask) return { Component: Screen };
    const [thing, act] = ask;
    return {
      Component: () => (
        <Guard thing={thing} act={act}>
          <Screen />
        </Guard>
      ),
    };
  };
  return { path, lazy } satisfies RouteObject;
}

const FORM_WORDS = ['resource', 'validation', 'errors'];

/** The forms of a resource, drawn over its list. */
function formRoutes(resource: Resource, load: Load): RouteObject[] {
  if (!resource.form) return [];
  const words = [resource.name, ...FORM_WORDS];
  const routes: RouteObject[] = [];
  if (resource.acts.includes('create')) routes.push(screen('new', load, words, [resource.name, 'create']));
  if (resource.acts.includes('edit')) routes.push(screen('edit/:id', load, words, [resource.name, 'edit']));
  return routes;
}

/** What the engine draws of a resource: its list with its forms, and its page. */
function engineRoutes(resource: Resource): RouteObject[] {
  const words = [resource.name, ...FORM_WORDS];
  const list = () => Promise.resolve(() => <ListPage resource={resource} />);
  const form = withInputs(async () => {
    const { FormDialog } = await import('./resource/form-dialog.tsx');
    return () => <FormDialog resource={resource} />;
  });
  const children = formRoutes(resource, form);
  const routes: RouteObject[] = [{ ...screen(resource.path, list, words, [resource.name, 'list']), children }];
  const hasPage = resource.acts.includes('show') && resource.name !== 'conversations';
  if (hasPage) routes.push(showRoute(resource));
  return routes;
}

/** The page of one row. */
function showRoute(resource: Resource): RouteObject {
  const show = async () => {
    const { ShowPage } = await import('./resource/show-page.tsx');
    return () => <ShowPage resource={resource} />;
  };
  return screen(`${resource.path}/:id`, show, [resource.name, ...FORM_WORDS], [resource.name, 'show']);
}

/** Screens that a declaration cannot say. */
function ownScreens(): RouteObject[] {
  const contents = '/knowledge-base/content';
  const forms = ['contents', 'content-upload', ...FORM_WORDS];
  return [
    screen(
      '/',
      withInputs(async () => (await import('./pages/dashboard/home-page.tsx')).HomePage),
      [...['dashboard', 'insight', 'resource'], ...['contents', 'contexts', 'hyperlinks', 'conversations']],
    ),
    screen(
      '/interaction-monitoring',
      withInputs(
        async () =>
          (await import('./pages/interaction-monitoring/interaction-monitoring-page.tsx')).InteractionMonitoringPage,
      ),
      ['interaction-monitoring', 'insight', 'conversations', 'resource', 'errors'],
      ['interaction-monitoring', 'show'],
    ),
    ...gapRoutes(),
    screen(
      conversations.path,
      async () => (await import('./pages/conversation-list/conversation-list-page.tsx')).ConversationListPage,
      ['conversations', ...FORM_WORDS],
      ['conversations', 'list'],
    ),
    {
      ...screen(
        contexts.path,
        withInputs(async () => (await import('./pages/contexts/contexts-page.tsx')).ContextsPage),
        ['contexts', ...FORM_WORDS],
        ['contexts', 'list'],
      ),
      children: formRoutes(
        contexts,
        withInputs(async () => (await import('./pages/contexts/context-form.tsx')).ContextForm),
      ),
    },
    screen(
      contents,
      async () => (await import('./pages/content-list/content-list-page.tsx')).ContentListPage,
      ['contents', ...FORM_WORDS],
      ['contents', 'list'],
    ),
    screen(
      `${contents}/upload`,
      withInputs(async () => (await import('./pages/content-upload/content-upload-page.tsx')).ContentUploadPage),
      forms,
      ['contents', 'create'],
    ),
    screen(
      `${contents}/edit/:contentId`,
      withInputs(async () => (await import('./pages/content-edit/content-edit-page.tsx')).ContentEditPage),
      forms,
      ['contents', 'show'],
    ),
    screen(
      '/seo-evaluation/:id',
      async () => (await import('./pages/seo-evaluation/seo-evaluation-page.tsx')).SeoEvaluationPage,
      ['seo', 'resource', 'errors'],
      ['seo-evaluations', 'show'],
    ),
    screen(
      '/chat/customize',
      withInputs(async () => (await import('./pages/chat-customize/chat-customize-page.tsx')).ChatCustomizePage),
      ['chat-customize', 'limits', ...FORM_WORDS],
      ['appearance', 'show'],
    ),
    screen(
      '/chat/preview',
      async () => (await import('./pages/chat-preview/chat-preview-page.tsx')).ChatPreviewPage,
      ['chat-preview', 'resource', 'errors'],
      ['chat', 'preview'],
    ),
    screen(
      '/chat/setup',
      withInputs(async () => (await import('./pages/chat-setup/chat-setup-page.tsx')).ChatSetupPage),
      ['chat-setup', ...FORM_WORDS],
      ['widget-origins', 'show'],
    ),
    chatbotRoute(),
    accountsRoute(),
    screen(
      '/admin/general',
      withInputs(async () => (await import('./pages/admin-general/admin-general-page.tsx')).AdminGeneralPage),
      ['admin-general', 'plan-change', 'admin-login', ...FORM_WORDS],
      ['general-settings', 'show'],
    ),
    ...auditRoutes(),
    screen(
      '/admin/queue',
      async () => (await import('./pages/admin-queue/admin-queue-page.tsx')).AdminQueuePage,
      ['admin-queue', 'gateway-events', 'resource', 'errors'],
      ['queue', 'list'],
    ),
    screen(
      '/admin/policy',
      withInputs(async () => (await import('./pages/admin-policy/admin-policy-page.tsx')).AdminPolicyPage),
      ['admin-policy', 'resource', 'errors', ...resources.map(({ name }) => name)],
      ['policy', 'show'],
    ),
    ...billingRoutes(),
    usersRoute(),
    screen(
      '/preferences',
      withInputs(async () => (await import('./pages/preferences/preferences-page.tsx')).PreferencesPage),
      ['preferences', ...FORM_WORDS],
      ['profile', 'show'],
    ),
    screen(
      '/limits',
      withInputs(async () => (await import('./pages/limits/limits-page.tsx')).LimitsPage),
      ['credit-limits', 'limits', ...FORM_WORDS],
      ['credit-limits', 'show'],
    ),
    screen(
      '/settings/usage',
      withInputs(async () => (await import('./pages/settings-usage/settings-usage-page.tsx')).SettingsUsagePage),
      ['limits', 'chat', ...FORM_WORDS],
      ['limits', 'show'],
    ),
    screen(
      '/conversations/:conversationId',
      withInputs(
        async () => (await import('./pages/conversation-detail/conversation-detail-page.tsx')).ConversationDetailPage,
      ),
      ['conversations', 'chat', 'knowledge-gaps', 'content-upload', ...FORM_WORDS],
      ['conversations', 'show'],
    ),
  ];
}

/** What is asked in vain, and the questions whose answers are watched. */
function gapRoutes(): RouteObject[] {
  const words = ['knowledge-gaps', 'content-upload', 'insight', ...FORM_WORDS];
  return [
    screen(
      '/knowledge-gaps',
      withInputs(async () => (await import('./pages/knowledge-gaps/knowledge-gaps-page.tsx')).KnowledgeGapsPage),
      words,
      ['knowledge-gaps', 'list'],
    ),
    screen(
      '/knowledge-gaps/:gapId',
      withInputs(async () => (await import('./pages/knowledge-gaps/knowledge-gap-page.tsx')).KnowledgeGapPage),
      words,
      ['knowledge-gaps', 'show'],
    ),
    screen(
      '/test-questions',
      withInputs(async () => (await import('./pages/test-questions/test-questions-page.tsx')).TestQuestionsPage),
      ['test-questions', 'knowledge-gaps', ...FORM_WORDS],
      ['test-questions', 'list'],
    ),
  ];
}

/** The models that staff configure: their list and, over it, the form of one. */
function chatbotRoute(): RouteObject {
  const words = ['models', 'chat', ...FORM_WORDS];
  const form = withInputs(async () => (await import('./pages/admin-chatbot/model-form.tsx')).ModelForm);
  return {
    ...screen(
      '/admin/chatbot',
      withInputs(async () => (await import('./pages/admin-chatbot/admin-chatbot-page.tsx')).AdminChatbotPage),
      words,
      ['models', 'list'],
    ),
    children: [screen('new', form, words, ['models', 'create']), screen('edit/:id', form, words, ['models', 'edit'])],
  };
}

/** The customers' accounts and, over their list, what is known of one. */
function accountsRoute(): RouteObject {
  const words = [accounts.name, 'admin-accounts', 'plan-change', 'gateway-events', ...FORM_WORDS];
  const list = withInputs(
    async () => (await import('./pages/admin-accounts/admin-accounts-page.tsx')).AdminAccountsPage,
  );
  const one = withInputs(async () => (await import('./pages/admin-accounts/account-drawer.tsx')).AccountDrawer);
  return {
    ...screen(accounts.path, list, words, ['accounts', 'list']),
    children: [screen(':id', one, words, ['accounts', 'show'])],
  };
}

/** Outside header and menu: whose account one wants to work in. Its own guard lets in who is already inside one. */
const accessRoute = (): RouteObject =>
  screen(
    '/admin/login',
    withInputs(async () => (await import('./pages/admin-login/admin-login-page.tsx')).AdminLoginPage),
    ['admin-login', 'layout', 'errors'],
  );

/** The log of one's own account and, for staff, of every account. */
function auditRoutes(): RouteObject[] {
  const words = ['audit-log', 'audit', 'resource', 'errors'];
  const load = () => import('./pages/audit-log/audit-log-page.tsx');
  return [
    screen('/audit-log', async () => (await load()).AuditLogPage, words, ['audit-log', 'list']),
    screen('/admin/audit', async () => (await load()).PlatformAuditPage, words, ['platform-audit-log', 'list']),
  ];
}

/** What one pays for. Choosing a plan and paying for it share what is chosen and the payment's secret. */
function billingRoutes(): RouteObject[] {
  const words = ['plan', 'choose-plan', 'checkout', 'resource', 'errors'];
  return [
    {
      lazy: async () => ({ Component: (await import('./billing/purchase.tsx')).PurchaseState }),
      children: [
        screen(
          '/choose-plan',
          withInputs(async () => (await import('./pages/choose-plan/choose-plan-page.tsx')).ChoosePlanPage),
          words,
          ['subscription', 'quote'],
        ),
        screen(
          '/checkout',
          withInputs(async () => (await import('./pages/checkout/checkout-page.tsx')).CheckoutPage),
          words,
          ['subscription', 'quote'],
        ),
      ],
    },
    screen(
      '/plan',
      withInputs(async () => (await import('./pages/plan/plan-page.tsx')).PlanPage),
      words,
      ['subscription', 'show'],
    ),
    screen(
      invoices.path,
      async () => (await import('./pages/invoices/invoices-page.tsx')).InvoicesPage,
      [invoices.name, ...FORM_WORDS],
      [invoices.name, 'list'],
    ),
    showRoute(invoices),
    screen(
      '/admin/plans',
      withInputs(async () => (await import('./pages/admin-plans/admin-plans-page.tsx')).AdminPlansPage),
      ['admin-plans', 'plan', ...FORM_WORDS],
      ['plan-catalogue', 'list'],
    ),
  ];
}

/** The people of the account and, over their list, the form that invites or changes one. */
function usersRoute(): RouteObject {
  const words = [users.name, ...FORM_WORDS];
  const form = withInputs(async () => (await import('./pages/users/person-form.tsx')).PersonForm);
  const list = async () => (await import('./pages/users/users-page.tsx')).UsersPage;
  return {
    ...screen(users.path, list, words, ['users', 'list']),
    children: [screen('new', form, words, ['users', 'create']), screen('edit/:id', form, words, ['users', 'edit'])],
  };
}

const HAS_OWN_SCREENS: readonly string[] = [
  accounts.name,
  users.name,
  contexts.name,
  contents.name,
  conversations.name,
  invoices.name,
];

/** Switches that widen a list, by resource. */
const SWITCHES: Record<string, readonly string[]> = { [contents.name]: CONTENT_SWITCHES };

/** Contexts are drawn whole, as a tree. */
const isAskedAhead = ({ acts, name }: Resource) => acts.includes('list') && name !== contexts.name;

/** A list's screen with its rows asked for as its address is gone to. */
function withRows(client: QueryClient, route: RouteObject): RouteObject {
  const resource = resources.find((one) => one.path === route.path && isAskedAhead(one));
  if (!resource || route.index) return route;
  return { ...route, loader: listAhead(client, resource, SWITCHES[resource.name]), shouldRevalidate: () => false };
}

/** As long as the frame is worth holding back for what is written in it, ms. */
const PATIENCE_MS = 1_500;

/**
 * Who asks, and the contexts: what nearly every part of the frame and its screen is drawn by. Drawn before
 * them, all of it would be drawn twice. What fails, or takes its time, is shown in its place as that.
 */
function firstAnswers(client: QueryClient): Promise<unknown> {
  const answers = [client.ensureQueryData(meQuery), client.ensureQueryData(contextsQuery)];
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  return Promise.race([Promise.allSettled(answers), patience]);
}

/** Every address behind the sign-in. Those before it are known too, so that leaving for one is no error on the way. */
export function workspaceRoutes(client: QueryClient): RouteObject[] {
  const engine = resources.filter(({ name }) => !HAS_OWN_SCREENS.includes(name)).flatMap(engineRoutes);
  const screens = [...ownScreens(), ...engine].map((route) => withRows(client, route));
  const knows = (path: string) => matchRoutes(screens, path) !== null;
  return [
    {
      element: <Root client={client} />,
      errorElement: <Crash />,
      HydrateFallback: Splash,
      children: [
        {
          loader: async () => {
            await Promise.all([loadWords('layout', 'errors', ...menuWords), firstAnswers(client)]);
            return null;
          },
          shouldRevalidate: () => false,
          element: <Shell knows={knows} />,
          children: [{ errorElement: <Crash />, children: screens }],
        },
        { errorElement: <Crash />, children: [accessRoute()] },
        ...Object.keys(doorRoutes).map((path) => ({ path, element: null })),
        { path: '*', loader: () => redirect('/404') },
      ],
    },
  ];
}
