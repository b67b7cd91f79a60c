import '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { FILE_MAX_BYTES, TITLE_MAX } from '../../shared/constants.ts';
import { t } from '../runtime/translate.ts';
import { ApiError } from '../runtime/api-error.ts';
import { checkTexts } from './guard-texts.ts';

export interface UploadedFile {
  name: string;
  bytes: Buffer;
}

/** How a multipart form is documented: a field that holds a file. */
export const binary = z.string().meta({ format: 'binary' });

const missing = (field: string) =>
  new ApiError('invalid_input', { errors: [{ field, code: 'required', message: t('validation.required') }] });

const LIMITS = { fileSize: FILE_MAX_BYTES, files: 1, fields: 10, fieldSize: 1_000 };

/** A name as long as titles may be; it keeps its extension, by which the file's format is told. */
function shortened(name: string): string {
  const extension = /\.[a-z]{1,10}$/i.exec(name)?.[0] ?? '';
  return name.length > TITLE_MAX ? name.slice(0, TITLE_MAX - extension.length).toWellFormed() + extension : name;
}

interface Form {
  fields: Record<string, string>;
  file: UploadedFile;
}

async function readForm(request: FastifyRequest): Promise<Form> {
  const fields: Record<string, string> = {};
  let file: UploadedFile | undefined;
  for await (const part of request.parts({ limits: LIMITS })) {
    if (part.type === 'field') {
      fields[part.fieldname] = String(part.value);
      continue;
    }
    const name = shortened(part.filename || 'arquivo');
    const bytes = await part.toBuffer().catch((error: { code?: string }) => {
      if (error.code === 'FST_REQ_FILE_TOO_LARGE') throw new ApiError('file_too_large', { values: { file: name } });
      throw error;
    });
    file = { name, bytes };
  }
  if (!file) throw missing('file');
  checkTexts({ ...fields, file: file.name });
  return { fields, file };
}

/** The parser throws plain errors for a form that breaks off or has no shape: no fault of ours. */
function refuseBroken(error: unknown): never {
  const isKnown = error instanceof ApiError || (error as { statusCode?: number }).statusCode !== undefined;
  throw isKnown ? error : new ApiError('malformed_request');
}

/** Fails once the body is late. */
const lateness = (late: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    late.addEventListener('abort', () => reject(late.reason as Error), { once: true });
  });

/**
 * Reads a multipart form of fields and one file (RFC 7578). Fields after the file count too.
 * @throws ApiError `file_too_large` with the file's name, `invalid_input` for no file or a NUL in a text,
 * `malformed_request`, `request_timeout`.
 */
export async function readUpload(request: FastifyRequest): Promise<Form> {
  if (!request.isMultipart()) throw new ApiError('unsupported_media_type');
  const form = readForm(request).catch(refuseBroken);
  return request.late ? Promise.race([form, lateness(request.late)]) : form;
}
