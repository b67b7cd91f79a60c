import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { onPage } from '../support/browser.ts';
import { PASSWORD, until } from '../support/server.ts';
import { serveShop, type Site } from '../support/shop-site.ts';
import { pressOn, tabTo, typeInto } from '../walks/keys.ts';
import { setUpWalk } from '../walks/walk-setup.ts';

const UNKNOWN = 'Vocês consertam relógio antigo?';
const ANSWER = 'Não consertamos relógios: só vendemos queijos, cafés e doces.';

let site: Site;
const setup = setUpWalk(async () => {
  site = await serveShop();
  return { DEMO: 'off', CRAWL_ALLOW: site.host };
});
afterAll(() => site?.close());

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

async function signUp(page: Page): Promise<void> {
  await page.goto(`${setup.url}/register`);
  await typeInto(page, page.getByLabel('Nome completo'), 'Clara Menezes');
  await typeInto(page, page.getByLabel('E-mail de trabalho'), 'clara@emporio.com.br');
  await typeInto(page, page.getByLabel('Site da empresa'), site.origin);
  await typeInto(page, page.getByLabel('Senha', { exact: true }), PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/verify-email/);
  const outbox = join(setup.folder, 'outbox');
  const mail = await until(async () => existsSync(outbox) && readdirSync(outbox).find((name) => name.endsWith('.eml')));
  const [, code = ''] = /Subject: .*?(\d{6})/.exec(readFileSync(join(outbox, mail), 'utf8')) ?? [];
  await tabTo(page, page.getByLabel('Dígito 1 do código'));
  await page.keyboard.type(code);
}

async function teach(page: Page): Promise<void> {
  await typeInto(page, page.getByLabel('Nome da empresa'), 'Empório da Clara');
  await pressOn(page, button(page, 'Começar'));
  await page.getByText('Para quantos sites?').waitFor();
  await pressOn(page, button(page, 'Continuar'));
  await pressOn(page, button(page, /^Ler o site/));
  await page.getByText(/Páginas de/).waitFor({ timeout: 60_000 });
  await pressOn(page, button(page, /Adicionar \d+ páginas/));
  await until(async () => (await page.getByText('Treinado', { exact: true }).count()) >= 8, 120_000);
}

/** Asks as a visitor what the base does not answer. */
async function leaveGap(page: Page): Promise<void> {
  const contextId = await page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('accessToken')}` };
    const contexts = await (await fetch('/api/sessions/me/contexts', { headers })).json();
    return String(contexts[0].id);
  });
  const answer = await fetch(`${setup.url}/api/widgets/${contextId}/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ question: UNKNOWN, visitorToken: randomUUID(), messageId: randomUUID() }),
  });
  expect(await answer.text()).toContain('"unknown"');
}

async function answerGap(page: Page): Promise<void> {
  await page.goto(`${setup.url}/knowledge-gaps`);
  await pressOn(page, page.getByRole('link', { name: UNKNOWN }));
  await pressOn(page, button(page, 'Escrever resposta'));
  const form = page.getByRole('dialog', { name: 'Escrever resposta' });
  await typeInto(page, form.getByRole('textbox', { name: 'Resposta' }), ANSWER);
  await pressOn(page, form.getByRole('button', { name: 'Salvar resposta' }));
  await form.waitFor({ state: 'hidden' });
  await page.getByText('1 de 1 respondida').waitFor();
}

async function pay(page: Page): Promise<void> {
  await page.goto(`${setup.url}/choose-plan`);
  await pressOn(page, page.getByRole('link', { name: 'Escolher Profissional' }));
  await tabTo(page, page.getByRole('radio', { checked: true }).first());
  await pressOn(page, button(page, /^Pagar R\$.* agora$/));
  await page.getByText('Pronto: você está no plano Profissional').waitFor();
}

async function customize(page: Page): Promise<void> {
  await page.goto(`${setup.url}/chat/customize`);
  await typeInto(page, page.getByRole('textbox', { name: 'Nome do assistente' }), 'Serrinha');
  await pressOn(page, page.getByRole('button', { name: 'Salvar', exact: true }));
  await page.getByText('Pronto. Seus visitantes veem a mudança em até um minuto.').waitFor();
}

it('leads an owner by keyboard alone through sign-up, teaching, a gap, a payment and the appearance', async () => {
  await onPage(setup.browser, 'keyboard-owner', async (page) => {
    await signUp(page);
    await teach(page);
    await leaveGap(page);
    await answerGap(page);
    await pay(page);
    await customize(page);
  });
}, 240_000);
