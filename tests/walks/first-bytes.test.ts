import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { signInAs } from '../pictures/people.ts';
import { onPage } from '../support/browser.ts';
import { sharedDemo } from './walk-setup.ts';

const WALK_MS = 120_000;
/** In bytes, as gzip. At 400 kbit/s, 50,000 bytes take a second. */
const MENU_MAX = 24_000;
const PEOPLE = [
  {
    email: 'demo@prosa.local',
    password: 'Prosa#2026',
    path: '/knowledge-base/content',
    api: '/api/contents?',
    listMax: 560_000,
  },
  {
    email: 'equipe@prosa.local',
    password: 'Equipe#2026',
    path: '/admin/accounts',
    api: '/api/admin/accounts?',
    listMax: 590_000,
  },
];
const setup = sharedDemo();

/** Returns a function that tells how many bytes the page has transferred. */
async function countBytes(page: Page): Promise<() => number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setExtraHTTPHeaders', { headers: { 'accept-encoding': 'gzip' } });
  let bytes = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  return () => bytes;
}

/** Returns the entries of a menu with their addresses and the tops of their rows. */
const entriesOf = (page: Page, nav: string) =>
  page.locator(`${nav} :is(a, summary, .ant-menu-submenu-title)`).evaluateAll((all) =>
    all
      .filter((one) => one.checkVisibility())
      .map((one) => {
        const row = one.closest('li.ant-menu-item, .ant-menu-submenu-title, summary, a')!;
        // Without the mark of what the plan does not include.
        const [label] = (one as HTMLElement).innerText.split('\n');
        return [label, Math.round(row.getBoundingClientRect().top)];
      }),
  );

it(
  "shows a person's own menu at the first visit after few bytes, where the program then draws it, and the first rows",
  async () => {
    for (const { email, password, path, api, listMax } of PEOPLE) {
      const tokens = await signInAs(setup.url, email, password);
      await onPage(setup.browser, 'first-bytes', async (page, context) => {
        await context.addInitScript((pair) => {
          for (const [key, value] of Object.entries(pair)) localStorage.setItem(key, value);
        }, tokens as object);
        const bytes = await countBytes(page);
        const calls: string[] = [];
        page.on('request', (request) => calls.push(request.url().slice(setup.url.length)));
        const isProgram = /\/assets\/.*\.(js|css|woff2)$/;
        await page.route(isProgram, () => undefined);
        await page.goto(setup.url + path, { waitUntil: 'commit' });
        const current = page.getByRole('navigation').locator('[aria-current=page]');
        await current.waitFor();
        expect(await current.getAttribute('href')).toBe(path);
        expect(bytes()).toBeLessThan(MENU_MAX);
        // The first rows are asked for before the program has loaded, and not again by the program.
        await expect.poll(() => calls.filter((call) => call.startsWith(api))).toHaveLength(1);
        const early = await entriesOf(page, '.waiting-frame nav');
        expect(early.length).toBeGreaterThan(8);

        // Ends the requests that were held back, which would otherwise count below.
        await page.goto('about:blank');
        await page.unrouteAll();
        const before = bytes();
        calls.length = 0;
        await page.goto(setup.url + path, { waitUntil: 'commit' });
        await page.getByRole('row').nth(1).waitFor();
        expect(bytes() - before).toBeLessThan(listMax);
        const ofRows = calls.filter((call) => call.startsWith(api) && call.includes('limit=20'));
        expect(ofRows).toHaveLength(1);
        expect(calls.filter((call) => call.startsWith('/api/notices')).length).toBeLessThan(2);
        // The font waits for the rows where the browser does not have it yet.
        const hasFont = () => page.evaluate(() => document.fonts.check("14px 'Inter Prosa'"));
        expect(await hasFont()).toBe(false);
        await expect.poll(hasFont).toBe(true);
        await expect.poll(() => entriesOf(page, '.side-nav')).toEqual(early);
      });
    }
  },
  WALK_MS,
);

it(
  'shows the dashboard without the code of lists',
  async () => {
    const tokens = await signInAs(setup.url, 'demo@prosa.local', 'Prosa#2026');
    await onPage(setup.browser, 'dashboard-bytes', async (page, context) => {
      await context.addInitScript((pair) => {
        for (const [key, value] of Object.entries(pair)) localStorage.setItem(key, value);
      }, tokens as object);
      const calls: string[] = [];
      page.on('request', (request) => calls.push(request.url()));
      const warnings: string[] = [];
      page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
      await page.goto(setup.url);
      await page.getByRole('heading', { name: 'Interações por dia' }).waitFor();
      expect(calls.filter((call) => call.includes('/assets/frame-'))).not.toEqual([]);
      expect(calls.filter((call) => call.includes('/assets/rows-'))).toEqual([]);
      // What is loaded early in another mode is loaded twice.
      expect(warnings.filter((warning) => warning.includes('credentials mode'))).toEqual([]);
    });
  },
  WALK_MS,
);
