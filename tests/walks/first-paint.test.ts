import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { onPage } from '../support/browser.ts';
import { storeSession } from './steps.ts';
import { sharedDemo } from './walk-setup.ts';

const WALK_MS = 120_000;
const setup = sharedDemo();

it(
  'shows the first list without styles that antd creates in the browser, in both themes, also without motion',
  async () => {
    await onPage(setup.browser, 'first-paint', async (page) => {
      await storeSession(page, setup.url);
      for (const theme of ['dark', 'light']) {
        for (const reducedMotion of ['no-preference', 'reduce'] as const) {
          await page.emulateMedia({ reducedMotion });
          await page.evaluate((name) => localStorage.setItem('theme', name), theme);
          await page.goto(`${setup.url}/knowledge-base/content`);
          await page.getByRole('row').nth(1).waitFor();
          const made = await page.evaluate(() =>
            [...document.querySelectorAll('style[data-css-hash]')].map(({ textContent }) => textContent),
          );
          expect(made, `${theme}, ${reducedMotion}`).toEqual([]);
          // The product's own styles come after antd's, so that they override them.
          const linked = await page.evaluate(() => [...document.styleSheets].flatMap(({ href }) => href ?? []));
          expect(linked.length).toBeGreaterThan(2);
          expect(linked[0], linked.join('\n')).toMatch(/\/member-/);
        }
      }
    });
  },
  WALK_MS,
);

it(
  'paints frame and menu before the program has loaded, and only for those who are signed in',
  async () => {
    await onPage(setup.browser, 'first-paint-frame', async (page) => {
      // The program never loads, nor do the style sheets.
      const hold = () => page.route('**/assets/*', () => undefined);
      const open = (path: string) => page.goto(setup.url + path, { waitUntil: 'commit' });
      const entry = page.getByRole('link', { name: 'Conversas', exact: true });
      const isLogoAlone = () => page.locator('.splash').isVisible();
      await storeSession(page, setup.url);
      await page.goto(setup.url);
      // The menu is in its final place when the screen has its heading.
      await page.getByRole('heading', { level: 1 }).waitFor();
      const place = await placeOf(entry);
      await hold();
      await open('/');
      await entry.waitFor();
      await expect.poll(() => placeOf(entry)).toEqual(place);
      expect(await isLogoAlone()).toBe(false);
      await open('/terms');
      await page.locator('.splash').waitFor();
      expect(await entry.isVisible()).toBe(false);

      await page.unroute('**/assets/*');
      await page.goto(setup.url);
      await page.getByRole('button', { name: /Sua conta/ }).click();
      await page.getByRole('menuitem', { name: 'Sair' }).click();
      await page.getByLabel('E-mail').waitFor();
      await hold();
      await open('/');
      await page.locator('.splash').waitFor();
      expect(await entry.isVisible()).toBe(false);
    });
  },
  WALK_MS,
);

it(
  "keeps the keyboard's focus on an entry of the menu while the program takes over",
  async () => {
    await onPage(setup.browser, 'first-paint-focus', async (page) => {
      await storeSession(page, setup.url);
      const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
      await page.route('**/assets/*.js', async (route) => {
        await isReleased;
        await route.continue();
      });
      await page.goto(setup.url, { waitUntil: 'commit' });
      const entry = page.getByRole('link', { name: 'Conversas', exact: true });
      const isFocused = () => entry.evaluate((link) => link === document.activeElement);
      await entry.waitFor();
      for (let step = 0; step < 20 && !(await isFocused()); step += 1) await page.keyboard.press('Tab');
      expect(await isFocused()).toBe(true);
      release();
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expect.poll(isFocused).toBe(true);
      await page.keyboard.press('Enter');
      await page.waitForURL('**/conversations');
    });
  },
  WALK_MS,
);

/** Returns where an entry of the menu is, and how high its row is. */
const placeOf = (entry: Locator) =>
  entry.evaluate((link) => {
    const { top, height } = (link.closest('li') ?? link).getBoundingClientRect();
    return [top, height];
  });

it(
  'has fields that phones do not zoom into, and names the month before the year',
  async () => {
    const phone = { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true };
    await onPage(
      setup.browser,
      'coarse-pointer',
      async (page) => {
        await storeSession(page, setup.url);
        for (const path of ['/conversations', '/settings/usage', '/knowledge-base/content/upload']) {
          await page.goto(setup.url + path);
          await page.getByRole('heading', { level: 1 }).waitFor();
          await page.locator('main :is(input, textarea):visible').first().waitFor();
          const small = await page.locator(':is(input, textarea):visible').evaluateAll((fields) =>
            (fields as HTMLInputElement[])
              .filter(({ type }) => !/^(checkbox|radio|file)$/.test(type))
              .map((field) => getComputedStyle(field).fontSize)
              .filter((size) => Number.parseFloat(size) < 16),
          );
          expect(small, path).toEqual([]);
        }
        await page.goto(`${setup.url}/conversations`);
        await page.getByPlaceholder('Período: de').click();
        const heading = page.locator('.ant-picker-header-view').first();
        expect((await heading.innerText()).replaceAll(/\s+/g, ' ')).toMatch(/^\p{Ll}{3} ?20\d\d$/u);
      },
      phone,
    );
  },
  WALK_MS,
);
