import type { ReactNode } from 'react';
import type { RecordOf, Resource } from '../../../resources/kit/resource.ts';
import type { Results } from './action-result.tsx';
import type { FormDialogProps } from './form-dialog.tsx';
import type { ListPageProps } from './list-page.tsx';
import type { ShowPageProps } from './show-page.tsx';

/** Properties of a page, and a dialog beside it. */
type PartsOf<P> = Partial<P> & { dialog?: ReactNode };

/**
 * What the screens of a resource have that its declaration does not say, as hooks. `R` is the type of rows in the list
 * that have more than the declared fields.
 */
export interface ScreenParts<D extends Resource = Resource, R extends RecordOf<D> = RecordOf<D>> {
  useList?: (resource: Resource) => PartsOf<ListPageProps<R>>;
  useShow?: (resource: Resource) => PartsOf<ShowPageProps<D>>;
  useForm?: (resource: Resource) => PartsOf<FormDialogProps<D>>;
  results?: Results;
}

/** Returns the parts of a resource's screens. They are registered in console/parts.ts. */
export const parts = <D extends Resource, R extends RecordOf<D> = RecordOf<D>>(
  _resource: D,
  own: ScreenParts<D, R>,
): ScreenParts => own as unknown as ScreenParts;
