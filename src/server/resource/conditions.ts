import { fulfils } from '../../../resources/kit/field.ts';
import type { Resource } from '../../../resources/kit/resource.ts';
import { ApiError } from '../runtime/api-error.ts';
import { t } from '../runtime/translate.ts';

type WrittenValues = Readonly<Record<string, unknown>>;

/**
 * Returns the values to write, with null for fields whose condition the row no longer fulfils. `before` is the row of
 * an edit. Throws `ApiError` `invalid_input` for a value without its condition (`not_applicable`), and for a condition
 * without its required value.
 */
export function applyConditions(
  { fields }: Resource,
  values: WrittenValues,
  before: WrittenValues = {},
): Record<string, unknown> {
  const row: WrittenValues = { ...before, ...values };
  const errors: { field: string; code: string; message: string }[] = [];
  const refuse = (field: string, code: 'not_applicable' | 'required') =>
    errors.push({ field, code, message: t(`validation.${code}`) });
  const cleared: Record<string, null> = {};
  for (const [name, field] of Object.entries(fields)) {
    if (!field.when) continue;
    const value = row[name] ?? null;
    const isFulfilled = fulfils(field.when, row);
    if (isFulfilled && field.isNeeded && value === null) refuse(name, 'required');
    if (isFulfilled || value === null) continue;
    if ((values[name] ?? null) !== null) refuse(name, 'not_applicable');
    cleared[name] = null;
  }
  if (errors.length > 0) throw new ApiError('invalid_input', { errors });
  return { ...values, ...cleared };
}
