import { type HttpError, useCustom, useCustomMutation, useInvalidate, useList } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { models } from '../../../../../resources/models.ts';
import { planCatalogue } from '../../../../../resources/plan-catalogue.ts';
import type { SandboxClock } from '../../../../shared/billing.ts';
import { PAGE_SIZE_MAX } from '../../../../shared/constants.ts';
import type { ModelRecord } from '../../../../shared/models.ts';
import type { PlanRecord } from '../../../../shared/plans.ts';
import { fullDate } from '../../../components/days.ts';
import { successNotice } from '../../../components/notices.ts';
import { FRESH_MS } from '../../../http/fresh.ts';

/** Returns all plans with every field of the form, refetched on each mount. */
export const usePlanRecords = (isAsked: boolean) =>
  useList<PlanRecord>({
    resource: planCatalogue.name,
    pagination: { pageSize: PAGE_SIZE_MAX },
    queryOptions: { enabled: isAsked, staleTime: 0 },
  }).query;

/** Returns the ids and names of all models except the embedded one, which a plan stores as null. */
export function useModelNames() {
  const { query, result } = useList<ModelRecord, HttpError>({
    resource: models.name,
    pagination: { mode: 'off' },
    // The select mounts after the form has asked for the names, and would ask again.
    queryOptions: { staleTime: FRESH_MS },
  });
  return { names: result.data.filter(({ provider }) => provider !== 'embedded'), isPending: query.isPending };
}

const CLOCK = '/admin/sandbox';

/** Returns the clock of the sandbox gateway; undefined until it is loaded. */
export function useClock(isAsked: boolean): SandboxClock | undefined {
  const { query } = useCustom<SandboxClock, HttpError>({
    url: CLOCK,
    method: 'get',
    queryOptions: { queryKey: [CLOCK], enabled: isAsked },
  });
  return query.data?.data;
}

/** Returns the function that advances the clock by a number of days, or to the next due event if null. */
export function useAdvance(onDone: () => void) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const invalidate = useInvalidate();
  const { mutate, mutation } = useCustomMutation<SandboxClock, HttpError>();
  const advance = (days: number | null) =>
    mutate(
      {
        url: `${CLOCK}/advance`,
        method: 'post',
        values: { days },
        successNotification: (clock) =>
          clock !== undefined && successNotice(t('plan-catalogue.clock.done', { moment: fullDate(clock.data.now) }))(),
      },
      {
        onSuccess: (clock) => {
          client.setQueryData([CLOCK], clock);
          void invalidate({ resource: planCatalogue.name, invalidates: ['list'] });
          onDone();
        },
      },
    );
  return { advance, isBusy: mutation.isPending };
}
