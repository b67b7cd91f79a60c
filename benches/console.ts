import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openBrowser } from '../tests/support/browser.ts';
import { startProgram } from '../tests/support/program.ts';
import { signIn } from '../tests/walks/steps.ts';

/*
 * `npm run bench:console`: what Chromium fetches from the first request to the painted /login, and, signed in with an
 * empty cache, to the first painted list: bytes as they cross the wire (compressed), and requests. Targets: 105 and 500 kB.
 */
const folder = mkdtempSync(join(tmpdir(), 'prosa-bench-'));
const program = await startProgram({ DATA_DIR: folder });
const browser = await openBrowser();

interface Figures {
  bytes: number;
  requests: number;
  ms: number;
}

/** Goes to an address with an empty cache; ends when `painted` is on the screen. */
async function measure(
  page: Page,
  encoding: string,
  path: string,
  painted: (page: Page) => Promise<unknown>,
): Promise<Figures> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.clearBrowserCache');
  await session.send('Network.setExtraHTTPHeaders', { headers: { 'accept-encoding': encoding } });
  const figures = { bytes: 0, requests: 0, ms: 0 };
  session.on('Network.requestWillBeSent', ({ request }) => {
    if (request.url.startsWith('http')) figures.requests += 1;
  });
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (figures.bytes += encodedDataLength));
  const begin = performance.now();
  await page.goto(program.url + path, { waitUntil: 'commit' });
  await painted(page);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  const result = { ...figures, ms: performance.now() - begin };
  await session.detach();
  return result;
}

const show = (name: string, encoding: string, { bytes, requests, ms }: Figures) =>
  console.log(
    `${name.padEnd(12)} ${encoding.padEnd(5)} ${(bytes / 1000).toFixed(1).padStart(7)} kB  ${requests} requests  ${ms.toFixed(0)} ms`,
  );

try {
  for (const encoding of ['gzip', 'br']) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'pt-BR' });
    const page = await context.newPage();
    const isLogin = (one: Page) => one.getByRole('button', { name: 'Entrar' }).waitFor();
    show('/login', encoding, await measure(page, encoding, '/login', isLogin));
    await signIn(page, program.url);
    const isList = (one: Page) => one.getByRole('row').nth(2).waitFor();
    show('first list', encoding, await measure(page, encoding, '/knowledge-base/content', isList));
    await context.close();
  }
} finally {
  await browser.close();
  await program.stop();
  rmSync(folder, { recursive: true, force: true });
}
