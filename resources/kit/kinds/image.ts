import { type Common, type Kind, make } from '../kind.ts';
import { type FileType, type FileValue, kind as file } from './file.ts';

const TYPES: readonly FileType[] = ['png', 'jpg', 'webp', 'gif'];

/** One picture of up to `maxMb` MiB (default 5, limit 10). It is stored as WebP, without metadata, of up to 1,024 pixels a side. */
export function image<RO extends boolean = false, OPT extends boolean = false>(
  options: Omit<Common<RO, OPT, FileValue>, 'unique' | 'initial'> & { maxMb?: number } = {},
) {
  const { maxMb = 5 } = options;
  return make<FileValue, RO, OPT>('image', options, { fileTypes: TYPES, max: maxMb });
}

export const kind: Kind = file;
