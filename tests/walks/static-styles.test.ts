import { expect, it } from 'vitest';
import { onPage } from '../support/browser.ts';
import { signIn } from './steps.ts';
import { setUpWalk } from './walk-setup.ts';

const WALK_MS = 120_000;
const setup = setUpWalk();

it(
  'shows the first list without styles that antd creates in the browser, in both themes, also without motion',
  async () => {
    await onPage(setup.browser, 'static-styles', async (page) => {
      await signIn(page, setup.url);
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
        }
      }
    });
  },
  WALK_MS,
);
