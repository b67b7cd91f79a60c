import { readFileSync } from 'node:fs';

/** Returns the ids of the parser processes that this process started and that are still running. */
export function parserProcesses(): number[] {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'latin1').match(/\d+/g) ?? [];
  return children
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('parser-process');
      } catch {
        return false;
      }
    })
    .map(Number);
}
