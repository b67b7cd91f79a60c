import type { FormInstance } from 'antd';
import type { z } from 'zod';
import { formMessage } from '../../shared/form-messages.ts';
import { HttpError } from '../http/client.ts';
import { t } from '../providers/i18n.ts';

export const isEmpty = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** Returns the message for the first problem that a schema finds in a value; undefined if the value is valid. */
export function messageOf(schema: z.ZodType, value: unknown, isOptional = false): string | undefined {
  // An empty input is missing, not invalid. Without this check, an empty e-mail would be called invalid.
  if (isEmpty(value)) return isOptional ? undefined : t('validation.required');
  const issue = schema.safeParse(value).error?.issues[0];
  if (!issue) return undefined;
  const { code, values } = formMessage({ ...issue, input: value } as z.core.$ZodRawIssue);
  return t(`validation.${code}`, values);
}

/** Returns the invalid fields of a failed request, each with its first message. */
export function errorsOf(failure: unknown): { field: string; message: string }[] {
  const errors = (failure instanceof HttpError && failure.errors) || {};
  return Object.entries(errors).map(([field, [message = '']]) => ({ field, message }));
}

/** Returns the path of a field as antd expects it: the index of a list entry is a number. */
const pathOf = (field: string) => field.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));

export function markErrors(form: FormInstance, failure: unknown): void {
  form.setFields(errorsOf(failure).map(({ field, message }) => ({ name: pathOf(field), errors: [message] })));
}
