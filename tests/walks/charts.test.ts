import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { palettes } from '../../src/console/theme/tokens.ts';
import { onPage } from '../support/browser.ts';
import { until } from '../support/until.ts';
import { signIn } from './steps.ts';
import { sharedDemo } from './walk-setup.ts';

const WALK_MS = 120_000;
const setup = sharedDemo();

const canvasOf = (page: Page) => page.getByRole('figure', { name: 'Interações por dia' }).locator('canvas').first();

/** Returns the coordinates of a pixel within a mark of this color in the chart's canvas, or null. */
function pointOf(page: Page, color: string): Promise<{ x: number; y: number } | null> {
  const wanted = [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));
  return canvasOf(page).evaluate((element, rgb) => {
    const canvas = element as HTMLCanvasElement;
    const { data, width } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
    const scale = canvas.getBoundingClientRect().width / width;
    const isOf = (at: number) => rgb.every((value, part) => Math.abs(value - data[at + part]!) < 6);
    // A click on the edge of a mark may miss it.
    const inward = 4 * (4 + 4 * width);
    // From the end, because the newest day is on the right.
    for (let at = data.length - 4; at >= 2 * inward; at -= 4) {
      if (![at, at - inward, at - 2 * inward].every(isOf)) continue;
      const inner = (at - inward) / 4;
      return { x: (inner % width) * scale, y: Math.floor(inner / width) * scale };
    }
    return null;
  }, wanted);
}

/** Waits until the chart stops moving: a pixel that is still being drawn may lie beside its mark when clicked. */
async function settledPointOf(page: Page, color: string): Promise<{ x: number; y: number }> {
  let last: string | undefined;
  return until(async () => {
    const point = await pointOf(page, color);
    const isSettled = JSON.stringify(point) === last;
    last = JSON.stringify(point);
    return isSettled ? point : null;
  });
}

it(
  'draws a chart in the theme’s colors and links its days to conversations by mouse and keyboard',
  async () => {
    await onPage(setup.browser, 'charts', async (page) => {
      const refused: string[] = [];
      page.on('console', (message) => {
        if (/Content Security Policy/i.test(message.text())) refused.push(message.text());
      });
      await signIn(page, setup.url);
      await canvasOf(page).waitFor();
      await until(() => pointOf(page, palettes.dark.primary));
      await page.evaluate(() => {
        localStorage.setItem('theme', 'light');
        window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }));
      });
      const point = await settledPointOf(page, palettes.light.primary);
      const links = page.getByRole('link', { name: /resolvidas, .*\d+ sem resposta/ });
      await links.last().focus();
      expect((await links.last().boundingBox())!.width).toBeGreaterThan(100);
      const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
      await canvasOf(page).click({ position: point });
      await page.waitForURL((url) => url.pathname === '/conversations');
      // Which day the pixel belongs to depends on the demo's figures of today.
      const opened = new URL(page.url());
      const dayOf = (path: string | null) => /startedAt_gte=[\d-]+/.exec(path ?? '')?.[0];
      expect(paths.map(dayOf)).toContain(dayOf(opened.search));
      expect(refused).toEqual([]);
    });
  },
  WALK_MS,
);
