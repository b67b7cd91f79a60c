import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { onPage } from '../support/browser.ts';
import { storeSession } from './steps.ts';
import { setUpWalk } from './walk-setup.ts';

/* The owner pins a question for the start of the chat; visitors ask with one tap, and find their past conversations. */

const WALK_MS = 120_000;
const PINNED = 'Vocês embrulham para presente?';
const WIDTHS = [1440, 390];
const setup = setUpWalk();

const questions = (page: Page) => page.getByRole('group', { name: 'Sugestões de perguntas' }).getByRole('button');

/** Returns the id of the demo's context, from the line that its owner pastes into the site. */
async function contextOf(page: Page): Promise<string> {
  await page.goto(`${setup.url}/chat/setup`);
  const line = page.getByText(/\/w\/[\w-]+\.js/).first();
  return /\/w\/([\w-]+)\.js/.exec((await line.textContent()) ?? '')![1]!;
}

async function openChat(page: Page, contextId: string): Promise<void> {
  const body = `<!doctype html><html lang="pt-BR"><meta name="viewport" content="width=device-width"><title>Loja</title>
    <script async src="/w/${contextId}.js"></script></html>`;
  await page.route(`${setup.url}/loja`, (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body }));
  await page.goto(`${setup.url}/loja`);
  await page.getByRole('button').first().click();
}

it(
  'lets the owner pin a question, which visitors see first of three, and keeps past conversations one tap away',
  async () => {
    let contextId = '';
    await onPage(setup.browser, 'pin-question', async (page) => {
      await storeSession(page, setup.url);
      contextId = await contextOf(page);
      for (const [at, width] of WIDTHS.entries()) {
        await page.setViewportSize({ width, height: 850 });
        await page.goto(`${setup.url}/chat/customize`);
        const fields = page.getByRole('textbox', { name: /^Pergunta fixa/ });
        if (at === 0) await page.getByRole('button', { name: 'Fixar uma pergunta' }).click();
        await fields.last().fill(at === 0 ? 'Vocês embrulham?' : PINNED);
        const save = page.getByRole('button', { name: 'Salvar' });
        await save.click();
        await expect.poll(() => save.isDisabled()).toBe(true);
        expect(await fields.count()).toBe(1);
      }
    });
    for (const width of WIDTHS) {
      await onPage(
        setup.browser,
        `first-questions-${width}`,
        async (page) => {
          await openChat(page, contextId);
          await questions(page).first().waitFor();
          expect(await questions(page).count()).toBe(3);
          expect(await questions(page).first().textContent()).toBe(PINNED);
          const past = page.getByRole('button', { name: 'Suas conversas' });
          expect(await past.isVisible()).toBe(false);
          const question = (await questions(page).nth(1).textContent())!;
          await questions(page).nth(1).click();
          await page.getByRole('group', { name: 'Fontes' }).waitFor();
          await page.getByRole('button', { name: 'Nova conversa' }).click();
          expect(await questions(page).count()).toBe(3);
          await past.click();
          const list = page.getByRole('region', { name: 'Suas conversas' });
          await list.getByRole('button', { name: question }).click();
          await page.locator('.bubble.user', { hasText: question }).waitFor();
          await page.getByRole('group', { name: 'Fontes' }).waitFor();
          const { left, right } = await page
            .getByRole('dialog')
            .evaluate((dialog) => dialog.getBoundingClientRect().toJSON() as DOMRect);
          expect(left).toBeGreaterThanOrEqual(0);
          expect(right).toBeLessThanOrEqual(width);
        },
        { viewport: { width, height: 850 } },
      );
    }
  },
  WALK_MS,
);
