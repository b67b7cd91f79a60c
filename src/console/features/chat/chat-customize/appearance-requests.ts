import { type HttpError, useCustom, useList } from '@refinedev/core';
import { appearanceVersions } from '../../../../../resources/appearance-versions.ts';
import type { AppearanceVersion, ShownAppearance } from '../../../../shared/appearance-editing.ts';
import { request } from '../../../http/client.ts';
import type { EditedAppearance } from './appearance-history.ts';

const contextPath = (contextId: string) => `/contexts/${contextId}`;

/** Returns the part of an appearance that this screen edits. */
export const editedAppearance = ({ person: _, version: __, ...appearance }: ShownAppearance): EditedAppearance =>
  appearance;

export const appearanceKey = (contextId: string) => ['appearance', contextId];

/** Returns the query of a context's appearance. A refetch must not replace it while the user edits it. */
export const useAppearance = (contextId: string) =>
  useCustom<ShownAppearance, HttpError>({
    url: `${contextPath(contextId)}/appearance`,
    method: 'get',
    queryOptions: { queryKey: appearanceKey(contextId), staleTime: Number.POSITIVE_INFINITY, gcTime: 0 },
  }).query;

/** Returns the query of a context's saved versions, newest first. It refetches each time the dialog opens. */
export const useVersions = (contextId: string) =>
  useList<AppearanceVersion>({
    resource: appearanceVersions.name,
    pagination: { mode: 'off' },
    filters: [{ field: 'contextId', operator: 'eq', value: contextId }],
    queryOptions: { staleTime: 0 },
  }).query;

/** Makes an earlier version the current one and returns it. */
export const restoreVersion = (contextId: string, versionId: string) =>
  request<ShownAppearance>(`${contextPath(contextId)}/appearance-versions/${versionId}/restore`, { method: 'POST' });
