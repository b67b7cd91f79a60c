import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { initialAppearance, type WidgetAppearance } from '../../src/shared/appearance.ts';
import { sharedBrowser } from '../support/browser.ts';
import { PAYLOADS } from '../widget/payloads.ts';
import { CONTEXT_ID, startTestSite, type TestSite } from '../widget/test-site.ts';

/** The number of payloads in one message. */
const PAYLOADS_PER_MESSAGE = 20;

let site: TestSite;
let browser: Browser;
/** Scripts that ran; `foreignUrls` are requests to foreign hosts. */
const ran: string[] = [];
const foreignUrls: string[] = [];

beforeAll(async () => {
  site = await startTestSite();
  browser = await sharedBrowser();
  site.feedback = true;
  // The page has no content security policy, so that only the widget protects it.
  site.pages.set('/', { csp: false });
  site.pages.set('/from', { csp: false, scripts: 0, body: '<a href="/">ir</a>' });
  site.pages.set('/drawn', {
    csp: false,
    scripts: 0,
    body: '<div id="box" style="width:500px;height:700px"></div><script type="module" src="/drawn.js"></script>',
  });
  site.files.set(
    '/drawn.js',
    `import { mountPreview, renderExchange } from '${site.home}/w/whole.js';
    window.drawAll = (appearance, payload) => {
      const into = document.createElement('div');
      into.style.height = '600px';
      document.getElementById('box').replaceChildren(into);
      const preview = mountPreview({ into, host: '${site.home}', appearance, scene: 'conversation', sentence: payload, feedback: true });
      preview.show('deactivated');
      preview.update(appearance);
      const source = { contentId: payload, title: payload, url: payload, heading: payload, excerpt: payload };
      const exchange = { question: payload, answer: payload, grounded: true, sources: [source], links: [{ word: payload, link: payload, caseSensitive: true }] };
      const answer = document.getElementById('box').appendChild(renderExchange(exchange, appearance));
      answer.shadowRoot.querySelector('.chip').click();
    };`,
  );
});
afterAll(async () => {
  await site?.close();
});

/** A page that records scripts that run and requests to foreign hosts. */
async function watchedPage(): Promise<Page> {
  const context = await browser.newContext();
  await context.addInitScript(() => {
    const note = (how: string) => () => void document.documentElement.setAttribute('data-ran', how);
    for (const name of ['alert', 'confirm', 'prompt', 'msgbox', 'print']) Object.assign(window, { [name]: note(name) });
  });
  const own = [site.home, site.site];
  context.on('request', (request) => {
    const url = request.url();
    if (!own.some((each) => url.startsWith(each + '/'))) foreignUrls.push(url);
  });
  const page = await context.newPage();
  page.on('pageerror', (error) => ran.push(`error: ${error.message}`));
  page.on('dialog', (dialog) => {
    ran.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return page;
}
const check = async (page: Page, payload: string) => {
  const sign = await page.evaluate(() => document.documentElement.getAttribute('data-ran'));
  if (sign) ran.push(`${sign}: ${payload}`);
  if (foreignUrls.length > 0) ran.push(`${foreignUrls.splice(0).join(', ')}: ${payload}`);
};

/**
 * Puts the payload into every text, color, choice and number of an appearance, as if the server had not validated it.
 */
function fill(value: unknown, payload: string): unknown {
  if (Array.isArray(value)) return [payload];
  if (typeof value !== 'object' || value === null) return payload;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, fill(each, payload)]));
}
const hostile = (payload: string) => fill(initialAppearance('Lia', 'Aurora'), payload) as WidgetAppearance;

describe('sixty script injection payloads in Chromium', () => {
  it('do not run in the loader or the panel, from appearance, address or referrer', async () => {
    const page = await watchedPage();
    const all = encodeURI(PAYLOADS.join(' ')).replace(/[#?]/g, '');
    await page.goto(`${site.site}/?q=${all}#${all}`, { referer: `${site.site}/from?${all}` });
    for (const payload of PAYLOADS) {
      site.appearance = hostile(payload);
      await page.evaluate(async (src) => {
        // A chat whose element is only removed comes back.
        (window as unknown as { Prosa?: { destroy(): void } }).Prosa?.destroy();
        Reflect.deleteProperty(window, 'Prosa');
        const script = document.createElement('script');
        await new Promise((loaded) => {
          script.onload = loaded;
          script.src = src;
          document.body.append(script);
        });
        (window as unknown as { Prosa: { open(): void } }).Prosa.open();
      }, `${site.home}/w/${CONTEXT_ID}.js`);
      await page.locator('.welcome').waitFor();
      await check(page, payload);
    }
    expect(ran).toEqual([]);
    await page.context().close();
  });

  it('do not run as a question, a split answer, a source or a server message', async () => {
    site.appearance = initialAppearance('Lia', 'Aurora');
    const page = await watchedPage();
    await page.goto(`${site.site}/`);
    await page.locator('.launcher').click();
    const field = page.locator('textarea');
    await field.waitFor();
    for (let at = 0; at < PAYLOADS.length; at += PAYLOADS_PER_MESSAGE) {
      const some = PAYLOADS.slice(at, at + PAYLOADS_PER_MESSAGE);
      const text = some.join(' fim\n\n');
      const sources = some.map((each) => ({ contentId: each, title: each, url: each, heading: each, excerpt: each }));
      const links = some.map((each) => ({ word: each, link: each, caseSensitive: true }));
      const person = { email: some[0]!, whatsapp: some[1]! };
      site.scenes.push(
        { kind: 'answer', pieces: text.match(/[^]{1,7}/g)!, pauseMs: 0, sources, links, person },
        { kind: 'refuse', status: 403, code: 'chat_deactivated', message: text },
      );
      for (const end of ['.chip', '.below > .bubble']) {
        await page.locator('.send:not(.busy)').waitFor();
        await field.fill(text);
        await field.press('Enter');
        await page.locator('.exchange').last().locator(end).last().waitFor();
      }
      const pressAll = (chips: HTMLElement[]) => chips.forEach((chip) => chip.click());
      await page.locator('.chip').evaluateAll(pressAll as never);
      await check(page, text);
    }
    expect(ran).toEqual([]);
    await page.reload();
    await page.locator('.launcher').click();
    await page
      .locator('.exchange')
      .nth(Math.ceil(PAYLOADS.length / PAYLOADS_PER_MESSAGE) - 1)
      .waitFor();
    await check(page, 'answer again');
    expect(ran).toEqual([]);
    await page.context().close();
  }, 90_000);

  it('do not run in the console’s preview or in a single rendered exchange', async () => {
    const page = await watchedPage();
    await page.goto(`${site.site}/drawn`);
    await page.waitForFunction('window.drawAll');
    for (const payload of PAYLOADS) {
      await page.evaluate(
        ([appearance, text]) =>
          (window as unknown as { drawAll(appearance: unknown, text: unknown): void }).drawAll(appearance, text),
        [hostile(payload), payload] as const,
      );
      await check(page, payload);
    }
    expect(ran).toEqual([]);
    await page.context().close();
  }, 90_000);
});
