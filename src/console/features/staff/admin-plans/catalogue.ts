import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { SandboxClock } from '../../../../shared/billing.ts';
import type { ModelRecord } from '../../../../shared/models.ts';
import type { PackInput, PackRecord, PlanInput, PlanRecord } from '../../../../shared/plans.ts';
import { offerQuery } from '../../../session/subscription.ts';
import { request } from '../../../http/client.ts';

const PLANS = '/admin/plans';
const PACKS = '/admin/packs';

/** Every plan, offered or not. */
export const planCatalogueQuery = queryOptions({
  queryKey: ['admin', 'plans'],
  queryFn: async ({ signal }) => (await request<{ data: PlanRecord[] }>(PLANS, { signal })).data,
});

/** Every pack, offered or not. */
export const packCatalogueQuery = queryOptions({
  queryKey: ['admin', 'packs'],
  queryFn: async ({ signal }) => (await request<{ data: PackRecord[] }>(PACKS, { signal })).data,
});

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

function useSave<Input, Saved>(path: string, id: string | undefined, key: readonly unknown[]) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Input) =>
      id === undefined
        ? request<Saved>(path, { method: 'POST', body })
        : request<Saved>(`${path}/${encodeURIComponent(id)}`, { method: 'PUT', body }),
    onSuccess: async () => {
      void client.invalidateQueries({ queryKey: offerQuery.queryKey });
      // Plans are known by name elsewhere too: where an account is put on one, where they get a model.
      void client.invalidateQueries({ queryKey: ['admin'] });
      await client.refetchQueries({ queryKey: key });
    },
  });
}

/** Saves a plan: a new one without an id. */
export const useSavePlan = (id: string | undefined) =>
  useSave<PlanInput, PlanRecord>(PLANS, id, planCatalogueQuery.queryKey);
/** Saves a pack: a new one without an id. */
export const useSavePack = (id: string | undefined) =>
  useSave<PackInput, PackRecord>(PACKS, id, packCatalogueQuery.queryKey);

/** Moves the clock by days, or (null) to the next thing that is due. */
export function useAdvance() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (days: number | null) =>
      request<SandboxClock>('/admin/sandbox/advance', { method: 'POST', body: { days } }),
    onSuccess: (clock) => {
      client.setQueryData(clockQuery.queryKey, clock);
      void client.invalidateQueries({ queryKey: planCatalogueQuery.queryKey });
    },
  });
}
