import { useInvalidate, useKeys } from '@refinedev/core';
import { useEffect, useEffectEvent } from 'react';
import { testQuestions } from '../../../../../resources/test-questions.ts';
import type { TestState } from '../../../../shared/test-questions.ts';
import { useGet } from '../../../components/use-get.ts';

const BUSY_MS = 1_500;

const isRunning = (state: TestState | undefined): boolean =>
  state !== undefined && (state.isRunning || state.held.some((change) => change.state === 'testing'));

/**
 * Returns what is known of all test questions of a context. It is read again with their list, and often while a test runs, whose
 * end reads the list again.
 */
export function useTestState(contextId: string | undefined): TestState | undefined {
  const { keys } = useKeys();
  const invalidate = useInvalidate();
  const query = useGet<TestState>(`${testQuestions.api}/state`, {
    query: { contextId },
    enabled: contextId !== undefined,
    queryKey: [...keys().data('default').resource(testQuestions.name).action('list').get(), 'state', contextId],
    refetchInterval: ({ state }) => (isRunning(state.data?.data) ? BUSY_MS : testQuestions.list.pollMs),
  });
  const state = query.data?.data;
  const isBusy = isRunning(state);
  const readList = useEffectEvent(() => void invalidate({ resource: testQuestions.name, invalidates: ['list'] }));
  useEffect(() => (isBusy ? readList : undefined), [isBusy]);
  return state;
}
