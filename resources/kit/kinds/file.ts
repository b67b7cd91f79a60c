import { type Common, type Kind, make } from '../kind.ts';

/** The types of files that fields can be limited to, by the extension of their names, with their media types. */
export const FILE_TYPES = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
  txt: 'text/plain',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
} as const;
export type FileType = keyof typeof FILE_TYPES;

/** A stored file as it is read. `size` is in bytes. To write one, its `id` is enough, as the upload answered it. */
export interface FileValue {
  id: string;
  name: string;
  size: number;
  type: string;
}

/** One file of these types, of up to `maxMb` MiB (default and limit: 10). */
export function file<RO extends boolean = false, OPT extends boolean = false>(
  options: Omit<Common<RO, OPT, FileValue>, 'unique' | 'initial'> & {
    types: readonly [FileType, ...FileType[]];
    maxMb?: number;
  },
) {
  const { types, maxMb = 10 } = options;
  return make<FileValue, RO, OPT>('file', options, { fileTypes: types, max: maxMb });
}

export const kind: Kind = {
  isFile: true,
  // In this order, because a row's version is compared with what is written.
  schemas: (z) => {
    const about = { name: z.string(), size: z.int(), type: z.string() };
    const record = z.object({ id: z.uuid(), ...about });
    return { record, input: record.partial({ name: true, size: true, type: true }) };
  },
};
