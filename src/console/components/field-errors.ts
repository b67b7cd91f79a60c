import type { TFunction } from 'i18next';
import type { z } from 'zod';
import type { Resource } from '../../../resources/kit/resource.ts';
import { formMessage } from '../../shared/form-messages.ts';
import { HttpError } from '../http/client.ts';
import { fieldOf } from '../resource/view.ts';

const isEmpty = (value: unknown) =>
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

/** The same for a field of a resource, by its declaration. */
export function fieldMessage(t: TFunction, resource: Resource, name: string, value: unknown): string | undefined {
  const { input, optional, initial } = fieldOf(resource, name);
  return messageOf(t, input, value, optional || initial !== undefined);
}

/** The refused fields of a failed call, each with its first sentence. */
export function errorsOf(failure: unknown): { field: string; message: string }[] {
  const errors = (failure instanceof HttpError && failure.errors) || {};
  return Object.entries(errors).map(([field, [message = '']]) => ({ field, message }));
}
