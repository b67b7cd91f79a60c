import type { Browser, CDPSession, Page } from 'playwright-core';

export const RUNS = 9;
export const SLOWDOWN = 4;

/** Opens a page in a new browser context, as slow as a modest phone. */
export async function slowPage(
  browser: Browser,
  rate = SLOWDOWN,
): Promise<{ page: Page; session: CDPSession; close: () => Promise<void> }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  if (rate > 1) await session.send('Emulation.setCPUThrottlingRate', { rate });
  return { page, session, close: () => context.close() };
}

/** Prints a row of times: median, minimum, maximum. */
export function printTimes(name: string, times: readonly number[]): void {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))]!.toFixed(1).padStart(9);
  console.log(`${name.padEnd(48)} ${at(0.5)} ${at(0)} ${at(1)}`);
}
