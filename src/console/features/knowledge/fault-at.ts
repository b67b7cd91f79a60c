import { errorsOf } from '../../components/field-errors.ts';

/** What a refused call says of a field, or of one of its values. */
export const faultAt = (failure: unknown, name: string): string | undefined =>
  errorsOf(failure).find(({ field }) => field === name || field.startsWith(`${name}.`))?.message;
