import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import words from '../../../../locales/pt-BR/palette.json';
import { useDebounced } from '../../components/use-debounced.ts';
import { request } from '../../http/client.ts';
import { useCurrentContext } from '../../session/current-context.tsx';
import type { PaletteEntry } from './entry.ts';
import { useCanDo } from './screens.ts';

/** How long the user must stop typing before a request is sent, ms. */
const PAUSE_MS = 200;
/** The minimum length of a search text, in characters. */
const MIN_LENGTH = 2;
const MAX_RESULTS = 5;
const STALE_MS = 30_000;

interface FoundRows<T> {
  data: T[];
}
interface FoundContent {
  id: string;
  title: string;
}
interface FoundTalk {
  id: string;
  firstQuestion: string | null;
}

/**
 * Searches the contents of the current context and the conversations of all contexts. Returns the previous results
 * while a new search is running.
 */
export function useFound(typed: string): { entries: PaletteEntry[]; isAsking: boolean } {
  const may = useCanDo();
  const navigate = useNavigate();
  const { current, contexts } = useCurrentContext();
  const term = useDebounced(typed.trim(), PAUSE_MS);
  const isLong = term.length >= MIN_LENGTH && typed.trim().length >= MIN_LENGTH;
  const ask = <T>(path: string, isAllowed: boolean, query: Record<string, string | undefined>) => ({
    queryKey: ['palette', path, term, query],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      request<FoundRows<T>>(path, { query: { search: term, limit: MAX_RESULTS, page: 1, ...query }, signal }),
    enabled: isLong && isAllowed,
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
    retry: false,
  });
  const canLookIn = may('contents', 'list') && current !== null;
  const contents = useQuery(ask<FoundContent>('/contents', canLookIn, { contextId: current?.id, parents: 'true' }));
  const talks = useQuery(
    ask<FoundTalk>('/conversations', may('conversations', 'list') && contexts.length > 0, {
      everywhere: 'true',
      contextId: current?.id,
    }),
  );
  if (!isLong) return { entries: [], isAsking: false };
  const go = (path: string) => () => void navigate(path);
  const found: PaletteEntry[] = [
    ...(contents.data?.data ?? []).map(({ id, title }): PaletteEntry => {
      const path = `/knowledge-base/content/edit/${id}`;
      return { id: `content:${id}`, group: 'content', label: title, icon: 'content', run: go(path) };
    }),
    ...(talks.data?.data ?? []).map(({ id, firstQuestion }): PaletteEntry => {
      const label = firstQuestion ?? words.untitled;
      return { id: `talk:${id}`, group: 'conversation', label, icon: 'conversations', run: go(`/conversations/${id}`) };
    }),
  ];
  return { entries: found, isAsking: contents.isFetching || talks.isFetching || term !== typed.trim() };
}
