import { type HttpError, useCustom } from '@refinedev/core';
import type { ShownAppearance } from '../../../../shared/appearance-editing.ts';
import type { EditedAppearance } from './appearance-history.ts';

export const editedAppearance = ({ person: _, version: __, ...appearance }: ShownAppearance): EditedAppearance =>
  appearance;

export const appearancePath = (contextId: string) => `/contexts/${contextId}/appearance`;
export const appearanceKey = (contextId: string) => ['appearance', contextId];

/** Returns the query of a context's appearance. A refetch must not replace it while the user edits it. */
export const useAppearance = (contextId: string) =>
  useCustom<ShownAppearance, HttpError>({
    url: appearancePath(contextId),
    method: 'get',
    queryOptions: { queryKey: appearanceKey(contextId), staleTime: Number.POSITIVE_INFINITY, gcTime: 0 },
  }).query;
