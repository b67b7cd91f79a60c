import { expect, it } from 'vitest';
import { onPage } from '../support/browser.ts';
import { signIn } from './steps.ts';
import { setUpWalk } from './walk-setup.ts';

const WALK_MS = 120_000;
const setup = setUpWalk();

it(
  'shows the first list without styles that antd creates in the browser, except the theme’s variables',
  async () => {
    await onPage(setup.browser, 'static-styles', async (page) => {
      await signIn(page, setup.url);
      await page.goto(`${setup.url}/knowledge-base/content`);
      await page.getByRole('row').nth(1).waitFor();
      const made = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLStyleElement>('style[data-css-hash]')]
          .map(({ textContent }) => textContent)
          .filter((text) => !text.startsWith('.prosa')),
      );
      expect(made).toEqual([]);
    });
  },
  WALK_MS,
);
