import { useList } from '@refinedev/core';
import { notices } from '../../../resources/notices.ts';
import type { Notice } from '../../shared/limits.ts';
import { takeArrivedList } from '../providers/data.ts';
import { useAllowed } from '../providers/use-allowed.ts';
import { callOfAll } from '../resource/list-call.ts';

const bySeverity = (found: readonly Notice[]) =>
  found.toSorted((a, b) => b.level - a.level || b.createdAt.localeCompare(a.createdAt));

/** Returns the notices that the user may see, most severe first. */
export function useListedNotices(): readonly Notice[] {
  const canList = useAllowed(notices.name, 'list');
  const { result } = useList<Notice>({
    resource: notices.name,
    pagination: { mode: 'off' },
    queryOptions: {
      enabled: canList,
      refetchInterval: notices.list.pollMs,
      staleTime: notices.list.pollMs,
      // Requested by the frame's loader, so that the banner does not move the page after it was shown.
      initialData: () => takeArrivedList(callOfAll(notices)),
    },
  });
  return bySeverity(result.data);
}
