import { Authenticated, useIsAuthenticated } from '@refinedev/core';
import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import {
  type LoaderFunction,
  Navigate,
  Outlet,
  redirect,
  replace,
  type RouteObject,
  useLoaderData,
  useLocation,
} from 'react-router';
import { readPermission } from '../../access-control/permissions.ts';
import { Splash } from './components/logo.tsx';
import { Crash } from './layout/crash.tsx';
import { Guard } from './layout/guard.tsx';
import { menuLocales } from './layout/use-menu.ts';
import { loadWords } from './providers/i18n.ts';
import { PolicyProvider } from './providers/policy.tsx';
import type { Frame, Screen } from './screen.ts';
import { screens } from './screens.tsx';
import { contextsQuery } from './session/current-context.tsx';
import { isImpersonating } from './session/impersonation.ts';
import { meQuery, planQuery } from './session/me.ts';
import { useSessionKey } from './session/session-key.ts';
import { returnPlace } from './session/sign-in-path.ts';
import { endedBy, hasSession } from './session/store.ts';
import { showUpgrade } from './session/upgrade.ts';

/**
 * Only for signed-in users. Others sign in first and return, unless they have just signed out. The key remounts everything
 * for another session.
 */
function SignedIn() {
  return (
    <Authenticated key={useSessionKey()} appendCurrentPathToQuery={endedBy() !== 'logout'} loading={<Splash />}>
      <PolicyProvider>
        <Outlet />
      </PolicyProvider>
    </Authenticated>
  );
}

const GuestsOnly = () => <Guests key={useSessionKey()} />;

/** Only for guests. Not `Authenticated`, which would unmount the form, with its input, at each failed sign-in. */
function Guests() {
  const { search } = useLocation();
  const { data } = useIsAuthenticated();
  if (!data) return <Splash />;
  return data.authenticated ? <Navigate to={returnPlace(search)} replace /> : <Outlet />;
}

/** Pages for everybody, with the impersonation notice for staff. */
function Public() {
  const isSignedIn = useSessionKey() !== '';
  const Notice = useLoaderData() as ComponentType | null;
  return (
    <>
      {isSignedIn && Notice && <Notice />}
      <Outlet />
    </>
  );
}

/** The time that the frame waits for its data, ms. */
const PATIENCE_MS = 1_500;

/**
 * The frame's loader requests the frame's data while its code is loading. It waits for the user and the contexts, because
 * the frame would otherwise render twice. Failures are shown where the data is used.
 */
const frameLoader = (client: QueryClient) => async () => {
  if (!hasSession()) return null;
  void client.prefetchQuery(planQuery);
  const answers = Promise.all([client.prefetchQuery(meQuery), client.prefetchQuery(contextsQuery)]);
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  await Promise.all([loadWords('layout', 'errors', ...menuLocales), Promise.race([answers, patience])]);
  return null;
};

/** The loader of public pages: the notice for staff in a customer's account. */
async function loadNotice() {
  if (!isImpersonating()) return null;
  const [{ ImpersonationNotice }] = await Promise.all([
    import('./layout/impersonation-banner.tsx'),
    loadWords('layout'),
  ]);
  return ImpersonationNotice;
}

/**
 * Opens the plan's dialog over the current page in place of a screen that the plan refuses. Returns the redirect back to
 * the current page; undefined when the screen may be shown. At the first page there is none to stay at: `Guard` decides.
 */
function stayOutside({ permission }: Screen, client: QueryClient, asked: Request): Response | undefined {
  const me = client.getQueryData(meQuery.queryKey);
  const answer = me && permission && readPermission(me.permissions, ...permission);
  const { pathname, search } = window.location;
  if (answer?.refusal !== 'plan' || new URL(asked.url).pathname === pathname) return undefined;
  showUpgrade(answer.flag);
  return replace(pathname + search);
}

/** The loader of a screen: keeps out whoever lacks the plan for it, and requests the first rows of a list. */
function loaderOf(screen: Screen, client: QueryClient): LoaderFunction {
  const { resource, action } = screen;
  // Contexts are shown as a tree, all at once.
  const isAhead = resource && action === 'list' && resource.name !== 'contexts' && resource.actions.includes('list');
  return async (asked) => {
    const refusal = stayOutside(screen, client, asked.request);
    if (refusal || !isAhead) return refusal ?? null;
    const { listAhead } = await import('./resource/list-ahead.ts');
    return listAhead(client, resource)(asked);
  };
}

function routeOf(screen: Screen, client: QueryClient): RouteObject {
  const { path, page, locales = [], permission, children = [] } = screen;
  const lazy = async () => {
    const [Page] = await Promise.all([page(), loadWords(...locales)]);
    if (!permission) return { Component: Page };
    const [resource, action] = permission;
    return {
      Component: () => (
        <Guard resource={resource} action={action}>
          <Page />
        </Guard>
      ),
    };
  };
  return {
    path,
    lazy,
    loader: loaderOf(screen, client),
    shouldRevalidate: () => false,
    children: children.map((child) => routeOf(child, client)),
  };
}

/** Returns the routes of all screens, by frame. */
export function routesOf(client: QueryClient): RouteObject[] {
  const inFrame = (wanted: Frame) =>
    screens.filter(({ frame = 'workspace' }) => frame === wanted).map((screen) => routeOf(screen, client));
  const frame: RouteObject = {
    loader: frameLoader(client),
    shouldRevalidate: () => false,
    // Not loaded by guests.
    lazy: async () => ({ Component: (await import('./layout/workspace-layout.tsx')).WorkspaceLayout }),
    children: [{ errorElement: <Crash />, children: inFrame('workspace') }],
  };
  return [
    { element: <GuestsOnly />, children: inFrame('guest') },
    { element: <SignedIn />, children: [frame, { errorElement: <Crash />, children: inFrame('bare') }] },
    { element: <Public />, loader: loadNotice, children: inFrame('public') },
    { path: '*', loader: () => redirect('/404') },
  ];
}
