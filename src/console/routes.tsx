import { Authenticated, useIsAuthenticated } from '@refinedev/core';
import type { QueryClient } from '@tanstack/react-query';
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
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
import { notices } from '../../resources/notices.ts';
import { Crash } from './layout/crash.tsx';
import { Guard } from './layout/guard.tsx';
import { loadMessages } from './providers/i18n.ts';
import { PolicyProvider } from './providers/policy.tsx';
import type { Screen, ScreenFrame } from './providers/screen.ts';
import { useScreenTable } from './providers/screens.ts';
import { loginAddress, returnPlace } from './providers/sign-in-path.ts';
import { isPrefetched, prefetchAllRows, prefetchRows } from './resource/prefetch-rows.ts';
import { contextsQuery } from './session/current-context.tsx';
import { isImpersonating } from './session/impersonation.ts';
import { meQuery, useMe } from './session/me.ts';
import { useSessionKey } from './session/session-key.ts';
import { useStepUp } from './state/step-up.ts';
import { endedBy, hasSession } from './state/store.ts';
import { showUpgrade } from './state/upgrade.ts';

const Dialog = lazy(async () => {
  const [{ StepUpDialog }] = await Promise.all([
    import('./layout/step-up-dialog.tsx'),
    loadMessages('second-factor', 'resource', 'validation'),
  ]);
  return { default: StepUpDialog };
});

/** Asks who the user is when a call needs a fresh session, and then lets the call go on. */
function StepUp() {
  const asked = useStepUp();
  if (!asked) return null;
  return (
    <Suspense fallback={null}>
      <Dialog settle={asked.settle} />
    </Suspense>
  );
}

const ADD_FACTOR = '/second-factor';

/**
 * Leads to the sign-in, and afterwards back, unless the user has just signed out. Refine's own redirection goes there again at each render
 * until the page has loaded, and each time makes the router render.
 */
function ToSignIn() {
  const { pathname, search } = useLocation();
  return <Navigate to={endedBy() === 'logout' ? '/login' : loginAddress(pathname + search)} replace />;
}

/**
 * Renders its routes only for signed-in users. While nothing is rendered, index.html shows what the page waits for. The key
 * remounts everything when the session changes.
 */
function SignedIn() {
  return (
    <Authenticated key={useSessionKey()} fallback={<ToSignIn />}>
      <PolicyProvider>
        <FactorGate>
          <Outlet />
        </FactorGate>
        <StepUp />
      </PolicyProvider>
    </Authenticated>
  );
}

/** Sends users who must add a second factor there: the server answers nothing else. */
function FactorGate({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const mustAdd = useMe().data?.lacksFactor;
  return mustAdd && pathname !== ADD_FACTOR ? <Navigate to={ADD_FACTOR} replace /> : children;
}

const GuestsOnly = () => <Guests key={useSessionKey()} />;

/**
 * Renders its routes only for guests and redirects signed-in users. `Authenticated` is not used here: it unmounts the
 * form at each failed sign-in, and the input would be lost.
 */
function Guests() {
  const { search } = useLocation();
  const { data } = useIsAuthenticated();
  const table = useScreenTable();
  if (!data) return null;
  return data.authenticated ? <Navigate to={returnPlace(search, table)} replace /> : <Outlet />;
}

/** Renders its routes for everybody. Staff in a customer's account also see the notice about it. */
function Public() {
  // Another tab can end the session, or only leave the account.
  const isSignedIn = useSessionKey() !== '';
  const Notice = useLoaderData() as ComponentType | null;
  return (
    <>
      {isSignedIn && isImpersonating() && Notice && <Notice />}
      <Outlet />
    </>
  );
}

/** How long the first page of a visit waits for its data (ms). */
const FIRST_PAGE_TIMEOUT_MS = 1_500;
const timeout = () => new Promise<void>((resolve) => setTimeout(resolve, FIRST_PAGE_TIMEOUT_MS));

/** Returns whether a navigation is the first of a visit. During all others the address is still that of the old page. */
const isFirst = ({ url }: Request) => new URL(url).pathname === window.location.pathname;

/**
 * Returns the frame's loader, which requests the frame's data while its code is loading. It waits for the user, the
 * contexts and the notices, because the frame would otherwise render twice and a notice would move the page. Errors are shown where the data is used.
 */
const frameLoader = (client: QueryClient) => async () => {
  if (!hasSession()) return null;
  const answers = Promise.all([
    client.prefetchQuery(meQuery),
    client.prefetchQuery(contextsQuery),
    prefetchAllRows(client, notices),
  ]);
  await Promise.all([loadMessages('layout'), Promise.race([answers, timeout()])]);
  return client.getQueryData(meQuery.queryKey)?.lacksFactor ? redirect(ADD_FACTOR) : null;
};

/** Loads the notice for staff in a customer's account. Returns null for other users. */
async function loadNotice() {
  if (!isImpersonating()) return null;
  const [{ ImpersonationNotice }] = await Promise.all([
    import('./layout/impersonation-banner.tsx'),
    loadMessages('layout'),
  ]);
  return ImpersonationNotice;
}

/**
 * When the plan does not include a screen, opens the upgrade dialog over the current page and returns a redirect to
 * that page. Returns undefined when the screen may be shown, and for the first page of a visit, where `Guard` decides.
 */
function redirectToUpgrade({ permission }: Screen, client: QueryClient, request: Request): Response | undefined {
  const me = client.getQueryData(meQuery.queryKey);
  const answer = me && permission && readPermission(me.permissions, ...permission);
  const { pathname, search } = window.location;
  if (answer?.refusal !== 'plan' || isFirst(request)) return undefined;
  showUpgrade(answer.flag);
  return replace(pathname + search);
}

/**
 * Returns a screen's loader, which keeps out users without the right plan and requests the first rows of a list. The
 * first page of a visit also waits for them a moment: the list would otherwise render twice, while the page starts.
 */
function loaderOf(screen: Screen, client: QueryClient): LoaderFunction {
  const { resource, action } = screen;
  return async (args) => {
    const refusal = redirectToUpgrade(screen, client, args.request);
    if (refusal || !resource || action !== 'list' || !isPrefetched(resource)) return refusal ?? null;
    const rows = prefetchRows(client, resource, args.request);
    if (isFirst(args.request)) await Promise.race([rows, timeout()]);
    return null;
  };
}

function routeOf(screen: Screen, client: QueryClient): RouteObject {
  const { path, page, locales = [], permission, children = [] } = screen;
  const lazy = async () => {
    const [Page] = await Promise.all([page(), loadMessages(...locales)]);
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

export function routesOf(client: QueryClient, screens: readonly Screen[]): RouteObject[] {
  const inFrame = (wanted: ScreenFrame) =>
    screens.filter(({ frame = 'workspace' }) => frame === wanted).map((screen) => routeOf(screen, client));
  const frame: RouteObject = {
    loader: frameLoader(client),
    shouldRevalidate: () => false,
    // Lazy, so that guests do not load it.
    lazy: async () => ({ Component: (await import('./layout/workspace-layout.tsx')).WorkspaceLayout }),
    children: [{ errorElement: <Crash />, children: inFrame('workspace') }],
  };
  return [
    { element: <GuestsOnly />, children: inFrame('guest') },
    { element: <SignedIn />, children: [frame, { errorElement: <Crash />, children: inFrame('bare') }] },
    { element: <Public />, loader: loadNotice, children: inFrame('public') },
    { path: '*', loader: () => redirect('/404'), element: null },
  ];
}
