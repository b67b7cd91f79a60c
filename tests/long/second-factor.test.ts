import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { onPage } from '../support/browser.ts';
import { signIn } from '../walks/steps.ts';
import { setUpWalk } from '../walks/walk-setup.ts';

const setup = setUpWalk();
const DEMO = { email: 'demo@prosa.local', password: 'Prosa#2026' };

/** Browsers accept no passkeys for an IP address. */
const local = () => setup.url.replace('127.0.0.1', 'localhost');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const text = (page: Page, said: string | RegExp) => page.getByText(said).first();

/** The code of the time step `steps` from now. The server accepts the next one, too, and each only once. */
const codeOf = (key: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() + steps * 30_000 });

/** A device with a fingerprint reader, on which its owner always puts the finger. */
async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
}

async function enterPassword(page: Page): Promise<void> {
  await page.goto(`${local()}/login`);
  await page.getByLabel('E-mail').fill(DEMO.email);
  await page.getByLabel('Senha', { exact: true }).fill(DEMO.password);
  await button(page, 'Entrar').click();
}

async function signOut(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${local()}/login`);
}

it('guards a sign-in with an app, recovery codes and a passkey', { timeout: 240_000 }, async () => {
  await onPage(setup.browser, 'second-factor', async (page) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    await addAuthenticator(page);
    await signIn(page, local());

    await page.goto(`${local()}/preferences`);
    await button(page, 'Ligar aplicativo').click();
    const key = await page.getByLabel('Chave', { exact: true }).inputValue();
    await page.getByLabel('Código do aplicativo').fill('000000');
    await button(page, 'Confirmar').click();
    await text(page, 'O código não confere.').waitFor();
    await page.getByLabel('Código do aplicativo').fill(codeOf(key));
    await button(page, 'Confirmar').click();
    const dialog = page.getByRole('dialog', { name: 'Guarde estes códigos' });
    await dialog.waitFor();
    const codes = await dialog.locator('code').allTextContents();
    expect(codes).toHaveLength(10);
    // What is shown only once closes only by its button.
    await page.keyboard.press('Escape');
    expect(await dialog.getByRole('button').allTextContents()).toEqual(['Copiar códigos', 'Guardei os códigos']);
    await button(page, 'Guardei os códigos').click();
    await text(page, 'Restam 10 códigos').waitFor();

    await signOut(page);
    await enterPassword(page);
    await page.waitForURL('**/login/confirm');
    await page.getByLabel('Código do aplicativo').fill(codeOf(key, 1));
    await button(page, 'Confirmar').click();
    await page.waitForURL((address) => !address.pathname.startsWith('/login'));

    await signOut(page);
    await enterPassword(page);
    await page.getByLabel('Código do aplicativo').fill(codes[0]!);
    await button(page, 'Confirmar').click();
    await page.waitForURL((address) => !address.pathname.startsWith('/login'));
    await page.goto(`${local()}/preferences`);
    await text(page, 'Restam 9 códigos').waitFor();

    await button(page, 'Adicionar chave').click();
    await page.getByLabel('Nome da chave').fill('Notebook da loja');
    await button(page, 'Criar chave').click();
    await text(page, 'A chave de acesso foi adicionada.').waitFor();
    await text(page, 'Notebook da loja').waitFor();

    await signOut(page);
    await button(page, 'Usar chave de acesso').click();
    await page.waitForURL((address) => !address.pathname.startsWith('/login'));

    await signOut(page);
    await enterPassword(page);
    await page.waitForURL('**/login/confirm');
    await button(page, 'Usar chave de acesso').click();
    await page.waitForURL((address) => !address.pathname.startsWith('/login'));

    // As if ten minutes had passed.
    let refused = 0;
    await page.route('**/api/account/second-factor', async (route) => {
      refused += 1;
      if (refused > 1) return route.continue();
      const problem = { code: 'fresh_sign_in_required', message: 'Antes disso, confirme que é você.', status: 403 };
      return route.fulfill({ status: 403, contentType: 'application/problem+json', body: JSON.stringify(problem) });
    });
    await page.goto(`${local()}/preferences`);
    await page.getByRole('switch', { name: 'Segundo passo para todos' }).click();
    const stepUp = page.getByRole('dialog', { name: 'Confirme que é você' });
    await stepUp.getByRole('button', { name: 'Usar chave de acesso' }).click();
    await text(page, 'O segundo passo agora é obrigatório para todos da conta.').waitFor();
    expect(refused).toBe(2);

    await button(page, 'Remover aplicativo').click();
    await button(page, 'Remover').last().click();
    await text(page, 'Removido.').waitFor();
    await button(page, 'Remover Notebook da loja').click();
    await button(page, 'Remover').last().click();
    await text(page, 'O segundo passo é obrigatório nesta conta.').waitFor();

    await button(page, 'Encerrar todas as outras').click();
    await text(page, 'As outras sessões foram encerradas.').waitFor();
    expect(await text(page, 'Este aparelho').isVisible()).toBe(true);
    expect(errors).toEqual([]);
  });
});
