import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const SHARED_MEMORY = '/dev/shm';
const LEAST_BYTES = 2 ** 31;

/** A folder that waits for no disk, where the machine has one with room; else the system's temporary one. */
export function folderInMemory(): string {
  try {
    const { bavail, bsize } = statfsSync(SHARED_MEMORY);
    if (bavail * bsize >= LEAST_BYTES) return SHARED_MEMORY;
  } catch {
    // Not on this system.
  }
  return tmpdir();
}
