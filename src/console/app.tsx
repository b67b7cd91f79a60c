import '@ant-design/v5-patch-for-react-19';
import 'dayjs/locale/pt-br';
import { Refine } from '@refinedev/core';
import { DocumentTitleHandler } from '@refinedev/react-router';
import type { QueryClient } from '@tanstack/react-query';
import { ConfigProvider } from 'antd';
import dayjs from 'dayjs';
import { lazy, Suspense, useEffect, useMemo } from 'react';
import { createBrowserRouter, Outlet, RouterProvider } from 'react-router';
import { foldIcon } from './components/fold-icon.tsx';
import { Crash } from './layout/crash.tsx';
import { accessProvider } from './providers/access.ts';
import { antdLocale } from './providers/antd-locale.ts';
import { auditLogProvider } from './providers/audit-log.ts';
import { authProvider } from './providers/auth.ts';
import { dataProvider } from './providers/data.ts';
import { i18n, i18nProvider } from './providers/i18n.ts';
import { LateParts } from './providers/late-parts.ts';
import { liveProvider } from './providers/live.ts';
import { NotificationHolder, notificationProvider } from './providers/notification.tsx';
import { makeQueryClient } from './providers/query-client.ts';
import { AddressReader, router as routerProvider } from './providers/router.tsx';
import type { Screen } from './providers/screen.ts';
import { type ScreenTable, screenTable, ScreenTableContext } from './providers/screens.ts';
import { loginAddress } from './providers/sign-in-path.ts';
import { resourcesOf } from './refine-resources.ts';
import { routesOf } from './routes.tsx';
import { reloadConsole } from './session/impersonation.ts';
import { accessTokenKey, useSessionKey } from './session/session-key.ts';
import { hasSession, watchSession } from './state/store.ts';
import { antdTheme } from './theme/antd-theme.ts';
import { useThemeName } from './theme/theme-store.ts';

dayjs.locale('pt-br');

/** TanStack's devtools, in development only. */
const Devtools =
  import.meta.env.MODE === 'development'
    ? lazy(async () => ({ default: (await import('@tanstack/react-query-devtools')).ReactQueryDevtools }))
    : null;

function titleOf(label: string | undefined): string {
  return label ? `${i18n.t(label)} · ${i18n.t('console.product')}` : i18n.t('console.product');
}

export function Providers({ client, table }: { client: QueryClient; table: ScreenTable }) {
  const session = useSessionKey();
  const auth = useMemo(() => authProvider(client, session), [client, session]);
  const access = useMemo(() => accessProvider(client), [client]);
  const resources = useMemo(() => resourcesOf(table.screens), [table]);
  return (
    <Refine
      dataProvider={dataProvider}
      authProvider={auth}
      accessControlProvider={access}
      auditLogProvider={auditLogProvider}
      liveProvider={liveProvider}
      i18nProvider={i18nProvider}
      notificationProvider={notificationProvider}
      routerProvider={routerProvider}
      resources={resources}
      options={{
        reactQuery: { clientConfig: client },
        disableTelemetry: true,
        mutationMode: 'pessimistic',
        syncWithLocation: false,
        warnWhenUnsavedChanges: false,
      }}
    >
      <ScreenTableContext value={table}>
        <AddressReader>
          <Outlet />
          <DocumentTitleHandler handler={({ pathname = '/' }) => titleOf(table.labelAt(pathname))} />
        </AddressReader>
      </ScreenTableContext>
      <NotificationHolder />
      <LateParts />
      {Devtools && (
        <Suspense fallback={null}>
          <Devtools client={client} buttonPosition="bottom-left" />
        </Suspense>
      )}
    </Refine>
  );
}

/** Clears cached responses when the session changes. When another tab has replaced it, reloads at the first page. */
function useSessionChanges(client: QueryClient, { needsSession }: ScreenTable): void {
  useEffect(() => {
    let before = accessTokenKey();
    return watchSession(() => {
      const now = accessTokenKey();
      if (now === before) return;
      const isReplaced = before !== '' && now !== '';
      before = now;
      void client.cancelQueries();
      client.clear();
      if (isReplaced && needsSession(window.location.pathname)) reloadConsole();
    });
  }, [client, needsSession]);
}

/**
 * Opens the router, which requests the first page's code and data. Called before React's first render, so that the
 * requests are under way while it runs.
 */
export function openConsole(screens: readonly Screen[]) {
  const { pathname, search } = window.location;
  const table = screenTable(screens);
  // `Authenticated` guards the pages. This only saves guests from loading a page that they may not see.
  if (!hasSession() && table.needsSession(pathname))
    window.history.replaceState(null, '', loginAddress(pathname + search));
  const client = makeQueryClient();
  // Meanwhile index.html shows the frame.
  const root = {
    element: <Providers client={client} table={table} />,
    errorElement: <Crash />,
    HydrateFallback: () => null,
  };
  return { client, table, router: createBrowserRouter([{ ...root, children: routesOf(client, screens) }]) };
}

export function App({ client, table, router }: ReturnType<typeof openConsole>) {
  const name = useThemeName();
  const theme = useMemo(() => antdTheme(name), [name]);
  useSessionChanges(client, table);
  useEffect(
    () => () => {
      router.dispose();
      client.clear();
    },
    [client, router],
  );
  return (
    <ConfigProvider
      theme={theme}
      locale={antdLocale}
      form={{ requiredMark: false }}
      collapse={{ expandIcon: foldIcon }}
      wave={{ disabled: true }}
    >
      {/* The code of a screen is loaded before it renders, so a transition would only delay it. */}
      <RouterProvider router={router} useTransitions={false} />
    </ConfigProvider>
  );
}
