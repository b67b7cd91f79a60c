import { readFileSync } from 'node:fs';

/**
 * Memory that a process holds, in bytes. Read from /proc; where there is none it says 0, and the limits on V8's heap
 * and on time are what is left.
 */
export function residentBytes(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}
