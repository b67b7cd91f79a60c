import { QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { HttpError } from './http/client.ts';
import { contextsQuery } from './session/current-context.tsx';
import { meQuery, planQuery } from './session/me.ts';
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

/** Everything behind the sign-in. `onMove` hears of every change of address. */
export function Workspace({ onMove }: { onMove: () => void }) {
  const [{ router, client }] = useState(() => {
    const queries = makeQueryClient();
    // Every screen waits for these: they are asked for while its program is still on its way.
    void queries.prefetchQuery(meQuery);
    void queries.prefetchQuery(contextsQuery);
    void queries.prefetchQuery(planQuery);
    return { client: queries, router: createBrowserRouter(workspaceRoutes(queries)) };
  });
  useEffect(() => {
    const stop = router.subscribe(() => onMove());
    // An address that leads on at once was quicker than this.
    onMove();
    return () => {
      stop();
      router.dispose();
      client.clear();
    };
  }, [router, client, onMove]);
  // A screen is drawn in one go: its program and its first rows are here by then, and drawn in slices it comes later.
  return <RouterProvider router={router} useTransitions={false} />;
}
