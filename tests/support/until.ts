/** Calls `check` repeatedly until it returns something truthy, for up to `ms`. Throws after that. */
export async function until<T>(check: () => Promise<T | null | undefined | false>, ms = 30_000): Promise<T> {
  const end = Date.now() + ms;
  for (let pauseMs = 5; ; pauseMs = Math.min(2 * pauseMs, 40)) {
    const found = await check();
    if (found) return found;
    if (Date.now() > end) throw new Error(`Nothing came within ${ms} ms`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
