import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { onPage } from '../support/browser.ts';
import { PASSWORD, until } from '../support/server.ts';
import { serveShop, type Site } from '../support/shop-site.ts';
import { setUpWalk } from './walk-setup.ts';

const CLICKS_MAX = 8;
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
    const button = (name: string | RegExp) => page.getByRole('button', { name });
    await signUp(page);
    await page.getByLabel('Nome da empresa').fill(FIRM);
    await click(button('Começar'));
    await page.getByText('Para quantos sites?').waitFor();
    await click(button('Continuar'));
    // Reads it without another click.
    await click(button(/^Ler o site/));
    await page.getByText(/Páginas de/).waitFor({ timeout: 60_000 });
    await click(button(/Adicionar \d+ páginas/));
    await until(async () => (await page.getByText('Treinado', { exact: true }).count()) >= 8, 120_000);
    const menu = page.getByRole('navigation', { name: 'Principal' });
    await click(menu.getByText('Widget de chat'));
    await click(menu.getByRole('link', { name: 'Testar' }));
    await ask(page, 'O queijo viaja bem no calor?', /manta térmica/);
    await click(menu.getByRole('link', { name: 'Instalar' }));
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
  });
});
