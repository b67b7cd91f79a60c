import { useInvalidate, useList } from '@refinedev/core';
import { type Query, useMutation, useQueryClient } from '@tanstack/react-query';
import { models } from '../../../../../resources/models.ts';
import type { ModelChoice, ModelInput, ModelRecord, ModelTrial } from '../../../../shared/models.ts';
import { request } from '../../../http/client.ts';

const MODELS = models.api;
const CHOICE = '/admin/model-choice';
/** How often the preparation of the search is looked at while it is under way. */
const POLL_MS = 3_000;

export const CHATBOT_PAGE = models.path;
const LIST = { resource: models.name, invalidates: ['list' as const] };

/** Every model, the embedded one first, as it is now. */
export const useModels = (isAsked: boolean) =>
  useList<ModelRecord>({
    resource: models.name,
    pagination: { mode: 'off' },
    queryOptions: { enabled: isAsked, refetchOnMount: 'always' },
    errorNotification: false,
  }).query;

/** Whether passages still wait for an embedding of the model that was chosen. */
export const isPreparing = (choice: ModelChoice | undefined): boolean =>
  choice !== undefined && choice.searchModelId !== null && choice.embedded.done < choice.embedded.total;

/** Which model each plan uses and which one searches; asked for again while its embeddings are computed. */
export const choiceQuery = {
  queryKey: ['admin', 'model-choice'],
  queryFn: ({ signal }: { signal: AbortSignal }) => request<ModelChoice>(CHOICE, { signal }),
  refetchInterval: ({ state }: Query<ModelChoice>) => (isPreparing(state.data) ? POLL_MS : false),
};

/** Whether it is our own model, which needs no key and always stays. */
export const isEmbedded = ({ provider }: Pick<ModelRecord, 'provider'>) => provider === 'embedded';

/** Saves a model: a new one without an id. Resolves to what the server made of it. */
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

/** Asks a saved model one short question; its provider may take up to 30 s. */
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
