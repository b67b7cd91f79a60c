import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Dashboard } from '../../../../shared/insight.ts';
import { request } from '../../../http/client.ts';
import { type InsightView, queryOf } from '../use-insight-view.ts';

/** The figures are of today as well: they are asked for again now and then, while the screen is looked at. */
const POLL_MS = 60_000;

/** GET /dashboard; the figures of the view before stand until the next are there. */
export const useDashboard = (view: InsightView) =>
  useQuery({
    queryKey: ['dashboard', view],
    queryFn: ({ signal }) => request<Dashboard>('/dashboard', { query: queryOf(view), signal }),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  });
