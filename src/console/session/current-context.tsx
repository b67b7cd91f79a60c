import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { CONTEXTS_POLL_MS } from '../../shared/constants.ts';
import type { SessionContext } from '../../shared/session.ts';
import { request } from '../http/client.ts';
import { takeEarly } from '../http/early.ts';
import { KEYS, readKey, watchSession, writeKey } from '../state/store.ts';
import { createStore } from '../state/value-store.ts';
import { accessTokenKey } from './session-key.ts';

const PATH = '/sessions/me/contexts';
const CONTEXTS = ['session', 'contexts'];
const NONE: readonly SessionContext[] = [];

/** Read from storage once, so that another tab's choice does not change this one. */
const chosen = createStore(readKey(KEYS.currentContext));
let session = accessTokenKey();

watchSession(() => {
  if (accessTokenKey() === session) return;
  session = accessTokenKey();
  chosen.set(readKey(KEYS.currentContext));
});

function select(id: string): void {
  writeKey(KEYS.currentContext, id);
  chosen.set(id);
}

/**
 * Fetches the contexts. Without a valid stored choice, selects and stores the first one. If this were computed at each
 * poll instead, a new context that sorts earlier would replace it, and a form in progress would be saved there.
 */
async function fetchContexts(signal: AbortSignal): Promise<SessionContext[]> {
  const contexts = (await takeEarly<SessionContext[]>(PATH)) ?? (await request<SessionContext[]>(PATH, { signal }));
  const first = contexts[0];
  if (first && !find(contexts, chosen.get())) select(first.id);
  return contexts;
}

/** All contexts of the session, polled every 60 s. */
export const contextsQuery = queryOptions({
  queryKey: CONTEXTS,
  queryFn: ({ signal }) => fetchContexts(signal),
  refetchInterval: CONTEXTS_POLL_MS,
  staleTime: CONTEXTS_POLL_MS,
});

/** Returns the id of the selected context; null until the contexts are first loaded. */
export const chosenContextId = chosen.get;

const find = (contexts: readonly SessionContext[], id: string | null) =>
  contexts.find((context) => context.id === id) ?? null;

/**
 * Returns the context of a screen: the one with the id `named` from the address, else the selected one, else the first.
 * Returns null when there are no contexts.
 */
export async function contextIn(client: QueryClient, named: string | null): Promise<SessionContext | null> {
  const contexts = await client.ensureQueryData(contextsQuery);
  return find(contexts, named) ?? find(contexts, chosen.get()) ?? contexts[0] ?? null;
}

interface CurrentContext {
  /** All contexts of the user, parents before children; empty until loaded. */
  contexts: readonly SessionContext[];
  /** The context selected on this device; null until loaded, or when there is none. */
  current: SessionContext | null;
  select: (id: string) => void;
  /** Reloads the contexts, after one was created, changed or deleted. */
  refresh: () => Promise<void>;
  isLoading: boolean;
  error: Error | null;
}

/** Returns the contexts of the session and the selected one. */
export function useCurrentContext(): CurrentContext {
  const client = useQueryClient();
  const query = useQuery(contextsQuery);
  const id = chosen.use();
  const contexts = query.data ?? NONE;
  const current = find(contexts, id) ?? contexts[0] ?? null;
  const refresh = useCallback(() => client.invalidateQueries({ queryKey: CONTEXTS }), [client]);
  return { contexts, current, select, refresh, isLoading: query.isPending, error: query.error };
}
