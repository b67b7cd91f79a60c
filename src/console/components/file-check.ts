import { FILE_FORMATS, FILE_MAX_BYTES } from '../../shared/constants.ts';

/** What a file input and the drop zone accept. */
export const ACCEPTED = FILE_FORMATS.map((format) => `.${format}`).join(',');

/** Why a file cannot be sent, as the code of its message (`errors.<code>`, which names the file); undefined: it can. */
export function fileFault({
  name,
  size,
}: {
  name: string;
  size: number;
}): 'file_format' | 'file_too_large' | undefined {
  const extension = name.includes('.') ? name.toLowerCase().split('.').at(-1) : undefined;
  if (!FILE_FORMATS.some((format) => format === extension)) return 'file_format';
  return size > FILE_MAX_BYTES ? 'file_too_large' : undefined;
}
