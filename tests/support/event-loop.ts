/** How often the event loop is looked at, in milliseconds. */
const LOOK_MS = 2;

/**
 * Measures how long work blocks the event loop of this thread: the most CPU time that it used between two timers. CPU
 * time, because on a busy machine a timer is also late when nothing blocks the loop.
 */
export async function longestBlock(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = process.threadCpuUsage();
  const look = () => {
    const now = process.threadCpuUsage();
    longest = Math.max(longest, now.user + now.system - last.user - last.system);
    last = now;
  };
  const timer = setInterval(look, LOOK_MS);
  try {
    await work();
  } finally {
    clearInterval(timer);
    look();
  }
  return longest / 1_000;
}
