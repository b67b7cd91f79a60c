import type { FastifyInstance } from 'fastify';
import { ApiError } from '../runtime/api-error.ts';
import { repairTexts } from '../runtime/repair-texts.ts';
import { t } from '../runtime/translate.ts';

/** Mends surrogates in place. Throws `ApiError` `invalid_input` for a NUL, `payload_too_large` for too many values. */
export function checkTexts(sent: unknown): void {
  const fault = repairTexts(sent);
  if (fault === null) return;
  if (fault.code === 'too_many_values') throw new ApiError('payload_too_large');
  const { field } = fault;
  const errors = field === '' ? undefined : [{ field, code: 'invalid', message: t('validation.invalid') }];
  throw new ApiError('invalid_input', { errors });
}

/** In paths, queries and bodies of all routes. Multipart forms are checked in upload.ts. */
export function guardTexts(app: FastifyInstance): void {
  app.addHook('preValidation', async ({ params, query, body }) => {
    for (const part of [params, query, body]) checkTexts(part);
  });
}
