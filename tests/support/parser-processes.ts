import { readdirSync, readFileSync } from 'node:fs';

/** Returns the ids of the parser processes that this process started and that are still running. */
export function parserProcesses(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const parent = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
        return (
          Number(parent) === process.pid && readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('parser-process')
        );
      } catch {
        return false;
      }
    })
    .map(Number);
}
