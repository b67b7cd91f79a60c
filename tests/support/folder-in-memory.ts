import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const SHARED_MEMORY = '/dev/shm';
const MIN_FREE_BYTES = 2 ** 31;

/** Returns a folder in memory if the system has one with enough space, else the temporary folder. */
export function folderInMemory(): string {
  try {
    const { bavail, bsize } = statfsSync(SHARED_MEMORY);
    if (bavail * bsize >= MIN_FREE_BYTES) return SHARED_MEMORY;
  } catch {
    // Not available on this system.
  }
  return tmpdir();
}
