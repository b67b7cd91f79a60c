import { useList } from '@refinedev/core';
import { appearanceVersions } from '../../../../../resources/appearance-versions.ts';
import type { AppearanceVersion, ShownAppearance } from '../../../../shared/appearance-editing.ts';
import { request } from '../../../http/client.ts';
import type { Look } from './look-draft.ts';

const place = (contextId: string) => `/contexts/${contextId}`;

/** What is edited of an appearance. */
export const lookOf = ({ person: _, version: __, ...look }: ShownAppearance): Look => look;

export const lookQuery = (contextId: string) => ({
  queryKey: ['appearance', contextId],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    request<ShownAppearance>(`${place(contextId)}/appearance`, { signal }),
  // What is being edited is not changed under one's hands.
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
});

/** The saved looks of a context, the newest first, as they are now. */
export const useVersions = (contextId: string) =>
  useList<AppearanceVersion>({
    resource: appearanceVersions.name,
    pagination: { mode: 'off' },
    filters: [{ field: 'contextId', operator: 'eq', value: contextId }],
    queryOptions: { staleTime: 0 },
    errorNotification: false,
  }).query;

/** Saves a look over the version that was read. @throws HttpError `stale` with what there is now. */
export const saveLook = (contextId: string, look: Look, version: string) =>
  request<ShownAppearance>(`${place(contextId)}/appearance`, { method: 'PUT', body: { ...look, version } });

export const restoreLook = (contextId: string, versionId: string) =>
  request<ShownAppearance>(`${place(contextId)}/appearance-versions/${versionId}/restore`, { method: 'POST' });
