import type { ShownAppearance } from '../../../../shared/appearance-editing.ts';
import { useGet } from '../../../components/use-get.ts';
import type { EditedAppearance } from './appearance-history.ts';

export const editedAppearance = ({ person: _, version: __, ...appearance }: ShownAppearance): EditedAppearance =>
  appearance;

export const appearancePath = (contextId: string) => `/contexts/${contextId}/appearance`;

/** Returns the query of a context's appearance. A refetch must not replace it while the user edits it. */
export const useAppearance = (contextId: string) =>
  useGet<ShownAppearance>(appearancePath(contextId), { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 });
