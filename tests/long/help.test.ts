import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { HELP_CONTEXT_ID } from '../../src/shared/help.ts';
import { onPage } from '../support/browser.ts';
import { eventsOf, until } from '../support/server.ts';
import { signIn } from '../walks/steps.ts';
import { setUpWalk } from '../walks/walk-setup.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

const setup = setUpWalk(undefined, ({ url }) =>
  // The queue trains the help contents after the start. Asks rarely: the tests' own questions come from the same address
  // and count toward the same limit per minute.
  until(async () => {
    const answer = await fetch(`${url}/api/widgets/${HELP_CONTEXT_ID}/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ question: 'Onde encontro ajuda sobre a tela em que estou?' }),
    });
    if (answer.ok && eventsOf(await answer.text()).at(-1)?.data.grounded) return true;
    return new Promise<false>((resolve) => setTimeout(() => resolve(false), 5_000));
  }, 180_000),
);

/** The serious and critical violations that axe finds in a part of the page. */
async function violationsIn(page: Page, part: string): Promise<string[]> {
  await page.evaluate(AXE);
  // Colors are only final after animations. Scroll-driven animations never finish, so they are skipped.
  await page.evaluate(() => {
    const timed = document.getAnimations().filter(({ timeline }) => timeline === document.timeline);
    return Promise.all(timed.map(({ finished }) => finished.catch(() => null)));
  });
  return page.evaluate(async (selector) => {
    const { axe } = window as unknown as { axe: { run(where: Element | null): Promise<any> } };
    const { violations } = await axe.run(document.querySelector(selector));
    return violations
      .filter(({ impact }: any) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }: any) => `${id}: ${nodes.map(({ html }: any) => html).join(' ')}`);
  }, part);
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const field = (page: Page) => page.getByRole('combobox', { name: 'Busca rápida' });
const open = (page: Page, path: string) => page.goto(setup.url + path);
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));

/** Types into the palette, waits until the expected option is selected and opens it. */
async function goTo(page: Page, typed: string, option: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await field(page).fill(typed);
  await page.locator('[role=option][aria-selected=true]', { hasText: option }).waitFor();
  await page.keyboard.press('Enter');
  await field(page).waitFor({ state: 'detached' });
}

/** Opens the help chat in the header, asks, and follows the source of the answer. */
async function askHelp(page: Page, question: string, isPhone: boolean): Promise<void> {
  const help = page.getByRole('dialog', { name: 'Ajuda da Prosa' });
  if (isPhone) {
    await page.getByRole('button', { name: 'Abrir ajuda' }).click();
    await help.getByRole('textbox').fill(question);
    await help.getByRole('textbox').press('Enter');
  } else {
    await page.getByRole('textbox', { name: 'Pergunte sobre a Prosa…' }).fill(question);
    await page.keyboard.press('Enter');
  }
  await help
    .getByText(/cole-o no fim da página/)
    .first()
    .waitFor();
  await help.getByRole('button', { name: 'Como instalo o chat no meu site?' }).last().click();
  expect(await violationsIn(page, '.help-talk')).toEqual([]);
  await help.getByRole('link', { name: /Abrir a página/ }).click();
  await heading(page, 'Instalar no site').waitFor();
  expect(page.context().pages()).toHaveLength(1);
}

describe('help', () => {
  it('opens the guide of each screen with the keyboard and returns the focus', async () => {
    await onPage(setup.browser, 'help-guide', async (page) => {
      await signIn(page, setup.url);
      const urls: string[] = [];
      page.on('request', (request) => urls.push(request.url()));
      for (const [path, title] of [
        ['/knowledge-base/links', 'Links'],
        ['/chat/setup', 'Instalar no site'],
      ] as const) {
        await open(page, path);
        await heading(page, title).waitFor();
        expect(urls.filter((url) => /guide-panel|guides-|help-talk|palette-|api\/widgets/.test(url))).toEqual([]);
        await page.getByRole('button', { name: 'Guia desta tela' }).focus();
        await page.keyboard.press('Enter');
        const guide = page.getByRole('dialog', { name: title });
        await guide.getByRole('listitem').nth(2).waitFor();
        expect(await violationsIn(page, '.guide')).toEqual([]);
        // The focus moves into the dialog and stays there.
        const isInside = () => page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null);
        await expect.poll(isInside).toBe(true);
        for (let step = 0; step < 12; step++) await page.keyboard.press('Tab');
        expect(await isInside()).toBe(true);
        await page.keyboard.press('Escape');
        await guide.waitFor({ state: 'detached' });
        await expect.poll(() => focused(page)).toBe('Guia desta tela');
        urls.length = 0;
      }
      await page.getByRole('button', { name: 'Guia desta tela' }).click();
      await page.getByRole('dialog').getByRole('link', { name: 'Personalizar' }).click();
      await page.waitForURL('**/chat/customize');
    });
  }, 60_000);

  it('finds a screen, a context and a content with a few letters', async () => {
    await onPage(setup.browser, 'help-palette', async (page) => {
      await signIn(page, setup.url);
      await page.evaluate(async () => {
        const headers = {
          authorization: `Bearer ${localStorage.getItem('accessToken')}`,
          'content-type': 'application/json',
        };
        await fetch('/api/contexts', { method: 'POST', headers, body: JSON.stringify({ name: 'Filial São João' }) });
      });
      await open(page, '/knowledge-base/links');
      await heading(page, 'Links').waitFor();
      await page.getByRole('button', { name: 'Buscar ou ir a… (Ctrl K)' }).click();
      await page.getByRole('option').nth(5).waitFor();
      expect(await violationsIn(page, '.palette')).toEqual([]);
      await page.keyboard.press('Escape');
      await field(page).waitFor({ state: 'detached' });
      await expect.poll(() => focused(page)).toBe('Buscar ou ir a… (Ctrl K)');

      await goTo(page, 'usuarios', 'Usuários');
      await heading(page, 'Usuários').waitFor();
      await goTo(page, 'prazo de ent', 'Qual é o prazo de entrega?');
      await page.waitForURL('**/knowledge-base/content/edit/*');
      // The page that opens may take the focus until it has loaded.
      await page.getByRole('textbox', { name: 'Pergunta', exact: true }).waitFor();
      await goTo(page, 'sao joao', 'Filial São João');
      await page.getByRole('combobox', { name: 'Contexto em uso: Filial São João. Trocar' }).waitFor();
      await goTo(page, 'tema claro', 'Usar tema claro');
      expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('light');
      // Recent choices come first.
      await page.keyboard.press('Control+k');
      await page.getByRole('group', { name: 'Recentes' }).getByRole('option').first().waitFor();
      expect(await page.getByRole('group', { name: 'Recentes' }).getByRole('option').allInnerTexts()).toContain(
        'Usuários',
      );
      await page.keyboard.press('Control+k');
      await field(page).waitFor({ state: 'detached' });
    });
  }, 60_000);

  it('answers product questions in the header and opens the screen of the answer', async () => {
    await onPage(setup.browser, 'help-talk', async (page) => {
      await signIn(page, setup.url);
      await open(page, '/users');
      await heading(page, 'Usuários').waitFor();
      await askHelp(page, 'como instalo o chat no meu site?', false);
      const help = page.getByRole('dialog', { name: 'Ajuda da Prosa' });
      // The first Escape closes the source's card, the second one the chat.
      await page.keyboard.press('Escape');
      await help.getByRole('link', { name: /Abrir a página/ }).waitFor({ state: 'hidden' });
      await page.keyboard.press('Escape');
      await help.waitFor({ state: 'hidden' });
      await expect.poll(() => focused(page)).toBe('Pergunte sobre a Prosa…');
    });
  }, 60_000);

  it('shows that the assistant cannot be loaded and offers the guide', async () => {
    await onPage(setup.browser, 'help-broken', async (page) => {
      await signIn(page, setup.url);
      await page.route('**/api/widgets/**', (route) => route.abort());
      await open(page, '/users');
      await page.getByRole('textbox', { name: 'Pergunte sobre a Prosa…' }).fill('oi?');
      await page.keyboard.press('Enter');
      await page.getByText('Não conseguimos abrir o chat da ajuda agora.').waitFor();
      await page.getByRole('button', { name: 'Ver o guia desta tela' }).click();
      await page.getByRole('dialog', { name: 'Usuários' }).waitFor();
    });
  }, 60_000);

  it('offers guide, palette and chat on a phone', async () => {
    await onPage(
      setup.browser,
      'help-phone',
      async (page) => {
        await signIn(page, setup.url);
        await open(page, '/users');
        await heading(page, 'Usuários').waitFor();
        await page.getByRole('button', { name: 'Guia desta tela' }).tap();
        await page.getByRole('dialog', { name: 'Usuários' }).getByRole('button', { name: 'Fechar guia' }).tap();
        await page.getByRole('button', { name: 'Buscar ou ir a… (Ctrl K)' }).tap();
        await field(page).fill('limites');
        await page.getByRole('option', { name: 'Uso e avisos' }).or(page.getByRole('option').first()).first().waitFor();
        expect(await violationsIn(page, '.palette')).toEqual([]);
        await page.getByRole('button', { name: 'Fechar busca' }).tap();
        await askHelp(page, 'como instalo o chat no meu site?', true);
        // The sheet closes when it leads to a screen.
        await page.getByRole('button', { name: 'Abrir ajuda' }).waitFor();
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
      },
      PHONE,
    );
  }, 60_000);
});
