import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { run } from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { initialAppearance } from '../../src/shared/appearance.ts';
import type { Suggestion } from '../../src/shared/chat-protocol.ts';
import { sharedBrowser } from '../support/browser.ts';
import { PATCHED_JS } from './hostile.ts';
import { type Scene, startTestSite, type TestSite } from './test-site.ts';

let site: TestSite;
let browser: Browser;
let complaints: string[];
let close: () => Promise<void> = async () => undefined;

const LABELS = ['Quais são as formas de pagamento?', '“Trocamos qualquer peça em até 30 dias…”', 'Prazo de entrega'];
const suggestions: Suggestion[] = LABELS.map((label, at) => ({
  contentId: `0198a1b2-0000-7000-8000-00000000000${at}`,
  ordinal: at,
  label,
  excerpt: 'Um trecho.',
}));
const INTRO = 'Não encontrei exatamente isso. Talvez ajude:';
const offer: Scene = { kind: 'answer', pieces: [INTRO], grounded: false, suggestions };
const taken: Scene = {
  kind: 'answer',
  pieces: ['Aceitamos Pix, boleto e cartão.'],
  sources: [{ contentId: suggestions[0]!.contentId, title: 'Formas aceitas', excerpt: 'Aceitamos Pix.' }],
};

beforeAll(async () => {
  site = await startTestSite();
  browser = await sharedBrowser();
  site.pages.set('/', {});
  site.pages.set('/patched', { csp: false, head: '<script src="/patched.js"></script>' });
  site.files.set('/patched.js', PATCHED_JS);
});
beforeEach(() => {
  complaints = [];
  site.scenes.length = site.questions.length = site.opinions.length = 0;
  site.feedback = false;
  site.appearance = initialAppearance('Lia', 'Cafeteria Aurora');
});
afterEach(() => close());
afterAll(async () => {
  await site?.close();
});

/** Opens the panel and asks a question that gets suggestions. */
async function ask(path = '/', options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    ...options,
  });
  close = () => context.close();
  const page = await context.newPage();
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(site.site + path);
  site.scenes.push(offer, taken);
  await page.locator('.launcher').click();
  await page.getByRole('textbox', { name: 'Escreva sua pergunta' }).fill('aceita alelo?');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: LABELS[2] }).waitFor();
  return page;
}
const offered = (page: Page, at = 0) => page.getByRole('button', { name: LABELS[at], exact: true });
const answers = (page: Page) => page.locator('.exchange .answer');
const liveRegion = (page: Page) => page.locator('[aria-live=polite]');
const focused = (page: Page) =>
  page.evaluate(() => {
    let active = document.activeElement;
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
    return active?.textContent ?? '';
  });

it.each(['/', '/patched'])('shows the answer with its source on one tap, as the same message (%s)', async (path) => {
  const page = await ask(path);
  await expect.poll(() => answers(page).first().textContent()).toBe(INTRO);
  await offered(page).click();
  await page.getByRole('button', { name: 'Formas aceitas' }).waitFor();
  expect(await answers(page).last().textContent()).toBe('Aceitamos Pix, boleto e cartão.');
  const [first, second] = site.questions;
  const { contentId, ordinal } = suggestions[0]!;
  expect(second).toMatchObject({ messageId: first!.messageId, chosen: { contentId, ordinal } });
  expect(second!.conversationId).toBeTruthy();
  expect(await offered(page).getAttribute('aria-pressed')).toBe('true');
  expect(complaints).toEqual([]);
});

it('reaches suggestions from the empty field with the arrow keys, and chooses one with Enter', async () => {
  const page = await ask();
  expect(await focused(page)).toBe('');
  await page.keyboard.press('ArrowUp');
  expect(await focused(page)).toBe(`${LABELS[0]}Um trecho.`);
  await page.keyboard.press('ArrowDown');
  expect(await focused(page)).toBe(`${LABELS[1]}Um trecho.`);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  expect(await focused(page)).toBe(`${LABELS[2]}Um trecho.`);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Formas aceitas' }).waitFor();
  expect(site.questions[1]!.chosen).toMatchObject({ contentId: suggestions[2]!.contentId });
});

it('announces the suggestions and the answer of the chosen one', async () => {
  const page = await ask();
  for (const text of [INTRO, ...LABELS]) await expect.poll(() => liveRegion(page).textContent()).toContain(text);
  const group = page.getByRole('group', { name: 'Escolha com um toque ou com as setas' });
  expect(await group.getByRole('button').count()).toBe(3);
  await offered(page, 1).click();
  await expect.poll(() => liveRegion(page).textContent()).toBe('Aceitamos Pix, boleto e cartão.');
});

it('shows them again after a reload, with the chosen one marked', async () => {
  const page = await ask();
  await offered(page, 1).click();
  await page.getByRole('button', { name: 'Formas aceitas' }).waitFor();
  await page.reload();
  await page.locator('.launcher').click();
  await expect.poll(() => answers(page).count()).toBe(2);
  expect(await page.locator('.bubble.user').allTextContents()).toEqual(['Você: aceita alelo?', `Você: ${LABELS[1]}`]);
  expect(await offered(page, 0).getAttribute('aria-pressed')).toBe('false');
  expect(await offered(page, 1).getAttribute('aria-pressed')).toBe('true');
});

it('shows suggestions for a second question below the answer and its sources', async () => {
  const page = await ask();
  const source = { contentId: suggestions[1]!.contentId, title: 'Quando abrimos', excerpt: 'Das 9h às 18h.' };
  const near = [suggestions[0]!];
  site.scenes.unshift({ kind: 'answer', pieces: ['Abrimos às 9h.'], sources: [source], suggestions: near });
  await page.getByRole('textbox', { name: 'Escreva sua pergunta' }).fill('que horas abre? aceita alelo?');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Quando abrimos' }).waitFor();
  await offered(page).last().click();
  await page.getByRole('button', { name: 'Formas aceitas' }).waitFor();
  expect(complaints).toEqual([]);
});

it('shows that a suggestion is no longer available and offers no retry', async () => {
  const page = await ask();
  const message = 'Essa resposta não está mais disponível. Tente perguntar de outro jeito.';
  site.scenes[0] = { kind: 'refuse', status: 410, code: 'suggestion_gone', message };
  await offered(page).click();
  await page.getByText(message).first().waitFor();
  expect(await page.getByRole('button', { name: 'Tentar de novo' }).count()).toBe(0);
});

it.each([
  ['on a desk, light', {}],
  ['on a phone, dark', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: 'dark' }],
] as [string, BrowserContextOptions][])('has no serious accessibility violations %s', async (_name, options) => {
  const page = await ask('/', { ...options, bypassCSP: true });
  await offered(page).click();
  await page.getByRole('button', { name: 'Formas aceitas' }).waitFor();
  await page.evaluate(await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
  const violations = await page.evaluate(async () => {
    const { run: runAxe } = (window as unknown as { axe: { run: typeof run } }).axe;
    const { violations } = await runAxe(document);
    return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id }) => id);
  });
  expect(violations).toEqual([]);
});
