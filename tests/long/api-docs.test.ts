import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { onPage, openBrowser } from '../support/browser.ts';
import { startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let browser: Browser;
let url: string;
beforeAll(async () => {
  [server, browser] = await Promise.all([startServer({ worker: false }), openBrowser()]);
  url = await server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

/** Records what the content security policy blocks, and every request to another host. */
async function watch(page: Page): Promise<string[]> {
  const noted: string[] = [];
  await page.addInitScript(() =>
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`policy violated: ${violatedDirective} ${blockedURI}`),
    ),
  );
  page.on('console', (message) => {
    if (message.text().includes('policy')) noted.push(message.text());
  });
  page.on('pageerror', (error) => noted.push(String(error)));
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith('data:')) noted.push(request.url());
  });
  return noted;
}

it(
  'shows API operations with examples and sends a request under the content security policy',
  { timeout: 240_000 },
  async () => {
    await onPage(browser, 'api-docs', async (page) => {
      // The OpenAPI document is one megabyte, and the machine is shared.
      page.setDefaultTimeout(60_000);
      const noted = await watch(page);
      await page.goto(`${url}/api/docs#/contents/createFaq`);
      await page.getByRole('heading', { name: /^Prosa/ }).waitFor();
      await page.getByText('Vocês entregam em Salvador?').first().waitFor();
      await page.goto('about:blank');
      await page.goto(`${url}/api/docs#/about/showLiveness`);
      await page.getByRole('button', { name: 'Try it out' }).click();
      await page.getByRole('button', { name: 'Execute' }).click();
      await page.getByRole('heading', { name: 'Server response' }).waitFor();
      await page.getByText('"status": "live"').first().waitFor();
      expect(noted).toEqual([]);
    });
  },
);
