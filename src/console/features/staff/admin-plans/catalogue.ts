import { useInvalidate, useList } from '@refinedev/core';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Resource } from '../../../../../resources/kit/resource.ts';
import { packCatalogue } from '../../../../../resources/pack-catalogue.ts';
import { planCatalogue } from '../../../../../resources/plan-catalogue.ts';
import { PAGE_SIZE_MAX } from '../../../../shared/constants.ts';
import type { SandboxClock } from '../../../../shared/billing.ts';
import type { ModelRecord } from '../../../../shared/models.ts';
import type { PackInput, PackRecord, PlanInput, PlanRecord } from '../../../../shared/plans.ts';
import { offerQuery } from '../../../session/subscription.ts';
import { request } from '../../../http/client.ts';

/** Every plan with all that its form edits, as it is now. */
export const usePlanRecords = (isAsked: boolean) =>
  useList<PlanRecord>({
    resource: planCatalogue.name,
    pagination: { pageSize: PAGE_SIZE_MAX },
    queryOptions: { enabled: isAsked, staleTime: 0 },
    errorNotification: false,
  }).query;

/** The models of others by id and name: the embedded one is chosen by none of them. */
export const modelNamesQuery = queryOptions({
  queryKey: ['admin', 'model-names'],
  queryFn: async ({ signal }) => {
    const { data } = await request<{ data: ModelRecord[] }>('/admin/models', { signal });
    return data.filter(({ provider }) => provider !== 'embedded').map(({ id, name }) => ({ id, name }));
  },
});

/** The clock of the gateway for trials. */
export const clockQuery = queryOptions({
  queryKey: ['admin', 'sandbox'],
  queryFn: ({ signal }) => request<SandboxClock>('/admin/sandbox', { signal }),
});

function useSave<Input, Saved>({ name, api }: Resource, id: string | undefined) {
  const client = useQueryClient();
  const invalidate = useInvalidate();
  return useMutation({
    mutationFn: (body: Input) =>
      id === undefined
        ? request<Saved>(api, { method: 'POST', body })
        : request<Saved>(`${api}/${encodeURIComponent(id)}`, { method: 'PUT', body }),
    onSuccess: async () => {
      void client.invalidateQueries({ queryKey: offerQuery.queryKey });
      // Plans are known by name elsewhere too: where an account is put on one, where they get a model.
      void client.invalidateQueries({ queryKey: ['admin'] });
      await invalidate({ resource: name, invalidates: ['list'] });
    },
  });
}

/** Saves a plan: a new one without an id. */
export const useSavePlan = (id: string | undefined) => useSave<PlanInput, PlanRecord>(planCatalogue, id);
/** Saves a pack: a new one without an id. */
export const useSavePack = (id: string | undefined) => useSave<PackInput, PackRecord>(packCatalogue, id);

/** Moves the clock by days, or (null) to the next thing that is due. */
export function useAdvance() {
  const client = useQueryClient();
  const invalidate = useInvalidate();
  return useMutation({
    mutationFn: (days: number | null) =>
      request<SandboxClock>('/admin/sandbox/advance', { method: 'POST', body: { days } }),
    onSuccess: (clock) => {
      client.setQueryData(clockQuery.queryKey, clock);
      void invalidate({ resource: planCatalogue.name, invalidates: ['list'] });
    },
  });
}
