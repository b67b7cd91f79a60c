import '@fastify/multipart';
import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { FILE_MAX_BYTES, TITLE_MAX } from '../../shared/constants.ts';
import { ApiError } from '../runtime/api-error.ts';
import { invalidValue } from '../runtime/field-errors.ts';
import { checkTexts } from './guard-texts.ts';

interface UploadedFile {
  name: string;
  bytes: Buffer;
}

export const binary = z.string().meta({ format: 'binary' });

const LIMITS = { fileSize: FILE_MAX_BYTES, files: 1, fields: 10, fieldSize: 1_000 };

/** The extension stays, because it tells the format. */
function shortened(name: string): string {
  const extension = /\.[a-z]{1,10}$/i.exec(name)?.[0] ?? '';
  return name.length > TITLE_MAX ? name.slice(0, TITLE_MAX - extension.length).toWellFormed() + extension : name;
}

interface UploadForm {
  fields: Record<string, string>;
  file: UploadedFile;
}

async function readForm(request: FastifyRequest): Promise<UploadForm> {
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
  if (!file) throw invalidValue('file', 'required');
  checkTexts({ ...fields, file: file.name });
  names.set(request, file.name);
  return { fields, file };
}

/** It still has to arrive before the client reads the response; the form parser would go on parsing it. */
function discardRest({ raw }: FastifyRequest): void {
  raw.unpipe();
  raw.resume();
}

/** The form parser's plain errors for truncated or malformed forms are the client's fault, not a 500. */
function rethrowMalformed(error: unknown): never {
  const isKnown = error instanceof ApiError || (error as { statusCode?: number }).statusCode !== undefined;
  throw isKnown ? error : new ApiError('malformed_request');
}

function rejectForm(request: FastifyRequest, error: unknown): never {
  discardRest(request);
  rethrowMalformed(error);
}

const rejectOnTimeout = (late: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    late.addEventListener('abort', () => reject(late.reason as Error), { once: true });
  });

const forms = new WeakMap<FastifyRequest, Promise<UploadForm>>();
const names = new WeakMap<FastifyRequest, string>();

/** Undefined as long as no file has been read. */
export const uploadedName = (request: FastifyRequest): string | undefined => names.get(request);

/**
 * RFC 7578. Throws `ApiError` `file_too_large`, `invalid_input` (no file, NUL), `malformed_request`, `request_timeout`.
 */
export async function readUpload(request: FastifyRequest): Promise<UploadForm> {
  if (!request.isMultipart()) throw new ApiError('unsupported_media_type');
  const form = forms.get(request) ?? readForm(request).catch((error: unknown) => rejectForm(request, error));
  forms.set(request, form);
  return request.bodyTimeout ? Promise.race([form, rejectOnTimeout(request.bodyTimeout)]) : form;
}

/** Its errors are the client's, those of the consumer are not. Leaves the rest if the consumer stops early. */
async function* bytesOf(file: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of file.iterator({ destroyOnReturn: false })) yield chunk as Buffer;
  } catch (error) {
    rethrowMalformed(error);
  }
}

/** While it arrives: a large file is never in memory. Throws like `readUpload`, and `payload_too_large`. */
export async function streamUpload<T>(
  request: FastifyRequest,
  maxBytes: number,
  consume: (bytes: AsyncIterable<Buffer>) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) throw new ApiError('unsupported_media_type');
  const limits = { ...LIMITS, fileSize: maxBytes };
  const options = { limits, throwFileSizeLimit: false };
  const part = await request.file(options).catch((error: unknown) => rejectForm(request, error));
  if (!part) throw invalidValue('file', 'required');
  const { file } = part;
  const { bodyTimeout } = request;
  bodyTimeout?.addEventListener('abort', () => file.destroy(bodyTimeout.reason as Error), { once: true });
  try {
    const result = await consume(bytesOf(file));
    if (file.truncated) throw new ApiError('payload_too_large');
    return result;
  } finally {
    discardRest(request);
  }
}
