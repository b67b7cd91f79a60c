import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type LaunchOptions, type Page } from 'playwright-core';

const CHROMIUM_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
/** Debian's chromium-headless-shell: the same engine without a window, in which a page takes a fifth of the time. */
const HEADLESS_SHELL = '/usr/lib/chromium/chromium-headless-shell';
const ARTIFACTS = join(import.meta.dirname, '../.artifacts');

export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A host without TLS, and therefore not a secure context.
  '--host-resolver-rules=MAP loja.test 127.0.0.1',
];

/** Returns the path of the installed Chromium. Throws `Error` that explains how to install it. */
export function findChromium(paths: readonly string[] = CHROMIUM_PATHS): string {
  const path = [process.env.CHROMIUM, ...paths].find((one) => one && existsSync(one));
  if (path) return path;
  throw new Error('No Chromium was found: install it (Debian: apt-get install chromium) or name it by CHROMIUM=/path');
}

/** Starts the installed Chromium, preferably the one without a window. */
export const openBrowser = (options: LaunchOptions = {}): Promise<Browser> =>
  chromium.launch({
    executablePath: findChromium([HEADLESS_SHELL, ...CHROMIUM_PATHS]),
    args: CHROMIUM_FLAGS,
    ...options,
  });

let shared: Promise<Browser> | undefined;

/** Returns the browser that the test files of a process share. It ends with the process. */
export const sharedBrowser = (): Promise<Browser> =>
  // Playwright would only close the browser at a signal that should end the process.
  (shared ??= openBrowser({ handleSIGTERM: false }));

/** Runs `walk` on a new page. When it fails, saves a screenshot beside the tests. */
export async function onPage(
  browser: Browser,
  name: string,
  walk: (page: Page, context: BrowserContext) => Promise<void>,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<void> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'pt-BR',
    reducedMotion: 'reduce',
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  try {
    await walk(page, context);
  } catch (error) {
    mkdirSync(ARTIFACTS, { recursive: true });
    const pages = context.pages();
    await Promise.all(
      pages.map((one, at) =>
        one.screenshot({ path: join(ARTIFACTS, `${name}-${at}.png`), fullPage: true }).catch(() => undefined),
      ),
    );
    throw error;
  } finally {
    await context.close();
  }
}
