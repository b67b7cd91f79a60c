import type { Locator, Page } from 'playwright-core';
import { signInAs } from '../pictures/people.ts';
import { until } from '../support/until.ts';

const OWNER = { email: 'demo@prosa.local', password: 'Prosa#2026' };

/** Stores a session, by default of the demo's owner, without loading the console for it. */
export async function storeSession(page: Page, url: string, { email, password } = OWNER) {
  const { accessToken, refreshToken } = await signInAs(url, email, password);
  // Has the console's storage, but no program.
  await page.goto(`${url}/api/health`);
  await page.evaluate((pair) => Object.assign(localStorage, pair), { accessToken, refreshToken });
}

/** Signs in through the form, by default as the demo's owner, and is on the first screen. */
export async function signIn(page: Page, url: string, { email, password } = OWNER) {
  await page.goto(`${url}/login`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(password);
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
