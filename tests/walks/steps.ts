import type { Page } from 'playwright-core';

/** Signs in by the form, as the demo's owner unless told otherwise. */
export async function signIn(page: Page, url: string, who = { email: 'demo@prosa.local', password: 'Prosa#2026' }) {
  await page.goto(`${url}/login`);
  await page.getByLabel('E-mail').fill(who.email);
  await page.getByLabel('Senha', { exact: true }).fill(who.password);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await page.waitForURL((address) => !address.pathname.startsWith('/login'));
}
