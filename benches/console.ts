import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from '../tests/support/browser.ts';
import { startProgram } from '../tests/support/program.ts';
import { asker, signInAs, type Tokens } from '../tests/pictures/people.ts';
import { readScreens } from '../tests/pictures/screens.ts';
import { seed } from '../tests/pictures/seed.ts';
import { subjectsOf, type Subject } from '../tests/pictures/subjects.ts';
import { type Figures, type Look, measure, roundsOf } from './console-page.ts';
import { servePlain } from './plain-stage.ts';

/*
 * `npm run bench:console`: what Chromium fetches, and how long it takes, from the first request to the painted sign-in,
 * list and dashboard, with an empty cache, on the machine as it is and four times slower; the list of a plain Refine and
 * antd app on the same data beside it; and the deepest chain of calls of every screen. The median of RUNS.
 * Targets: 105 kB for /login, 500 for the list; painted by 0.7 of the plain app's time; no chain deeper than 2.
 */
const RUNS = Number(process.env.RUNS ?? 5);
const DEEPEST = 2;

const isLogin = (page: Page) => page.getByRole('button', { name: 'Entrar' }).waitFor();
/** Rows with something in them: those that stand in for the first ones to come have no name. */
const isList = (page: Page) => page.locator('tr[data-id]').first().waitFor();
const isPlainList = (page: Page) => page.locator('tr[data-row-key]').first().waitFor();
const isDashboard = (page: Page) => page.getByRole('heading', { name: 'Interações por dia' }).waitFor();

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function openPage(browser: Browser, tokens: Tokens | null): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'pt-BR' });
  await context.addInitScript((pair) => {
    for (const [key, value] of Object.entries(pair ?? {})) localStorage.setItem(key, String(value));
  }, tokens);
  return context.newPage();
}

/** The median of several first looks, each on a page of its own. */
async function measureOften(browser: Browser, tokens: Tokens | null, look: Look): Promise<Figures> {
  const all: Figures[] = [];
  for (let run = 0; run < RUNS; run++) {
    const page = await openPage(browser, tokens);
    all.push(await measure(page, look));
    await page.context().close();
  }
  const of = (key: keyof Figures) => median(all.map((one) => one[key]));
  return { bytes: of('bytes'), requests: of('requests'), ms: of('ms') };
}

function show(name: string, { encoding, slowdown }: Look, { bytes, requests, ms }: Figures): void {
  const cells = [name.padEnd(14), encoding.padEnd(5), `${slowdown}x`, `${(bytes / 1000).toFixed(1).padStart(7)} kB`];
  console.log([...cells, `${String(requests).padStart(3)} requests`, `${ms.toFixed(0).padStart(6)} ms`].join('  '));
}

/** First looks at the console's screens, and how its list stands to the plain one. */
async function compare(browser: Browser, url: string, owner: Tokens): Promise<void> {
  const plain = await servePlain(url);
  const list = { name: 'list', url: `${url}/knowledge-base/content`, painted: isList, tokens: owner };
  const plainUrl = `${plain.url}/plain`;
  const looks = [
    { name: '/login', url: `${url}/login`, painted: isLogin, tokens: null },
    { name: 'dashboard', url: `${url}/`, painted: isDashboard, tokens: owner },
    list,
    { name: 'plain list', url: plainUrl, painted: isPlainList, tokens: owner },
  ];
  try {
    for (const slowdown of [1, 4]) {
      const times: Record<string, number> = {};
      for (const { name, tokens, ...where } of looks) {
        const look: Look = { ...where, encoding: 'gzip', slowdown };
        const figures = await measureOften(browser, tokens, look);
        show(name, look, figures);
        times[name] = figures.ms;
      }
      const ratio = (times.list ?? 0) / (times['plain list'] ?? 1);
      console.log(`list painted at ${ratio.toFixed(2)} of the plain one's time, ${slowdown}x (at most 0.70)`);
    }
    const look: Look = { ...list, encoding: 'br', slowdown: 1 };
    show('list', look, await measureOften(browser, owner, look));
  } finally {
    plain.close();
  }
}

/** The chains of calls of every screen; gives those that are too deep. */
async function chains(browser: Browser, url: string, subjects: readonly Subject[], who: Record<string, Tokens>) {
  const deep: string[] = [];
  const pages = new Map<string, Page>();
  for (const subject of subjects) {
    const page = pages.get(subject.who) ?? (await openPage(browser, who[subject.who] ?? null));
    pages.set(subject.who, page);
    const rounds = await roundsOf(page, url + subject.path);
    console.log(`${String(rounds.length).padStart(2)} ${subject.name}  ${rounds.map((one) => one.length).join(' > ')}`);
    if (rounds.length <= DEEPEST) continue;
    deep.push(subject.name);
    for (const round of rounds) console.log(`     ${[...new Set(round)].join(' ')}`);
  }
  return deep;
}

const folder = mkdtempSync(join(tmpdir(), 'prosa-bench-'));
const program = await startProgram({ DATA_DIR: folder });
const browser = await openBrowser();
try {
  const { url } = program;
  const owner = await signInAs(url, 'demo@prosa.local', 'Prosa#2026');
  const staff = await signInAs(url, 'equipe@prosa.local', 'Equipe#2026');
  const as = ({ accessToken }: Tokens) => asker(url, accessToken);
  const examples = await seed(as(owner), as(staff), asker(url), 'https://www.emporio-serra-azul.com.br');
  if (!process.argv.includes('--chains')) await compare(browser, url, owner);
  const inside = subjectsOf(await readScreens(), examples).filter(({ who, then }) => who !== 'guest' && !then);
  const deep = await chains(browser, url, inside, { owner, staff });
  console.log(deep.length === 0 ? 'no chain is deeper than 2' : `deeper than ${DEEPEST}: ${deep.join(', ')}`);
} finally {
  await browser.close();
  await program.stop();
  rmSync(folder, { recursive: true, force: true });
}
