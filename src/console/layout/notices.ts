import { useList } from '@refinedev/core';
import { notices } from '../../../resources/notices.ts';
import type { Notice } from '../../shared/limits.ts';
import type { ToDo } from '../../shared/to-do.ts';
import { takeArrivedList } from '../providers/data.ts';
import { dayOf, fullDate, timeOfDay, today } from '../providers/days.ts';
import { t } from '../providers/i18n.ts';
import { useAllowed } from '../providers/use-allowed.ts';
import { callOfAll } from '../resource/list-call.ts';
import { useCurrentContext } from '../session/current-context.tsx';

interface StoppedChat {
  kind: 'paused' | 'stopped' | 'credits';
  sentence: string;
}

/** Returns "O chat de “Loja” parou às 10:03, 12 visitantes ficaram sem resposta." for a notice with level 100. */
export function stopSentence(stop: ToDo['stops'][number]): string {
  const { limit, contextName, createdAt, period, visitors = 0 } = stop;
  const isToday = dayOf(createdAt) === today();
  return t(`layout.stop.${limit}`, {
    context: contextName ?? undefined,
    at: isToday
      ? t('layout.stop.time', { time: timeOfDay(createdAt) })
      : t('layout.stop.date', { date: fullDate(createdAt) }),
    until: limit === 'deactivated' ? fullDate(period) : undefined,
    unserved: visitors > 0 ? t('layout.stop.unserved', { count: visitors }) : '',
  });
}

/** Returns why the current context's chat does not answer; undefined while it does. */
export function useStop(): StoppedChat | undefined {
  const { current } = useCurrentContext();
  const listed = useListedNotices();
  if (!current) return undefined;
  const stops = listed.filter(({ level, contextId }) => level === 100 && (contextId ?? current.id) === current.id);
  const until = current.pausedUntil;
  if (until && Date.parse(until) > Date.now()) {
    const visitors = stops.find(({ limit, period }) => limit === 'deactivated' && period === until)?.visitors;
    const { id: contextId, name: contextName } = current;
    const pause = { limit: 'deactivated', contextId, contextName, createdAt: until, period: until, visitors } as const;
    return { kind: 'paused', sentence: stopSentence(pause) };
  }
  const stop = stops.find(({ limit }) => limit !== 'deactivated');
  if (!stop) return undefined;
  const isOfCredits = stop.limit === 'credits' || stop.limit === 'plan';
  return { kind: isOfCredits ? 'credits' : 'stopped', sentence: stopSentence(stop) };
}

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
