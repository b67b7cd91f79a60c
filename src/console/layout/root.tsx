import { Refine } from '@refinedev/core';
import type { QueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useMemo } from 'react';
import { Outlet } from 'react-router';
import { resources } from '../../../resources/index.ts';
import { accessProvider } from '../providers/access.ts';
import { authProvider } from '../providers/auth.ts';
import { dataProvider } from '../providers/data.ts';
import { i18nProvider } from '../providers/i18n.ts';
import { noticeProvider } from '../providers/notice.ts';
import { PolicyProvider } from '../providers/policy.tsx';
import { AddressReader, router } from '../providers/router.tsx';

/** The resources as Refine is told of them: from their declarations alone. */
const known = resources.map(({ name, path, acts }) => ({
  name,
  list: path,
  create: acts.includes('create') ? `${path}/new` : undefined,
  edit: acts.includes('edit') ? `${path}/edit/:id` : undefined,
  show: acts.includes('show') ? `${path}/:id` : undefined,
}));

/** What Refine's hooks have asked for and were told, in a panel of its own while one develops. */
const Devtools =
  import.meta.env.MODE === 'development'
    ? lazy(async () => ({ default: (await import('@tanstack/react-query-devtools')).ReactQueryDevtools }))
    : null;

/** Refine with our providers around every screen of the workspace. */
export function Root({ client }: { client: QueryClient }) {
  const auth = useMemo(() => authProvider(client), [client]);
  const access = useMemo(() => accessProvider(client), [client]);
  return (
    <Refine
      dataProvider={dataProvider}
      authProvider={auth}
      accessControlProvider={access}
      i18nProvider={i18nProvider}
      notificationProvider={noticeProvider}
      routerProvider={router}
      resources={known}
      options={{
        reactQuery: { clientConfig: client },
        disableTelemetry: true,
        mutationMode: 'pessimistic',
        syncWithLocation: false,
        warnWhenUnsavedChanges: false,
      }}
    >
      <AddressReader>
        <PolicyProvider>
          <Outlet />
        </PolicyProvider>
      </AddressReader>
      {Devtools && (
        <Suspense fallback={null}>
          <Devtools client={client} buttonPosition="bottom-left" />
        </Suspense>
      )}
    </Refine>
  );
}
