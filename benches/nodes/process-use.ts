import { readFileSync } from 'node:fs';
import type pg from 'pg';

/** Clock ticks per second in Linux's /proc. */
const TICKS = 100;

/** What a process has used so far, from its metrics. */
interface ProcessUse {
  cpuMs: number;
  rssBytes: number;
  bases: number;
  basesBytes: number;
}

export async function readUse(url: string, token: string): Promise<ProcessUse> {
  const text = await (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })).text();
  const read = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? NaN);
  return {
    cpuMs: read('process_cpu_seconds_total') * 1_000,
    rssBytes: read('process_resident_memory_bytes'),
    bases: read('prosa_bases_loaded'),
    basesBytes: read('prosa_bases_bytes'),
  };
}

/** Returns the CPU time of a process so far, in milliseconds (Linux only); 0 if it has ended. */
export function cpuOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    return ((Number(fields[11]) + Number(fields[12])) / TICKS) * 1_000;
  } catch {
    return 0;
  }
}

/** Returns the CPU time so far of each of PostgreSQL's processes, in milliseconds. */
export async function databaseCpu(pool: pg.Pool): Promise<Map<number, number>> {
  const { rows } = await pool.query<{ pid: number }>('select pid from pg_stat_activity');
  return new Map(rows.map(({ pid }) => [pid, cpuOf(pid)]));
}

/** Returns the CPU time used between two calls, summed up. Connections that ended meanwhile are left out. */
export const cpuBetween = (before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): number =>
  [...after].reduce((sum, [pid, ms]) => sum + ms - (before.get(pid) ?? 0), 0);
