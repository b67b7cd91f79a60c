import type { BaseRecord } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import type { PhrasingLearning, PhrasingList, PhrasingState } from '../../../../shared/phrasings.ts';
import { useCall } from '../../../components/use-call.ts';
import { useGet } from '../../../components/use-get.ts';

export const PAGE_SIZE = 20;
const PATH = '/phrasings';
/** Poll interval, because visitors can add proposals at any time. */
const POLL_MS = 30_000;

export const usePhrasings = (contextId: string, state: PhrasingState, page: number) =>
  useGet<PhrasingList>(PATH, {
    query: { contextId, state, page, limit: PAGE_SIZE },
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  });

export const useLearning = (contextId: string) =>
  useGet<PhrasingLearning>(`${PATH}/learning`, { query: { contextId }, queryKey: [PATH, 'learning', contextId] }).data
    ?.data;

/** Returns a call that changes phrasings and then reloads the lists. */
export function usePhrasingCall<Body extends object, Answer extends BaseRecord = BaseRecord>(
  action: 'accept' | 'reject' | 'learning',
) {
  const { call: send, ...state } = useCall<Answer>(PATH);
  const call = (values: Body) =>
    send({ url: `${PATH}/${action}`, method: action === 'learning' ? 'put' : 'post', values });
  return { ...state, call };
}
