import { readFileSync } from 'node:fs';

/**
 * Returns the memory that a process uses, in bytes. Reads /proc; returns 0 on systems without it, where only the limits
 * of heap size and time apply.
 */
export function residentBytes(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}
