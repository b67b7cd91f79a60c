import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firefoxPath, startFirefox } from './firefox.ts';
import { HOSTILE_CSS, PATCHED_JS } from './hostile.ts';
import { CONTEXT_ID, startTestSite, type TestSite } from './test-site.ts';

const ROOT = `document.querySelector('prosa-chat').shadowRoot`;
const PANEL = `${ROOT}.querySelector('div:last-child').shadowRoot`;

/** Skipped where Firefox is not installed. */
describe.runIf(firefoxPath)('the widget in Firefox', () => {
  let site: TestSite;
  let firefox: Browser;
  let page: Page;
  const errors: string[] = [];
  beforeAll(async () => {
    site = await startTestSite();
    site.pages.set('/', {});
    site.files.set('/hostile.css', HOSTILE_CSS);
    site.files.set('/patched.js', PATCHED_JS);
    const head = '<link rel="stylesheet" href="/hostile.css"><script src="/patched.js"></script>';
    site.pages.set('/hostile', { head });
    firefox = await startFirefox();
    page = await firefox.newPage();
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  }, 120_000);
  afterAll(async () => {
    await firefox?.close();
    await site?.close();
  });
  // Polls from outside, because code that waits inside the page breaks when the page has patched `Object`.
  const until = (expression: string) =>
    expect.poll(() => page.evaluate(`Boolean(${expression})`), { timeout: 20_000 }).toBe(true);
  const text = (selector: string) => page.evaluate(`${PANEL}.querySelector('${selector}')?.textContent.trim()`);

  it.each(['/', '/hostile'])('opens, asks, streams, shows sources and returns the focus at %s', async (path) => {
    site.requests.length = site.questions.length = 0;
    errors.length = 0;
    // The launcher rises by a pixel under the mouse, which the previous test left there.
    await page.mouse.move(0, 0);
    await page.goto(site.site + path);
    await until(`document.querySelector('prosa-chat') && ${ROOT}.querySelector('.launcher svg')`);
    expect(site.requests.filter((each) => each.includes('/w/'))).toEqual([`GET /w/${CONTEXT_ID}.js`]);
    const [x, y, ...size] = (await page.evaluate(`(() => {
      const { x, y, width, height } = ${ROOT}.querySelector('.launcher').getBoundingClientRect();
      return [x + width / 2, y + height / 2, width, innerWidth - x - width, innerHeight - y - height];
    })()`)) as number[];
    expect(size).toEqual([56, 20, 20]);
    await page.mouse.click(x!, y!);
    await until(`${PANEL}?.activeElement?.nodeName === 'TEXTAREA'`);
    const sources = [{ contentId: '1', title: 'Entregas', excerpt: 'Até 3 dias úteis.' }];
    site.scenes.push({ kind: 'answer', pieces: ['Em **dois', ' dias**', ' úteis.'], pauseMs: 300, sources });
    await page.keyboard.type('Quando chega?');
    await page.keyboard.press('Enter');
    await until(`/^Em dois/.test(${PANEL}.querySelector('.exchange .answer')?.textContent)`);
    await until(`${PANEL}.querySelector('.exchange .chip')`);
    expect(await text('.exchange .answer')).toBe('Em dois dias úteis.');
    expect(await text('.exchange .answer strong')).toBe('dois dias');
    expect(site.questions[0]!.question).toBe('Quando chega?');

    await page.goto(site.site + path);
    await until(`${ROOT}.querySelector('.launcher svg')`);
    await page.evaluate(`window.Prosa.open()`);
    await until(`${PANEL}?.querySelector('.exchange .chip')`);
    expect(await text('.exchange .answer')).toBe('Em dois dias úteis.');
    await until(`${PANEL}.activeElement?.nodeName === 'TEXTAREA'`);
    await page.keyboard.press('Escape');
    await until(`${ROOT}.activeElement === ${ROOT}.querySelector('.launcher')`);
    await page.evaluate('localStorage.clear()');
    expect(errors).toEqual([]);
  });
});
