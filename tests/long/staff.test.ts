import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { onPage } from '../support/browser.ts';
import { until } from '../support/until.ts';
import { signIn } from '../walks/steps.ts';
import { setUpWalk } from '../walks/walk-setup.ts';

const WALK_MS = 120_000;
const STAFF = { email: 'equipe@prosa.local', password: 'Equipe#2026' };
/** The storage keys of an impersonation; `OF_SESSION` are those of any session. */
const OF_IMPERSONATION =
  'impersonating impersonation originalAccessToken originalRefreshToken originalPlan accountDeletionDate'.split(' ');
const OF_SESSION = 'accessToken refreshToken plan currentContext contextNodePositions'.split(' ');

const setup = setUpWalk();

const key = (page: Page, name: string) => page.evaluate((one) => localStorage.getItem(one), name);
const keys = (page: Page) => page.evaluate(() => ({ ...localStorage }) as Record<string, string>);
/** Returns the statuses of two requests: one with the access token and one with the refresh token. */
const answersTo = async (access: string, refresh: string) => {
  const me = await fetch(`${setup.url}/api/users/me`, { headers: { authorization: `Bearer ${access}` } });
  const renewed = await fetch(`${setup.url}/api/sessions/refresh`, { headers: { 'refresh-token': refresh } });
  return [me.status, renewed.status];
};
const avatar = (page: Page, name: RegExp) => page.getByRole('button', { name });
const openMenu = async (page: Page, name: RegExp) => {
  await avatar(page, name).click();
  await page.getByRole('menu', { name: 'Sua conta' }).waitFor();
};

/** Opens /admin/login from the account menu and enters the demo account. */
async function enter(page: Page): Promise<void> {
  await openMenu(page, /Sua conta: Equipe Prosa/);
  await page.getByRole('menuitem', { name: 'Gerenciar contas' }).click();
  await page.getByRole('heading', { level: 1, name: 'Perfil de acesso' }).waitFor();
  const access = page.getByRole('button', { name: 'Acessar' });
  expect(await access.isDisabled()).toBe(true);
  const field = page.getByRole('combobox');
  await field.click();
  await field.fill('nada que exista');
  await page.getByText('Sem resultados').waitFor();
  await field.fill('demo@prosa');
  const option = page.locator('.account-option', { hasText: 'demo@prosa.local' });
  await option.click();
  await page.getByLabel('Motivo').fill('O chat parou');
  await access.click();
  await avatar(page, /Conta em que você está/).waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
}

it(
  'lets staff work in an account with the owner’s rights except personal ones, and return to their own session',
  async () => {
    await onPage(setup.browser, 'staff-inside', async (page, context) => {
      await signIn(page, setup.url, STAFF);
      const second = await context.newPage();
      await second.goto(`${setup.url}/admin/accounts`);
      await second.getByRole('heading', { level: 1, name: 'Contas' }).waitFor();
      const own = await keys(page);
      await enter(page);
      expect(await key(page, 'impersonating')).toBe('true');
      expect(await key(page, 'originalRefreshToken')).toBe(own.refreshToken);
      expect(JSON.parse((await key(page, 'impersonation')) ?? '{}')).toMatchObject({ type: 'PERSONAL' });
      // The other tab has switched to the account too, and neither tab has ended the other's session.
      await avatar(second, /Conta em que você está/).waitFor();
      expect(new URL(second.url()).pathname).toBe('/');
      await page.bringToFront();
      await openMenu(page, /Conta em que você está/);
      await page.getByRole('note', { name: 'Acesso a outra conta' }).getByText('registrado').waitFor();
      expect(await page.getByRole('menuitem', { name: 'Gerenciar contas' }).count()).toBe(0);

      await page.getByRole('menuitem', { name: 'Preferências' }).click();
      await page.getByRole('heading', { level: 1, name: 'Preferências' }).waitFor();
      await page.getByRole('heading', { name: 'Dados da conta' }).waitFor();
      for (const name of ['Encerrar conta', 'Salvar dados', 'Salvar perfil', 'Trocar senha'])
        expect(await page.getByRole('button', { name }).count(), name).toBe(0);
      const banner = page.getByRole('complementary', { name: 'Acesso a outra conta' });
      for (const path of ['/terms', '/privacy', '/404', '/users', '/plan', '/audit-log', '/contexts']) {
        await page.goto(setup.url + path);
        await banner.getByText('Você está na conta de').waitFor();
        await page.getByRole('heading', { level: 1 }).waitFor();
      }
      for (const name of ['Convidar pessoa', 'Mudar de plano', 'Baixar planilha'])
        expect(await page.getByRole('button', { name }).count(), name).toBe(0);
      const token = await key(page, 'accessToken');
      const refused = await fetch(`${setup.url}/api/users/me`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ reason: 'Não quero mais' }),
      });
      expect(refused.status).toBe(403);

      // The account selection is visible but disabled during an impersonation.
      await page.goto(`${setup.url}/admin/login`);
      await page.getByRole('heading', { level: 1, name: 'Perfil de acesso' }).waitFor();
      expect(await page.getByRole('combobox').isDisabled()).toBe(true);
      expect(await page.getByRole('button', { name: 'Acessar' }).isDisabled()).toBe(true);
      await page.getByRole('link', { name: 'Voltar' }).click();

      const inside = await keys(page);
      await openMenu(page, /Conta em que você está/);
      await page.getByRole('menuitem', { name: 'Conta original' }).click();
      await avatar(page, /Sua conta: Equipe Prosa/).waitFor();
      for (const name of OF_IMPERSONATION) expect(await key(page, name), name).toBeNull();
      expect(await answersTo(inside.accessToken ?? '', inside.refreshToken ?? '')).toEqual([401, 401]);
      await second.reload();
      await second.goto(`${setup.url}/admin/accounts`);
      await second.getByRole('heading', { level: 1, name: 'Contas' }).waitFor();
    });
  },
  WALK_MS,
);

it(
  'ends both sessions in every tab when staff sign out during an impersonation',
  async () => {
    await onPage(setup.browser, 'staff-out', async (page, context) => {
      await signIn(page, setup.url, STAFF);
      await enter(page);
      const second = await context.newPage();
      await second.goto(`${setup.url}/contexts`);
      await second.getByRole('heading', { level: 1, name: 'Contextos' }).waitFor();
      const inside = await keys(page);
      await page.bringToFront();
      await openMenu(page, /Conta em que você está/);
      await page.getByRole('menuitem', { name: 'Sair' }).click();
      await Promise.all([page.waitForURL(/\/login$/), second.waitForURL(/\/login/)]);
      const left = Object.keys(await keys(page));
      for (const name of [...OF_IMPERSONATION, ...OF_SESSION]) expect(left).not.toContain(name);
      await until(async () => (await answersTo(inside.accessToken ?? '', inside.refreshToken ?? ''))[0] === 401);
      expect(await answersTo(inside.accessToken ?? '', inside.refreshToken ?? '')).toEqual([401, 401]);
      const own = [inside.originalAccessToken ?? '', inside.originalRefreshToken ?? ''] as const;
      expect(await answersTo(...own)).toEqual([401, 401]);
      // The original session cannot be restored either.
      const leave = await fetch(`${setup.url}/api/admin/leave`, {
        method: 'POST',
        headers: { 'refresh-token': own[1] },
      });
      expect(leave.status).toBe(401);
    });
  },
  WALK_MS,
);
