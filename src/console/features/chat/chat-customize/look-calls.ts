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

export const versionsQuery = (contextId: string) => ({
  queryKey: ['appearance-versions', contextId],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await request<{ data: AppearanceVersion[] }>(`${place(contextId)}/appearance-versions`, { signal })).data,
});

/** Saves a look over the version that was read. @throws HttpError `stale` with what there is now. */
export const saveLook = (contextId: string, look: Look, version: string) =>
  request<ShownAppearance>(`${place(contextId)}/appearance`, { method: 'PUT', body: { ...look, version } });

export const restoreLook = (contextId: string, versionId: string) =>
  request<ShownAppearance>(`${place(contextId)}/appearance-versions/${versionId}/restore`, { method: 'POST' });
