import iconv from 'iconv-lite';
import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { type LocalSite, type Page as SitePage, serve } from '../outbound/serve.ts';
import { onPage } from '../support/browser.ts';
import { until } from '../support/until.ts';
import { choose, signIn } from '../walks/steps.ts';
import { setUpWalk } from '../walks/walk-setup.ts';

let site: LocalSite;
const pages: Record<string, SitePage> = {};
const setup = setUpWalk(async () => {
  site = await serve(pages);
  return { CRAWL_ALLOW: site.host };
});
afterAll(() => site?.close());

const at = (page: Page, path: string) => page.goto(setup.url + path);
const LIST = '/knowledge-base/content';
const html = (price: string) =>
  `<html lang="pt-BR"><title>Frete da loja</title><main><h1>Frete</h1><p>Entregamos de segunda a sexta em todo o país.</p><p>O frete para Curitiba custa ${price} e chega em dois dias úteis.</p></main></html>`;

/** Imports a CSV file from Excel with one line that lacks its answer. */
async function importTable(page: Page): Promise<void> {
  const table =
    'Pergunta;Resposta\r\nVocês consertam câmbio?;Sim, em até dois dias.\r\nSem resposta?;\r\nTêm vale-presente?;Sim, a partir de R$ 50.\r\n';
  await at(page, `${LIST}/upload?tab=faq&way=many`);
  await page
    .locator('.ant-upload input')
    .setInputFiles({ name: 'perguntas.csv', mimeType: 'text/csv', buffer: iconv.encode(table, 'windows-1252') });
  await page.getByText('2 prontas').waitFor();
  const faultyRow = page.getByRole('listitem').filter({ hasText: 'Linha 3' });
  await faultyRow.getByText('Falta a resposta.').waitFor();
  await page.getByRole('button', { name: 'Adicionar 2 perguntas' }).click();
  await page.getByText(/Adicionamos 2 perguntas\. 1 linha com erro ficou de fora\./).waitFor();
}

async function pick(page: Page, ...titles: string[]): Promise<void> {
  for (const title of titles) await page.getByRole('checkbox', { name: `Selecionar ${title}` }).check();
}

/** Moves one of the imported questions to another context and deletes another one. */
async function moveAndDelete(page: Page): Promise<void> {
  await at(page, `${LIST}?search=${encodeURIComponent('vale-presente')}`);
  await pick(page, 'Têm vale-presente?');
  await page.getByRole('toolbar').getByRole('button', { name: 'Mover' }).click();
  const dialog = page.getByRole('dialog');
  await choose(page, dialog.locator('.ant-select'), 'Filial da prova');
  await dialog.getByRole('button', { name: 'Mover' }).click();
  await page.getByText('1 conteúdo foi para “Filial da prova”.').waitFor();
  await at(page, `${LIST}?search=${encodeURIComponent('câmbio')}`);
  await pick(page, 'Vocês consertam câmbio?');
  await page.getByRole('toolbar').getByRole('button', { name: 'Excluir' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click();
  await page.getByText('Excluímos 1 conteúdo.').waitFor();
}

/** Syncs a page that has changed and checks the displayed difference. */
async function seeDifference(page: Page): Promise<void> {
  pages['/frete'] = html('dez reais');
  const made = await page.evaluate(
    async ({ url }) => {
      const headers = {
        authorization: `Bearer ${localStorage.getItem('accessToken')}`,
        'content-type': 'application/json',
      };
      const [context] = await (await fetch('/api/sessions/me/contexts', { headers })).json();
      const body = JSON.stringify({ contextId: context.id, urls: [url] });
      return (await (await fetch('/api/contents/links', { method: 'POST', headers, body })).json()).data[0]
        .id as string;
    },
    { url: `${site.origin}/frete` },
  );
  await at(page, `${LIST}/edit/${made}`);
  await page.getByText('Lida pela primeira vez').waitFor();
  pages['/frete'] = html('doze reais');
  await page.getByRole('button', { name: 'Sincronizar agora' }).click();
  await page.locator('.difference ins', { hasText: 'doze reais' }).waitFor();
  await page.locator('.difference del', { hasText: 'dez reais' }).waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  // The layout takes a moment to adapt; after that, nothing may overflow horizontally.
  await until(() => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
}

it(
  'imports a sheet, moves and deletes contents in bulk, and shows what changed in a page',
  { timeout: 120_000 },
  async () => {
    await onPage(setup.browser, 'contents', async (page) => {
      await signIn(page, setup.url);
      const branch = await page.evaluate(async () => {
        const headers = {
          authorization: `Bearer ${localStorage.getItem('accessToken')}`,
          'content-type': 'application/json',
        };
        const body = JSON.stringify({ name: 'Filial da prova', parentId: null });
        return (await fetch('/api/contexts', { method: 'POST', headers, body })).status;
      });
      expect(branch).toBe(201);
      await importTable(page);
      await until(async () => (await page.getByText('Têm vale-presente?').count()) > 0);
      await moveAndDelete(page);
      await seeDifference(page);
    });
  },
);
