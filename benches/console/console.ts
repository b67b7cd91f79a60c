import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { apiCaller, signInAs, type Tokens } from '../../tests/pictures/people.ts';
import { readScreens } from '../../tests/pictures/screens.ts';
import { seed } from '../../tests/pictures/seed.ts';
import { type Subject, subjectsOf } from '../../tests/pictures/subjects.ts';
import { findChromium, openBrowser } from '../../tests/support/browser.ts';
import { startProgram } from '../../tests/support/program.ts';
import { openBareBrowser } from './bare-browser.ts';
import { roundsOf, weigh } from './page.ts';
import { servePlain } from './serve-plain.ts';

/*
 * `npm run bench -- console`: measures what Chromium downloads, and the time from the first request until sign-in, list
 * and dashboard are painted, with an empty cache, at full and at a quarter of the CPU speed. Alternates with two lists
 * on the same data: a plain Refine and antd app, and the console's own list as Refine's scaffolding draws it. Also finds
 * the longest chain of dependent calls of every screen. Prints the median of RUNS. Targets: 200 kB for /login, 560 kB for the
 * list; at 400 kbit/s the frame and menu within 5 s and the list within 10 (`--line`: only these); painted within 1.15 times the plain list's time and 0.85 times the scaffolded one's; no chain longer than 2.
 */
const RUNS = Number(process.env.RUNS ?? 7);
const DEEPEST = 2;

const hasText = (tag: string, text: string) =>
  `[...document.querySelectorAll('${tag}')].some((one) => one.textContent.includes('${text}'))`;
const LOGIN = hasText('button', 'Entrar');
const MENU = `document.querySelector('nav a')`;
/** Rows with data; placeholder rows have no key. */
const LIST = `document.querySelector('tr[data-row-key]')`;
const DASHBOARD = hasText('h2, h3', 'Interações por dia');

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function openPage(browser: Browser, tokens: Tokens | null): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'pt-BR' });
  await context.addInitScript((pair) => {
    for (const [key, value] of Object.entries(pair ?? {})) localStorage.setItem(key, String(value));
  }, tokens);
  return context.newPage();
}

interface Screen {
  name: string;
  url: string;
  shown: string;
  tokens: Tokens | null;
}

/** Prints what the first visit to a screen transfers. */
async function showWeight(browser: Browser, screen: Screen, encoding: 'gzip' | 'br'): Promise<void> {
  const page = await openPage(browser, screen.tokens);
  const { bytes, requests } = await weigh(page, { ...screen, encoding });
  await page.context().close();
  const cells = [screen.name.padEnd(14), encoding.padEnd(5), `${(bytes / 1000).toFixed(1).padStart(7)} kB`];
  console.log([...cells, `${String(requests).padStart(3)} requests`].join('  '));
}

/** Prints when the frame with its menu, and then the first list, are painted on a slow line. */
async function onSlowLine(url: string, owner: Tokens): Promise<void> {
  const browser = await openBareBrowser();
  try {
    for (const [name, shown, most] of [
      ['menu', MENU, 5],
      ['list', LIST, 10],
    ] as const) {
      const options = { items: owner, slowdown: 1, kbits: 400 };
      const ms = await browser.paintedAfter(`${url}/knowledge-base/content`, shown, options);
      console.log(`${name} painted after ${(ms / 1_000).toFixed(1)} s at 400 kbit/s (at most ${most})`);
    }
  } finally {
    await browser.close();
  }
}

/** Compares first visits to the console's screens, and alternates its list with the other two. */
async function compare(url: string, owner: Tokens): Promise<void> {
  const plain = await servePlain('plain-refine', url);
  const scaffold = await servePlain('scaffold-refine', url);
  const list = { name: 'list', url: `${url}/knowledge-base/content`, shown: LIST, tokens: owner };
  const others = [
    { name: 'plain list', url: `${plain.url}/plain`, shown: LIST, tokens: owner, most: 1.15 },
    { name: 'scaffold list', url: `${scaffold.url}/scaffold`, shown: LIST, tokens: owner, most: 0.85 },
  ];
  const screens: Screen[] = [
    { name: '/login', url: `${url}/login`, shown: LOGIN, tokens: null },
    { name: 'dashboard', url: `${url}/`, shown: DASHBOARD, tokens: owner },
    list,
    ...others,
  ];
  const browser = await openBrowser({ executablePath: findChromium() });
  for (const screen of screens) await showWeight(browser, screen, 'gzip');
  await showWeight(browser, list, 'br');
  await browser.close();

  const bareBrowser = await openBareBrowser();
  try {
    for (const slowdown of [1, 4]) {
      const times = new Map<string, number[]>(screens.map(({ name }) => [name, []]));
      for (let run = 0; run < RUNS; run++)
        for (const { name, url, shown, tokens } of screens)
          times.get(name)!.push(await bareBrowser.paintedAfter(url, shown, { items: tokens, slowdown }));
      for (const [name, all] of times)
        console.log(`${name.padEnd(14)} ${slowdown}x  ${median([...all]).toFixed(0)} ms`);
      for (const { name, most: max } of others) {
        const ratio = median(times.get('list')!.map((ms, at) => ms / times.get(name)![at]!));
        console.log(`list painted at ${ratio.toFixed(2)} of the ${name}'s time, ${slowdown}x (at most ${max})`);
      }
    }
  } finally {
    await bareBrowser.close();
    plain.close();
    scaffold.close();
  }
}

/** Prints the chains of calls of every screen. Returns those that are too long. */
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

/** Finds the longest chains of calls of the screens, with data. */
async function findChains(url: string, owner: Tokens): Promise<void> {
  const staff = await signInAs(url, 'equipe@prosa.local', 'Equipe#2026');
  const as = ({ accessToken }: Tokens) => apiCaller(url, accessToken);
  const examples = await seed(as(owner), as(staff), apiCaller(url), 'https://www.emporio-serra-azul.com.br');
  if (!process.argv.includes('--chains')) await compare(url, owner);
  const browser = await openBrowser({ executablePath: findChromium() });
  const inside = subjectsOf(await readScreens(), examples).filter(({ who, then }) => who !== 'guest' && !then);
  const deep = await chains(browser, url, inside, { owner, staff });
  await browser.close();
  console.log(deep.length === 0 ? 'no chain is deeper than 2' : `deeper than ${DEEPEST}: ${deep.join(', ')}`);
}

const folder = mkdtempSync(join(tmpdir(), 'prosa-bench-'));
const program = await startProgram({ DATA_DIR: folder });
try {
  const { url } = program;
  const owner = await signInAs(url, 'demo@prosa.local', 'Prosa#2026');
  await onSlowLine(url, owner);
  if (!process.argv.includes('--line')) await findChains(url, owner);
} finally {
  await program.stop();
  rmSync(folder, { recursive: true, force: true });
}
