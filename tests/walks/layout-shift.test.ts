import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { onPage } from '../support/browser.ts';
import { storeSession } from './steps.ts';
import { sharedDemo } from './walk-setup.ts';

const WALK_MS = 120_000;
/** Half of what https://web.dev/articles/cls calls good. A click on what moves could hit something else. */
const MAX_SHIFT = 0.05;
const PATHS = ['/', '/interaction-monitoring', '/conversations', '/knowledge-base/content', '/chat/customize', '/plan'];
const STAFF_PATHS = ['/admin/accounts', '/admin/figures'];
const STAFF = { email: 'equipe@prosa.local', password: 'Equipe#2026' };

const setup = sharedDemo();

/** Collects the layout shifts of each page that is opened from now on. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: { value: number; moved: string[] }[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as PerformanceEntry & { value: number; sources: { node?: Element }[] };
        shifts.push({ value, moved: sources.map(({ node }) => String(node?.className)) });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** Opens a screen and returns the layout shifts while it loads, with the classes of the elements that moved. */
async function shiftsOf(page: Page, path: string): Promise<{ value: number; moved: string[] }[]> {
  await page.goto(setup.url + path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  return page.evaluate(() => (window as unknown as { shifts: { value: number; moved: string[] }[] }).shifts);
}

it(
  'moves nothing while screens load',
  async () => {
    for (const [who, paths] of [
      [undefined, PATHS],
      [STAFF, STAFF_PATHS],
    ] as const) {
      await onPage(setup.browser, 'layout-shift', async (page) => {
        await storeSession(page, setup.url, who);
        await watchShifts(page);
        for (const path of paths) {
          const shifts = await shiftsOf(page, path);
          const sum = shifts.reduce((all, { value }) => all + value, 0);
          expect(sum, `${path}: ${JSON.stringify(shifts)}`).toBeLessThan(MAX_SHIFT);
        }
      });
    }
  },
  WALK_MS,
);

it('moves nothing when the font arrives after the first page', async () => {
  await onPage(setup.browser, 'late-font', async (page) => {
    await storeSession(page, setup.url);
    await watchShifts(page);
    await page.goto(`${setup.url}/knowledge-base/content`);
    await page.getByRole('row').nth(1).waitFor();
    const hasFont = () => page.evaluate(() => document.fonts.check("14px 'Inter Prosa'"));
    expect(await hasFont()).toBe(false);
    await expect.poll(hasFont).toBe(true);
    const shifts = await page.evaluate(() => (window as unknown as { shifts: { value: number }[] }).shifts);
    expect(shifts.reduce((all, { value }) => all + value, 0)).toBeLessThan(MAX_SHIFT);
  });
});
