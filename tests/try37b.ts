import { openBrowser, onPage } from './support/browser.ts';
import { signIn, choose } from './walks/steps.ts';
const url = 'http://localhost:4737';
const browser = await openBrowser();
const shot = (page: any, n: string) => page.screenshot({ path: `/tmp/pics-e37/${n}.png` });
try {
await onPage(browser, 'suppliers', async (page) => {
  page.setDefaultTimeout(8000);
  await signIn(page, url);
  await page.goto(url + '/suppliers');
  const row = page.getByRole('row', { name: 'Moinho a1' });
  await row.getByRole('button', { name: 'Ações de Moinho a1' }).click();
  await page.getByRole('menuitem', { name: 'Bloquear' }).click();
  const ask = page.getByRole('dialog', { name: 'Bloquear Moinho a1?' });
  await shot(page, 'b1');
  await ask.getByLabel('Motivo').fill('Atrasos');
  await ask.getByRole('button', { name: 'Bloquear' }).click();
  await row.getByText('Bloqueado').waitFor();
  await shot(page, 'b2');
  await page.getByRole('button', { name: /Bloqueado/ }).first().click();
  await shot(page, 'b3');
  await page.waitForURL(/status=blocked/);
  await page.getByRole('button', { name: 'Opções de visualização' }).click();
  await page.getByRole('menuitem', { name: 'Salvar como…' }).click();
  await page.getByRole('dialog').getByLabel('Nome').fill('Bloqueados da casa');
  await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click();
  await page.getByText('Bloqueados da casa').first().waitFor();
  await shot(page, 'b4');
  await row.getByRole('link').first().click();
  await page.getByText('Histórico').waitFor();
  await page.waitForTimeout(500);
  await page.screenshot({ path: '/tmp/pics-e37/b5.png', fullPage: true });
}, { viewport: { width: 1440, height: 900 }, colorScheme: 'light' });
} finally { await browser.close(); }
