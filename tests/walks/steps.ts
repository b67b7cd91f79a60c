import type { Locator, Page } from 'playwright-core';
import { until } from '../support/until.ts';

/** Signs in through the form, by default as the demo's owner. */
export async function signIn(page: Page, url: string, who = { email: 'demo@prosa.local', password: 'Prosa#2026' }) {
  await page.goto(`${url}/login`);
  await page.getByLabel('E-mail').fill(who.email);
  await page.getByLabel('Senha', { exact: true }).fill(who.password);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await page.waitForURL((address) => !address.pathname.startsWith('/login'));
}

/** Chooses an option of a select. Opens the list again if it closes before the click. */
export async function choose(page: Page, field: Locator, option: string): Promise<void> {
  const item = page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option', {
    hasText: option,
  });
  await until(async () => {
    // Forced, because a chosen value covers the input.
    if (!(await item.isVisible())) await field.click({ force: true });
    return item.click({ timeout: 1_500 }).then(
      () => true,
      () => false,
    );
  });
}
