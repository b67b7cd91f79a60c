/**
 * Measures what the widget costs its host page. Usage: node benches/widget/widget.ts [another-widget.js …] [--start CODE]
 * [--launcher CSS] [--input CSS] [--answer CSS]. The other scripts are measured in the same run, as far as the
 * selectors allow. CODE runs after the script, for widgets that must be started.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { findChromium, openBrowser } from '../../tests/support/browser.ts';
import { buildWidget, startTestSite, type TestSite } from '../../tests/widget/test-site.ts';
import { measureOther } from './other-frameworks.ts';
import { printTimes, RUNS, SLOWDOWN, slowPage } from './page.ts';
import { type ScriptTime, scriptTime } from './trace.ts';

const { values: walk, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    start: { type: 'string' },
    launcher: { type: 'string' },
    input: { type: 'string' },
    answer: { type: 'string' },
  },
});

function printBytes(name: string, source: string | Buffer): void {
  const bytes = Buffer.from(source);
  const row = [bytes.length, gzipSync(bytes, { level: 9 }).length, brotliCompressSync(bytes).length];
  console.log(`${name.padEnd(24)} ${row.map((each) => String(each).padStart(9)).join('')}`);
}

async function measureScript(browser: Browser, site: TestSite, address: string, script: string): Promise<void> {
  const slow: ScriptTime[] = [];
  const plain: number[] = [];
  let requests: string[] = [];
  for (let run = 0; run < RUNS; run++) {
    for (const rate of [SLOWDOWN, 1]) {
      const { page, session, close } = await slowPage(browser, rate);
      const seen: string[] = [];
      page.on('request', (request) => seen.push(request.url()));
      const open = () => page.goto(site.site + address, { waitUntil: 'networkidle' });
      const times = await scriptTime(session, script, open);
      if (rate > 1) slow.push(times);
      else plain.push(times.all * SLOWDOWN);
      requests = seen.filter((url) => url !== site.site + address && !url.endsWith('/icon'));
      await close();
    }
  }
  const hosts = new Set(requests.map((url) => new URL(url).host));
  console.log(`${script}: ${requests.length} request(s) before the click, to ${hosts.size} host(s)`);
  const of = (name: keyof ScriptTime) => slow.map((times) => times[name]);
  printTimes('  script time, as it loads', of('all'));
  printTimes('    of it, compiling', of('compiling'));
  // The slowdown multiplies the time that other programs take; this figure does not depend on it.
  printTimes(`  script time without slowdown, times ${SLOWDOWN}`, plain);
  printTimes('  in separate tasks, afterwards', of('later'));
}

/** Returns the time in ms from an action until `isThere` is true and painted, measured in the page. */
const untilPainted = (page: Page, action: string, isThere: string) =>
  page.evaluate(
    `new Promise((resolve) => {
      const root = document.querySelector('prosa-chat').shadowRoot;
      const panel = () => root.querySelector('div:last-child').shadowRoot;
      const look = () => (${isThere}) ? requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - started))) : requestAnimationFrame(look);
      const started = performance.now();
      ${action};
      look();
    })`,
  ) as Promise<number>;

async function measureUse(browser: Browser, site: TestSite): Promise<void> {
  const painted: number[] = [];
  const cold: number[] = [];
  const warm: number[] = [];
  const token: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    for (const isWarm of [false, true]) {
      const { page, close } = await slowPage(browser);
      await page.goto(`${site.site}/`);
      const [load, paint] =
        (await page.evaluate(`new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => {
        const [navigation] = performance.getEntriesByType('navigation');
        resolve([navigation.loadEventEnd, performance.now()]);
      })))`)) as [number, number];
      if (isWarm) {
        await page.locator('.launcher').hover();
        await page.waitForTimeout(400);
      } else painted.push(Math.max(0, paint - load));
      const isUsable = `panel()?.activeElement?.nodeName === 'TEXTAREA'`;
      (isWarm ? warm : cold).push(await untilPainted(page, `root.querySelector('.launcher').click()`, isUsable));
      if (isWarm) {
        const send = `const field = panel().querySelector('textarea'); field.value = 'Oi?';
          field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))`;
        token.push(await untilPainted(page, send, `panel().querySelector('.exchange .answer p')?.textContent`));
      }
      await close();
    }
  }
  printTimes('  launcher shown, after the load event (at most)', painted);
  printTimes('  click to panel usable, not hovered before', cold);
  printTimes('  click to panel usable, hovered before', warm);
  printTimes('  Enter to first token painted (instant server)', token);
}

const folder = await mkdtemp(join(tmpdir(), 'prosa-widget-'));
const programs = await buildWidget(folder);
await rm(folder, { recursive: true });
const others = await Promise.all(
  positionals.map(async (file) => ({ name: basename(file), source: await readFile(file) })),
);
console.log(`${'bytes'.padEnd(24)} ${['raw', 'gzip', 'brotli'].map((each) => each.padStart(9)).join('')}`);
printBytes('loader', programs.loader);
printBytes('panel', programs.panel);
for (const { name, source } of others) printBytes(name, source);

const site = await startTestSite();
const browser = await openBrowser({ executablePath: findChromium() });
try {
  console.log(
    `\nChromium at ${SLOWDOWN}x CPU slowdown, ms over ${RUNS} runs${' '.repeat(18)}median       min       max`,
  );
  site.pages.set('/', {});
  await measureScript(browser, site, '/', '.js');
  await measureUse(browser, site);
  const start = walk.start ? `<script>${walk.start}</script>` : '';
  for (const { name, source } of others) {
    site.files.set(`/${name}`, String(source));
    site.pages.set('/other', {
      csp: false,
      scripts: 0,
      body: `<main>Loja</main><script src="/${name}"></script>${start}`,
    });
    await measureScript(browser, site, '/other', `/${name}`);
    await measureOther(browser, site, '/other', walk);
  }
} finally {
  await browser.close();
  await site.close();
}
