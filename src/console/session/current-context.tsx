import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { CONTEXTS_POLL_MS } from '../../shared/constants.ts';
import type { SessionContext } from '../../shared/session.ts';
import { request } from '../http/client.ts';
import { accessToken, KEYS, readKey, watchSession, writeKey } from './store.ts';
import { holderOf } from './token.ts';

const CONTEXTS = ['session', 'contexts'];
const NONE: readonly SessionContext[] = [];

/** Read from the device once: what another tab chooses later does not change what this one shows. */
let chosen = readKey(KEYS.currentContext);
let holder = holderOf(accessToken());
const listeners = new Set<() => void>();

watchSession(() => {
  if (holderOf(accessToken()) === holder) return;
  holder = holderOf(accessToken());
  choose(readKey(KEYS.currentContext));
});

function choose(id: string | null): void {
  chosen = id;
  listeners.forEach((listener) => listener());
}

/** Makes `id` the current context, and remembers it on this device. */
function select(id: string): void {
  writeKey(KEYS.currentContext, id);
  choose(id);
}

/**
 * Without a choice the first context becomes it and is remembered. Were it looked up at each poll, a context made
 * elsewhere that sorts before it would take its place, and what is being typed would be saved there.
 */
async function fetchContexts(signal: AbortSignal): Promise<SessionContext[]> {
  const contexts = await request<SessionContext[]>('/sessions/me/contexts', { signal });
  const first = contexts[0];
  if (first && !find(contexts, chosen)) select(first.id);
  return contexts;
}

function watchChosen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Every context of the session, asked for again every 60 s. */
export const contextsQuery = queryOptions({
  queryKey: CONTEXTS,
  queryFn: ({ signal }) => fetchContexts(signal),
  refetchInterval: CONTEXTS_POLL_MS,
  staleTime: CONTEXTS_POLL_MS,
});

/** The id of the context chosen last; null until the contexts are known for the first time. */
export const chosenContextId = (): string | null => chosen;

const find = (contexts: readonly SessionContext[], id: string | null) =>
  contexts.find((context) => context.id === id) ?? null;

/** The context that a screen at an address naming `named` works in; null when there is none. */
export async function contextIn(client: QueryClient, named: string | null): Promise<SessionContext | null> {
  const contexts = await client.ensureQueryData(contextsQuery);
  return find(contexts, named) ?? find(contexts, chosen) ?? contexts[0] ?? null;
}

export interface CurrentContext {
  /** Every context that one may work in, parents before children; empty until they are known. */
  contexts: readonly SessionContext[];
  /** The one chosen last on this device; null while none is known, or when there is none. */
  current: SessionContext | null;
  select: (id: string) => void;
  /** Asks for the contexts again, for after one was made, changed or deleted. */
  refresh: () => Promise<void>;
  isLoading: boolean;
  error: Error | null;
}

/** The contexts of the session (asked for again every 60 s) and the one that the screens work in. */
export function useCurrentContext(): CurrentContext {
  const client = useQueryClient();
  const query = useQuery(contextsQuery);
  const id = useSyncExternalStore(watchChosen, () => chosen);
  const contexts = query.data ?? NONE;
  const current = find(contexts, id) ?? contexts[0] ?? null;
  const refresh = useCallback(() => client.invalidateQueries({ queryKey: CONTEXTS }), [client]);
  return { contexts, current, select, refresh, isLoading: query.isPending, error: query.error };
}
