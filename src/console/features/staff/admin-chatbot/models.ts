import { useInvalidate, useList } from '@refinedev/core';
import { type Query, useMutation, useQueryClient } from '@tanstack/react-query';
import { models } from '../../../../../resources/models.ts';
import type { ModelChoice, ModelInput, ModelRecord, ModelTrial } from '../../../../shared/models.ts';
import { request } from '../../../http/client.ts';

const MODELS = models.api;
const CHOICE = '/admin/model-choice';
/** Polling interval while embeddings are computed (ms). */
const POLL_MS = 3_000;

export const CHATBOT_PAGE = models.path;
const LIST = { resource: models.name, invalidates: ['list' as const] };

/** Returns all models, the embedded one first. Refetches them on mount. */
export const useModels = (isAsked: boolean) =>
  useList<ModelRecord>({
    resource: models.name,
    pagination: { mode: 'off' },
    queryOptions: { enabled: isAsked, refetchOnMount: 'always' },
  }).query;

/** Returns whether some chunks still have no embedding from the selected search model. */
export const isPreparing = (choice: ModelChoice | undefined): boolean =>
  choice !== undefined && choice.searchModelId !== null && choice.embedded.done < choice.embedded.total;

/** The model of each plan and the search model. Polls while embeddings are computed. */
export const choiceQuery = {
  queryKey: ['admin', 'model-choice'],
  queryFn: ({ signal }: { signal: AbortSignal }) => request<ModelChoice>(CHOICE, { signal }),
  refetchInterval: ({ state }: Query<ModelChoice>) => (isPreparing(state.data) ? POLL_MS : false),
};

/** Returns whether this is the embedded model, which needs no key and cannot be deleted. */
export const isEmbedded = ({ provider }: Pick<ModelRecord, 'provider'>) => provider === 'embedded';

/** Returns the mutation that updates a model, or creates one if `id` is undefined. Resolves to the saved model. */
export function useSaveModel(id: string | undefined) {
  const invalidate = useInvalidate();
  return useMutation({
    mutationFn: (input: ModelInput) =>
      id === undefined
        ? request<ModelRecord>(MODELS, { method: 'POST', body: input })
        : request<ModelRecord>(`${MODELS}/${id}`, { method: 'PUT', body: input }),
    onSuccess: () => invalidate(LIST),
  });
}

export function useDeleteModel() {
  const invalidate = useInvalidate();
  return useMutation({
    mutationFn: ({ id }: ModelRecord) => request(`${MODELS}/${id}`, { method: 'DELETE' }),
    onSettled: () => invalidate(LIST),
  });
}

/** Returns the mutation that sends a short test question to a saved model. Its provider may take up to 30 s. */
export const useTrial = (id: string) =>
  useMutation({ mutationFn: () => request<ModelTrial>(`${MODELS}/${id}/test`, { method: 'POST' }) });

export function useSaveChoice() {
  const client = useQueryClient();
  const invalidate = useInvalidate();
  return useMutation({
    mutationFn: ({ plans, searchModelId }: Pick<ModelChoice, 'plans' | 'searchModelId'>) =>
      request<ModelChoice>(CHOICE, {
        method: 'PUT',
        body: { plans: plans.map(({ id, modelId }) => ({ id, modelId })), searchModelId },
      }),
    onSuccess: (saved) => {
      client.setQueryData(choiceQuery.queryKey, saved);
      return invalidate(LIST);
    },
  });
}
