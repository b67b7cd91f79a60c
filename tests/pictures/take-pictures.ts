import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from '../support/browser.ts';
import { startProgram } from '../support/program.ts';
import { serveShop } from '../support/shop-site.ts';
import { overrideResponses, type State, STATES } from './answers.ts';
import { overflowsOf, untilSteady, violationsOf } from './examine.ts';
import { type Picture, writeGallery } from './gallery.ts';
import { apiCaller, signInAs, signInNewcomer, signUp, type Tokens } from './people.ts';
import { readScreens } from './screens.ts';
import { seed } from './seed.ts';
import { SHOP_WINDOW, type Subject, subjectsOf } from './subjects.ts';
import { WEEKLY_MAIL_PATH, weeklyMailHtml } from './weekly-mail.ts';

/*
 * `npm run pictures`: photographs every screen of the real product in Chromium, in each state, theme and width, and
 * reports axe violations and layout problems. Writes a gallery to pictures/index.html.
 * --screen (a pattern of its name, repeatable), --state, --theme and --width limit the pictures; new pictures replace
 * old ones. --no-axe is faster. --url and --data use a running server, whose demo data the first such run completes
 * from the site in --site (the server's CRAWL_ALLOW must include it).
 */
const { values: options } = parseArgs({
  options: {
    screen: { type: 'string', multiple: true },
    state: { type: 'string', multiple: true },
    theme: { type: 'string', multiple: true },
    width: { type: 'string', multiple: true },
    'no-axe': { type: 'boolean', default: false },
    folder: { type: 'string', default: 'pictures' },
    url: { type: 'string' },
    data: { type: 'string' },
    site: { type: 'string' },
  },
});
const HEIGHTS: Record<number, number> = { 1440: 900, 768: 1024, 600: 900, 390: 844, 720: 450 };
const TALLEST = 2_600;
const STEADY_MS = 400;
const states = STATES.filter((state) => options.state?.includes(state) ?? true);
const themes = options.theme ?? ['dark', 'light'];
const widths = options.width?.map(Number) ?? [1440, 768, 390];
const isWanted = ({ name }: Subject) => options.screen?.some((pattern) => new RegExp(pattern).test(name)) ?? true;

const isNarrowed = [options.screen, options.state, options.theme, options.width].some((one) => one !== undefined);
if (!isNarrowed) rmSync(options.folder, { recursive: true, force: true });
mkdirSync(options.folder, { recursive: true });
const LIST = join(options.folder, 'pictures.json');
const pictures = new Map<string, Picture>();
if (existsSync(LIST)) {
  for (const one of JSON.parse(readFileSync(LIST, 'utf8')) as Picture[]) pictures.set(one.file, one);
}

/** A page signed in as a user, where the address of the customer's page is also available. */
async function openPage(browser: Browser, url: string, tokens: Tokens | null, contextId: string): Promise<Page> {
  const context = await browser.newContext({
    locale: 'pt-BR',
    reducedMotion: 'reduce',
    timezoneId: 'America/Sao_Paulo',
  });
  await context.addInitScript((pair) => {
    if (!pair || localStorage.getItem('accessToken')) return;
    for (const [key, value] of Object.entries(pair)) localStorage.setItem(key, String(value));
  }, tokens);
  await context.route(`${url}${SHOP_WINDOW}`, (route) =>
    route.fulfill({
      contentType: 'text/html; charset=utf-8',
      body: `<!doctype html><html lang="pt-BR"><meta name="viewport" content="width=device-width"><title>Empório</title>
<main style="font: 16px/26px Georgia; max-width: 640px; margin: 40px auto; padding: 0 20px"><h1>Empório Serra Azul</h1>
<p>Queijos e doces da serra, toda semana na sua casa.</p></main><script async src="/w/${contextId}.js"></script></html>`,
    }),
  );
  const mail = { contentType: 'text/html; charset=utf-8', body: weeklyMailHtml(url) };
  await context.route(url + WEEKLY_MAIL_PATH, (route) => route.fulfill(mail));
  const page = await context.newPage();
  page.setDefaultTimeout(5_000);
  return page;
}

async function dress(page: Page, theme: string): Promise<void> {
  await page.evaluate((name) => {
    localStorage.setItem('theme', name);
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }));
  }, theme);
}

const hasTheme = (page: Page, theme: string) =>
  page.evaluate((name) => document.documentElement.dataset.theme === name, theme);

/** Takes a picture at one width and examines it; the page is not changed. */
async function take(page: Page, subject: Subject, state: State, theme: string, width: number): Promise<Picture> {
  await page.setViewportSize({ width, height: HEIGHTS[width] ?? 900 });
  await untilSteady(page, state === 'loading');
  const findings = await overflowsOf(page);
  const isExamined = !options['no-axe'] && (width === widths[0] || (state === 'seeded' && width === widths.at(-1)));
  if (isExamined) findings.push(...(await violationsOf(page)));
  const file = `${subject.name.replace(/[^\w+-]+/g, '_')}.${state}.${theme}.${width}.jpg`;
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  // Chromium omits the text of transformed layers outside the window, so diagrams are limited to the window.
  const fullPage = (await page.locator('.diagram').count()) === 0;
  const maxHeight = fullPage ? Math.max(height, HEIGHTS[width] ?? 900) : (HEIGHTS[width] ?? 900);
  await page.screenshot({
    path: join(options.folder, file),
    type: 'jpeg',
    quality: 80,
    fullPage,
    clip: { x: 0, y: 0, width, height: Math.min(maxHeight, TALLEST) },
  });
  return { file, screen: subject.name, state, theme, width, findings };
}

async function goTo(page: Page, url: string, subject: Subject, state: State, width: number, broken: string[]) {
  await page.setViewportSize({ width, height: HEIGHTS[width] ?? 900 });
  await page.goto(url + subject.path, { waitUntil: 'load' });
  await untilSteady(page, state === 'loading', STEADY_MS);
  if (!subject.then) return;
  await subject.then(page).catch((error: Error) => broken.push(`not opened: ${error.message.split('\n')[0]}`));
  await untilSteady(page, state === 'loading', STEADY_MS);
}

/** Takes all pictures of a screen in one state: opens it once, then changes theme and width. */
async function takePicture(page: Page, url: string, subject: Subject, state: State): Promise<void> {
  const broken: string[] = [];
  const note = (error: Error) => void broken.push(`error on the page: ${error.message.slice(0, 160)}`);
  page.on('pageerror', note);
  const unbend = await overrideResponses(page, state, subject.who === 'staff');
  try {
    await goTo(page, url, subject, state, widths[0] ?? 1440, broken);
    for (const theme of themes) {
      await dress(page, theme);
      // Public pages apply the theme only while they load.
      if (!(await hasTheme(page, theme))) await goTo(page, url, subject, state, widths[0] ?? 1440, broken);
      for (const width of widths) {
        if (subject.isReloaded && width !== widths[0]) await goTo(page, url, subject, state, width, broken);
        const picture = await take(page, subject, state, theme, width);
        picture.findings.push(...broken.splice(0));
        pictures.set(picture.file, picture);
        for (const finding of picture.findings) console.log(`  ${subject.name} ${state} ${theme} ${width}: ${finding}`);
      }
    }
  } finally {
    page.off('pageerror', note);
    await unbend();
  }
}

interface Target {
  url: string;
  dataDir: string;
  /** The origin of the site to capture. */
  origin: string;
  close(): Promise<void>;
}

/** Starts the product with an empty data directory and a site to capture, or uses a running server. */
async function openTarget(): Promise<Target> {
  const site = await serveShop();
  const { origin } = site;
  if (options.url && options.data) {
    return { url: options.url, dataDir: options.data, origin: options.site ?? origin, close: async () => site.close() };
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'prosa-pictures-'));
  const program = await startProgram({ DATA_DIR: dataDir, CRAWL_ALLOW: site.host });
  const close = async () => {
    await program.stop();
    site.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { url: program.url, dataDir, origin, close };
}

const target = await openTarget();
const browser = await openBrowser();
try {
  const { url, dataDir } = target;
  const owner = await signInAs(url, 'demo@prosa.local', 'Prosa#2026');
  const staff = await signInAs(url, 'equipe@prosa.local', 'Equipe#2026');
  const newcomer = await signInNewcomer(url).catch(() => signUp(url, dataDir));
  const as = ({ accessToken }: Tokens) => apiCaller(url, accessToken);
  const examplesFile = join(dataDir, 'examples.json');
  const examples = existsSync(examplesFile)
    ? (JSON.parse(readFileSync(examplesFile, 'utf8')) as Record<string, string>)
    : await seed(as(owner), as(staff), apiCaller(url), target.origin);
  writeFileSync(examplesFile, JSON.stringify(examples));
  const subjects = subjectsOf(await readScreens(), examples).filter(isWanted);
  console.log(`${subjects.length} screens, ${states.length} states`);
  const contextId = examples.widget as string;
  const open = (tokens: Tokens | null) => openPage(browser, url, tokens, contextId);
  const pages = { owner: await open(owner), staff: await open(staff), guest: await open(null) };
  const empty = await open(newcomer);
  for (const subject of subjects) {
    const begin = performance.now();
    for (const state of states) {
      const isTaken = subject.who === 'owner' || state === 'seeded' || (subject.who === 'staff' && state !== 'empty');
      if (!isTaken) continue;
      const page = state === 'empty' ? empty : pages[subject.who];
      await takePicture(page, url, subject, state).catch((error: Error) =>
        console.log(`  ${subject.name} ${state}: ${error.message.split('\n')[0]}`),
      );
    }
    console.log(`${subject.name} ${((performance.now() - begin) / 1000).toFixed(1)} s`);
    const list = [...pictures.values()];
    writeFileSync(LIST, JSON.stringify(list));
    writeGallery(options.folder, list);
  }
} finally {
  await browser.close();
  await target.close();
}
