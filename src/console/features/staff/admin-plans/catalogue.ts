import { useInvalidate, useList } from '@refinedev/core';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { planCatalogue } from '../../../../../resources/plan-catalogue.ts';
import type { SandboxClock } from '../../../../shared/billing.ts';
import { PAGE_SIZE_MAX } from '../../../../shared/constants.ts';
import type { ModelRecord } from '../../../../shared/models.ts';
import type { PlanRecord } from '../../../../shared/plans.ts';
import { request } from '../../../http/client.ts';
import { FRESH_MS } from '../../../http/fresh.ts';

/** Returns all plans with every field of the form, refetched on each mount. */
export const usePlanRecords = (isAsked: boolean) =>
  useList<PlanRecord>({
    resource: planCatalogue.name,
    pagination: { pageSize: PAGE_SIZE_MAX },
    queryOptions: { enabled: isAsked, staleTime: 0 },
  }).query;

/** The ids and names of all models except the embedded one, which a plan stores as null. */
export const modelNamesQuery = queryOptions({
  queryKey: ['admin', 'model-names'],
  // The select mounts after the form has asked for the names, and would ask again.
  staleTime: FRESH_MS,
  queryFn: async ({ signal }) => {
    const { data } = await request<{ data: ModelRecord[] }>('/admin/models', { signal });
    return data.filter(({ provider }) => provider !== 'embedded').map(({ id, name }) => ({ id, name }));
  },
});

/** The clock of the sandbox gateway. */
export const clockQuery = queryOptions({
  queryKey: ['admin', 'sandbox'],
  queryFn: ({ signal }) => request<SandboxClock>('/admin/sandbox', { signal }),
});

/** Returns the mutation that advances the clock by a number of days, or to the next due event if null. */
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
