import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import PostalMime from 'postal-mime';
import { expect, it } from 'vitest';
import { onPage } from '../support/browser.ts';
import { PICTURE } from '../support/operations.ts';
import { until } from '../support/until.ts';
import { signIn } from '../walks/steps.ts';
import { setUpWalk } from '../walks/walk-setup.ts';

const setup = setUpWalk();

/** The links of all invitations sent so far, oldest first. */
async function invitations(): Promise<string[]> {
  const outbox = join(setup.folder, 'outbox');
  if (!existsSync(outbox)) return [];
  const files = readdirSync(outbox)
    .filter((name) => name.endsWith('.eml'))
    .sort();
  const texts = await Promise.all(
    files.map(async (name) => (await PostalMime.parse(readFileSync(join(outbox, name)))).text ?? ''),
  );
  return texts.flatMap((text) => /http\S+\/invitation\/\S+/.exec(text)?.[0] ?? []);
}

const OWNER = { email: 'demo@prosa.local', password: 'Prosa#2026' };
const BRUNO = { email: 'bruno@emporio.com.br', password: 'Vb9*mangueira&kz' };
const toast = (page: Page, text: string | RegExp) => page.getByRole('status').getByText(text).last().waitFor();

it('invites a user, reduces their role and removes them', { timeout: 120_000 }, async () => {
  let invited = '';
  await onPage(setup.browser, 'people-invite', async (page) => {
    await signIn(page, setup.url);
    await page.goto(`${setup.url}/users`);
    await page.getByRole('link', { name: 'Convidar pessoa' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('E-mail').fill(BRUNO.email);
    await dialog.getByRole('button', { name: 'Enviar convite' }).click();
    await toast(page, `Convite enviado para ${BRUNO.email}.`);
    const [first] = await until(async () => ((await invitations()).length === 1 ? invitations() : null));
    const row = page.getByRole('row', { name: new RegExp(BRUNO.email) });
    const actions = row.getByRole('button', { name: /^Ações de/ });
    const resend = page.getByRole('menuitem', { name: /Enviar o convite de novo|Dá para enviar de novo/ });
    await actions.click();
    await resend.click();
    await toast(page, /Enviamos um novo convite/);
    // Another invitation must wait.
    await actions.click();
    await until(async () => (await resend.last().getAttribute('aria-disabled')) === 'true');
    const links = await until(async () => ((await invitations()).length === 2 ? invitations() : null));
    invited = links.find((link) => link !== first) ?? '';
    await page.goto(first ?? '');
    await page.getByText('Este link expirou').waitFor();
  });
  await onPage(setup.browser, 'people-accept', async (page) => {
    await page.goto(invited);
    await page.getByRole('textbox', { name: 'Seu nome' }).fill('Bruno Lima');
    await page.getByRole('textbox', { name: 'Crie uma senha' }).fill(BRUNO.password);
    await page.getByRole('button', { name: 'Aceitar convite' }).click();
    await page.getByRole('heading', { name: 'Olá, Bruno' }).waitFor();
    // Writers may not see users, so the address leads to /404.
    await page.goto(`${setup.url}/users`);
    await page.waitForURL(/\/404$/);
    await page.goto(`${setup.url}/audit-log`);
    await page.waitForURL(/\/404$/);
  });
  await onPage(setup.browser, 'people-edit', async (page) => {
    await signIn(page, setup.url);
    await page.goto(`${setup.url}/users`);
    const row = page.getByRole('row', { name: /Bruno Lima/ });
    await row.hover();
    await row.getByRole('button', { name: 'Ações de Bruno Lima' }).click();
    await page.getByRole('menuitem', { name: 'Editar' }).click();
    await page.getByRole('radio', { name: /Leitor/ }).check();
    await page.getByRole('button', { name: 'Salvar alterações' }).click();
    await toast(page, /Salvamos o acesso de Bruno Lima/);
    await row.getByText('Leitor').waitFor();
    await row.hover();
    await row.getByRole('button', { name: 'Ações de Bruno Lima' }).click();
    await page.getByRole('menuitem', { name: 'Remover' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remover' }).click();
    await row.waitFor({ state: 'detached' });
    await page.goto(`${setup.url}/audit-log`);
    await page.getByText(/removeu bruno@emporio\.com\.br da conta/).waitFor();
    await page.getByText(/mudou o perfil de bruno@emporio\.com\.br de Editor para Leitor/).waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Baixar planilha' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('registro-de-atividades.csv');
    expect(readFileSync(await file.path(), 'utf8')).toMatch(/^\uFEFFQuando;[\s\S]*Removeu uma pessoa/);
  });
});

it(
  'lets an owner change their profile, export the data and schedule the deletion of the account',
  { timeout: 120_000 },
  async () => {
    await onPage(setup.browser, 'people-preferences', async (page) => {
      await signIn(page, setup.url);
      await page.goto(`${setup.url}/preferences`);
      const picture = { name: 'eu.png', mimeType: 'image/png', buffer: Buffer.from(PICTURE, 'base64') };
      await page.locator('input[type="file"]').setInputFiles(picture);
      await page.getByRole('button', { name: 'Usar imagem' }).click();
      await toast(page, 'Sua foto foi trocada.');
      await until(async () =>
        (await page.locator('.avatar-button img').getAttribute('src'))?.startsWith('data:image/webp'),
      );

      const [zip] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Exportar dados' }).click(),
      ]);
      expect(zip.suggestedFilename()).toBe('dados-da-conta.zip');
      expect(
        readFileSync(await zip.path())
          .subarray(0, 2)
          .toString(),
      ).toBe('PK');

      // The notice about the download stays while the mouse is over it, and it covers the next button.
      await page.mouse.move(0, 0);
      await page.getByRole('button', { name: 'Encerrar conta' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Por que você está encerrando?').fill('Vamos fechar a loja.');
      await dialog.getByLabel('Sua senha').fill(OWNER.password);
      await dialog.getByRole('button', { name: 'Encerrar conta' }).click();
      await page.getByText(/Esta conta será encerrada em/).waitFor();
      await page.getByRole('button', { name: 'Desistir do encerramento' }).click();
      await toast(page, /Encerramento cancelado/);
      await page.getByRole('button', { name: 'Encerrar conta' }).waitFor();
    });
  },
);

it('signs out other sessions when the password changes', { timeout: 120_000 }, async () => {
  await onPage(setup.browser, 'people-elsewhere', async (elsewhere) => {
    await signIn(elsewhere, setup.url);
    await onPage(setup.browser, 'people-password', async (page) => {
      await signIn(page, setup.url);
      await page.goto(`${setup.url}/preferences`);
      await page.getByLabel('Senha atual').fill(OWNER.password);
      await page.getByLabel('Senha nova').fill('Tq4*cascata&wzx');
      await page.getByRole('button', { name: 'Trocar senha' }).click();
      await toast(page, /Senha trocada/);
      await page.reload();
      await page.getByRole('heading', { level: 1, name: 'Preferências' }).waitFor();
    });
    await elsewhere.goto(`${setup.url}/preferences`);
    await elsewhere.waitForURL(/\/login/);
    await signIn(elsewhere, setup.url, { ...OWNER, password: 'Tq4*cascata&wzx' });
  });
});
