import type { Page, Request, Route } from 'playwright-core';

/** What the first visit to an address transfers. */
export interface Weight {
  /** Compressed, as transferred. */
  bytes: number;
  requests: number;
}

interface PageLoad {
  url: string;
  /** A JavaScript expression that becomes true when the relevant content is shown. */
  shown: string;
  encoding: 'gzip' | 'br';
}

/** Opens an address with an empty cache; returns when the relevant content is shown. */
export async function weigh(page: Page, { url, shown, encoding }: PageLoad): Promise<Weight> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.clearBrowserCache');
  await session.send('Network.setExtraHTTPHeaders', { headers: { 'accept-encoding': encoding } });
  const weight = { bytes: 0, requests: 0 };
  session.on('Network.requestWillBeSent', ({ request }) => {
    if (request.url.startsWith('http')) weight.requests += 1;
  });
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (weight.bytes += encodedDataLength));
  await page.goto(url, { waitUntil: 'commit' });
  // An expression instead of a function, because pages may forbid `eval`. Two frames later, the content is painted.
  await page.evaluate(`new Promise((resolve) => {
    const look = () => requestAnimationFrame(() => (${shown} ? requestAnimationFrame(resolve) : look()));
    look();
  })`);
  await session.detach();
  return weight;
}

const QUIET_MS = 350;
/** The stream of changes, which ends with the page, and the plan's card, which is asked for once the page is shown. */
const LEFT_OUT: readonly string[] = ['/api/changes', '/api/sessions/me/plan'];

/**
 * Waits until no request has been made for a while, all requests except the delayed ones have finished, and the page is
 * idle.
 */
async function untilQuiet(page: Page, openRequests: readonly Route[]): Promise<void> {
  const waiting = new Set<Request>();
  let last = Date.now();
  const begin = (request: Request) => {
    if (LEFT_OUT.includes(new URL(request.url()).pathname)) return;
    waiting.add(request);
    last = Date.now();
  };
  const end = (request: Request) => {
    waiting.delete(request);
    last = Date.now();
  };
  page.on('request', begin);
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  const isBusy = () =>
    Date.now() - last < QUIET_MS || waiting.size > openRequests.filter((one) => waiting.has(one.request())).length;
  const limit = Date.now() + 20_000;
  do {
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2_000 })));
    await new Promise((resolve) => setTimeout(resolve, 40));
  } while (Date.now() < limit && isBusy());
  page.off('request', begin);
  page.off('requestfinished', end);
  page.off('requestfailed', end);
}

/**
 * Returns the API calls that an address makes, in rounds. All responses are held back until there are no further calls,
 * and then released together. Later calls depended on a response, so the number of rounds is the depth of the
 * waterfall.
 */
export async function roundsOf(page: Page, url: string): Promise<string[][]> {
  const isCall = ({ pathname }: URL) => pathname.startsWith('/api/') && !LEFT_OUT.includes(pathname);
  const openRequests: Route[] = [];
  await page.route(isCall, (route) => void openRequests.push(route));
  const rounds: string[][] = [];
  try {
    await page.goto(url, { waitUntil: 'load' });
    for (;;) {
      await untilQuiet(page, openRequests);
      if (openRequests.length === 0) return rounds;
      const released = openRequests.splice(0);
      rounds.push(released.map((route) => new URL(route.request().url()).pathname.replace('/api', '')));
      // Fetches all responses before releasing the first; otherwise the slowest would seem to depend on the others.
      const answers = await Promise.all(released.map((route) => route.fetch().catch(() => null)));
      await Promise.all(
        released.map((route, at) => {
          const response = answers[at];
          return (response ? route.fulfill({ response }) : route.abort()).catch(() => undefined);
        }),
      );
    }
  } finally {
    await page.unroute(isCall);
  }
}
