import type { Browser, Page } from 'playwright-core';
import type { TestSite } from '../../tests/widget/test-site.ts';
import { printTimes, RUNS, slowPage } from './page.ts';

/** CSS selectors for testing another widget; they also match within open shadow roots. */
interface OtherWalk {
  /** The button that opens it. */
  launcher?: string;
  /** The input field of the open panel. */
  input?: string;
  /** The element that contains the text of an answer. */
  answer?: string;
}

const WAITS_MS = 15_000;

/** Runs in the page: finds the first visible match, in the document and every open shadow root. */
const FIND = `const find = (selector, root = document) => {
  for (const each of root.querySelectorAll(selector)) {
    const { width, height } = each.getBoundingClientRect();
    if (width > 0 && height > 0 && getComputedStyle(each).visibility !== 'hidden') return each;
  }
  for (const each of root.querySelectorAll('*')) {
    const found = each.shadowRoot && find(selector, each.shadowRoot);
    if (found) return found;
  }
  return null;
}`;

/**
 * Returns the time in ms from the end of an action until `isThere` is true and painted, measured in the page; null if
 * that never happens.
 */
const untilPainted = (page: Page, action: string, isThere: string) =>
  page.evaluate(
    `(async () => {
      ${FIND};
      ${action};
      const started = performance.now();
      while (!(${isThere})) {
        if (performance.now() - started > ${WAITS_MS}) return null;
        await new Promise(requestAnimationFrame);
      }
      await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
      return performance.now() - started;
    })()`,
  ) as Promise<number | null>;

/** Resolves when Enter is pressed anywhere. */
const ENTER = `await new Promise((pressed) =>
  addEventListener('keydown', ({ key }) => key === 'Enter' && pressed(), { capture: true }))`;

type Measure = 'painted' | 'opened' | 'token';
const NAMES: Record<Measure, string> = {
  painted: '  launcher there, after the load event',
  opened: '  click to panel usable',
  token: '  Enter to first token painted',
};

/** Tests a widget once, as far as possible. Returns the times, and why it stopped early. */
async function measureVisit(
  page: Page,
  address: string,
  walk: OtherWalk,
): Promise<[Partial<Record<Measure, number>>, string?]> {
  const { launcher, input, answer } = walk;
  const times: Partial<Record<Measure, number>> = {};
  if (!launcher) return [times, 'no --launcher was given'];
  await page.goto(address);
  const quoted = JSON.stringify(launcher);
  const loaded = (await page.evaluate(`performance.getEntriesByType('navigation')[0].loadEventEnd`)) as number;
  const started = (await page.evaluate('performance.now()')) as number;
  const shown = await untilPainted(page, '', `find(${quoted})`);
  if (shown === null) return [times, `no ${launcher} appeared`];
  times.painted = Math.max(0, started + shown - loaded);
  if (!input) return [times, 'no --input was given'];
  const opened = await untilPainted(page, `find(${quoted}).click()`, `find(${JSON.stringify(input)})`);
  if (opened === null) return [times, `no ${input} appeared after the click`];
  times.opened = opened;
  if (!answer) return [times, 'no --answer was given'];
  const field = page.locator(input).first();
  await field.fill('Oi?');
  const text = `(find(${JSON.stringify(answer)})?.textContent ?? '')`;
  const token = untilPainted(page, `const before = ${text}; ${ENTER}`, `${text} !== before`);
  await field.press('Enter');
  const received = await token;
  if (received === null) return [times, `no text came into ${answer}: its server may be missing`];
  times.token = received;
  return [times];
}

/** Measures another widget in the same way as ours, and prints the times and how far that went. */
export async function measureOther(browser: Browser, site: TestSite, path: string, walk: OtherWalk): Promise<void> {
  const rows: Record<Measure, number[]> = { painted: [], opened: [], token: [] };
  let reason: string | undefined;
  for (let run = 0; run < RUNS; run++) {
    const { page, close } = await slowPage(browser);
    const [times, why] = await measureVisit(page, site.site + path, walk).catch(
      (error: Error) => [{}, error.message] as const,
    );
    for (const name of Object.keys(NAMES) as Measure[]) {
      const time = (times as Partial<Record<Measure, number>>)[name];
      if (time !== undefined) rows[name].push(time);
    }
    reason = why;
    await close();
    // A failed first run is not repeated eight times.
    if (Object.keys(times).length === 0) break;
  }
  for (const name of Object.keys(NAMES) as Measure[]) {
    if (rows[name].length > 0) printTimes(NAMES[name], rows[name]);
    else console.log(`${NAMES[name].padEnd(48)}  not measured: ${reason}`);
  }
}
