import type { ChildProcess } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Half of the "below normal" priority: on a busy machine, regular files must still finish in time. */
const NICENESS = 5;

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

/** Gives the server priority: lowers the CPU priority of the process, and makes the OOM killer choose it first. */
export function yieldToServer(pid: number): void {
  try {
    setPriority(pid, NICENESS);
    writeFileSync(`/proc/${pid}/oom_score_adj`, '1000');
  } catch {
    // Not available or not permitted on every system.
  }
}

/** Kills the process and waits for its end, so that its slot is free only then. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await exited;
}
