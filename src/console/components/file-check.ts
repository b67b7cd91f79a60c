import { FILE_FORMATS, FILE_MAX_BYTES } from '../../shared/constants.ts';

/** The value of `accept` for file inputs. */
export const ACCEPTED = FILE_FORMATS.map((format) => `.${format}`).join(',');

/** Returns why a file cannot be uploaded, as the code of the message `errors.<code>`; undefined if it can. */
export function fileFault({
  name,
  size,
}: {
  name: string;
  size: number;
}): 'file_format' | 'file_too_large' | 'file_empty' | undefined {
  const extension = name.includes('.') ? name.toLowerCase().split('.').at(-1) : undefined;
  if (!FILE_FORMATS.some((format) => format === extension)) return 'file_format';
  if (size === 0) return 'file_empty';
  return size > FILE_MAX_BYTES ? 'file_too_large' : undefined;
}
