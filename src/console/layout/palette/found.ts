import { type CrudFilter, useList } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import messages from '../../../../locales/pt-BR/palette.json';
import { contents } from '../../../../resources/contents.ts';
import { conversations } from '../../../../resources/conversations.ts';
import type { RecordOf, Resource } from '../../../../resources/kit/resource.ts';
import { useDebounced } from '../../components/use-debounced.ts';
import { useCurrentContext } from '../../session/current-context.tsx';
import type { PaletteEntry } from './entry.ts';
import { useCanDo } from './screens.ts';

/** How long the user must stop typing before a request is sent, ms. */
const PAUSE_MS = 200;
/** The minimum length of a search text, in characters. */
const MIN_LENGTH = 2;
const MAX_RESULTS = 5;
const STALE_MS = 30_000;

/**
 * Searches the contents of the current context and the conversations of all contexts. Returns the previous results
 * while a new search is running.
 */
export function useFoundEntries(typed: string): { entries: PaletteEntry[]; isAsking: boolean } {
  const can = useCanDo();
  const navigate = useNavigate();
  const { current } = useCurrentContext();
  const term = useDebounced(typed.trim(), PAUSE_MS);
  const isLong = term.length >= MIN_LENGTH && typed.trim().length >= MIN_LENGTH;
  const ask = (resource: Resource, canSearch: boolean, more: Record<string, string | undefined>) => ({
    resource: resource.name,
    pagination: { pageSize: MAX_RESULTS },
    filters: Object.entries({ search: term, contextId: current?.id, ...more }).map(([field, value]): CrudFilter => ({
      field,
      operator: 'eq',
      value,
    })),
    queryOptions: {
      enabled: isLong && canSearch && current !== null,
      placeholderData: keepPreviousData,
      staleTime: STALE_MS,
      retry: false,
    },
  });
  const found = useList<RecordOf<typeof contents>>(ask(contents, can('contents', 'list'), { parents: 'true' })).query;
  const conversationList = useList<RecordOf<typeof conversations>>(
    ask(conversations, can('conversations', 'list'), { everywhere: 'true' }),
  ).query;
  if (!isLong) return { entries: [], isAsking: false };
  const go = (path: string) => () => void navigate(path);
  const entries: PaletteEntry[] = [
    ...(found.data?.data ?? []).map(({ id, title }): PaletteEntry => {
      const path = `/knowledge-base/content/edit/${id}`;
      return { id: `content:${id}`, group: 'content', label: title, icon: 'content', run: go(path) };
    }),
    ...(conversationList.data?.data ?? []).map(({ id, firstQuestion }): PaletteEntry => {
      const label = firstQuestion ?? messages.untitled;
      return { id: `talk:${id}`, group: 'conversation', label, icon: 'conversations', run: go(`/conversations/${id}`) };
    }),
  ];
  return { entries, isAsking: found.isFetching || conversationList.isFetching || term !== typed.trim() };
}
