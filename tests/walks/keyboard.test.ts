import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { onPage } from '../support/browser.ts';
import { tabTo as reach } from './keys.ts';
import { storeSession } from './steps.ts';
import { sharedDemo } from './walk-setup.ts';

const setup = sharedDemo();
const LINKS = '/knowledge-base/links';

/** Reaches the button or link with this name by Tab. */
const tabTo = (page: Page, name: string) =>
  reach(
    page,
    page
      .getByRole('button', { name, exact: true })
      .or(page.getByRole('link', { name, exact: true }))
      .first(),
  );

const focusIsOn = (page: Page, role: 'button' | 'link' | 'menuitem' | 'textbox', name: string) =>
  expect
    .poll(() => page.getByRole(role, { name, exact: true }).evaluate((element) => element === document.activeElement), {
      timeout: 10_000,
    })
    .toBe(true);

/** antd moves the focus into a dialog only when it has faded in. */
const hasFadedIn = (page: Page) =>
  page.waitForFunction(() => !document.querySelector('.ant-fade-enter, .ant-fade-appear'));

it('creates and deletes a link, and keeps or discards unsaved input, by keyboard alone', async () => {
  await onPage(setup.browser, 'keyboard', async (page) => {
    const { keyboard } = page;
    await storeSession(page, setup.url);
    await page.goto(setup.url + LINKS);
    const form = page.getByRole('dialog', { name: 'Adicionar link' });
    const question = page.getByRole('dialog', { name: 'Sair sem salvar?' });

    await tabTo(page, 'Adicionar link');
    await keyboard.press('Enter');
    await focusIsOn(page, 'textbox', 'Palavra');
    await keyboard.type('abc');
    // Fails here rather than later when the keys reached another field.
    await expect.poll(() => form.getByLabel('Palavra').inputValue()).toBe('abc');
    await hasFadedIn(page);
    await keyboard.press('Escape');
    await question.waitFor();
    await tabTo(page, 'Continuar editando');
    await keyboard.press('Enter');
    await question.waitFor({ state: 'hidden' });
    expect(await form.getByLabel('Palavra').inputValue()).toBe('abc');
    await tabTo(page, 'Cancelar');
    await keyboard.press('Enter');
    await question.waitFor();
    await tabTo(page, 'Sair sem salvar');
    await keyboard.press('Enter');
    await form.waitFor({ state: 'hidden' });
    await focusIsOn(page, 'link', 'Adicionar link');

    await keyboard.press('Enter');
    await focusIsOn(page, 'textbox', 'Palavra');
    await keyboard.type('abc');
    await keyboard.press('Enter');
    await form.getByText('Obrigatório').waitFor();
    await focusIsOn(page, 'textbox', 'Endereço');
    await keyboard.type('https://www.exemplo.com.br/abc');
    await keyboard.press('Enter');
    await form.waitFor({ state: 'hidden' });

    const deletion = page.getByRole('dialog', { name: 'Excluir o link de “abc”?' });
    const openDeletion = async () => {
      await keyboard.press('Enter');
      await page.waitForFunction(() => document.activeElement?.role === 'menuitem');
      await keyboard.press('End');
      await focusIsOn(page, 'menuitem', 'Excluir');
      await keyboard.press('Enter');
      await deletion.waitFor();
      await hasFadedIn(page);
    };
    await tabTo(page, 'Ações de abc');
    await openDeletion();
    await keyboard.press('Escape');
    await deletion.waitFor({ state: 'hidden' });
    await focusIsOn(page, 'button', 'Ações de abc');
    await openDeletion();
    await tabTo(page, 'Excluir link');
    await keyboard.press('Enter');
    await deletion.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Ações de abc' }).waitFor({ state: 'hidden' });
    await keyboard.press('Tab');
    const { left } = await page.evaluate(() => document.activeElement!.getBoundingClientRect());
    const content = await page.locator('#screen').boundingBox();
    expect(left).toBeGreaterThan(content!.x);
  });
}, 120_000);

it('keeps the place: from the top of a page into its content, to another screen and back, and in the menus', async () => {
  await onPage(setup.browser, 'keyboard-place', async (page) => {
    const { keyboard } = page;
    await storeSession(page, setup.url);
    await page.setViewportSize({ width: 1440, height: 560 });
    await page.goto(`${setup.url}/users`);
    await page.waitForFunction(() => (document.querySelector('.side-nav')?.scrollTop ?? 0) > 0);
    await keyboard.press('Tab');
    await focusIsOn(page, 'link', 'Ir para o conteúdo');
    await keyboard.press('Enter');
    await keyboard.press('Tab');
    await focusIsOn(page, 'button', 'Guia desta tela');

    await page.goto(`${setup.url}/conversations`);
    const conversation = page.getByRole('table').getByRole('link').first();
    await reach(page, conversation);
    await keyboard.press('Enter');
    await page.waitForURL(/\/conversations\/./);
    await page.getByRole('link', { name: 'Conversas' }).last().waitFor();
    await keyboard.press('Tab');
    await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe('page-back');

    const account = page.getByRole('button', { name: /^Sua conta/ });
    await account.focus();
    await keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.role === 'menuitem');
    await focusIsOn(page, 'menuitem', 'Preferências');
    await keyboard.press('Escape');
    await expect.poll(() => account.evaluate((element) => element === document.activeElement)).toBe(true);
  });
}, 120_000);
