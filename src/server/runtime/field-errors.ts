import type { ErrorCode } from '../../shared/error-codes.ts';
import { ApiError } from './api-error.ts';
import { t } from './translate.ts';

/** `invalid_input` of a field, with the sentence that its form shows for this code. */
export const invalidValue = (field: string, code = 'invalid', values: Record<string, unknown> = {}) =>
  new ApiError('invalid_input', { errors: [{ field, code, message: t(`validation.${code}`, values) }] });

/** `invalid_input`, with the message also at the field. */
export const invalidField = (field: string, message: string, code = 'invalid') =>
  new ApiError('invalid_input', { message, errors: [{ field, code, message }] });

/** Another row, `current`, has the value of the field. */
export const alreadyTaken = (code: ErrorCode, field: string, current: { id: string } | undefined) =>
  new ApiError(code, { current, errors: [{ field, code, message: t(`errors.${code}`) }] });
