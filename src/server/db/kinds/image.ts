import type { FileValue } from '../../../../resources/kit/field.ts';
import type { StoredKind } from '../stored-kind.ts';

/** Files have a table of their own (`filesTableOf`). */
export const kind: StoredKind = { cell: (file) => (file as FileValue).name };
