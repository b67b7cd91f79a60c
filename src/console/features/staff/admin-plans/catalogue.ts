import { type HttpError, useCustom, useList } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { models } from '../../../../../resources/models.ts';
import { planCatalogue } from '../../../../../resources/plan-catalogue.ts';
import type { SandboxClock } from '../../../../shared/billing.ts';
import type { ModelRecord } from '../../../../shared/models.ts';
import { fullDate } from '../../../components/days.ts';
import { useCall } from '../../../components/use-call.ts';
import { SHARED_STALE_MS } from '../../../http/fresh.ts';

/** Returns the ids and names of all models except the embedded one, which a plan stores as null. */
export function useModelNames() {
  const { query, result } = useList<ModelRecord, HttpError>({
    resource: models.name,
    pagination: { mode: 'off' },
    // The select mounts after the form has asked for the names, and would ask again.
    queryOptions: { staleTime: SHARED_STALE_MS },
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
  const { call, isBusy } = useCall<SandboxClock>(planCatalogue.name);
  const advance = (days: number | null) =>
    call({
      url: `${CLOCK}/advance`,
      values: { days },
      successText: ({ now }) => t('plan-catalogue.clock.done', { moment: fullDate(now) }),
      onSuccess: (data) => {
        client.setQueryData([CLOCK], { data });
        onDone();
      },
    });
  return { advance, isBusy };
}
