import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { initialAppearance } from '../../src/shared/appearance.ts';
import { sharedBrowser } from '../support/browser.ts';
import { CONTEXT_ID, startTestSite, type TestSite } from './test-site.ts';

let site: TestSite;
let browser: Browser;
let context: BrowserContext;
/** What the browser's console says, and the errors of the page. */
let said: string[];

const PHONE = { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true };

beforeAll(async () => {
  site = await startTestSite();
  browser = await sharedBrowser();
});
afterAll(async () => {
  await site?.close();
});
beforeEach(() => {
  said = [];
  site.appearance = initialAppearance('Lia', 'Cafeteria Aurora');
  site.scenes.length = site.requests.length = site.questions.length = 0;
});
afterEach(() => context?.close());

type HostPage = { head?: string; body?: string; csp?: string; scripts?: number; html?: string; init?: string };

async function visit({ csp, init, ...page }: HostPage, options: BrowserContextOptions = {}): Promise<Page> {
  site.pages.set('/', { csp: csp ?? false, ...page });
  context = await browser.newContext({ viewport: { width: 1200, height: 800 }, reducedMotion: 'reduce', ...options });
  if (init) await context.addInitScript(init);
  const tab = await context.newPage();
  // Chromium also says what it could not load.
  tab.on('console', (message) => message.text().startsWith('Failed to load') || said.push(message.text()));
  tab.on('pageerror', (error) => said.push(error.message));
  await tab.goto(site.site);
  return tab;
}

const launcher = (page: Page) => page.locator('.launcher');
const panel = (page: Page) => page.getByRole('dialog', { name: 'Lia' });
const field = (page: Page) => panel(page).getByRole('textbox');
const run = (page: Page, code: string) => page.evaluate(`void (${code})`);
/** Waits until the chat is in its final place. */
const atRest = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => document.querySelector('prosa-chat')?.parentNode?.nodeName), { timeout: 20_000 })
    .toBe('HTML');

async function converse(page: Page): Promise<void> {
  if (!(await panel(page).isVisible())) await launcher(page).click();
  const before = await page.locator('.actions').count();
  await field(page).fill('Vocês entregam?');
  await field(page).press('Enter');
  await page.locator('.actions').nth(before).waitFor();
  await expect.poll(() => page.locator('.exchange .answer').last().innerText()).toBe('Olá, tudo bem.');
}

describe('a page that React 18 hydrates as a whole', () => {
  const umd = (name: string) => readFileSync(join(import.meta.dirname, '../../node_modules', name), 'utf8');
  const snippet = () => `${site.home}/w/${CONTEXT_ID}.js`;

  /** Opens a page that is hydrated when the chat is there, as on a slow phone. `text`: what the browser draws. */
  async function hydrated(text: string): Promise<Page> {
    const client = `
      window.recovered = [];
      const hydrate = () => {
        const e = React.createElement;
        ReactDOM.hydrateRoot(document,
          e('html', { lang: 'pt-BR' }, e('head', null, e('title', null, 'Loja')), e('body', null,
            e('main', null, e('h1', null, '${text}')), e('script', { src: '${snippet()}', async: true }))),
          { onRecoverableError: ({ message }) => recovered.push(message) });
        setTimeout(() => requestIdleCallback(() => (window.isHydrated = true)), 300);
      };
      const observer = new MutationObserver(() => {
        if (!document.querySelector('prosa-chat')) return;
        observer.disconnect();
        hydrate();
      });
      observer.observe(document, { childList: true, subtree: true });`;
    const page = await visit({
      init: `${umd('react-18/umd/react.production.min.js')};${umd('react-dom-18/umd/react-dom.production.min.js')};${client}`,
      html: `<!doctype html><html lang="pt-BR"><head><title>Loja</title></head><body><main><h1>Olá</h1></main><script src="${snippet()}" async=""></script></body></html>`,
    });
    await expect.poll(() => page.evaluate('window.isHydrated'), { timeout: 20_000 }).toBe(true);
    return page;
  }
  const recovered = (page: Page) => page.evaluate(() => (window as unknown as { recovered: string[] }).recovered);

  it('is hydrated without an error', async () => {
    const page = await hydrated('Olá');
    expect(await recovered(page)).toEqual([]);
    await converse(page);
    await run(page, 'Prosa.close()');
    await page.mouse.click(5, 5);
    await atRest(page);
    await converse(page);
    expect(said).toEqual([]);
  });

  it('gets the chat back after React has drawn the page anew', async () => {
    const page = await hydrated('Bom dia');
    expect((await recovered(page)).length).toBeGreaterThan(0);
    await page.getByRole('heading', { name: 'Bom dia' }).waitFor();
    await converse(page);
    expect(await page.locator('prosa-chat').count()).toBe(1);
  });
});

describe('a page that removes the chat', () => {
  it.each([
    ['the element', "document.querySelector('prosa-chat').remove()"],
    ['the body', "document.body.replaceWith(Object.assign(document.createElement('body'), { innerHTML: '<p>2</p>' }))"],
    ['everything', "document.documentElement.innerHTML = '<body><p>2</p></body>'"],
    ['all by document.write', "(document.open(), document.write('<p>2</p>'), document.close())"],
  ])('gets it back with the conversation: %s', async (_, removal) => {
    const page = await visit({});
    for (const isAtRest of [false, true]) {
      if (isAtRest) await atRest(page);
      await converse(page);
      await run(page, 'Prosa.close()');
      await run(page, removal);
      await launcher(page).waitFor();
      await converse(page);
      // The second time, it is removed while it is open.
      await run(page, removal);
      await expect.poll(() => panel(page).isVisible()).toBe(true);
      await run(page, 'Prosa.close()');
      await page.mouse.click(5, 5);
    }
    await launcher(page).click();
    await expect.poll(() => page.locator('.exchange').count()).toBe(4);
    expect(await page.locator('prosa-chat').count()).toBe(1);
    expect(said).toEqual([]);
  });

  it('stays usable if it removes the chat each time', async () => {
    const page = await visit({});
    const removals = await page.evaluate(async () => {
      let count = 0;
      const remove = () => {
        const chat = document.querySelector('prosa-chat');
        if (chat) count++;
        chat?.remove();
      };
      new MutationObserver(remove).observe(document, { childList: true, subtree: true });
      remove();
      await new Promise((done) => setTimeout(done, 1_000));
      return count;
    });
    expect(removals).toBeLessThan(8);
  });
});

describe('the loader', () => {
  it.each([
    [
      'as a module',
      () => ({ scripts: 0, head: `<script type="module" src="${site.home}/w/${CONTEXT_ID}.js"></script>` }),
    ],
    ['from a copy on the site', () => ({ scripts: 0, head: '<script src="/copy.js" async></script>' })],
  ])('finds its server: %s', async (_, page) => {
    site.files.set('/copy.js', await (await fetch(`${site.home}/w/${CONTEXT_ID}.js`)).text());
    await converse(await visit(page()));
  });

  it('of another version gets a working panel and form', async () => {
    site.message = { text: 'Concordo.', url: '', version: 'v1' };
    const loader = await (await fetch(`${site.home}/w/${CONTEXT_ID}.js`)).text();
    site.files.set('/old.js', loader.replace(/-[\w-]{16}\.js/g, '-AAAAAAAAAAAAAAAA.js'));
    const page = await visit({ scripts: 0, body: '<script src="/old.js"></script>' });
    await converse(page);
    site.scenes.push({ kind: 'answer', pieces: ['Não sei.'], grounded: false });
    await field(page).fill('E hoje?');
    await field(page).press('Enter');
    await page.getByRole('button', { name: 'Deixar um recado' }).click();
    await page.getByRole('form', { name: 'Deixar um recado' }).waitFor();
    expect(site.requests.filter((each) => each.includes('AAAAAAAAAAAAAAAA'))).toHaveLength(2);
    site.message = null;
  });

  it('names a second assistant, a missing entry of the policy, and a site that is not on the list', async () => {
    site.files.set(
      '/second.js',
      (await (await fetch(`${site.home}/w/${CONTEXT_ID}.js`)).text()).replaceAll(CONTEXT_ID, 'outro'),
    );
    const page = await visit({
      body: '<main></main>',
      csp: `default-src 'self' ${site.home}; connect-src 'self'`,
    });
    await page.addScriptTag({ url: '/second.js' });
    expect(await page.locator('prosa-chat').count()).toBe(1);
    await expect.poll(() => said.join()).toContain(`já tem um assistente: ${CONTEXT_ID}`);
    await launcher(page).click();
    await field(page).fill('Oi');
    await field(page).press('Enter');
    await expect.poll(() => said.join()).toContain(`Prosa: falta ${site.home} em connect-src`);
    await context.close();
    const other = await visit({});
    site.isListed = false;
    await launcher(other).click();
    await field(other).fill('Oi');
    await field(other).press('Enter');
    await other.getByText('Não consegui responder agora.').last().waitFor();
    await expect.poll(() => said.join()).toContain(`Prosa: ${site.site} está nos sites autorizados?`);
    site.isListed = true;
  });
});

describe('the page’s own rules', () => {
  it('move, lower and hide the launcher', async () => {
    const page = await visit({});
    const box = async () => (await launcher(page).boundingBox())!;
    await launcher(page).locator('svg').waitFor();
    const before = await box();
    await page.addStyleTag({ content: 'prosa-chat { --prosa-x: 10px; --prosa-y: 80px; z-index: 7 }' });
    await expect.poll(box).toEqual({ ...before, x: before.x - 10, y: before.y - 80 });
    expect(await page.locator('prosa-chat').evaluate((chat) => getComputedStyle(chat).zIndex)).toBe('7');
    await run(page, 'Prosa.open()');
    await panel(page).waitFor();
    const bottom = async () => {
      const { y, height } = (await panel(page).boundingBox())!;
      return y + height;
    };
    await expect.poll(bottom).toBe(before.y - 80 - 12);
    await run(page, 'Prosa.close()');
    await page.addStyleTag({ content: 'prosa-chat { display: none }' });
    expect(await launcher(page).isVisible()).toBe(false);
  });

  it('that hide unknown elements do not reach it', async () => {
    const page = await visit({ head: '<style>:not(:defined) { visibility: hidden; opacity: 0 }</style>' });
    await converse(page);
  });

  it('with a modal that holds the focus leave the focus in the field', async () => {
    const page = await visit({
      body: `<div id="modal"><input id="inside"></div><script>
        const holdFocus = ({ target }) => modal.contains(target) || inside.focus();
        document.addEventListener('focusin', holdFocus);
        document.addEventListener('focusin', holdFocus, true);
      </script>`,
    });
    await page.locator('#inside').focus();
    await launcher(page).click();
    await field(page).click();
    await page.keyboard.type('Vocês entregam?');
    expect(await field(page).inputValue()).toBe('Vocês entregam?');
    expect(await page.locator('#inside').inputValue()).toBe('');
  });
});

describe('Prosa.hide, show and destroy', () => {
  it('hide the launcher, from the start too, while open and ask still work', async () => {
    const page = await visit({
      head: "<script>window.Prosa=function(){(Prosa.q=Prosa.q||[]).push(arguments)};Prosa('hide')</script>",
    });
    await page.locator('prosa-chat').waitFor({ state: 'attached' });
    expect(await launcher(page).isVisible()).toBe(false);
    await run(page, "Prosa.ask('Vocês entregam?')");
    await page.locator('.actions').waitFor();
    expect(await launcher(page).isVisible()).toBe(false);
    await run(page, 'Prosa.hide()');
    await expect.poll(() => panel(page).isVisible()).toBe(false);
    await run(page, 'Prosa.show()');
    await launcher(page).waitFor();
  });

  it('remove everything, until the script runs again', async () => {
    const page = await visit({});
    await converse(page);
    await page.evaluate('window.old = Prosa, Prosa.destroy(), void old.open()');
    await page.waitForTimeout(300);
    expect(await page.locator('prosa-chat').count()).toBe(0);
    expect(await page.evaluate('typeof Prosa')).toBe('undefined');
    await page.addScriptTag({ url: `${site.home}/w/${CONTEXT_ID}.js` });
    await launcher(page).click();
    await expect.poll(() => page.locator('.exchange').count()).toBe(1);
    await converse(page);
    expect(said).toEqual([]);
  });
});

describe('a page that is wider than the phone', () => {
  it.each(['bottom-right', 'bottom-left', 'top-right'] as const)('shows launcher and panel: %s', async (side) => {
    site.appearance = { ...site.appearance, side };
    const page = await visit({ body: '<div style="width:900px;height:3000px">Larga</div>' }, PHONE);
    const seen = async (locator: ReturnType<typeof launcher>) => {
      const { left, top, right, bottom } = await locator.evaluate((element) => {
        const { left, top, right, bottom } = element.getBoundingClientRect();
        const { offsetLeft, offsetTop } = window.visualViewport!;
        return { left: left - offsetLeft, right: right - offsetLeft, top: top - offsetTop, bottom: bottom - offsetTop };
      });
      return left >= 0 && top >= 0 && right <= 390.5 && bottom <= 800.5;
    };
    await launcher(page).waitFor();
    await expect.poll(() => seen(launcher(page))).toBe(true);
    // The page is pushed to the side.
    const session = await context.newCDPSession(page);
    await session.send('Input.synthesizeScrollGesture', { x: 200, y: 400, xDistance: -300, yDistance: -200 });
    await expect.poll(() => page.evaluate(() => Math.round(window.visualViewport!.offsetLeft))).toBeGreaterThan(200);
    await expect.poll(() => seen(launcher(page))).toBe(true);
    // Playwright taps at the wrong place of a page that is pushed to the side.
    await run(page, 'Prosa.open()');
    await panel(page).waitFor();
    await expect.poll(() => seen(panel(page))).toBe(true);
  });
});
