/**
 * What the widget costs the page that carries it. Usage: node benches/widget.ts [another-widget.js …]; the other scripts
 * take the same first walk (bytes, requests, script time) in the same run.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { launchChromium } from '../tests/widget/browser.ts';
import { buildWidget, setStage, type Stage } from '../tests/widget/stage.ts';

const RUNS = 9;
const SLOWDOWN = 4;

interface TraceEvent {
  name: string;
  dur?: number;
  /** Of the thread alone: what other programs take of the machine is left out. */
  tdur?: number;
  args?: { data?: { url?: string } };
}

function printBytes(name: string, source: string | Buffer): void {
  const bytes = Buffer.from(source);
  const row = [bytes.length, gzipSync(bytes, { level: 9 }).length, brotliCompressSync(bytes).length];
  console.log(`${name.padEnd(24)} ${row.map((each) => String(each).padStart(9)).join('')}`);
}

function printTimes(name: string, times: readonly number[]): void {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))]!.toFixed(1).padStart(9);
  console.log(`${name.padEnd(44)} ${at(0.5)} ${at(0)} ${at(1)}`);
}

/** Milliseconds of processor time to compile and run the script at an address. */
async function scriptTime(session: CDPSession, path: string, walk: () => Promise<unknown>): Promise<number> {
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await session.send('Tracing.start', { transferMode: 'ReportEvents', categories: 'devtools.timeline,v8' } as never);
  await walk();
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  let total = 0;
  for (const { name, dur = 0, tdur = dur, args } of events) {
    if (name === 'EvaluateScript' && args?.data?.url?.endsWith(path)) total += tdur / 1_000;
  }
  return total;
}

async function slowPage(browser: Browser): Promise<{ page: Page; session: CDPSession; close: () => Promise<void> }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  return { page, session, close: () => context.close() };
}

async function measureScript(browser: Browser, stage: Stage, address: string, script: string): Promise<void> {
  const times: number[] = [];
  let requests: string[] = [];
  for (let run = 0; run < RUNS; run++) {
    const { page, session, close } = await slowPage(browser);
    const seen: string[] = [];
    page.on('request', (request) => seen.push(request.url()));
    times.push(await scriptTime(session, script, () => page.goto(stage.site + address, { waitUntil: 'networkidle' })));
    requests = seen.filter((url) => url !== stage.site + address && !url.endsWith('/icon'));
    await close();
  }
  const hosts = new Set(requests.map((url) => new URL(url).host));
  console.log(`${script}: ${requests.length} request(s) before the click, to ${hosts.size} host(s)`);
  printTimes('  script time', times);
}

/** Milliseconds, inside the page, from an act until `isThere` holds and has been painted. */
const untilPainted = (page: Page, act: string, isThere: string) =>
  page.evaluate(
    `new Promise((resolve) => {
      const root = document.querySelector('prosa-chat').shadowRoot;
      const panel = () => root.querySelector('div:last-child').shadowRoot;
      const look = () => (${isThere}) ? requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - started))) : requestAnimationFrame(look);
      const started = performance.now();
      ${act};
      look();
    })`,
  ) as Promise<number>;

async function measureUse(browser: Browser, stage: Stage): Promise<void> {
  const painted: number[] = [];
  const cold: number[] = [];
  const warm: number[] = [];
  const token: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    for (const isWarm of [false, true]) {
      const { page, close } = await slowPage(browser);
      await page.goto(`${stage.site}/`);
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
  printTimes('  launcher there, after the load event (at most)', painted);
  printTimes('  click to panel usable, not hovered before', cold);
  printTimes('  click to panel usable, hovered before', warm);
  printTimes('  Enter to first token painted (server at once)', token);
}

const folder = await mkdtemp(join(tmpdir(), 'prosa-widget-'));
const programs = await buildWidget(folder);
await rm(folder, { recursive: true });
const others = await Promise.all(
  process.argv.slice(2).map(async (file) => ({ name: basename(file), source: await readFile(file) })),
);
console.log(`${'bytes'.padEnd(24)} ${['raw', 'gzip', 'brotli'].map((each) => each.padStart(9)).join('')}`);
printBytes('loader', programs.loader);
printBytes('panel', programs.panel);
for (const { name, source } of others) printBytes(name, source);

const stage = await setStage();
const browser = await launchChromium();
try {
  console.log(
    `\nChromium at ${SLOWDOWN}x CPU slowdown, ms over ${RUNS} runs${' '.repeat(14)}median       min       max`,
  );
  stage.pages.set('/', {});
  await measureScript(browser, stage, '/', '.js');
  await measureUse(browser, stage);
  for (const { name, source } of others) {
    stage.files.set(`/${name}`, String(source));
    stage.pages.set('/other', { csp: false, scripts: 0, body: `<main>Loja</main><script src="/${name}"></script>` });
    await measureScript(browser, stage, '/other', `/${name}`);
  }
} finally {
  await browser.close();
  await stage.close();
}
