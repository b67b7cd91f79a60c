import type { FormInstance } from 'antd';
import type { TFunction } from 'i18next';
import type { z } from 'zod';
import { formMessage } from '../../shared/form-messages.ts';
import { HttpError } from '../http/client.ts';

export const isEmpty = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** The first message that a schema has for a value, in words; undefined when the value will do. */
export function messageOf(t: TFunction, schema: z.ZodType, value: unknown, isOptional = false): string | undefined {
  // An empty input is first of all missing: without this an empty e-mail would be called invalid.
  if (isEmpty(value)) return isOptional ? undefined : t('validation.required');
  const issue = schema.safeParse(value).error?.issues[0];
  if (!issue) return undefined;
  const { code, values } = formMessage({ ...issue, input: value } as z.core.$ZodRawIssue);
  return t(`validation.${code}`, values);
}

/** The refused fields of a failed call, each with its first sentence. */
export function errorsOf(failure: unknown): { field: string; message: string }[] {
  const errors = (failure instanceof HttpError && failure.errors) || {};
  return Object.entries(errors).map(([field, [message = '']]) => ({ field, message }));
}

/** Returns the path of a field as antd names it: the index of a list entry is a number. */
const pathOf = (field: string) => field.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));

/** Puts the sentences of a failed call at the fields of a form. */
export function markErrors(form: FormInstance, failure: unknown): void {
  form.setFields(errorsOf(failure).map(({ field, message }) => ({ name: pathOf(field), errors: [message] })));
}
