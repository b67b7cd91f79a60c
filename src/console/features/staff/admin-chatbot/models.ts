import { type HttpError, useCustom, useCustomMutation } from '@refinedev/core';
import { models } from '../../../../../resources/models.ts';
import type { ModelChoice, ModelTrial } from '../../../../shared/models.ts';

export const CHOICE = '/admin/model-choice';
const POLL_MS = 3_000;

/** Returns whether some chunks still have no embedding from the selected search model. */
export const isPreparing = (choice: ModelChoice | undefined): boolean =>
  choice !== undefined && choice.searchModelId !== null && choice.embedded.done < choice.embedded.total;

/** Returns the query of the model of each plan and the search model. Polls while embeddings are computed. */
export const useChoice = () =>
  useCustom<ModelChoice, HttpError>({
    url: CHOICE,
    method: 'get',
    queryOptions: {
      queryKey: [CHOICE],
      refetchInterval: ({ state }) => (isPreparing(state.data?.data) ? POLL_MS : false),
    },
  }).query;

/** Returns the call that sends a short test question to a saved model. Its provider may take up to 30 s. */
export function useTrial(id: string) {
  const { mutate, mutation } = useCustomMutation<ModelTrial, HttpError>();
  const start = () => mutate({ url: `${models.api}/${id}/test`, method: 'post', values: {}, errorNotification: false });
  return { ...mutation, data: mutation.data?.data, start };
}
