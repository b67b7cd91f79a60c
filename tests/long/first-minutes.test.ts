import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { untilSteady, violationsOf } from '../pictures/examine.ts';
import { onPage } from '../support/browser.ts';
import { PASSWORD, until } from '../support/server.ts';
import { serveShop, type Site } from '../support/shop-site.ts';
import { setUpWalk } from '../walks/walk-setup.ts';

const CLICKS_MAX = 8;
/** With the menu and the header. The page on which the installation is explained has most. */
const WORDS_MAX = 300;
const FIRM = 'Empório da Clara';

let site: Site;
const setup = setUpWalk(async () => {
  site = await serveShop();
  return { DEMO: 'off', CRAWL_ALLOW: site.host };
});
afterAll(() => site?.close());

async function signUp(page: Page): Promise<void> {
  await page.goto(`${setup.url}/register`);
  await page.getByLabel('Nome completo').fill('Clara Menezes');
  await page.getByLabel('E-mail de trabalho').fill('clara@emporio.com.br');
  await page.getByLabel('Site da empresa').fill(site.origin);
  await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Criar conta' }).click();
  await page.waitForURL(/\/verify-email/);
  const outbox = join(setup.folder, 'outbox');
  const mail = await until(async () => existsSync(outbox) && readdirSync(outbox).find((name) => name.endsWith('.eml')));
  const [, code = ''] = /Subject: .*?(\d{6})/.exec(readFileSync(join(outbox, mail), 'utf8')) ?? [];
  await page.getByLabel('Dígito 1 do código').click();
  await page.keyboard.type(code);
}

async function ask(page: Page, question: string, answer: RegExp): Promise<void> {
  await page.getByPlaceholder('Escreva sua pergunta').fill(question);
  await page.keyboard.press('Enter');
  await page.getByText(answer).first().waitFor();
}

it('leads from an empty data directory to the answer on the own site in few clicks', { timeout: 240_000 }, async () => {
  await onPage(setup.browser, 'first-minutes', async (page, context) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    let clicks = 0;
    const click = async (target: Locator) => {
      await target.click();
      clicks += 1;
    };
    const words: Record<string, number> = {};
    const faults: string[] = [];
    /** Counts the words of a screen and examines whether everybody can use it. */
    const examine = async (name: string) => {
      await untilSteady(page);
      words[name] = await page.evaluate(() => {
        const countOf = (element: HTMLElement) => element.innerText.split(/\s+/).length;
        // Charts are also links and tables, for the keyboard and for screen readers.
        const unseen = [...document.querySelectorAll<HTMLElement>('.unseen, .chart-links a')];
        return unseen.reduce((sum, element) => sum - countOf(element), countOf(document.body));
      });
      faults.push(...(await violationsOf(page)).map((fault) => `${name}: ${fault}`));
    };
    const button = (name: string | RegExp) => page.getByRole('button', { name });
    await page.goto(`${setup.url}/register`);
    await examine('sign-up');
    await signUp(page);
    const name = page.getByLabel('Nome da empresa');
    await expect.poll(() => name.inputValue()).toBe('Empório Serra Azul');
    await name.fill(FIRM);
    await examine('guide');
    await click(button('Começar'));
    await page.getByText('Para quantos sites?').waitFor();
    await examine('sites');
    await click(button('Continuar'));
    await button(/^Ler o site/).waitFor();
    await examine('ways');
    // Reads it without another click.
    await click(button(/^Ler o site/));
    await page.getByText(/Páginas de/).waitFor({ timeout: 60_000 });
    await examine('pages');
    await click(button(/Adicionar \d+ páginas/));
    await until(async () => (await page.getByText('Treinado', { exact: true }).count()) >= 8, 120_000);
    await examine('contents');
    const menu = page.getByRole('navigation', { name: 'Principal' });
    await click(menu.getByText('Widget de chat'));
    await click(menu.getByRole('link', { name: 'Testar' }));
    await page.getByPlaceholder('Escreva sua pergunta').waitFor();
    await examine('preview');
    await ask(page, 'O queijo viaja bem no calor?', /manta térmica/);
    await click(menu.getByRole('link', { name: 'Instalar' }));
    await button('Copiar código').waitFor();
    await examine('installation');
    await click(button('Copiar código'));
    await page.getByText('Código copiado com sucesso.').waitFor();
    const snippet = await page.evaluate(() => navigator.clipboard.readText());
    site.pages.set('/visita', `<!doctype html><html lang="pt-BR"><title>Loja</title><h1>Loja</h1>${snippet}</html>`);
    const visit = await context.newPage();
    await visit.goto(`${site.origin}/visita`);
    await visit.getByRole('button', { name: 'Abrir conversa' }).click();
    await visit.getByText(FIRM).first().waitFor();
    await ask(visit, 'O queijo viaja bem no calor?', /manta térmica/);
    expect(clicks).toBeLessThanOrEqual(CLICKS_MAX);
    // All steps of the guide have happened.
    await page.goto(setup.url);
    await page.getByRole('region', { name: 'Para hoje' }).waitFor();
    await expect.poll(() => page.getByText('Primeiros passos').count()).toBe(0);
    await examine('home');
    expect(faults).toEqual([]);
    expect(Object.entries(words).filter(([, count]) => count > WORDS_MAX)).toEqual([]);
  });
});
