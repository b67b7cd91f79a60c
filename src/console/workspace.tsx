import { QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { HttpError } from './http/client.ts';
import { contextsQuery } from './session/current-context.tsx';
import { meQuery, planQuery } from './session/me.ts';
import { accessToken, watchSession } from './session/store.ts';
import { holderOf } from './session/token.ts';
import { workspaceRoutes } from './routes.tsx';
import './workspace.css';

const TRIES = 2;

/** One session's memory of answers: queries do not fetch again on reconnect or window focus (they poll, where told). */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        refetchOnReconnect: false,
        refetchOnWindowFocus: false,
        // What the server has answered it will answer again; only silence and its own faults are worth another try.
        retry: (count, error) =>
          count < TRIES && (!(error instanceof HttpError) || error.status === 0 || error.status >= 502),
      },
    },
  });
}

/** What one session works with. */
interface Opened {
  holder: string;
  client: QueryClient;
  router: ReturnType<typeof createBrowserRouter>;
  /** Whether it is on the screen, which then closes it. */
  isDrawn: boolean;
}
let opened: Opened | undefined;

/**
 * The session's memory and router: made outside of what React draws, which it may begin anew before it shows any of it.
 * All that the first screen asks for would be asked for each time.
 */
function open(): Opened {
  const holder = holderOf(accessToken());
  if (opened?.holder === holder) return opened;
  if (opened) close(opened);
  const client = makeQueryClient();
  // Every screen waits for these: they are asked for while its program is still on its way.
  void client.prefetchQuery(meQuery);
  void client.prefetchQuery(contextsQuery);
  void client.prefetchQuery(planQuery);
  opened = { holder, client, router: createBrowserRouter(workspaceRoutes(client)), isDrawn: false };
  return opened;
}

// One that another session takes the place of before it was drawn.
watchSession(() => {
  if (opened && !opened.isDrawn && opened.holder !== holderOf(accessToken())) close(opened);
});

/**
 * Begins the session's first screen, and waits until there is something of it to draw: drawn before, the frame would be
 * drawn twice. A session that ends meanwhile is not waited for.
 */
export async function openAhead(): Promise<void> {
  const session = open();
  if (session.router.state.initialized) return;
  const stops: (() => void)[] = [];
  await new Promise<void>((resolve) => {
    stops.push(session.router.subscribe(({ initialized }) => initialized && resolve()));
    stops.push(watchSession(() => opened !== session && resolve()));
  });
  stops.forEach((stop) => stop());
}

function close(session: Opened): void {
  if (opened === session) opened = undefined;
  session.router.dispose();
  session.client.clear();
}

/** Everything behind the sign-in. `onMove` hears of every change of address. */
export function Workspace({ onMove }: { onMove: () => void }) {
  const [session] = useState(open);
  const { router } = session;
  useEffect(() => {
    const stop = router.subscribe(() => onMove());
    // An address that leads on at once was quicker than this.
    onMove();
    return stop;
  }, [router, onMove]);
  useEffect(() => {
    session.isDrawn = true;
    return () => close(session);
  }, [session]);
  // A screen is drawn in one go: its program and its first rows are here by then, and drawn in slices it comes later.
  return <RouterProvider router={router} useTransitions={false} />;
}
