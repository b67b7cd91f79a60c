import '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { FILE_MAX_BYTES } from '../../shared/constants.ts';
import { say } from '../locale.ts';
import { Refusal } from '../refusal.ts';
import { refuseNul } from './refuse-nul.ts';

export interface UploadedFile {
  name: string;
  bytes: Buffer;
}

/** How a multipart form is documented: a field that holds a file. */
export const binary = z.string().meta({ format: 'binary' });

const missing = (field: string) =>
  new Refusal('invalid_input', { errors: [{ field, code: 'required', message: say('validation.required') }] });

/**
 * Reads a multipart form of fields and one file (RFC 7578). Fields after the file count too.
 * @throws Refusal `file_too_large` with the file's name, `invalid_input` for no file or a NUL in a text,
 * `malformed_request`.
 */
export async function readUpload(
  request: FastifyRequest,
): Promise<{ fields: Record<string, string>; file: UploadedFile }> {
  if (!request.isMultipart()) throw new Refusal('unsupported_media_type');
  const fields: Record<string, string> = {};
  let file: UploadedFile | undefined;
  for await (const part of request.parts({
    limits: { fileSize: FILE_MAX_BYTES, files: 1, fields: 10, fieldSize: 1_000 },
  })) {
    if (part.type === 'field') {
      fields[part.fieldname] = String(part.value);
      continue;
    }
    const name = part.filename || 'arquivo';
    const bytes = await part.toBuffer().catch((error: { code?: string }) => {
      if (error.code === 'FST_REQ_FILE_TOO_LARGE') throw new Refusal('file_too_large', { values: { file: name } });
      throw error;
    });
    file = { name, bytes };
  }
  if (!file) throw missing('file');
  refuseNul({ ...fields, file: file.name });
  return { fields, file };
}
