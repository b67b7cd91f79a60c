import { statfs } from 'node:fs/promises';

/** PostgreSQL writes its log in such files, also when it starts after a crash. */
export const LOG_FILE_BYTES = 16 * 1024 * 1024;
/** With less, the embedded database may not get its next log file, and then ends. */
const FREE_MIN_BYTES = 2 * LOG_FILE_BYTES;

interface DiskSpace {
  freeBytes: number;
  isFull: boolean;
}

export async function readDiskSpace(folder: string): Promise<DiskSpace | null> {
  const disk = await statfs(folder).catch(() => null);
  // Some network disks report nothing.
  if (!disk || disk.blocks === 0) return null;
  const freeBytes = disk.bavail * disk.bsize;
  return { freeBytes, isFull: freeBytes < FREE_MIN_BYTES };
}
